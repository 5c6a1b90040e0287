"""The columns that decisions on template tests have in long data, besides those of every protocol."""

from probe.files import decisions as shared
from probe.files.columns import Cell, FileColumn
from probe.files.decisions import DecisionInContext
from probe.protocols.templates.item import TREATMENT, TemplateItem
from probe.protocols.templates.metric import distances
from probe.values import Arm


def _shift_towards(row: DecisionInContext) -> Cell:
    chances = row.decision.chances
    if not chances:
        return None
    return sum(_position(row.item, option, row.decision.arm) * chance for option, chance in chances)


def _position(item: TemplateItem, answer: int, arm: Arm) -> float:
    """Return the signed distance of an answer from its reference point; a placebo has that of the control."""
    points = len(item.scale)
    distance = distances(item.metric, points, answer, answer)
    steps = distance.treatment if arm == TREATMENT else distance.control
    return -item.metric.k * steps / item.metric.span(points)


COLUMNS = {
    **shared.COLUMNS,
    "class": FileColumn("int64", "The class of the test, 1, 2 or 3.", lambda row: row.item.kind),
    "scenario": FileColumn("string", "Who decides, and where.", lambda row: row.item.scenario),
    "instance": FileColumn("int64", "The number of the test in its scenario, from 0.", lambda row: row.item.instance),
    "case": FileColumn("string", "The form of the template.", lambda row: str(row.item.drawn.get("case", ""))),
    "length": FileColumn(
        "int64", "The number of characters of the arm's text.", lambda row: len(row.item.text(row.decision.arm) or "")
    ),
    "k": FileColumn("int64", "The sign of the metric.", lambda row: row.item.metric.k),
    "right": FileColumn("int64", "The computed answer.", lambda row: row.item.right.get(row.decision.arm.value)),
    "towards": FileColumn(
        "float64",
        "−k times the distance from the reference point as a share of the scale's length: its value in the treatment "
        "minus that in the control is the shift.",
        _shift_towards,
    ),
}
