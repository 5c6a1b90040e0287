"""``--quiet`` and ``--json`` of every command."""

from collections.abc import Iterator
from pathlib import Path

import click

from probe.cli.main import commands
from probe.cli.output import rounded
from probe.document.json_form import Lazy
from tests.shared import CommandLine


def every_command() -> Iterator[tuple[str, click.Command]]:
    """Yield every command that can be called, with its name."""
    context = click.Context(commands)
    waiting = [(name, commands.get_command(context, name)) for name in commands.list_commands(context)]
    for name, command in waiting:
        assert command is not None
        if isinstance(command, click.Group):
            waiting += [(f"{name} {inner}", found) for inner, found in command.commands.items()]
        else:
            yield name, command


def test_every_command_can_be_quiet() -> None:
    silent = {name for name, command in every_command() if any("--quiet" in one.opts for one in command.params)}
    assert silent == {name for name, _ in every_command()}


def test_every_command_prints_json() -> None:
    """The demo shows other commands to a reader: each of them prints JSON."""
    able = {name for name, command in every_command() if any("--json" in param.opts for param in command.params)}
    assert {name for name, _ in every_command()} - able == {"demo"}


def test_a_quiet_command_prints_no_messages_but_its_errors(probe: CommandLine, tmp_path: Path) -> None:
    """What ``prices`` says for people is left out; its table and the error about a file are not."""
    loud, quiet = probe("prices"), probe("prices", "--quiet")
    assert loud.stderr
    assert not quiet.stderr
    assert quiet.stdout == loud.stdout
    assert "absent" in probe("prices", "--quiet", "--prices", tmp_path / "absent", expect=2).stderr


def test_an_estimate_can_be_quiet(probe: CommandLine, tmp_path: Path) -> None:
    asked = (
        "evaluate",
        "seeds",
        "--model",
        "simulated/rational",
        "--limit",
        "1",
        "--dry-run",
        "--out",
        tmp_path / "out",
    )
    loud, quiet = probe(*asked), probe(*asked, "--quiet")
    assert loud.stderr
    assert not quiet.stderr
    assert quiet.stdout == loud.stdout


def test_numbers_in_json_have_no_rounding_errors() -> None:
    value = {"a": 0.1 + 0.2, "b": [1 / 3, 7, True, None, "0.1"], "c": 1e-300, "d": Lazy(lambda: iter([2 / 3]))}
    found = rounded(value)
    assert (found["a"], found["b"], found["c"]) == (0.3, [0.3333333333, 7, True, None, "0.1"], 1e-300)
    assert list(found["d"]) == [0.6666666667]
