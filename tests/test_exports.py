"""What other programs read: CSV for spreadsheets, Parquet and a card for the Hugging Face Hub."""

import csv
from collections import Counter
from pathlib import Path

import pyarrow.parquet as pq

from probe.files.exports import COLUMNS, export_csv, export_huggingface
from probe.values import Bias, Option, Pair
from tests.test_values import a_pair

ODD = 'one "quoted", two\nthree; four\r\nfünf\u2028=1+1'


def pairs() -> list[Pair]:
    odd = a_pair(unbiased=ODD, biased=ODD + "!")
    other = a_pair(unbiased="v").model_copy(update={"bias": Bias.HINDSIGHT, "correct_option": Option.B, "id": ""})
    return [a_pair(), odd, Pair.model_validate(other.model_dump())]


def columns(pair: Pair) -> dict[str, object]:
    """The plain columns of a pair, written out by hand from its fields."""
    named = {name: getattr(pair, name) for name in COLUMNS if name in Pair.model_fields}
    steps = {name: getattr(pair.complexity, name) for name in ("inferences", "choice_steps", "depth", "size")}
    return {**named, **steps, "author": pair.provenance.author}


def test_every_column_of_a_csv_comes_back(tmp_path: Path) -> None:
    """Quotes, line ends and separators in a text are part of it; what is not measured is an empty cell."""
    export_csv(tmp_path / "pairs.csv", pairs())
    with (tmp_path / "pairs.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [tuple(row) for row in rows] == [COLUMNS] * 3
    assert rows == [
        {name: "" if value is None else str(value) for name, value in columns(pair).items()} for pair in pairs()
    ]


def test_parquet_holds_the_columns_and_the_whole_pair(tmp_path: Path) -> None:
    export_huggingface(tmp_path, pairs())
    rows = pq.read_table(tmp_path / "data" / "test.parquet").to_pylist()
    assert [Pair.model_validate_json(row.pop("pair")) for row in rows] == pairs()
    assert rows == [columns(pair) for pair in pairs()]


def test_the_card_points_to_the_data_and_counts_it(tmp_path: Path) -> None:
    export_huggingface(tmp_path, pairs())
    lines = (tmp_path / "README.md").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "---"
    (path,) = [line.partition("path: ")[2] for line in lines if "path: " in line]
    assert (tmp_path / path).is_file()
    rows = [line.strip("|").split("|") for line in lines if line.startswith("|")][2:]
    counted = {bias.strip(): (int(number), int(right_in_a)) for bias, number, right_in_a in rows}
    number, in_a = (Counter(pair.bias.value for pair in chosen) for chosen in (pairs(), _right_in_a()))
    assert counted == {bias: (number[bias], in_a[bias]) for bias in number}


def _right_in_a() -> list[Pair]:
    return [pair for pair in pairs() if pair.correct_option is Option.A]
