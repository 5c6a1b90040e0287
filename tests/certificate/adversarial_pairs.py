"""Reads the crafted pairs of ``adversarial/*.pl``.

A file holds pairs. Each has a head of two lines, ``%%% name (bias), verdict`` and ``%%% what the disguise or the trap
is``. The verdict is ``good``, ``good: would count this; that`` (accepted, and these kinds are listed), or ``bad: check,
check`` (any of the named checks may refuse the pair). The three texts follow as in ``docs/checks.md``, under ``%
axioms``, ``% unbiased`` and ``% biased``. A further file needs no code.
"""

import re
from pathlib import Path
from typing import NamedTuple

from probe.values import Bias, Programs

FOLDER = Path(__file__).parent / "adversarial"

_HEAD = re.compile(
    r"^%%% (?P<name>[a-z0-9-]+) \((?P<bias>[a-z ]+)\), "
    r"(?:good(?:: would count (?P<kinds>.+))?|bad: (?P<checks>[a-z_, ]+))\n%%% (?P<trap>.+)\n",
    re.MULTILINE,
)
_SECTION = re.compile(r"^% (?:axioms|unbiased|biased)\n", re.MULTILINE)


class Crafted(NamedTuple):
    """A crafted pair: the checks that may refuse it (none: it is good), and what its disguise or its trap is.

    ``would_count`` are the kinds that ``inert_cue`` lists.
    """

    name: str
    bias: Bias
    checks: tuple[str, ...]
    trap: str
    programs: Programs
    would_count: tuple[str, ...] = ()


def crafted_pairs() -> list[Crafted]:
    """Return the pairs of all files, file by file in alphabetical order."""
    return [pair for file in sorted(FOLDER.glob("*.pl")) for pair in _pairs_of(file)]


def _pairs_of(file: Path) -> list[Crafted]:
    text = file.read_text()
    heads = list(_HEAD.finditer(text))
    if not heads or len(heads) != sum(line.startswith("%%% ") for line in text.splitlines()) / 2:
        raise ValueError(
            f"{file.name}: each pair needs a head of two lines; the first gives its name, its bias, and good or bad"
        )
    ends = [head.start() for head in heads[1:]] + [len(text)]
    return [_pair_of(file, head, text[head.end() : end]) for head, end in zip(heads, ends, strict=True)]


def _pair_of(file: Path, head: re.Match[str], body: str) -> Crafted:
    parts = _SECTION.split(body)
    if len(parts) != 4 or parts[0].strip():
        raise ValueError(f"{file.name}: {head['name']} needs the sections axioms, unbiased and biased")
    programs = Programs(axioms=parts[1], unbiased=parts[2], biased=parts[3])
    checks = tuple(head["checks"].split(", ")) if head["checks"] else ()
    kinds = tuple(head["kinds"].split("; ")) if head["kinds"] else ()
    return Crafted(f"{file.stem}-{head['name']}", Bias(head["bias"]), checks, head["trap"], programs, kinds)
