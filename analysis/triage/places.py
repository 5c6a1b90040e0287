"""Choices among options: the one in use against the same option without that, and the places that are chosen."""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from probe.analysis.statistics.differences import Effect, mean_share
from probe.analysis.tables import present
from probe.analysis.triage.seen import Seen, ShareDifference, grouped, mean, mean_difference, readable

NEUTRAL, IN_USE = "neutral", "status_quo"


def of_choices(seen: Iterable[Seen]) -> list[Seen]:
    """Return the readable decisions among options."""
    return [answer for answer in readable(seen) if answer.kind == "choice"]


def condition(arm: str) -> str:
    """Return an arm's name without the number of its rotation."""
    return arm.rpartition("_")[0] or arm


def status_quo(seen: Iterable[Seen]) -> Iterator[tuple[str, ShareDifference]]:
    """Yield for each item how much more often the option in use is chosen than the same one, at the same place, if not.

    Rotations that were asked in one of both arms only are left out.
    """
    comparable = [answer for answer in of_choices(seen) if answer.used is not None]
    for item, of_item in grouped(comparable, lambda answer: answer.item).items():
        rates = {
            arm: float(np.mean([answer.chance(answer.used) for answer in each]))
            for arm, each in grouped(of_item, lambda answer: answer.arm).items()
        }
        turns = sorted({arm.rpartition("_")[2] for arm in rates})
        both = [turn for turn in turns if {f"{NEUTRAL}_{turn}", f"{IN_USE}_{turn}"} <= set(rates)]
        if both:
            yield item, mean_difference((rates[f"{IN_USE}_{turn}"], rates[f"{NEUTRAL}_{turn}"]) for turn in both)


def primacy(seen: Iterable[Seen], places: int = 4) -> Iterator[tuple[str, ShareDifference]]:
    """Yield for each item the share of the first half of the places in the neutral arms, minus one half.

    Only items that were shown in every rotation count: each option is then at every place equally often.
    """
    neutral = [answer for answer in of_choices(seen) if condition(answer.arm) == NEUTRAL]
    for item, of_item in grouped(neutral, lambda answer: answer.item).items():
        by_arm = grouped(of_item, lambda answer: answer.arm)
        if len(by_arm) == places:
            shares = [np.mean([sum(answer.at_places[: places // 2]) for answer in each]) for each in by_arm.values()]
            yield item, ShareDifference(float(np.mean(shares)), 0.5)


def place_shares(seen: Sequence[Seen]) -> list[Effect]:
    """Return the share of every place, the mean over items, with Wilson's interval over clusters."""
    groups = list(grouped(of_choices(seen), lambda answer: answer.item).values())
    if not groups:
        return []
    counts = np.array(
        [np.sum([answer.at_places for answer in of_item], axis=0) for of_item in groups], dtype=np.float64
    )
    shares, clusters = counts / counts.sum(axis=1, keepdims=True), np.array([of_item[0].cluster for of_item in groups])
    return present(mean_share(column, clusters) for column in shares.T)


def used_share(seen: Iterable[Seen], arm: str) -> float | None:
    """Return the share of the option in use in the arms of one condition, None without a decision."""
    return mean(answer.chance(answer.used) for answer in of_choices(seen) if condition(answer.arm) == arm)
