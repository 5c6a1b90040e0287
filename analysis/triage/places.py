"""Choices among options: the one in use against the same option without that, and the places that are chosen."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, NamedTuple

import numpy as np

from probe.analysis.statistics.intervals import rate_interval
from probe.analysis.triage.seen import Seen, ShareDifference, grouped, mean, mean_difference, readable

NEUTRAL, IN_USE = "neutral", "status_quo"
Place = Annotated[int, "from 0"]


def of_choices(seen: Iterable[Seen]) -> list[Seen]:
    """Return the readable decisions among options."""
    return [one for one in readable(seen) if one.kind == "choice"]


def condition(arm: str) -> str:
    """Return an arm's name without the number of its rotation."""
    return arm.rpartition("_")[0] or arm


def status_quo(seen: Iterable[Seen]) -> Iterator[tuple[str, ShareDifference]]:
    """Yield for each item how much more often the option in use is chosen than the same one, at the same place, if not.

    Rotations that were asked in one of both arms only are left out.
    """
    known = [one for one in of_choices(seen) if one.used is not None]
    for item, own in grouped(known, lambda one: one.item).items():
        rates = {
            arm: float(np.mean([one.chance(one.used) for one in each]))
            for arm, each in grouped(own, lambda one: one.arm).items()
        }
        turns = sorted({arm.rpartition("_")[2] for arm in rates})
        both = [turn for turn in turns if {f"{NEUTRAL}_{turn}", f"{IN_USE}_{turn}"} <= set(rates)]
        if both:
            yield item, mean_difference((rates[f"{IN_USE}_{turn}"], rates[f"{NEUTRAL}_{turn}"]) for turn in both)


def primacy(seen: Iterable[Seen], places: int = 4) -> Iterator[tuple[str, ShareDifference]]:
    """Yield for each item the share of the first half of the places in the neutral arms, minus one half.

    Only items that were shown in every rotation count: each option is then at every place equally often.
    """
    neutral = [one for one in of_choices(seen) if condition(one.arm) == NEUTRAL]
    for item, own in grouped(neutral, lambda one: one.item).items():
        by_arm = grouped(own, lambda one: one.arm)
        if len(by_arm) == places:
            shares = [np.mean([sum(one.at_places[: places // 2]) for one in each]) for each in by_arm.values()]
            yield item, ShareDifference(float(np.mean(shares)), 0.5)


class PlaceShare(NamedTuple):
    """The share of one place in the decisions of an arm, with an interval over items."""

    place: Place
    share: float
    low: float
    high: float


def place_shares(seen: Sequence[Seen], places: int = 4) -> list[PlaceShare]:
    """Return the share of every place, the mean over items, with Wilson's interval over clusters."""
    groups = list(grouped(of_choices(seen), lambda one: one.item).values())
    if not groups:
        return []
    counts = np.array([np.sum([one.at_places for one in own], axis=0) for own in groups], dtype=np.float64)
    shares, clusters = counts / counts.sum(axis=1, keepdims=True), np.array([own[0].cluster for own in groups])
    found = []
    for place, column in enumerate(shares.T):
        interval = rate_interval(column, clusters)
        assert interval is not None, "there is an item"
        found.append(PlaceShare(place, float(column.mean()), interval.low, interval.high))
    return found


def used_share(seen: Iterable[Seen], arm: str) -> float | None:
    """Return the share of the option in use in the arms of one condition, None without a decision."""
    return mean(one.chance(one.used) for one in of_choices(seen) if condition(one.arm) == arm)
