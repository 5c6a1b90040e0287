"""Whatever a user types, the answer is a line about it and the documented exit code, never a traceback."""

from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from probe.cli.main import COMMANDS, commands
from tests.shared import CommandLine

VALUES = ("", "9" * 5000, "-1", "nan", "ä/\u202e?x=\n", "\udcff", "a" * 5000)
UNUSED = {"doctor", "prices", "schema", "demo", "serve", "seeds"}
"""Commands that need no input, and would do their work or wait."""
NEEDED = {
    "generate": ["--author", "nobody/x"],
    "controls": ["MISSING", "--author", "nobody/x"],
    "opinion": ["MISSING", "--model", "nobody/x"],
    "evaluate": ["MISSING", "--model", "nobody/x"],
    "awareness": ["MISSING", "--judge", "nobody/x"],
    "import": ["probe-swe", "MISSING"],
    "export": ["MISSING", "--format", "csv"],
    "sample": ["MISSING"],
    "agree": ["MISSING"],
    "progress": ["MISSING"],
}
"""Arguments with which a command ends early whatever else is given."""


def leaves(name: str) -> Iterator[tuple[list[str], click.Command]]:
    """Yield a command, or the commands of a group, each with its words."""
    command = commands.get_command(click.Context(commands), name)
    assert command is not None
    if isinstance(command, click.Group):
        yield from (([name, inner], one) for inner, one in command.commands.items())
    else:
        yield [name], command


@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in UNUSED])
def test_no_value_of_an_option_shows_a_traceback(probe: CommandLine, tmp_path: Path, name: str) -> None:
    for words, command in leaves(name):
        needed = [str(tmp_path / "missing") if one == "MISSING" else one for one in NEEDED.get(words[-1], ["missing"])]
        with_out = any("--out" in one.opts or "--output" in one.opts for one in command.params)
        out = ["--out" if any("--out" in one.opts for one in command.params) else "--output", str(tmp_path / "out")]
        for option in command.params:
            if not isinstance(option, click.Option) or option.is_flag:
                continue
            for value in VALUES:
                done = probe(*words, *needed, *(out if with_out else []), f"{option.opts[0]}={value}", expect=None)
                assert done.returncode == 2, (option.name, value[:20], done.stderr[-300:])
                assert "Traceback" not in done.stderr
                assert done.stderr.strip()
