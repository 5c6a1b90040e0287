"""The Prolog half has tests of its own; they run with the others."""

import re
import subprocess
from pathlib import Path

import pytest

from probe.oracle.discovery import find_installation

PROLOG = Path(__file__).parents[2] / "prolog"
FILES = sorted(PROLOG.glob("*.pl"))


def test_the_plunit_tests_pass() -> None:
    command = [find_installation().executable, "-q", "-f", "none", "-g", "main", "-t", "halt(1)", "run.pl"]
    done = subprocess.run(
        command, cwd=PROLOG / "test", stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "choicepoint" not in done.stderr


def test_the_oracle_loads_without_a_warning() -> None:
    command = [find_installation().executable, "-q", "-f", "none", "-g", "halt", str(PROLOG / "oracle.pl")]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_exported_predicate_is_described_and_tested(file: Path) -> None:
    """An export has a ``%!`` comment in its file, and its name stands in some test."""
    text = file.read_text()
    exports = re.findall(r"^\s+[\[ ]\s*(\w+)/(\d)", text.split("]).")[0], re.MULTILINE)
    tests = "".join(test.read_text() for test in (PROLOG / "test").glob("*"))
    assert exports
    for name, _ in exports:
        assert re.search(rf"^%!  {name}\b", text, re.MULTILINE), f"{name} has no description"
        assert re.search(rf"\b{name}\b", tests), f"{name} has no test"
