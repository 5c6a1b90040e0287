"""Datasets as CSV, with one row per item."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from operator import attrgetter
from pathlib import Path
from typing import Any

from probe.files.dataset import CANARY
from probe.files.decisions import Row
from probe.files.hub_columns import COLUMNS as HUB_COLUMNS
from probe.files.plain import write_packed
from probe.files.spreadsheets import csv_rows
from probe.values import Complexity, Dilemma

_FIELDS = {
    "id": "id",
    "bias": "bias.value",
    "domain": "domain",
    "correct_option": "correct_option.value",
    **{name: f"complexity.{name}" for name in Complexity.model_fields},
    "author": "provenance.author",
    "unbiased": "unbiased",
    "biased": "biased",
    "axioms": "axioms",
    "axioms_note": "axioms_note",
    "unbiased_program": "unbiased_program",
    "biased_program": "biased_program",
}
"""The columns, and the attribute of a pair that each contains."""
_TEXTS = ("placebo", "counter", "advocacy", "twin_unbiased", "twin_biased", "twin_correct_option")
"""Texts of further arms, empty where a pair has none; the Hub's columns of these names."""
COLUMNS = (*_FIELDS, *_TEXTS)
CANARY_COLUMN = "canary"
"""The last column, equal in every row: a search of a training corpus for it finds each row."""
_values = attrgetter(*_FIELDS.values())


def flat_row(pair: Dilemma) -> Row:
    """Return a pair as flat columns."""
    texts = {name: HUB_COLUMNS[name].read(pair) for name in _TEXTS}
    return {**dict(zip(_FIELDS, _values(pair), strict=True)), **texts}


def export_csv(
    file: Path, items: Iterable[Any], columns: Sequence[str] = COLUMNS, row: Callable[[Any], Row] = flat_row
) -> None:
    """Write one row per item, one by one and atomically; by default the columns of dilemmas."""
    write_packed(file, item_rows(items, columns, row))


def item_rows(
    items: Iterable[Any],
    columns: Sequence[str] = COLUMNS,
    row: Callable[[Any], Row] = flat_row,
    *,
    header: bool = True,
) -> Iterator[bytes]:
    """Yield the rows of a CSV file, the first with the names of the columns unless they are left out."""
    names = [(*columns, CANARY_COLUMN)] if header else []
    cells = ((*(found[name] for name in columns), CANARY) for found in map(row, items))
    return (line.encode() for line in csv_rows(chain(names, cells)))
