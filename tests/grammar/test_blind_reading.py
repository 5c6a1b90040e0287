"""The kit for blind readers: sheets without the answers, and correct scores."""

import csv
import json
import re
import runpy
from pathlib import Path

import pytest

from probe.values.texts import passage_of

SCRIPT = runpy.run_path(str(Path(__file__).parents[2] / "benchmarks" / "grammar_reading.py"))


def run(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> None:
    monkeypatch.setattr("sys.argv", ["grammar_reading", *map(str, arguments)])
    SCRIPT["main"]()


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("reading")
    SCRIPT["write"](list(SCRIPT["items"](3, 1, seed=5)), folder)
    return folder


def fill_in(kit: Path, name: str, answers: dict[str, str]) -> Path:
    """Return a sheet with ``answers`` by number, filled like one that readers copy."""
    rows = list(csv.DictReader((kit / "answers.csv").open(encoding="utf-8")))
    sheet = kit / f"{name}.csv"
    with sheet.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, SCRIPT["COLUMNS"])
        writer.writeheader()
        writer.writerows(row | {"answer": answers.get(row["number"], "")} for row in rows)
    return sheet


def key(kit: Path) -> dict[str, dict[str, object]]:
    entries: dict[str, dict[str, object]] = json.loads((kit / "key.json").read_text(encoding="utf-8"))
    return entries


def test_the_sheet_has_every_text_and_no_answer(kit: Path) -> None:
    texts = (kit / "texts.md").read_text(encoding="utf-8")
    assert texts.count("## Text ") == len(key(kit)) == 8
    assert sum(bool(item["without_fact"]) for item in key(kit).values()) == 2
    assert "schema:" not in texts
    assert not re.search(r"  | $", texts.partition("## Text 1")[2], re.MULTILINE), (
        "a blank shows where a sentence is missing"
    )


def test_agreement_is_the_share_of_certified_answers(
    kit: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    right = {number: str(item["right"]) for number, item in key(kit).items()}
    wrong_answers = {number: "B" if letter == "A" else "A" for number, letter in right.items()}
    run(monkeypatch, "score", kit, fill_in(kit, "anna", right), fill_in(kit, "ben", right))
    output = capsys.readouterr().out
    assert output.count("agreement 6 of 6 (100%, 61% to 100%)") == 2
    assert "kappa of the answers: 1.00 over 8 texts" in output
    run(monkeypatch, "score", kit, fill_in(kit, "carl", wrong_answers))
    assert capsys.readouterr().out.count("agreement 0 of 3 (0%, 0% to 56%)") == 2


@pytest.mark.parametrize(("answers", "reason"), [({"1": "yes"}, "write A or B"), ({}, "no answers")])
def test_a_sheet_that_cannot_be_scored_is_one_line(
    kit: Path,
    answers: dict[str, str],
    reason: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        run(monkeypatch, "score", kit, fill_in(kit, "dora", answers))
    assert reason in capsys.readouterr().err.splitlines()[-1]


def test_what_follows_in_a_comment_keeps_its_author() -> None:
    first, second = (
        "[09:12] Ivo: The limit is 9. The load is {}.\n[09:15] Una: Yes.",
        "[09:12] Ivo: The limit is {}. The load is 7.",
    )
    cut_texts = [SCRIPT["without"](passage_of(text.format(4), text.format(5))) for text in (first, second)]
    assert cut_texts == ["[09:12] Ivo: The limit is 9.\n[09:15] Una: Yes.", "[09:12] Ivo: The load is 7."]
