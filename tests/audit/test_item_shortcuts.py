"""``probe shortcuts`` on items of other protocols: what guessers see, and the leaks that they find."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from random import Random

from probe.analysis.dataset.shortcut_cases import ShortcutCase, texts_of
from probe.analysis.dataset.shortcuts import Shortcuts
from probe.files.dataset import write_dataset
from probe.protocols.templates.guessing import without_numbers
from probe.protocols.templates.protocol import TemplateProtocol
from probe.protocols.triage.items import TriageItem
from probe.protocols.triage.protocol import TriageProtocol
from tests.analysis.planted_shortcuts import hashed_vectors, shortcuts_of_cases
from tests.protocols.templates.material import SOFTWARE, items
from tests.protocols.triage.made import a_choice, a_form, a_set, an_attribute
from tests.shared import CommandLine, json_lines


def audit_cases(cases: Sequence[ShortcutCase]) -> Shortcuts:
    return shortcuts_of_cases(cases, hashed_vectors(tuple(texts_of(cases))), composed=True)


def leaks(triage_items: Sequence[TriageItem]) -> set[str]:
    """Return the predictors that leak the answers; the items have seven policies."""
    under_policies = [item.model_copy(update={"level": index % 7}) for index, item in enumerate(triage_items)]
    return {row.predictor for row in audit_cases(TriageProtocol().cases(under_policies, {})).rows if row.leak == "yes"}


def test_every_profile_and_every_choice_with_a_right_answer_is_a_case() -> None:
    triage_items = [
        a_set("one", 5),
        a_choice("two", right=2, option_in_use=0),
        a_form("three", 1),
        an_attribute("four"),
    ]
    cases = TriageProtocol().cases([*triage_items, a_choice("five").model_copy(update={"right": None})], {})
    assert [case.pair_id for case in cases] == [triage_items[0].id] * 5 + [item.id for item in triage_items[1:]]
    assert [case.right.letter for case in cases[:5]] == ["A", "B", "A", "B", "A"]
    assert cases[5].options[cases[5].right.letter == "B"] == triage_items[1].scale[2]
    assert cases[6].right.letter == "B"
    assert {case.block for case in cases[:5]} == {"one"}


def test_alternating_answers_are_found() -> None:
    assert "order in the file" in leaks([a_form(f"form {number}", number % 2) for number in range(60)])


def test_an_answer_that_is_more_frequent_is_found() -> None:
    assert "position" in leaks([a_form(f"form {number}", int(number % 5 == 0)) for number in range(60)])


def test_the_length_of_a_text_is_found() -> None:
    draw = Random(1)
    forms = [
        a_form("a form" + " that is long" * right + f" {number}", right)
        for number, right in enumerate(draw.choices((0, 1), k=60))
    ]
    assert "length" in leaks(forms)


def test_a_test_is_guessed_without_the_sentences_that_have_its_numbers() -> None:
    tests = items(SOFTWARE, "loss aversion", 8)
    cases = TemplateProtocol().cases([*tests, *items(SOFTWARE, "framing effect")], {})
    assert len(cases) == 2 * len(tests)
    assert {case.right.letter for case in cases} == {"A", "B"}
    assert not any(character.isdigit() for case in cases for character in case.story or "")
    assert without_numbers("It costs 4 euros. It is good. Take 2?") == "It is good. "


def test_generated_items_are_audited_and_items_without_right_answers_refused(
    probe: CommandLine, tmp_path: Path
) -> None:
    command = ("generate", "--protocol", "triage", "--kind", "framing,choice", "--sets", "4")
    probe(*command, "--out", tmp_path / "items")
    document = probe.json("shortcuts", tmp_path / "items", "--html", tmp_path / "page.html")
    (dataset,) = document["datasets"]
    assert {row["cases"] for row in dataset["rows"] if row["predictor"] == "option lines"} == {8}
    assert "<figure" in (tmp_path / "page.html").read_text(encoding="utf-8")
    write_dataset(tmp_path / "styles.jsonl", items(SOFTWARE, "endowment effect"))
    for names, problem in (("styles.jsonl",), "right answer"), (("items", "styles.jsonl"), "several protocols"):
        result = probe("shortcuts", *(tmp_path / name for name in names), expect=2)
        assert problem in result.stderr
        assert result.stderr.count("\n") == 1
    write_dataset(tmp_path / "tests.jsonl", items(SOFTWARE, "loss aversion"))
    result = probe("shortcuts", tmp_path / "items", tmp_path / "tests.jsonl", expect=2)
    assert "several protocols" in result.stderr


def test_the_right_answers_of_generated_items_do_not_alternate(probe: CommandLine, tmp_path: Path) -> None:
    """Plans take turns, but files must not: neighbours have different answers in about half of the cases."""
    command = ("generate", "--protocol", "triage", "--kind", "framing", "--sets", "24")
    probe(*command, "--out", tmp_path / "items")
    rights = [item["right"] for item in json_lines(tmp_path / "items" / "dataset.jsonl")]
    assert sum(rights) == 12
    turns = sum(answer != next_answer for answer, next_answer in pairwise(rights))
    assert 5 < turns < 18
