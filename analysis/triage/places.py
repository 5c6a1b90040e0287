"""Choices among options: the one in use against the same option without that, and the places that are chosen."""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from probe.analysis.statistics.differences import Effect, mean_share
from probe.analysis.tables import present
from probe.analysis.triage.seen import SeenDecision, ShareDifference, group_by, mean, mean_difference, readable

NEUTRAL, IN_USE = "neutral", "status_quo"


def of_choices(decisions: Iterable[SeenDecision]) -> list[SeenDecision]:
    """Return the readable decisions among options."""
    return [decision for decision in readable(decisions) if decision.kind == "choice"]


def condition(arm: str) -> str:
    """Return an arm's name without the number of its rotation."""
    return arm.rpartition("_")[0] or arm


def status_quo(decisions: Iterable[SeenDecision]) -> Iterator[tuple[str, ShareDifference]]:
    """Yield for each item how much more often the option in use is chosen than the same one, at the same place, if not.

    Rotations that were asked in one of both arms only are left out.
    """
    comparable = [decision for decision in of_choices(decisions) if decision.used is not None]
    for item, item_decisions in group_by(comparable, lambda decision: decision.item).items():
        rates = {
            arm: float(np.mean([decision.chance(decision.used) for decision in arm_decisions]))
            for arm, arm_decisions in group_by(item_decisions, lambda decision: decision.arm).items()
        }
        rotations = sorted({arm.rpartition("_")[2] for arm in rates})
        common_rotations = [
            rotation for rotation in rotations if {f"{NEUTRAL}_{rotation}", f"{IN_USE}_{rotation}"} <= set(rates)
        ]
        if common_rotations:
            yield (
                item,
                mean_difference(
                    (rates[f"{IN_USE}_{rotation}"], rates[f"{NEUTRAL}_{rotation}"]) for rotation in common_rotations
                ),
            )


def primacy(decisions: Iterable[SeenDecision], place_count: int = 4) -> Iterator[tuple[str, ShareDifference]]:
    """Yield for each item the share of the first half of the places in the neutral arms, minus one half.

    Only items that were shown in every rotation count: each option is then at every place equally often.
    """
    neutral = [decision for decision in of_choices(decisions) if condition(decision.arm) == NEUTRAL]
    for item, item_decisions in group_by(neutral, lambda decision: decision.item).items():
        by_arm = group_by(item_decisions, lambda decision: decision.arm)
        if len(by_arm) == place_count:
            shares = [
                np.mean([sum(decision.at_places[: place_count // 2]) for decision in arm_decisions])
                for arm_decisions in by_arm.values()
            ]
            yield item, ShareDifference(float(np.mean(shares)), 0.5)


def place_shares(decisions: Sequence[SeenDecision]) -> list[Effect]:
    """Return the share of every place, the mean over items, with Wilson's interval over clusters."""
    groups = list(group_by(of_choices(decisions), lambda decision: decision.item).values())
    if not groups:
        return []
    counts = np.array(
        [np.sum([decision.at_places for decision in item_decisions], axis=0) for item_decisions in groups],
        dtype=np.float64,
    )
    shares, clusters = (
        counts / counts.sum(axis=1, keepdims=True),
        np.array([item_decisions[0].cluster for item_decisions in groups]),
    )
    return present(mean_share(column, clusters) for column in shares.T)


def used_share(decisions: Iterable[SeenDecision], arm: str) -> float | None:
    """Return the share of the option in use in the arms of one condition, None without a decision."""
    return mean(decision.chance(decision.used) for decision in of_choices(decisions) if condition(decision.arm) == arm)
