"""Datasets in other formats: CSV with one row per pair, and Parquet with a card for the Hugging Face Hub."""

import csv
import io
from collections.abc import Iterable, Sequence
from operator import attrgetter
from pathlib import Path

from probe.files.card import card, licence
from probe.files.dataset import CANARY
from probe.files.plain import write_atomically
from probe.values import Complexity, Pair

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


def export_csv(file: Path, pairs: Iterable[Pair]) -> None:
    """Write one row per pair, quoted as in RFC 4180, atomically."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow((*COLUMNS, CANARY_COLUMN))
    writer.writerows((*_values(pair), CANARY) for pair in pairs)
    write_atomically(file, text.getvalue())


def flat_row(pair: Pair) -> dict[str, str | int | None]:
    """Return a pair as flat columns."""
    return dict(zip(COLUMNS, _values(pair), strict=True))


CARD_FILES = ("data/test.parquet", "README.md", "LICENSE")
"""What an export for the Hugging Face Hub writes."""


def export_huggingface(folder: Path, pairs: Sequence[Pair]) -> None:
    """Write ``data/test.parquet``, ``README.md`` and ``LICENSE`` into ``folder``."""
    import pyarrow as pa  # only here: the import takes longer than writing CSV
    from pyarrow import parquet

    rows = [{**flat_row(pair), CANARY_COLUMN: CANARY, "pair": pair.model_dump_json()} for pair in pairs]
    content = pa.BufferOutputStream()
    parquet.write_table(pa.Table.from_pylist(rows), content)
    write_atomically(folder / CARD_FILES[0], content.getvalue().to_pybytes())
    write_atomically(folder / CARD_FILES[1], card(pairs))
    write_atomically(folder / CARD_FILES[2], licence(pairs))
