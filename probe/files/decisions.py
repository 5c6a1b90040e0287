"""Decisions as long data: one row per decision, with everything that a mixed model needs."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from probe.errors import InputError
from probe.files.plain import write_atomically
from probe.files.spreadsheets import csv_table
from probe.values import Decision, Evaluation, Item

COLUMNS: dict[str, type] = {
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
"""The columns of every protocol, and their types; a protocol adds its own. Any may be empty but those that identify
the decision.

``norm`` is what makes the cue irrelevant: ``text``, ``stipulated`` or ``none``. ``mitigation`` is ``none`` for a plain
question. ``turn`` counts the questions of a conversation from 0. ``decision`` is an index on the item's scale as
written, from 0, or ``unparsed``, and ``answer`` that option in words, empty if unparsed; the scale has so many
``options``. ``order`` is ``as-written`` or ``exchanged``; a decision on an exchanged scale is mapped back.
"""

CONFIDENCE: dict[str, type] = {"confidence": float}
"""The last column where the subject was asked for its confidence, 0.5 to 1; empty where it could not be read."""

DIRECT: dict[str, type] = {"expected": float}
"""The column of direct answers on a scale: the expected index by the probabilities of the options.

It is empty where the options have no order.
"""

Row = dict[str, str | int | float | None]


def decision_rows(evaluation: Evaluation, added: Iterable[Row], columns: Iterable[str]) -> Iterator[Row]:
    """Yield one row per decision, in the order of the run's file, with these ``columns``.

    ``added`` are the protocol's values of each decision; they replace those of every protocol.
    """
    items = {item.id: item for item in evaluation.items}
    names = tuple(columns)
    for decision, more in zip(evaluation.decisions, added, strict=True):
        row = _row(evaluation, items[decision.item_id], decision) | more
        yield {name: row.get(name) for name in names}


def _row(evaluation: Evaluation, item: Item, decision: Decision) -> Row:
    scale = item.scale_of(decision.arm)
    return {
        "subject": evaluation.subject,
        "run_id": evaluation.run_id,
        "protocol": item.protocol,
        "item": item.id,
        "bias": item.bias.value,
        "norm": item.norm,
        "domain": item.domain,
        "author": item.provenance.author,
        "cluster": item.cluster,
        "arm": decision.arm.value,
        "mitigation": decision.mitigation,
        "run": decision.run,
        "turn": decision.turn,
        "order": "exchanged" if decision.exchanged else "as-written",
        "decision": str(decision.decision),
        "answer": None if decision.decision == "unparsed" else scale[decision.decision],
        "options": len(scale),
        "depth": item.complexity.depth,
        "size": item.complexity.size,
        "inferences": item.complexity.inferences,
        "expected": decision.expected if item.ordered else None,
        "confidence": None if decision.confidence == "unparsed" else decision.confidence,
    }


def write_rows(file: Path, rows: Iterable[Row], columns: Mapping[str, type]) -> int:
    """Write ``rows`` with typed ``columns`` as CSV or Parquet, by the file's ending, and return their number.

    Raises InputError for another ending.
    """
    if file.suffix not in (".csv", ".parquet"):
        raise InputError(f"{file}: decisions are written as .csv or .parquet: give a file with one of these endings")
    found = list(rows)
    write_atomically(file, csv_table(columns, found) if file.suffix == ".csv" else _parquet(found, columns))
    return len(found)


def _parquet(rows: list[Row], columns: Mapping[str, type]) -> bytes:
    import pyarrow as pa  # only here: the import takes longer than writing CSV
    from pyarrow import parquet

    kinds = {str: pa.string(), int: pa.int64(), float: pa.float64()}
    fields = [(name, kinds[kind]) for name, kind in columns.items()]
    content = pa.BufferOutputStream()
    parquet.write_table(pa.Table.from_pylist(rows, schema=pa.schema(fields)), content)
    return bytes(content.getvalue().to_pybytes())
