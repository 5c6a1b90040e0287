"""The command line as a whole: what it lists, how it ends, and what it refuses."""

import asyncio
import os
import signal
from pathlib import Path

import click
import pytest
from click.shell_completion import BashComplete
from click.testing import CliRunner

from probe.cli import main as entry
from probe.cli.main import COMMANDS, MOVED_COMMANDS, commands
from probe.cli.output import Interrupted, run
from probe.extensions import of_checkout
from tests.shared import ROOT, python


@pytest.mark.parametrize("arguments", [["--help"], []])
def test_listing_the_commands_imports_none_of_them(arguments: list[str]) -> None:
    """Help and shell completion have to be fast."""
    code = f"import sys; sys.argv = ['probe', *{arguments}]\nfrom probe.cli import main\ntry: main()\n"
    rooms = ("probe.", "numpy", "rich", "pydantic")
    code += f"finally: print(*(name for name in sys.modules if name.startswith({rooms})))"
    completed = python(code, expect=None)
    assert all(name in completed.stdout + completed.stderr for name in COMMANDS)
    loaded_modules = set(completed.stdout.splitlines()[-1].split())
    module_paths = [point.module.split(".") for point in of_checkout("probe.commands")]
    command_packages = {".".join(parts[:length]) for parts in module_paths for length in range(2, len(parts) + 1)}
    assert loaded_modules == {"probe.errors", "probe.cli.main", "probe.cli", "probe.extensions"} | command_packages


def test_the_help_of_a_command_imports_no_room_and_no_large_library() -> None:
    """Commands made from a class of options show their help without importing their use case."""
    code = """
import click, sys
from probe.cli.main import commands
def show(group):
    for name in group.list_commands(None):
        command = group.get_command(click.Context(group), name)
        command.get_help(click.Context(command, info_name=name))
        if isinstance(command, click.Group):
            show(command)
show(commands)
print(*sys.modules)
"""
    loaded_modules = {name.partition(".")[0] for name in python(code).stdout.split()}
    assert "click" in loaded_modules
    assert not loaded_modules & {"numpy", "rich", "pydantic", "scipy", "openai", "jinja2", "starlette"}


def test_every_command_of_the_table_is_there_and_says_what_it_does() -> None:
    context = click.Context(commands)
    for name in COMMANDS:
        command = commands.get_command(context, name)
        assert command is not None
        assert command.help


def test_measuring_loads_no_part_of_generation() -> None:
    completed = python("import sys, probe.cli.evaluate; print(*sys.modules)")
    loaded_modules = set(completed.stdout.split())
    assert "probe.measuring.evaluate" in loaded_modules
    assert not [
        name for name in loaded_modules if name.startswith(("probe.grammar", "probe.generation", "probe.analysis"))
    ]


def test_verifying_loads_no_library_of_other_commands() -> None:
    completed = python("import sys, probe.cli.verify; print(*sys.modules)")
    assert "probe.audit.verify" in completed.stdout.split()
    large_libraries = {
        "numpy",
        "scipy",
        "openai",
        "groq",
        "torch",
        "matplotlib",
        "jinja2",
        "starlette",
        "pandas",
        "pyarrow",
    }
    assert not large_libraries & set(completed.stdout.split())


def test_serving_pages_loads_no_library_of_statistics_before_they_are_asked_for() -> None:
    completed = python("import sys, probe.cli.serve, probe.web.app, probe.web.workbench; print(*sys.modules)")
    assert "probe.web.pages" in completed.stdout.split()
    assert not {"scipy", "statsmodels", "sklearn", "matplotlib", "pandas"} & set(completed.stdout.split())


def test_a_broken_package_is_reported_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "matplotlib.py").write_text("raise ImportError('compiled for another NumPy', name='matplotlib')\n")
    code = "import sys; sys.argv = ['probe', 'analyze', 'x', '--out', 'y']\nfrom probe.cli import main\nmain()"
    completed = python(code, expect=3, PYTHONPATH=f"{tmp_path}{os.pathsep}{ROOT}")
    (line,) = completed.stderr.splitlines()
    assert "matplotlib" in line
    assert "compiled for another NumPy" in line


@pytest.mark.parametrize("resumable", [True, False])
def test_an_interruption_promises_to_resume_only_if_something_was_stored(
    resumable: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def work() -> None:
        os.kill(os.getpid(), signal.SIGINT)
        await asyncio.sleep(30)

    def interrupt(**settings: object) -> None:
        run(work(), resumable=resumable)

    monkeypatch.setattr(commands, "main", interrupt)
    with pytest.raises(SystemExit) as error:
        entry()
    assert error.value.code == 130
    last = capsys.readouterr().err.splitlines()[-1]
    assert last.startswith("probe: interrupted")
    assert ("resume" in last) is resumable
    with pytest.raises(Interrupted):
        run(work())


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [(["--run", "somewhere"], "--run"), (["abc", "--failing", "unique"], "--failing")],
)
def test_an_option_that_would_be_ignored_is_refused(dataset: Path, arguments: list[str], expected: str) -> None:
    result = CliRunner().invoke(commands, ["audit", str(dataset), *arguments])
    assert result.exit_code != 0
    assert expected in str(result.exception)


def test_a_shell_completes_commands_with_their_lines() -> None:
    complete = BashComplete(commands, {}, "probe", "_PROBE_COMPLETE")
    completions = {completion.value: completion.help for completion in complete.get_completions([], "a")}
    assert completions == {name: COMMANDS[name].help for name in ("awareness", "analyze", "audit")}


@pytest.mark.parametrize("name", MOVED_COMMANDS)
def test_a_command_that_moved_into_a_group_keeps_its_short_name(name: str) -> None:
    short_form, full_form = (
        CliRunner().invoke(commands, [*words, "--help"]) for words in ([name], [MOVED_COMMANDS[name], name])
    )
    assert short_form.exit_code == 0
    assert short_form.output == full_form.output
