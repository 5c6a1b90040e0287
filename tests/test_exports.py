"""What other programs read: CSV for spreadsheets."""

import csv
import json
from pathlib import Path

from probe.files.dataset import CANARY
from probe.files.exports import COLUMNS, export_csv
from probe.files.published import export_probe_swe
from probe.values import Bias, Option, Pair, Provenance
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
    assert [tuple(row) for row in rows] == [(*COLUMNS, "canary")] * 3
    assert {row.pop("canary") for row in rows} == {CANARY}
    assert rows == [
        {name: "" if value is None else str(value) for name, value in columns(pair).items()} for pair in pairs()
    ]


def test_every_format_has_the_canary_in_every_row(tmp_path: Path) -> None:
    """But what the authors published stays as it was."""
    export_probe_swe(tmp_path / "own.json", [a_pair(), a_pair(unbiased="v")])
    rows = [row for rows in json.loads((tmp_path / "own.json").read_text(encoding="utf-8")).values() for row in rows]
    assert [row["canary"] for row in rows] == [CANARY] * 2
    theirs = a_pair().model_copy(update={"provenance": Provenance(author="x", imported={"run_id": 1})})
    export_probe_swe(tmp_path / "theirs.json", [theirs])
    assert CANARY not in (tmp_path / "theirs.json").read_text(encoding="utf-8")
