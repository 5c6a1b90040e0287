"""Datasets as CSV, with one row per pair."""

from collections.abc import Iterable, Iterator
from itertools import chain
from operator import attrgetter
from pathlib import Path

from probe.files.dataset import CANARY
from probe.files.decisions import Row
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
COLUMNS = tuple(_FIELDS)
CANARY_COLUMN = "canary"
"""The last column, equal in every row: a search of a training corpus for it finds each row."""
_values = attrgetter(*_FIELDS.values())


def export_csv(file: Path, pairs: Iterable[Dilemma]) -> None:
    """Write one row per pair, one by one and atomically."""
    write_packed(file, pair_rows(pairs))


def pair_rows(pairs: Iterable[Dilemma], *, header: bool = True) -> Iterator[bytes]:
    """Yield the rows of a CSV file, the first with the names of the columns unless they are left out."""
    names = [(*COLUMNS, CANARY_COLUMN)] if header else []
    return (line.encode() for line in csv_rows(chain(names, ((*_values(pair), CANARY) for pair in pairs))))


def flat_row(pair: Dilemma) -> Row:
    """Return a pair as flat columns."""
    return dict(zip(COLUMNS, _values(pair), strict=True))
