"""The command line as a whole: what is listed, how it ends, and what it refuses."""

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
    """Help and shell completion have to be there at once."""
    code = f"import sys; sys.argv = ['probe', *{arguments}]\nfrom probe.cli import main\ntry: main()\n"
    rooms = ("probe.", "numpy", "rich", "pydantic")
    code += f"finally: print(*(name for name in sys.modules if name.startswith({rooms})))"
    done = python(code, expect=None)
    assert all(name in done.stdout + done.stderr for name in COMMANDS)
    loaded = set(done.stdout.splitlines()[-1].split())
    homes = [point.module.split(".") for point in of_checkout("probe.commands")]
    added = {".".join(home[:length]) for home in homes for length in range(2, len(home) + 1)}
    assert loaded == {"probe.errors", "probe.cli.main", "probe.cli", "probe.extensions"} | added


def test_the_help_of_a_command_imports_no_room_and_no_large_library() -> None:
    """Commands made from a class of options show their help at once."""
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
    loaded = {name.partition(".")[0] for name in python(code).stdout.split()}
    assert "click" in loaded
    assert not loaded & {"numpy", "rich", "pydantic", "scipy", "openai", "jinja2", "starlette"}


def test_every_command_of_the_table_is_there_and_says_what_it_does() -> None:
    context = click.Context(commands)
    for name in COMMANDS:
        command = commands.get_command(context, name)
        assert command is not None
        assert command.help


def test_measuring_loads_no_part_of_generation() -> None:
    done = python("import sys, probe.cli.evaluate; print(*sys.modules)")
    loaded = set(done.stdout.split())
    assert "probe.measuring.evaluate" in loaded
    assert not [name for name in loaded if name.startswith(("probe.grammar", "probe.generation", "probe.analysis"))]


def test_verifying_loads_no_library_of_other_commands() -> None:
    done = python("import sys, probe.cli.verify; print(*sys.modules)")
    assert "probe.audit.verify" in done.stdout.split()
    heavy = {"numpy", "scipy", "openai", "groq", "torch", "matplotlib", "jinja2", "starlette", "pandas", "pyarrow"}
    assert not heavy & set(done.stdout.split())


def test_serving_pages_loads_no_library_of_statistics_before_they_are_asked_for() -> None:
    done = python("import sys, probe.cli.serve, probe.web.app, probe.web.workbench; print(*sys.modules)")
    assert "probe.web.pages" in done.stdout.split()
    assert not {"scipy", "statsmodels", "sklearn", "matplotlib", "pandas"} & set(done.stdout.split())


def test_a_broken_package_is_reported_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "matplotlib.py").write_text("raise ImportError('compiled for another NumPy', name='matplotlib')\n")
    code = "import sys; sys.argv = ['probe', 'analyze', 'x', '--out', 'y']\nfrom probe.cli import main\nmain()"
    done = python(code, expect=3, PYTHONPATH=f"{tmp_path}{os.pathsep}{ROOT}")
    (line,) = done.stderr.splitlines()
    assert "matplotlib" in line
    assert "compiled for another NumPy" in line


@pytest.mark.parametrize("resumable", [True, False])
def test_an_interruption_promises_to_resume_only_where_something_was_kept(
    resumable: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def work() -> None:
        os.kill(os.getpid(), signal.SIGINT)
        await asyncio.sleep(30)

    def interrupted(**settings: object) -> None:
        run(work(), resumable=resumable)

    monkeypatch.setattr(commands, "main", interrupted)
    with pytest.raises(SystemExit) as error:
        entry()
    assert error.value.code == 130
    last = capsys.readouterr().err.splitlines()[-1]
    assert last.startswith("probe: interrupted")
    assert ("resume" in last) is resumable
    with pytest.raises(Interrupted):
        run(work())


@pytest.mark.parametrize(
    ("arguments", "named"),
    [(["--run", "somewhere"], "--run"), (["abc", "--failing", "unique"], "--failing")],
)
def test_an_option_that_would_be_ignored_is_refused(dataset: Path, arguments: list[str], named: str) -> None:
    done = CliRunner().invoke(commands, ["audit", str(dataset), *arguments])
    assert done.exit_code != 0
    assert named in str(done.exception)


def test_a_shell_completes_commands_with_their_lines() -> None:
    complete = BashComplete(commands, {}, "probe", "_PROBE_COMPLETE")
    completions = {completion.value: completion.help for completion in complete.get_completions([], "a")}
    assert completions == {name: COMMANDS[name].help for name in ("awareness", "analyze", "audit")}


@pytest.mark.parametrize("name", MOVED_COMMANDS)
def test_a_command_that_moved_into_a_group_keeps_its_short_name(name: str) -> None:
    short, full = (CliRunner().invoke(commands, [*words, "--help"]) for words in ([name], [MOVED_COMMANDS[name], name]))
    assert short.exit_code == 0
    assert short.output == full.output
