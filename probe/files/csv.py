"""Datasets as CSV: one row per pair, for spreadsheets and statistics programs."""

import csv
import io
from collections.abc import Iterable
from pathlib import Path

from probe.files.writing import write_atomically
from probe.values import Pair

COLUMNS = (
    "id",
    "bias",
    "domain",
    "correct_option",
    "inferences",
    "choice_steps",
    "depth",
    "size",
    "author",
    "unbiased",
    "biased",
    "axioms",
    "axioms_note",
    "unbiased_program",
    "biased_program",
)


def export_csv(file: Path, pairs: Iterable[Pair]) -> None:
    """Write one row per pair, quoted as in RFC 4180, atomically."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS)
    writer.writeheader()
    for pair in pairs:
        writer.writerow(flat_row(pair))
    write_atomically(file, text.getvalue())


def flat_row(pair: Pair) -> dict[str, str | int | None]:
    """Return a pair as flat columns."""
    return {
        "id": pair.id,
        "bias": pair.bias.value,
        "domain": pair.domain,
        "correct_option": pair.correct_option.value,
        **pair.complexity.model_dump(),
        "author": pair.provenance.author,
        "unbiased": pair.unbiased,
        "biased": pair.biased,
        "axioms": pair.axioms,
        "axioms_note": pair.axioms_note,
        "unbiased_program": pair.unbiased_program,
        "biased_program": pair.biased_program,
    }
