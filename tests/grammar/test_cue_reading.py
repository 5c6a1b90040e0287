"""The kit that asks readers what cues invite: passages without labels, and a matrix that counts right."""

import csv
import json
from itertools import islice
from pathlib import Path

import pytest

from benchmarks import cue_reading
from benchmarks.cue_reading import COLUMNS, MEANINGS, NONE, RECOMMENDATION, Passage, passages, read_sheet, score, write
from probe.errors import InputError
from probe.grammar import read_library
from probe.values import Bias

KINDS = ("popularity", "popularity", RECOMMENDATION, NONE)


def passage(kind: str, cue: str = "poll", *, whole: bool = False) -> Passage:
    return Passage(text=f"- Option A: Go.\n- Option B: Stay.\n\n{kind}", kind=kind, cue=cue, bias="x", whole=whole)


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    write([passage(kind, f"cue {number}") for number, kind in enumerate(KINDS, 1)], tmp_path)
    return tmp_path


def key(kit: Path) -> dict[str, Passage]:
    entries = json.loads((kit / "key.json").read_text(encoding="utf-8"))
    return {number: Passage(text="", **entry) for number, entry in entries.items()}


def fill_in(kit: Path, name: str, answers: dict[str, str]) -> Path:
    """Return a copy of the sheet with ``answers`` by number."""
    rows = list(csv.DictReader((kit / "answers.csv").open(encoding="utf-8")))
    with (kit / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
        sheet = csv.DictWriter(file, COLUMNS)
        sheet.writeheader()
        sheet.writerows(row | {"invites": answers.get(row["number"], "")} for row in rows)
    return kit / f"{name}.csv"


def test_the_sheet_lists_every_passage_and_no_label(kit: Path) -> None:
    sheet = (kit / "cues.md").read_text(encoding="utf-8")
    assert sheet.count("## Passage ") == len(KINDS)
    assert "cue 1" not in sheet
    assert all(f"`{name}`" in sheet for name in MEANINGS)


def test_the_matrix_counts_what_is_named_and_lists_what_nobody_named_as_meant(kit: Path) -> None:
    """The second cue of popularity is a recommendation to both readers."""
    answers = {"1": "popularity", "2": RECOMMENDATION, "3": RECOMMENDATION, "4": NONE}
    sheets = {name: read_sheet(fill_in(kit, name, answers), key(kit)) for name in ("anna", "ben")}
    lines = list(score(sheets, key(kit)))
    assert lines[0].startswith("passages: 6 of 8 (75%, ")
    assert "  popularity: 2 of 4; mere recommendation 2" in lines
    assert f"  {NONE}: 2 of 2" in lines
    assert lines[-1] == "no reader named popularity: 2, x, cue 2: mere recommendation"


@pytest.mark.parametrize("answer", ["bandwagon", "popularity and certainty"])
def test_an_answer_that_is_not_on_the_list_is_refused(kit: Path, answer: str) -> None:
    with pytest.raises(InputError, match=r"passage 1: .*: write one of a first figure"):
        read_sheet(fill_in(kit, "anna", {"1": answer}), key(kit))


def test_every_pattern_of_a_bias_is_shown_once_below_its_options() -> None:
    """Anchoring comes first; a frame is in the options themselves, and a cue below them."""
    patterns = read_library().cues[Bias.ANCHORING]
    shown_passages = list(islice(passages(seed=1), len(patterns)))
    assert {passage.cue for passage in shown_passages} == {cue.name for cue in patterns}
    for passage in shown_passages:
        options, _, cue = passage.text.partition("\n\n")
        assert options.count("- Option ") == 2
        assert cue
        assert "anchor" not in passage.text


def test_whole_texts_are_of_every_bias_and_have_their_cue() -> None:
    texts = list(cue_reading.texts(len(Bias), seed=1))
    assert {passage.bias for passage in texts} == {bias.value for bias in Bias}
    assert all(passage.whole and passage.text.rstrip().endswith("?") for passage in texts)
