"""``--quiet`` and ``--json`` of every command."""

from pathlib import Path

from probe.cli.main import commands
from probe.cli.output import round_numbers
from probe.document.json_form import Lazy
from tests.cli.walking import leaf_commands
from tests.shared import CommandLine


def commands_without(flag: str) -> set[str]:
    """Return the commands that lack an option."""
    return {
        " ".join(path)
        for path, command in leaf_commands(commands).items()
        if not any(flag in param.opts for param in command.params)
    }


def test_every_command_can_be_quiet() -> None:
    assert commands_without("--quiet") == set()


def test_every_command_prints_json() -> None:
    """Except the demo, which runs other commands that print JSON."""
    assert commands_without("--json") == {"demo"}


def test_a_quiet_command_prints_no_messages_but_its_errors(probe: CommandLine, tmp_path: Path) -> None:
    """The notes of ``prices`` are omitted, but not its table and the error about a file."""
    normal, quiet = probe("prices"), probe("prices", "--quiet")
    assert normal.stderr
    assert not quiet.stderr
    assert quiet.stdout == normal.stdout
    assert "absent" in probe("prices", "--quiet", "--prices", tmp_path / "absent", expect=2).stderr


def test_an_estimate_can_be_quiet(probe: CommandLine, tmp_path: Path) -> None:
    evaluation = ("evaluate", "seeds", "--model", "simulated/rational", "--limit", "1")
    normal, quiet = (probe(*evaluation, "--dry-run", "--out", tmp_path / "out", *quiet) for quiet in ((), ("--quiet",)))
    assert normal.stderr
    assert not quiet.stderr
    assert quiet.stdout == normal.stdout


def test_numbers_in_json_have_no_rounding_errors() -> None:
    value = {"a": 0.1 + 0.2, "b": [1 / 3, 7, True, None, "0.1"], "c": 1e-300, "d": Lazy(lambda: iter([2 / 3]))}
    printed = round_numbers(value)
    assert (printed["a"], printed["b"], printed["c"]) == (0.3, [0.3333333333, 7, True, None, "0.1"], 1e-300)
    assert list(printed["d"]) == [0.6666666667]
