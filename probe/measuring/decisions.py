"""The decisions of an evaluation as long data."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from probe.files import decisions
from probe.files.columns import FileColumn, Row
from probe.files.decisions import CONFIDENCE, write_decision_table
from probe.protocols import protocol_named
from probe.protocols.reading import read_evaluation
from probe.values import Evaluation


def export_decisions(folder: Path, file: Path) -> int:
    """Write a row per decision as CSV or Parquet, by the file's ending, and return their number.

    Raises InputError if ``folder`` contains no evaluation with decisions, or for another ending.
    """
    evaluation = read_evaluation(folder)
    return write_decision_table(file, decision_rows(evaluation), decision_columns(evaluation))


def decision_rows(evaluation: Evaluation) -> Iterator[Row]:
    """Yield a row per decision, in the order of the run's file."""
    context = protocol_named(evaluation.protocol).decision_context
    return decisions.decision_rows(evaluation, decision_columns(evaluation), context)


def decision_columns(evaluation: Evaluation) -> Mapping[str, FileColumn]:
    """Return the columns of these rows: some only where probabilities or confidence were asked for."""
    protocol = protocol_named(evaluation.protocol)
    columns: Mapping[str, FileColumn] = {**protocol.columns, **(protocol.direct_columns if evaluation.direct else {})}
    has_confidence = any(decision.confidence is not None for decision in evaluation.decisions)
    return {**columns, **CONFIDENCE} if has_confidence else columns
