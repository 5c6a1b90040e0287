"""Decisions with the items that they are about, as the estimators of triage read them."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import NamedTuple, Self, TypeVar

import numpy as np

ACCEPT = 0
"""The decision that accepts a profile."""


class SeenDecision(NamedTuple):
    """One decision: on which profile of which item, at which place (from 0), and what is right.

    ``decision`` is None where it is unparsed, ``earlier`` what was decided before a review (None: there was none). Of a
    direct answer, ``probabilities`` are those of all options, which add up to 1. In a choice, ``shown`` are the options
    in the order of their places, and ``used`` is the option in use.
    """

    item: str
    cluster: str
    kind: str
    mitigation: str
    arm: str
    run: int
    exchanged: bool
    place: int
    profile: int
    right: int | None
    decision: int | None
    earlier: int | None = None
    used: int | None = None
    shown: tuple[int, ...] = ()
    probabilities: Mapping[int, float] | None = None

    def chance(self, option: int | None) -> float:
        """Return how probable it is that ``option`` is decided: 0 or 1, or the probability of a direct answer."""
        if option is None:
            return 0.0
        return float(self.decision == option) if self.probabilities is None else self.probabilities.get(option, 0.0)

    @property
    def accepted(self) -> float:
        """1 for an accepted profile, else 0; of a direct answer the probability of acceptance."""
        return self.chance(ACCEPT)

    @property
    def at_places(self) -> list[float]:
        """How probable it is that the option at each place of a choice is decided."""
        return [self.chance(option) for option in self.shown]


Key = TypeVar("Key", bound=Hashable)


def readable(decisions: Iterable[SeenDecision]) -> list[SeenDecision]:
    """Return the decisions that could be read."""
    return [decision for decision in decisions if decision.decision is not None]


def group_by(decisions: Iterable[SeenDecision], key: Callable[[SeenDecision], Key]) -> dict[Key, list[SeenDecision]]:
    """Return the decisions by ``key``, in their order."""
    groups: dict[Key, list[SeenDecision]] = defaultdict(list)
    for decision in decisions:
        groups[key(decision)].append(decision)
    return dict(groups)


def mean(values: Iterable[float]) -> float | None:
    """Return the mean, None without values."""
    numbers = list(values)
    return float(np.mean(numbers)) if numbers else None


def acceptance(decisions: Iterable[SeenDecision]) -> dict[str, float]:
    """Return the share of accepted profiles by arm."""
    return {
        arm: float(np.mean([decision.accepted for decision in arm_decisions]))
        for arm, arm_decisions in group_by(decisions, lambda decision: decision.arm).items()
    }


class ShareDifference(float):
    """The difference of two arms' shares, which keeps both."""

    arms: tuple[float, float]

    def __new__(cls, first: float, second: float) -> Self:
        """Return ``first`` minus ``second``."""
        share_difference = super().__new__(cls, first - second)
        share_difference.arms = first, second
        return share_difference


def difference(rates: Mapping[str, float], first: str, second: str) -> ShareDifference | None:
    """Return the rate of one arm minus that of another, None where one is missing."""
    return ShareDifference(rates[first], rates[second]) if first in rates and second in rates else None


def mean_difference(pairs: Iterable[tuple[float, float]]) -> ShareDifference:
    """Return the difference of the means of pairs of shares."""
    first, second = np.mean(np.array(list(pairs)), axis=0)
    return ShareDifference(float(first), float(second))
