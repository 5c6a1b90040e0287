"""Decisions as long data: one row per decision, with everything that a mixed model needs."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from probe.errors import InputError
from probe.files.plain import write_atomically
from probe.files.spreadsheets import csv_table
from probe.values import Decision, Dilemma, Evaluation

COLUMNS: dict[str, type] = {
    "subject": str,
    "run_id": str,
    "protocol": str,
    "item": str,
    "bias": str,
    "norm": str,
    "domain": str,
    "author": str,
    "series": str,
    "cluster": str,
    "arm": str,
    "mitigation": str,
    "run": int,
    "order": str,
    "decision": str,
    "right_option": str,
    "wrong": int,
    "depth": int,
    "size": int,
    "inferences": int,
    "length": int,
    "probability_a": float,
    "probability_b": float,
}
"""The columns and their types; any may be empty but those that identify the decision.

``norm`` is what makes the cue irrelevant: ``text``, ``stipulated`` or ``none``. ``mitigation`` is ``none`` for a plain
question. ``cluster`` is what was sampled independently: the series, else the item. ``order`` is ``as-written`` or
``exchanged``. ``decision`` and ``right_option`` are letters of the text as written. ``wrong`` is 1 or 0, empty if the
answer could not be read. ``length`` is the number of characters of the text in this arm. ``probability_a`` and
``probability_b`` are those of the options as written, where they are known.
"""

Row = dict[str, str | int | float | None]


def decision_rows(evaluation: Evaluation) -> Iterator[Row]:
    """Yield one row per decision, in the order of the run's file."""
    pairs = {pair.id: pair for pair in evaluation.pairs}
    for decision in evaluation.decisions:
        yield _row(evaluation, pairs[decision.item_id], decision)


def _row(evaluation: Evaluation, pair: Dilemma, decision: Decision) -> Row:
    right = pair.right_option(decision.arm).letter
    text = pair.text(decision.arm)
    first, second = decision.probabilities or (None, None)
    return {
        "subject": evaluation.subject,
        "run_id": evaluation.run_id,
        "protocol": "dilemmas",
        "item": pair.id,
        "bias": pair.bias.value,
        "norm": pair.norm,
        "domain": pair.domain,
        "author": pair.provenance.author,
        "series": pair.provenance.series,
        "cluster": pair.provenance.series or pair.id,
        "arm": decision.arm.value,
        "mitigation": decision.mitigation,
        "run": decision.run,
        "order": "exchanged" if decision.exchanged else "as-written",
        "decision": decision.letter,
        "right_option": right,
        "wrong": None if decision.decision == "unparsed" else int(decision.letter != right),
        "depth": pair.complexity.depth,
        "size": pair.complexity.size,
        "inferences": pair.complexity.inferences,
        "length": None if text is None else len(text),
        "probability_a": first,
        "probability_b": second,
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
