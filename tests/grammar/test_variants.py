"""Variants inside a sentence: what a draw chooses, and what a broken bracket is told."""

import re
from pathlib import Path

import pytest

from probe.errors import InputError
from probe.grammar import read_library
from probe.grammar.draw import Draw
from probe.grammar.markup import MarkupError
from probe.grammar.variants import Wider, forms, parts, varied, worded

PRACTICES = Path(__file__).parents[2] / "seeds" / "software_engineering" / "practices"
SENTENCE = "[If|When] the load {is|was} [high|above {limit}][ at night|], we add a server."


def test_a_draw_chooses_one_alternative_of_each_bracket() -> None:
    """All combinations occur, and each draw gives the same one again."""
    found = {varied(SENTENCE, Draw(seed)) for seed in range(200)}
    assert len(found) == 2 * 2 * 2
    assert varied(SENTENCE, Draw(5)) == varied(SENTENCE, Draw(5))
    assert "When the load {is|was} above {limit}, we add a server." in found


def test_a_bracket_is_replaced_by_all_that_means_the_same() -> None:
    """The first bracket is in the table as it is written; the others are not."""
    wider: Wider = {("If", "When"): ("If", "When", "Where")}
    found = {varied(SENTENCE, Draw(seed), wider) for seed in range(300)}
    assert len(found) == 3 * 2 * 2
    assert any(one.startswith("Where ") for one in found)
    assert varied("[When|If] so.", Draw(1), wider) in {"When so.", "If so."}


@pytest.mark.parametrize(
    "wrong",
    ["[" + "|" * 100_000 + "]", "[{" + "|" * 100_000 + "}|a]", "[a|b]" * 51, "a" * 2_001, "[a" + "b" * 99 + "]"],
)
def test_a_sentence_beyond_the_limits_is_refused_in_one_short_line(wrong: str) -> None:
    """Every form of a sentence is checked, so that the time would grow with the square of its length."""
    with pytest.raises(MarkupError) as caught:
        parts(wrong)
    assert len(str(caught.value)) < 120


def test_the_bar_of_two_tenses_separates_no_alternatives() -> None:
    assert parts("[{is|was}|has {a|b} c|]") == (("",), ("{is|was}", "has {a|b} c", ""), ("",))


@pytest.mark.parametrize(
    "wrong", ['"If" = ["If", "When"]', '"Once|When" = ["Once", "Where"]', '"Once|When" = ["Once|When", "Where"]']
)
def test_alternatives_of_a_bracket_include_those_that_are_written(small_library: Path, wrong: str) -> None:
    phrases = small_library / "phrases.toml"
    text = phrases.read_text()
    phrases.write_text(text.replace("[policy.alternatives]", f"[policy.alternatives]\n{wrong}", 1))
    with pytest.raises(InputError, match=r"phrases.toml:\d+: .*in its list"):
        read_library(small_library)


def test_forms_contain_each_alternative() -> None:
    """They are fewer than the combinations, so that checking them stays fast."""
    assert list(forms("[a|b] and [c|d|e].")) == ["a and c.", "b and c.", "a and d.", "a and e."]


def test_a_brief_draw_takes_short_sentences_and_short_alternatives() -> None:
    """A text that is too long gets another chance, and not always with the same words."""
    sentences = [
        "The sentence with the most words by far is this one.",
        "It [is|comes to] {fee}.",
        "We [pay|owe] {fee}.",
    ]
    found = {worded(sentences, Draw(seed).brief()) for seed in range(50)}
    assert found == {"It is {fee}.", "We pay {fee}.", "We owe {fee}."}


@pytest.mark.parametrize(
    "sentence", ["[If the load is high.", "If] the load is high.", "[a|[b|c]] d.", "[a] b.", "[a|a] b."]
)
def test_an_invalid_bracket_is_an_error(sentence: str) -> None:
    """Unclosed, nested, with one alternative, or with the same one twice."""
    with pytest.raises(MarkupError):
        parts(sentence)


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        ("The peak load [", "The peak load ", "unclosed"),
        (" {peak_load}.", " [{peak_load}|high].", "does not state its fact"),
        (" {peak_load}.", " {peak_load}[.|]", "ends in"),
        (" {peak_load}.", " {peak_load}[ here| in {city}].", "{city}"),
    ],
)
def test_every_alternative_of_the_library_is_checked(small_library: Path, before: str, after: str, reason: str) -> None:
    """The error names the file and the line."""
    path = small_library / "schemas" / "performance" / "cluster_size.toml"
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(InputError, match=r"cluster_size\.toml:\d+: ") as error:
        read_library(small_library)
    assert reason in str(error.value)


def test_a_value_that_is_also_a_fact_is_an_error(small_library: Path) -> None:
    """A condition could not tell the two apart."""
    path = small_library / "schemas" / "performance" / "cluster_size.toml"
    category = '[[category]]\nname = "mode"\nnoun = "mode"\n[category.say]\n'
    table = category + 'servers = ["It is a."]\nnone_left = ["It is b."]\n\n'
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("[[rule]]", table + "[[rule]]", 1), encoding="utf-8")
    with pytest.raises(InputError, match="'servers' is a value here and a fact elsewhere"):
        read_library(small_library)


def test_no_sentence_of_the_library_has_a_hole() -> None:
    """A blank before a full stop, or two in a row, is where words are missing."""
    texts = {file.name: file.read_text(encoding="utf-8").splitlines() for file in PRACTICES.rglob("*.toml")}
    lines = [(name, line) for name, text in texts.items() for line in text if not line.lstrip().startswith("#")]
    assert len(lines) > 1000
    assert not [(name, line) for name, line in lines if re.search(r"\w [.,;]|\w  \w|\] +[.,;]\"", line)]
