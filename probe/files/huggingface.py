"""Datasets for the Hugging Face Hub: one Parquet file and a dataset card."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa
from pyarrow import parquet

from probe.files.csv import flat_row
from probe.files.writing import write_atomically
from probe.values import Pair

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


def export_huggingface(folder: Path, pairs: Sequence[Pair]) -> None:
    """Write ``data/test.parquet`` and ``README.md`` into ``folder``."""
    rows = [{**flat_row(pair), "pair": pair.model_dump_json()} for pair in pairs]
    content = pa.BufferOutputStream()
    parquet.write_table(pa.Table.from_pylist(rows), content)
    write_atomically(folder / "data" / "test.parquet", content.getvalue().to_pybytes())
    write_atomically(folder / "README.md", _card(pairs))


def _card(pairs: Sequence[Pair]) -> str:
    total = Counter(pair.bias.value for pair in pairs)
    option_a = Counter(pair.bias.value for pair in pairs if pair.correct_option.letter == "A")
    rows = "\n".join(f"| {bias} | {number} | {option_a[bias]} |" for bias, number in total.items())
    return _CARD.format(count=len(pairs), rows=rows)
