"""Decisions on items of any protocol as long data: one row per decision."""

from collections.abc import Iterable, Iterator

from probe.files.decisions import Row
from probe.values import Decision, Item, ItemEvaluation

ITEM_COLUMNS: dict[str, type] = {
    "subject": str,
    "run_id": str,
    "protocol": str,
    "item": str,
    "bias": str,
    "norm": str,
    "domain": str,
    "author": str,
    "cluster": str,
    "arm": str,
    "mitigation": str,
    "run": int,
    "turn": int,
    "order": str,
    "decision": str,
    "answer": str,
    "options": int,
    "depth": int,
    "size": int,
    "inferences": int,
}
"""The columns that items of every protocol have, and their types; a protocol adds its own.

``turn`` counts the questions of a conversation from 0. ``decision`` is an index on the item's scale as written, from 0,
or ``unparsed``, and ``answer`` that option in words, empty if unparsed; the scale has so many ``options``. ``order`` is
``as-written`` or ``exchanged``; a decision on an exchanged scale is mapped back.
"""


def item_decision_rows(evaluation: ItemEvaluation, own: Iterable[Row]) -> Iterator[Row]:
    """Yield one row per decision, in the order of the run's file; ``own`` are the protocol's columns of each."""
    items = {item.id: item for item in evaluation.items}
    for one, more in zip(evaluation.decisions, own, strict=True):
        yield _row(evaluation, items[one.item_id], one) | more


def _row(evaluation: ItemEvaluation, item: Item, one: Decision) -> Row:
    scale = item.scale_of(one.arm)
    return {
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
        "decision": str(one.decision),
        "answer": None if one.decision == "unparsed" else scale[one.decision],
        "options": len(scale),
        "depth": item.complexity.depth,
        "size": item.complexity.size,
        "inferences": item.complexity.inferences,
    }
