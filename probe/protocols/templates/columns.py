"""The columns that decisions on template tests have in long data, besides those of every protocol."""

from collections.abc import Iterator, Sequence

from probe.files import decisions as shared
from probe.files.decisions import Row
from probe.protocols.templates.item import TREATMENT, TemplateItem
from probe.protocols.templates.metric import distances
from probe.values import Arm, Decision

COLUMNS: dict[str, type] = shared.COLUMNS | {
    "class": int,
    "scenario": str,
    "instance": int,
    "case": str,
    "length": int,
    "k": int,
    "right": int,
    "towards": float,
}
"""``class`` is 1, 2 or 3, ``case`` the form of the template, ``length`` the number of characters of the arm's text, and
``right`` the computed answer. ``towards`` is −k times the distance from the reference point as a share of the scale's
length: its value in the treatment minus that in the control is the shift.
"""


def columns_of(items: Sequence[TemplateItem], decisions: Sequence[Decision]) -> Iterator[Row]:
    """Yield the columns of each decision."""
    items_by_id = {item.id: item for item in items}
    for decision in decisions:
        yield _columns(items_by_id[decision.item_id], decision)


def _columns(item: TemplateItem, decision: Decision) -> Row:
    return {
        "class": item.kind,
        "scenario": item.scenario,
        "instance": item.instance,
        "case": str(item.drawn.get("case", "")),
        "length": len(item.text(decision.arm) or ""),
        "k": item.metric.k,
        "right": item.right.get(decision.arm.value),
        "towards": sum(_towards(item, option, decision.arm) * chance for option, chance in decision.chances)
        if decision.chances
        else None,
    }


def _towards(item: TemplateItem, answer: int, arm: Arm) -> float:
    """Return the distance of one arm; a placebo is read as the control."""
    points = len(item.scale)
    distance = distances(item.metric, points, answer, answer)
    steps = distance.treatment if arm == TREATMENT else distance.control
    return -item.metric.k * steps / item.metric.span(points)
