"""What tests ask of a composed candidate: its origin, its four texts, and where two of them differ."""

from itertools import takewhile

from probe.values import Candidate

PER_BIAS = 30
"""Candidates of each bias that tests read."""


def asked(candidate: Candidate, name: str) -> str:
    """Return what the candidate's origin says of ``name``."""
    return next(value.partition(":")[2] for value in candidate.seed_ids if value.startswith(f"{name}:"))


def arms(candidate: Candidate) -> dict[str, str]:
    """Return the four texts of a candidate, by arm."""
    assert candidate.controls is not None
    assert candidate.controls.placebo is not None
    assert candidate.controls.counter is not None
    return {
        "unbiased": candidate.texts.unbiased,
        "biased": candidate.texts.biased,
        "placebo": candidate.controls.placebo,
        "counter": candidate.controls.counter,
    }


def alike(one: str, other: str) -> int:
    """Return how many characters two texts have in common from their beginnings."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def edit(one: str, other: str) -> str:
    """Return what ``other`` has in the place in which it differs from ``one``."""
    start = alike(one, other)
    end = min(alike(one[::-1], other[::-1]), min(len(one), len(other)) - start)
    return other[start : len(other) - end]
