"""Shared parts of estimators: decisions by item, arm and run, and means over runs that several arms have."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

from probe.ports import AnyItem
from probe.values import Arm, Decision

ShownValue = TypeVar("ShownValue")


def by_arm_and_run(
    items: Sequence[AnyItem], decisions: Sequence[Decision], value_of: Callable[[AnyItem, Decision], ShownValue | None]
) -> Iterator[tuple[AnyItem, str, Mapping[Arm, Mapping[int, ShownValue]]]]:
    """Yield each item and mitigation with the values of its decisions, by arm and run; None is left out."""
    items_by_id = {item.id: item for item in items}
    values: dict[tuple[str, str], dict[Arm, dict[int, ShownValue]]] = {}
    for decision in decisions:
        item = items_by_id.get(decision.item_id)
        if item is not None and (value := value_of(item, decision)) is not None:
            arms = values.setdefault((decision.item_id, decision.mitigation), {})
            arms.setdefault(decision.arm, {})[decision.run] = value
    for (item_id, mitigation), by_arm in values.items():
        yield items_by_id[item_id], mitigation, by_arm


def error(item: AnyItem, decision: Decision) -> float | None:
    """Return 1 for a wrong decision and 0 for a right one, None for one that could not be read."""
    return None if decision.decision == "unparsed" else float(decision.decision != item.right_answer(decision.arm))


def means(by_arm: Mapping[Arm, Mapping[int, float]], first: Arm, second: Arm) -> tuple[float, float] | None:
    """Return the means of two arms over the runs that both have, None without any."""
    arm_means = means_of(by_arm, first, second)
    return (arm_means[0], arm_means[1]) if arm_means else None


def means_of(by_arm: Mapping[Arm, Mapping[int, float]], *arms: Arm) -> tuple[float, ...] | None:
    """Return the means of several arms over the runs that all of them have, None without any."""
    # Odd runs exchange the options, so unpaired runs would add an effect of the order.
    runs = set.intersection(*(set(by_arm.get(arm, {})) for arm in arms))
    return tuple(sum(by_arm[arm][run] for run in runs) / len(runs) for arm in arms) if runs else None
