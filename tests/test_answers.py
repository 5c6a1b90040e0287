"""Reading what models answer: strict about meaning, lenient about decoration."""

import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from probe.answers import (
    Quotation,
    UnreadableAnswerError,
    letter_probabilities,
    read_choice,
    read_confidence,
    read_expansion,
    read_grounding,
    read_judgement,
    read_letter,
    read_passages,
    read_rebuilt,
    read_translation,
)
from tests.shared import ROOT

TRANSLATION = """## Axioms
```prolog
good(X) :- tested(X).
```

## Unbiased
```prolog
:- consult('axioms').
tested(option_A).
```

## Biased
```prolog
:- consult('axioms').
tested(option_A).
loud(option_B).
```

## NL Representation of Axioms
`Tested work is good. The best practice is: test.`"""


@pytest.mark.parametrize(
    ("answer", "letter"),
    [
        ("Explanation: x\nDecision: Option A", "A"),
        ("Explanation: x\r\n\r\nDecision: Option B.", "B"),
        ("**Explanation:** x\n**Decision:** **Option B**", "B"),
        ("Decision: option_A", "A"),
        ('Decision: "A"', "A"),
        ("Decision: (B)", "B"),
        ("Explanation: B is weaker\nDecision: I choose Option A, a sound one", "A"),
        ("Decision: Option A\nDecision: Option A", "A"),
    ],
)
def test_a_decision_is_read_through_decoration(answer: str, letter: str) -> None:
    assert read_choice(answer).letter == letter


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "<<<%%%>>>",
        "Option A",
        "Decision: Option A or Option B",
        "Decision: A sound choice",
        "Decision: not Option A",
        "Decision: I wouldn't take Option A",
        "Decision: Option A\nDecision: Option B",
        "Decision: neither",
    ],
)
def test_a_decision_is_never_guessed(answer: str) -> None:
    with pytest.raises(UnreadableAnswerError):
        read_choice(answer)


def test_the_explanation_is_kept() -> None:
    assert read_choice("Explanation: two\nlines\nDecision: Option A").explanation == "two\nlines"


@pytest.mark.parametrize(
    ("answer", "yes"),
    [
        ("Explanation: x\nDecision: Yes, BOTH hold.", True),
        ("Decision: **No**, there is none", False),
        ("Decision: Yes, it has it and no other bias.", True),
        ("Decision: Yes, with little or no doubt.", True),
        ("Decision: No; it makes little or no difference to the reader.", False),
        ("Decision: No. Option A or no option is named", False),
    ],
)
def test_a_judgement_is_its_first_word(answer: str, yes: bool) -> None:
    assert read_judgement(answer).yes is yes


@pytest.mark.parametrize(
    "answer",
    [
        "Yes", "Decision: maybe", "Decision: Yes\nDecision: No", "Decision:", "Decision: Yes or No",
        "Decision: Yes and no", "Decision: no, or yes.", "Decision: Yes/No", "Decision: Yes vs No",
    ],
)  # fmt: skip
def test_a_judgement_is_never_guessed(answer: str) -> None:
    with pytest.raises(UnreadableAnswerError):
        read_judgement(answer)


@pytest.mark.parametrize("file", sorted((ROOT / "probe" / "prompts").glob("*.md")), ids=lambda file: file.stem)
def test_a_repeated_prompt_is_not_an_answer(file: Path) -> None:
    """A server that returns the question has not decided it."""
    text = file.read_text(encoding="utf-8")
    for read in (read_judgement, read_choice):
        with pytest.raises(UnreadableAnswerError):
            read(text)


def test_a_translation_is_read() -> None:
    programs = read_translation(TRANSLATION)
    assert programs.axioms == "good(X) :- tested(X)."
    assert programs.biased.endswith("loud(option_B).")
    assert programs.note == "Tested work is good. The best practice is: test."


def test_a_translation_is_read_with_crlf_and_bold_headings() -> None:
    """Windows line endings and bold text instead of headings change nothing."""
    windows_translation = TRANSLATION.replace("## Unbiased", "**Unbiased**").replace("\n", "\r\n")
    assert read_translation(windows_translation) == read_translation(TRANSLATION)


@pytest.mark.parametrize(
    ("incomplete", "missing"),
    [
        ("I am sorry.", "Axioms"),
        (TRANSLATION.replace("## Biased", "## Other"), "Biased"),
        (TRANSLATION.replace(":- consult('axioms').\ntested(option_A).\nloud", "loud"), "biased program has no line"),
        (TRANSLATION.split("## NL")[0], "NL Representation"),
    ],
)
def test_an_incomplete_translation_names_what_is_missing(incomplete: str, missing: str) -> None:
    with pytest.raises(UnreadableAnswerError, match=missing):
        read_translation(incomplete)


def test_an_expansion_keeps_the_place_of_a_pair_that_cannot_be_read() -> None:
    """Positions are part of a candidate's identity, so an unreadable pair leaves a gap."""
    complete_pair = "# Pair {n}\n\n## Unbiased Dilemma\n```\nu{n}?\n```\n\n## Biased Dilemma\n```\nb{n}?\n```\n"
    pairs = read_expansion(complete_pair.format(n=1) + "# Pair 2\nnothing here\n" + complete_pair.format(n=3))
    assert [pair and pair.unbiased for pair in pairs] == ["u1?", None, "u3?"]


@pytest.mark.parametrize("half_pair", ["## Unbiased Dilemma\n```\nu?\n```", "## Biased Dilemma\n```\nb?\n```"])
def test_half_a_pair_is_not_a_pair(half_pair: str) -> None:
    assert read_expansion(f"# Pair 1\n\n{half_pair}\n") == (None,)


def test_a_longer_heading_is_read_where_the_plain_one_is_missing() -> None:
    """The plain heading takes precedence, wherever it is."""
    longer_heading = TRANSLATION.replace("## Axioms", "## Axioms (shared by both)")
    assert read_translation(longer_heading) == read_translation(TRANSLATION)
    notes = "## Axioms in short\n```\nnone.\n```\n\n"
    assert read_translation(notes + TRANSLATION) == read_translation(TRANSLATION)


def test_headings_inside_a_fence_are_text() -> None:
    """The content of a fence is a dilemma's text, whatever it looks like."""
    answer = "# Pair 1\n## Unbiased\n```\nI wrote\n## Biased\nin my notes?\n```\n## Biased\n```\nb?\n```"
    (pair,) = read_expansion(answer)
    assert pair is not None
    assert pair.unbiased == "I wrote\n## Biased\nin my notes?"
    assert pair.biased == "b?"


def test_an_answer_without_pairs_is_unreadable() -> None:
    with pytest.raises(UnreadableAnswerError, match="Pair n"):
        read_expansion("I cannot help with that.")


def test_a_rebuilt_text_is_taken_out_of_its_fence() -> None:
    assert read_rebuilt("```text\nI have to choose?\n```") == "I have to choose?"
    with pytest.raises(UnreadableAnswerError):
        read_rebuilt("  \n")
    with pytest.raises(UnreadableAnswerError, match="no word"):
        read_rebuilt("<<<%%%>>>")


def test_a_grounding_is_read_fact_by_fact() -> None:
    answer = (
        'Fact 1\nFirst: "it is tested"\nSecond: "it is tested"\nFact 2\nFirst: NONE\nSecond: “loud”\n\n'
        "Explanation: a cue\nDecision: Yes, the cue alone"
    )
    quotations, judgement = read_grounding(answer, 2)
    assert quotations == (
        Quotation(unbiased="it is tested", biased="it is tested"),
        Quotation(unbiased=None, biased="loud"),
    )
    assert judgement.yes
    with pytest.raises(UnreadableAnswerError, match="Fact 3"):
        read_grounding(answer, 3)


ANSWER_LINES = st.sampled_from(
    [
        *("# Pair 1", "## Pair 2", "## Axioms", "## Unbiased", "**Biased**", "## Placebo", "## Counter", "## Natural"),
        *("```", "```prolog", "~~~", ":- consult('axioms').", "tested(option_A).", "- Fact 1", "Fact 2:", "Fact 99999"),
        *(
            "First: it is",
            "Second: NONE",
            "Explanation: so",
            "Decision: Yes",
            "Decision: Option A",
            "Decision:",
            "#",
            "",
        ),
        *("Decision: (B)", "\r", "\u2028", "\x00", "**", ":"),
    ]
)
"""Lines that the readers look for, and lines that could confuse them."""


@given(st.one_of(st.text(), st.lists(ANSWER_LINES, max_size=30).map("\n".join)))
def test_any_answer_is_read_or_unreadable(answer: str) -> None:
    """No text causes another error or an empty result."""
    readers = (read_choice, read_judgement, read_expansion, read_translation, read_rebuilt)
    readers_of_parts = (lambda text: read_passages(text, "placebo", "counter"), lambda text: read_grounding(text, 2))
    for read in (*readers, *readers_of_parts):
        try:
            assert read(answer)
        except UnreadableAnswerError:
            continue


@pytest.mark.parametrize(
    "answer",
    [
        "## Placebo\n```\none\n```\n\n## Counter\n```\ntwo\n```",
        "**Placebo:**\r\none\r\n\r\n**Counter-cue:**\r\ntwo\r\n",
        "Here they are.\n### The two\n# Placebo #\n~~~text\none\n~~~\n# Counter\ntwo",
    ],
)
def test_control_passages_are_read_with_and_without_fences(answer: str) -> None:
    assert read_passages(answer, "placebo", "counter") == ("one", "two")


@pytest.mark.parametrize(
    ("answer", "missing"),
    [("## Counter\ntwo", "Placebo"), ("## Placebo\none\n## Counter\n```\n```", "Counter"), ("", "Placebo")],
)
def test_a_missing_control_passage_is_named(answer: str, missing: str) -> None:
    with pytest.raises(UnreadableAnswerError, match=missing):
        read_passages(answer, "placebo", "counter")


@pytest.mark.parametrize(
    ("answer", "letter"), [("A", "A"), (" b. ", "B"), ("**Option B**", "B"), ("C", None), ("", None), ("A or B", None)]
)
def test_a_direct_answer_is_one_letter(answer: str, letter: str | None) -> None:
    if letter is None:
        with pytest.raises(UnreadableAnswerError, match="no letter A or B"):
            read_letter(answer)
    else:
        assert read_letter(answer) == letter


def test_probabilities_are_sums_over_the_spellings_of_a_letter() -> None:
    tokens = {"A": 0.3, " a": 0.2, "(B": 0.25, "The": 0.1, "AB": 0.15}
    probabilities = letter_probabilities({token: math.log(share) for token, share in tokens.items()})
    assert probabilities == pytest.approx((0.5, 0.25))
    assert letter_probabilities({"A": 0.0, "B": 0.0}) == (0.5, 0.5)


@pytest.mark.parametrize(
    "answer",
    [
        "85", "85 %", "85%", "0.85", ".85", "85 percent", "85 per cent", "**85%**", "85/100", "85 out of 100",
        "Confidence: 85", "**Confidence:** 85 %", "confidence = 0.85", "Confidence level: 85", "Confidence: 85.0 %",
        "Explanation: 3 weeks are enough.\nConfidence: 85 %", '{"confidence": 85}', '{"confidence": "85%", "of": 2}',
        '```json\n{"confidence": 0.85}\n```', "I am 85 percent confident.", "I would say 85% sure.\r\n",
    ],
)  # fmt: skip
def test_a_confidence_is_read_in_every_form(answer: str) -> None:
    assert read_confidence(answer) == pytest.approx(0.85)


@pytest.mark.parametrize(
    ("answer", "confidence"), [("50", 0.5), ("100", 1.0), ("1.0", 1.0), ("Confidence: 85,5 %", 0.855)]
)
def test_the_ends_and_decimals_of_a_confidence_are_read(answer: str, confidence: float) -> None:
    assert read_confidence(answer) == pytest.approx(confidence)


@pytest.mark.parametrize(
    "answer",
    [
        "", "certain", "40", "0.3", "101", "1000", "80-90 %", "Confidence: 80 to 90", "Confidence: 80\nConfidence: 90",
        "1", "0.85 %", "Confidence: high", "nan", "at least 85 %", "> 90 %", "The load is 85 % of the capacity.",
        "I am confident: 60 days are enough.", "I am not 85 % confident.", "Option B in 85 days",
    ],
)  # fmt: skip
def test_an_ambiguous_confidence_is_never_guessed(answer: str) -> None:
    with pytest.raises(UnreadableAnswerError):
        read_confidence(answer)
