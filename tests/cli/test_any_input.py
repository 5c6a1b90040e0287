"""Whatever a user types, the answer is a line about it and the documented exit code, never a traceback."""

from pathlib import Path

import click
import pytest

from probe.cli.main import COMMANDS, commands
from tests.cli.walking import leaves
from tests.shared import CommandLine

LEAVES = leaves(commands)
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


@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in UNUSED])
def test_no_value_of_an_option_shows_a_traceback(probe: CommandLine, tmp_path: Path, name: str) -> None:
    for words, command in LEAVES.items():
        if words[0] != name:
            continue
        needed = [
            str(tmp_path / "missing") if word == "MISSING" else word for word in NEEDED.get(words[-1], ["missing"])
        ]
        flags = [flag for param in command.params for flag in param.opts if flag in ("--out", "--output")]
        out = [flags[0], str(tmp_path / "out")] if flags else []
        for option in command.params:
            if not isinstance(option, click.Option) or option.is_flag:
                continue
            for value in VALUES:
                done = probe(*words, *needed, *out, f"{option.opts[0]}={value}", expect=None)
                assert done.returncode == 2, (option.name, value[:20], done.stderr[-300:])
                assert "Traceback" not in done.stderr
                assert done.stderr.strip()
