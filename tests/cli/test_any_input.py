"""Whatever a user types, the command answers with one line and the documented exit code, never a traceback."""

from pathlib import Path

import click
import pytest

from probe.cli.main import COMMANDS, commands
from tests.cli.walking import leaf_commands
from tests.shared import CommandLine

LEAF_COMMANDS = leaf_commands(commands)
VALUES = ("", "9" * 5000, "-1", "nan", "ä/\u202e?x=\n", "\udcff", "a" * 5000)
WITHOUT_INPUT = {"doctor", "prices", "schema", "demo", "serve", "seeds"}
"""Commands that need no input, and would do their work or wait."""
REQUIRED_ARGUMENTS = {
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
"""Arguments with which a command ends early, whatever its other options are."""


@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in WITHOUT_INPUT])
def test_no_value_of_an_option_shows_a_traceback(probe: CommandLine, tmp_path: Path, name: str) -> None:
    for words, command in LEAF_COMMANDS.items():
        if words[0] != name:
            continue
        required = [
            str(tmp_path / "missing") if word == "MISSING" else word
            for word in REQUIRED_ARGUMENTS.get(words[-1], ["missing"])
        ]
        flags = [flag for param in command.params for flag in param.opts if flag in ("--out", "--output")]
        out = [flags[0], str(tmp_path / "out")] if flags else []
        for option in command.params:
            if not isinstance(option, click.Option) or option.is_flag:
                continue
            for value in VALUES:
                result = probe(*words, *required, *out, f"{option.opts[0]}={value}", expect=None)
                assert result.returncode == 2, (option.name, value[:20], result.stderr[-300:])
                assert "Traceback" not in result.stderr
                assert result.stderr.strip()
