"""Write the decisions of an evaluation, of dilemmas or of items, as long data."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from probe.files.decisions import COLUMNS, Row, decision_rows, write_rows
from probe.files.item_decisions import ITEM_COLUMNS, item_decision_rows
from probe.protocols import DILEMMAS, protocol_named
from probe.session import read_evaluation, read_item_evaluation, run_about
from probe.values import ItemEvaluation


def export_decisions(folder: Path, file: Path) -> int:
    """Write a row per decision as CSV or Parquet, by the file's ending, and return their number.

    Raises InputError if ``folder`` contains no evaluation with decisions, or for another ending.
    """
    name = run_about(folder).protocol
    if name == DILEMMAS:
        return write_rows(file, decision_rows(read_evaluation(folder)), COLUMNS)
    return write_rows(file, *item_rows(read_item_evaluation(folder, protocol_named(name).read)))


def item_rows(evaluation: ItemEvaluation) -> tuple[Iterator[Row], Mapping[str, type]]:
    """Return a row per decision on items, and the columns with their types."""
    protocol = protocol_named(evaluation.protocol)
    own = protocol.columns_of(evaluation.items, evaluation.decisions)
    return item_decision_rows(evaluation, own), ITEM_COLUMNS | protocol.columns
