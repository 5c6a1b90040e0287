"""Reads the corpus of hostile programs, and says how a verdict on one came out."""

import re
from pathlib import Path
from typing import NamedTuple

from probe.values import Program, Verdict
from tests.oracle.hostile_families import families

CORPUS = Path(__file__).with_name("hostile.txt")


class Hostile(NamedTuple):
    """A program that does what it should not, and the outcome it must have."""

    name: str
    outcome: str
    program: Program


def hostile_programs(mark: str) -> list[Hostile]:
    """Return the corpus; ``mark`` is the file that programs try to create."""
    parts = re.split(r"^%%%% (\w+): (.*)\n", CORPUS.read_text(), flags=re.MULTILINE)[1:]
    named_parts = [*zip(parts[::3], parts[1::3], parts[2::3], strict=True), *families()]
    return [
        Hostile(name, outcome, Program(axioms="", text=text.replace("MARK", mark)))
        for name, outcome, text in named_parts
    ]


def outcome_of(verdict: Verdict) -> str:
    """Return the verdict in the words of the corpus."""
    kinds = {diagnostic.kind for diagnostic in verdict.diagnostics}
    if not verdict.ran:
        return "refused" if kinds & {"whitelist", "text"} else "contained"
    if "limit" in kinds:
        return f"limit {verdict.choice}" if verdict.choice else "limit"
    if verdict.choice:
        return f"decides {verdict.choice}"
    if kinds & {"unknown", "error"}:
        return "error"
    return "no" if verdict.answer is None else "no option"


def is_expected(outcome: str, expected: str) -> bool:
    """Return whether an outcome is the expected one; ``contained`` does not say by which bound."""
    return outcome == expected or (expected == "contained" and not outcome.startswith(("decides option_B", "refused")))
