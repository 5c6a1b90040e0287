"""Datasets in other formats: CSV with one row per pair, and Parquet with a card for the Hugging Face Hub."""

import csv
import io
from collections import Counter
from collections.abc import Iterable, Sequence
from operator import attrgetter
from pathlib import Path

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
_values = attrgetter(*_FIELDS.values())


def export_csv(file: Path, pairs: Iterable[Pair]) -> None:
    """Write one row per pair, quoted as in RFC 4180, atomically."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    writer.writerows(_values(pair) for pair in pairs)
    write_atomically(file, text.getvalue())


def flat_row(pair: Pair) -> dict[str, str | int | None]:
    """Return a pair as flat columns."""
    return dict(zip(COLUMNS, _values(pair), strict=True))


_CARD = """---
pretty_name: PROBE dilemmas
license: mit
language:
- en
task_categories:
- question-answering
tags:
- cognitive-bias
- software-engineering
- benchmark
configs:
- config_name: default
  data_files:
  - split: test
    path: data/test.parquet
---

# PROBE dilemmas

{count} software-engineering dilemmas in pairs: an unbiased text and one that differs only in a cue of a cognitive
bias. The right option follows from a Prolog program, and each pair carries the certificate of its programs.

| bias | pairs | right option is A |
|---|---|---|
{rows}

Columns: `id`, `bias`, `domain`, `correct_option` (option_A or option_B), `inferences`, `choice_steps`, `depth` and
`size` (of the proof), `author`, both texts, the axioms in Prolog and in words, both programs, and the complete pair as
JSON in `pair` (certificate, evidence of every filter, provenance).

Use it for testing only. A model that was trained on it can no longer be measured with it: regenerate instead.
"""


CARD_FILES = ("data/test.parquet", "README.md")
"""What an export for the Hugging Face Hub writes."""


def export_huggingface(folder: Path, pairs: Sequence[Pair]) -> None:
    """Write ``data/test.parquet`` and ``README.md`` into ``folder``."""
    import pyarrow as pa  # only here: the import takes longer than writing CSV
    from pyarrow import parquet

    rows = [{**flat_row(pair), "pair": pair.model_dump_json()} for pair in pairs]
    content = pa.BufferOutputStream()
    parquet.write_table(pa.Table.from_pylist(rows), content)
    write_atomically(folder / CARD_FILES[0], content.getvalue().to_pybytes())
    write_atomically(folder / CARD_FILES[1], _card(pairs))


def _card(pairs: Sequence[Pair]) -> str:
    total = Counter(pair.bias.value for pair in pairs)
    option_a = Counter(pair.bias.value for pair in pairs if pair.correct_option.letter == "A")
    rows = "\n".join(f"| {bias} | {number} | {option_a[bias]} |" for bias, number in total.items())
    return _CARD.format(count=len(pairs), rows=rows)
