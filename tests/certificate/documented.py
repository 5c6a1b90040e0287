"""Reads the pairs that the documentation of the checks shows."""

import re
from pathlib import Path
from typing import NamedTuple

from probe.values import Bias, Programs

PAGE = Path(__file__).parents[2] / "docs" / "checks.md"


class Documented(NamedTuple):
    """A pair on the page: the check of its section, whether it refuses the pair, and which other checks do."""

    check: str
    refused: bool
    other_checks: tuple[str, ...]
    bias: Bias
    programs: Programs


def documented_pairs() -> list[Documented]:
    """Return every pair of the page, in its order."""
    pairs = []
    for section in re.split(r"^### ", PAGE.read_text(), flags=re.MULTILINE)[1:]:
        check = section.split("`")[1]
        for word, bias, names_text, block in re.findall(
            r"^(Rejected|Accepted) \(([a-z ]+)(?:; also ([a-z_`, ]+))?\):.*?```prolog\n(.*?)```",
            section,
            re.MULTILINE | re.DOTALL,
        ):
            _, axioms, unbiased, biased = re.split(r"^% (?:axioms|unbiased|biased)\n", block, flags=re.MULTILINE)
            programs = Programs(axioms=axioms, unbiased=unbiased, biased=biased)
            other_checks = tuple(re.findall(r"\w+", names_text))
            pairs.append(Documented(check, word == "Rejected", other_checks, Bias(bias), programs))
    return pairs
