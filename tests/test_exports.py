"""What other programs read: CSV for spreadsheets, Parquet and a card for the Hugging Face Hub."""

import csv
import json
from collections import Counter
from pathlib import Path

import pyarrow.parquet as pq

from probe.files.card import PUBLISHED_NOTICE, card, licence
from probe.files.dataset import CANARY
from probe.files.exports import COLUMNS, export_csv, export_huggingface
from probe.files.published import export_probe_swe, import_probe_swe
from probe.values import Bias, Certificate, Option, Pair, Profile, Provenance
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


def test_parquet_holds_the_columns_and_the_whole_pair(tmp_path: Path) -> None:
    export_huggingface(tmp_path, pairs())
    rows = pq.read_table(tmp_path / "data" / "test.parquet").to_pylist()
    assert [Pair.model_validate_json(row.pop("pair")) for row in rows] == pairs()
    assert {row.pop("canary") for row in rows} == {CANARY}
    assert rows == [columns(pair) for pair in pairs()]


def test_the_card_points_to_the_data_and_counts_it(tmp_path: Path) -> None:
    export_huggingface(tmp_path, pairs())
    lines = (tmp_path / "README.md").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "---"
    (path,) = [line.partition("path: ")[2] for line in lines if "path: " in line]
    assert (tmp_path / path).is_file()
    rows = [line.strip("|").split("|") for line in lines if line.startswith("|")][2:]
    counted = {bias.strip(): (int(number), int(right_in_a)) for bias, number, right_in_a, _ in rows}
    number, in_a = (Counter(pair.bias.value for pair in chosen) for chosen in (pairs(), _right_in_a()))
    assert counted == {bias: (number[bias], in_a[bias]) for bias in number}


def _right_in_a() -> list[Pair]:
    return [pair for pair in pairs() if pair.correct_option is Option.A]


def test_the_card_claims_only_the_certificates_that_are_there(tmp_path: Path) -> None:
    """An imported set has none; nothing of a name becomes markup or another line."""
    plain = [pair.model_copy(update={"certificate": None}) for pair in pairs()]
    assert "No pair carries a certificate" in card(plain)
    held = Certificate(profile=Profile.STRICT, checks=(), oracle="SWI-Prolog")
    some = [plain[0].model_copy(update={"certificate": held}), *plain[1:]]
    assert "In 1 of them" in card(some)
    assert "other 2 were not checked" in card(some)
    odd = plain[0].provenance.model_copy(update={"author": "x`\n# y <b>|"})
    assert "`x# y b`" in card([plain[0].model_copy(update={"provenance": odd})])


def test_the_authors_of_imported_pairs_keep_their_notice(tmp_path: Path) -> None:
    """PROBE's own pairs do not become theirs by way of their format."""
    theirs = a_pair().model_copy(update={"provenance": Provenance(author="x", imported={"run_id": 1})})
    assert PUBLISHED_NOTICE in licence([theirs])
    assert PUBLISHED_NOTICE in card([theirs, a_pair(unbiased="v")])
    assert "1 of the 2 pairs" in card([theirs, a_pair(unbiased="v")])
    export_probe_swe(tmp_path / "own.json", [a_pair()])
    assert PUBLISHED_NOTICE not in licence(import_probe_swe(tmp_path / "own.json"))
    export_huggingface(tmp_path, [theirs])
    assert PUBLISHED_NOTICE in (tmp_path / "LICENSE").read_text(encoding="utf-8")


def test_every_format_has_the_canary_in_every_row(tmp_path: Path) -> None:
    """But what the authors published stays as it was."""
    export_probe_swe(tmp_path / "own.json", [a_pair(), a_pair(unbiased="v")])
    rows = [row for rows in json.loads((tmp_path / "own.json").read_text(encoding="utf-8")).values() for row in rows]
    assert [row["canary"] for row in rows] == [CANARY] * 2
    theirs = a_pair().model_copy(update={"provenance": Provenance(author="x", imported={"run_id": 1})})
    export_probe_swe(tmp_path / "theirs.json", [theirs])
    assert CANARY not in (tmp_path / "theirs.json").read_text(encoding="utf-8")
    export_huggingface(tmp_path, [a_pair()])
    assert CANARY in (tmp_path / "README.md").read_text(encoding="utf-8")
