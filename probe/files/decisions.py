"""Decisions as long data: one row per decision, with everything that a mixed model needs."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from probe.errors import InputError
from probe.files.columns import FileColumn, Row, arrow_schema
from probe.files.plain import write_atomically
from probe.files.spreadsheets import csv_table
from probe.values import Choice, Decision, Evaluation


@dataclass(frozen=True)
class DecisionInContext:
    """A decision with what it is part of, the item that it is about, and the decisions of its conversation by turn."""

    evaluation: Evaluation
    item: Any
    decision: Decision
    conversation: Mapping[int, Choice]

    @property
    def answer(self) -> str | None:
        """The chosen option in words."""
        index = self.decision.decision
        return None if index == "unparsed" else self.item.scale_of(self.decision.arm)[index]


SHARED_COLUMNS: dict[str, FileColumn] = {
    "subject": FileColumn("string", "The subject's name.", lambda row: row.evaluation.subject),
    "run_id": FileColumn("string", "The hash of the run's settings.", lambda row: row.evaluation.run_id),
    "protocol": FileColumn("string", "The protocol of the item.", lambda row: row.item.protocol),
    "item": FileColumn("string", "The id of the item.", lambda row: row.item.id),
    "bias": FileColumn("string", "The cognitive bias that the item is about.", lambda row: row.item.bias.value),
    "norm": FileColumn("string", "What makes the cue irrelevant: text, stipulated or none.", lambda row: row.item.norm),
    "domain": FileColumn("string", "The domain of the item.", lambda row: row.item.domain),
    "author": FileColumn("string", "Who wrote the item.", lambda row: row.item.provenance.author),
    "cluster": FileColumn(
        "string", "What was sampled independently, such as a scenario.", lambda row: row.item.cluster
    ),
    "arm": FileColumn("string", "The version of the item that was shown.", lambda row: row.decision.arm.value),
    "mitigation": FileColumn(
        "string", "The wrapper around the question, none for a plain one.", lambda row: row.decision.mitigation
    ),
    "run": FileColumn("int64", "The number of the repetition, from 0.", lambda row: row.decision.run),
    "turn": FileColumn("int64", "The number of the question in a conversation, from 0.", lambda row: row.decision.turn),
    "order": FileColumn(
        "string",
        "as-written, or exchanged: a decision on an exchanged scale is mapped back.",
        lambda row: "exchanged" if row.decision.exchanged else "as-written",
    ),
    "decision": FileColumn(
        "string",
        "The index on the item's scale as written, from 0, or unparsed.",
        lambda row: str(row.decision.decision),
    ),
    "answer": FileColumn("string", "That option in words, empty if unparsed.", lambda row: row.answer),
    "options": FileColumn(
        "int64", "The number of options of the scale.", lambda row: len(row.item.scale_of(row.decision.arm))
    ),
    "depth": FileColumn(
        "int64", "Rule applications on the longest branch of the proof.", lambda row: row.item.complexity.depth
    ),
    "size": FileColumn("int64", "Rule applications in the whole proof.", lambda row: row.item.complexity.size),
    "inferences": FileColumn("int64", "Inferences of the oracle.", lambda row: row.item.complexity.inferences),
    "expected": FileColumn(
        "float64",
        "Of a direct answer, the expected index by the probabilities; empty where the options have no order.",
        lambda row: row.decision.expected if row.item.ordered else None,
    ),
    "confidence": FileColumn(
        "float64",
        "The stated confidence, 0.5 to 1; empty where it could not be read.",
        lambda row: None if row.decision.confidence == "unparsed" else row.decision.confidence,
    ),
}
"""The columns of decisions of any protocol. Any may be empty but those that identify the decision."""

DIRECT = {"expected": SHARED_COLUMNS["expected"]}
"""The column that only direct answers on a scale have."""
CONFIDENCE = {"confidence": SHARED_COLUMNS["confidence"]}
"""The last column where the subject was asked for its confidence."""
COLUMNS = {name: column for name, column in SHARED_COLUMNS.items() if name not in (*DIRECT, *CONFIDENCE)}
"""The columns of every protocol; a protocol adds its own."""


def decision_rows(
    evaluation: Evaluation, columns: Mapping[str, FileColumn], context: type[DecisionInContext] = DecisionInContext
) -> Iterator[Row]:
    """Yield one row per decision, in the order of the run's file, with ``columns``, which read its ``context``."""
    items = {item.id: item for item in evaluation.items}
    conversations: dict[tuple[str, str, int, str], dict[int, Choice]] = {}
    for decision in evaluation.decisions:
        conversations.setdefault(_conversation(decision), {})[decision.turn] = decision.decision
    for decision in evaluation.decisions:
        row_context = context(evaluation, items[decision.item_id], decision, conversations[_conversation(decision)])
        yield {name: column.read(row_context) for name, column in columns.items()}


def _conversation(decision: Decision) -> tuple[str, str, int, str]:
    return decision.item_id, decision.arm.value, decision.run, decision.mitigation


def write_decision_table(file: Path, rows: Iterable[Row], columns: Mapping[str, FileColumn]) -> int:
    """Write ``rows`` with ``columns`` as CSV or Parquet, by the file's ending, and return their number.

    Raises InputError for another ending.
    """
    # Check this before the rows are made, so that a mistyped name costs no time.
    if file.suffix not in (".csv", ".parquet"):
        raise InputError(f"{file}: decisions are written as .csv or .parquet: give a file with one of these endings")
    all_rows = list(rows)
    write_atomically(file, csv_table(columns, all_rows) if file.suffix == ".csv" else _parquet(all_rows, columns))
    return len(all_rows)


def _parquet(rows: list[Row], columns: Mapping[str, FileColumn]) -> bytes:
    import pyarrow as pa  # imported here because the import takes longer than writing CSV
    from pyarrow import parquet

    schema = arrow_schema({name: column.kind for name, column in columns.items()})
    buffer = pa.BufferOutputStream()
    parquet.write_table(pa.Table.from_pylist(rows, schema=schema), buffer)
    return bytes(buffer.getvalue().to_pybytes())
