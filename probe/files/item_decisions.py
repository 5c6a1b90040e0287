"""Decisions on items of any protocol as long data: one row per decision."""

from collections.abc import Iterator

from probe.values import ItemEvaluation

ITEM_COLUMNS = (
    "subject",
    "run_id",
    "protocol",
    "item",
    "bias",
    "norm",
    "domain",
    "author",
    "cluster",
    "arm",
    "mitigation",
    "run",
    "turn",
    "order",
    "decision",
)
"""The columns. ``turn`` counts the questions of a conversation from 0; ``decision`` is an index on the item's scale,
from 0, or ``unparsed``. ``order`` is ``as-written`` or ``exchanged``; a decision on an exchanged scale is mapped back.
"""


def item_decision_rows(evaluation: ItemEvaluation) -> Iterator[dict[str, str | int]]:
    """Yield one row per decision, in the order of the run's file."""
    items = {item.id: item for item in evaluation.items}
    for one in evaluation.decisions:
        item = items[one.item_id]
        yield {
            "subject": evaluation.subject,
            "run_id": evaluation.run_id,
            "protocol": evaluation.protocol,
            "item": item.id,
            "bias": item.bias.value,
            "norm": item.norm,
            "domain": item.domain,
            "author": item.provenance.author,
            "cluster": item.cluster,
            "arm": one.arm.value,
            "mitigation": one.mitigation,
            "run": one.run,
            "turn": one.turn,
            "order": "exchanged" if one.exchanged else "as-written",
            "decision": one.decision,
        }
