"""Exports for other programs: CSV for spreadsheets."""

import csv
import json
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

from probe.errors import InputError
from probe.files.dataset import CANARY, write_dataset
from probe.files.exports import COLUMNS, export_csv
from probe.formats.probe_swe.dataset import export_probe_swe
from probe.values import Bias, Controls, Dilemma, FactTwin, Option, Provenance
from tests.shared import CommandLine
from tests.test_values import a_pair

UNUSUAL_TEXT = 'one "quoted", two\nthree; four\r\nfünf\u2028=1+1'


def pairs() -> list[Dilemma]:
    unusual_pair = a_pair(unbiased=UNUSUAL_TEXT, biased=UNUSUAL_TEXT + "!")
    texts = {"unbiased": "w", "biased": "w!", "unbiased_program": "p", "biased_program": "q"}
    twin = FactTwin(**texts, correct_option=Option.A, fact="a(1).", changed="a(2).")
    changes = {"bias": Bias.HINDSIGHT, "correct_option": Option.B, "id": "", "twin": twin}
    controlled_pair = a_pair(unbiased="v").model_copy(update={**changes, "controls": Controls(placebo="v, neutral")})
    return [a_pair(), unusual_pair, Dilemma.model_validate(controlled_pair.model_dump())]


def columns(pair: Dilemma) -> dict[str, object]:
    """The plain columns of a pair, written out by hand from its fields."""
    plain_fields = {name: getattr(pair, name) for name in COLUMNS if name in Dilemma.model_fields}
    steps = {name: getattr(pair.complexity, name) for name in ("inferences", "choice_steps", "depth", "size")}
    controls = {name: getattr(pair.controls, name, None) for name in ("placebo", "counter", "advocacy")}
    twin = {f"twin_{name}": getattr(pair.twin, name, None) for name in ("unbiased", "biased", "correct_option")}
    return {**plain_fields, **steps, **controls, **twin, "author": pair.provenance.author}


def test_every_column_of_a_csv_comes_back(tmp_path: Path) -> None:
    """Quotes, line breaks and separators in a text are kept; missing measures are empty cells."""
    export_csv(tmp_path / "pairs.csv", pairs())
    with (tmp_path / "pairs.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [tuple(row) for row in rows] == [(*COLUMNS, "canary")] * 3
    assert {row.pop("canary") for row in rows} == {CANARY}
    assert rows == [
        {name: "" if value is None else str(value) for name, value in columns(pair).items()} for pair in pairs()
    ]


def test_pairs_are_written_one_by_one_and_a_fault_leaves_no_file(tmp_path: Path) -> None:
    """Pairs are released once they are written."""
    file, alive = tmp_path / "pairs.csv", list[weakref.ref[Dilemma]]()

    def failing_pairs() -> Iterator[Dilemma]:
        for number in range(1000):
            pair = a_pair(unbiased=f"text {number}")
            alive.append(weakref.ref(pair))
            yield pair
        raise InputError("broken")

    with pytest.raises(InputError, match="broken"):
        export_csv(file, failing_pairs())
    assert sum(reference() is not None for reference in alive) < 10
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "last_line", ["{}", '{"id": "x"}', ""], ids=["no pair", "a broken pair", "a pair that is there twice"]
)
def test_a_broken_dataset_is_not_exported(probe: CommandLine, tmp_path: Path, last_line: str) -> None:
    write_dataset(tmp_path / "d.jsonl", pairs())
    lines = (tmp_path / "d.jsonl").read_text(encoding="utf-8")
    (tmp_path / "d.jsonl").write_text(lines + (last_line or lines.splitlines()[0]) + "\n", encoding="utf-8")
    result = probe("export", "--format", "csv", tmp_path / "d.jsonl", "--out", tmp_path / "out.csv", expect=2)
    assert "line 4" in result.stderr
    assert not (tmp_path / "out.csv").exists()


def test_every_format_has_the_canary_in_every_row(tmp_path: Path) -> None:
    """Except in rows that the authors published, which do not change."""
    export_probe_swe(tmp_path / "own.json", [a_pair(), a_pair(unbiased="v")])
    rows = [row for rows in json.loads((tmp_path / "own.json").read_text(encoding="utf-8")).values() for row in rows]
    assert [row["canary"] for row in rows] == [CANARY] * 2
    published = a_pair().model_copy(update={"provenance": Provenance(author="x", imported={"run_id": 1})})
    export_probe_swe(tmp_path / "theirs.json", [published])
    assert CANARY not in (tmp_path / "theirs.json").read_text(encoding="utf-8")
