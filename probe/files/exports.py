"""Datasets as CSV, with one row per item."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any

from probe.files.columns import FileColumn
from probe.files.dataset import CANARY
from probe.files.hub_columns import COLUMNS as HUB_COLUMNS
from probe.files.plain import write_packed
from probe.files.spreadsheets import csv_rows
from probe.values import Complexity

COLUMNS: Mapping[str, FileColumn] = {
    name: HUB_COLUMNS[name]
    for name in (
        "id",
        "bias",
        "domain",
        "correct_option",
        *Complexity.model_fields,
        "author",
        "unbiased",
        "biased",
        "axioms",
        "axioms_note",
        "unbiased_program",
        "biased_program",
        # Texts of further arms, empty where a pair has none.
        "placebo",
        "counter",
        "advocacy",
        "twin_unbiased",
        "twin_biased",
        "twin_correct_option",
    )
}
"""The columns of a pair."""
CANARY_COLUMN = "canary"
"""The last column, equal in every row: a search of a training corpus for it finds each row."""


def export_csv(file: Path, items: Iterable[Any], columns: Mapping[str, FileColumn] = COLUMNS) -> None:
    """Write one row per item, one by one and atomically; by default the columns of dilemmas."""
    write_packed(file, item_rows(items, columns))


def item_rows(
    items: Iterable[Any], columns: Mapping[str, FileColumn] = COLUMNS, *, header: bool = True
) -> Iterator[bytes]:
    """Yield the rows of a CSV file, the first with the names of the columns unless they are left out."""
    names = [(*columns, CANARY_COLUMN)] if header else []
    cells = ((*(column.read(item) for column in columns.values()), CANARY) for item in items)
    return (line.encode() for line in csv_rows(chain(names, cells)))
