"""The Prolog half has its own tests, which run with the others."""

import re
import subprocess
from pathlib import Path

import pytest

from probe.oracle.installation import find_installation
from tests.shared import ROOT

PROLOG = ROOT / "prolog"
FILES = sorted(PROLOG.glob("*.pl"))


def test_the_plunit_tests_pass() -> None:
    command = [find_installation().executable, "-q", "-f", "none", "-g", "main", "-t", "halt(1)", "run.pl"]
    completed = subprocess.run(
        command, cwd=PROLOG / "test", stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=600, check=False
    )
    assert completed.returncode == 0, completed.stdout + completed.stderr
    assert "choicepoint" not in completed.stderr


def test_the_oracle_loads_without_a_warning() -> None:
    command = [find_installation().executable, "-q", "-f", "none", "-g", "halt", str(PROLOG / "oracle.pl")]
    completed = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False
    )
    assert (completed.returncode, completed.stdout, completed.stderr) == (0, "", "")


@pytest.fixture(scope="module")
def called_predicates() -> set[str]:
    """What the plunit tests call, as name/arity; a name in a comment or a string is not a call."""
    tests = [str(file) for file in sorted((PROLOG / "test").glob("*.plt"))] + [str(PROLOG / "test" / "examples.pl")]
    script = str(Path(__file__).with_name("goals.pl"))
    command = [find_installation().executable, "-q", "-f", "none", "-g", "goals", "-t", "halt", script, "--", *tests]
    completed = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=True
    )
    assert not completed.stderr
    return set(completed.stdout.split())


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_exported_predicate_is_described_and_called_by_a_test(file: Path, called_predicates: set[str]) -> None:
    """An export has a ``%!`` comment in its file, and some plunit test calls it."""
    text = file.read_text()
    exports = re.findall(r"^\s+[\[ ]\s*(\w+/\d)", text.split("]).")[0], re.MULTILINE)
    assert exports
    for predicate in exports:
        assert re.search(rf"^%!  {predicate.partition('/')[0]}\b", text, re.MULTILINE), (
            f"{predicate} has no description"
        )
        assert predicate in called_predicates, f"no test calls {predicate}"
