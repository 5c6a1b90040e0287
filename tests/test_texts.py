"""Exchanging the options of a text: the same dilemma with A and B swapped."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from probe.values.texts import around_change, closing_question, exchange_options, option_texts

LINES = """We have to pick a queue. My lead likes Option B best.
- Option A: A broker that we run ourselves, unlike Option B.
- Option B: A hosted broker.

Which option would you choose? Option A or Option B?"""

LABELS = "I shipped it on Friday.\n\nWas what I did appropriate (Option A) or inappropriate (Option B)?"


def test_bodies_change_places_and_mentions_keep_their_meaning() -> None:
    assert exchange_options(LINES) == (
        "We have to pick a queue. My lead likes Option A best.\n"
        "- Option A: A hosted broker.\n"
        "- Option B: A broker that we run ourselves, unlike Option A.\n\n"
        "Which option would you choose? Option A or Option B?"
    )


def test_labels_in_the_question_change_places() -> None:
    assert exchange_options(LABELS) == LABELS.replace(
        "appropriate (Option A) or inappropriate (Option B)", "inappropriate (Option A) or appropriate (Option B)"
    )


@pytest.mark.parametrize("text", [LINES, LABELS])
def test_exchanging_twice_changes_nothing(text: str) -> None:
    exchanged = exchange_options(text)
    assert exchanged is not None
    assert exchanged != text
    assert exchange_options(exchanged) == text


@pytest.mark.parametrize(
    "text",
    [
        "No options here?",
        LINES.replace("My lead likes Option B best", "My lead would go with B"),
        LINES.replace("A hosted broker.", "A hosted broker.\n  It is billed by message."),
        LINES.replace("- Option B:", "- Option A:"),
    ],
    ids=["none", "bare letter", "second line", "same letter twice"],
)
def test_what_cannot_be_exchanged_mechanically_is_left_alone(text: str) -> None:
    assert exchange_options(text) is None


def test_a_technical_name_with_a_letter_is_not_an_option() -> None:
    """A B-tree and an A/B test are not mentions."""
    text = LINES.replace("A hosted broker.", "A B-tree behind an A/B test.")
    assert exchange_options(text) is not None


def test_what_options_say() -> None:
    assert option_texts(LINES) == {
        "A": "A broker that we run ourselves, unlike Option B.",
        "B": "A hosted broker.",
    }
    assert option_texts(LABELS) == {"A": "appropriate", "B": "inappropriate"}
    assert option_texts("nothing") is None


def test_the_closing_question() -> None:
    assert closing_question(LINES) == "Which option would you choose? Option A or Option B?"
    assert closing_question("no question.") == ""


OPTION_LINES = st.sampled_from(
    [
        *("- Option A: go.", "- Option B: stay.", "Option A: I go, unlike Option B.", "* Option B: wait.", "", " "),
        *(
            "A or B?",
            "I like Option A.",
            "Option A or Option B?",
            "good (Option A) or bad (Option B)?",
            "option_a",
            "x",
        ),
    ]
)


@given(st.one_of(st.text(), st.lists(OPTION_LINES, max_size=8).map("\n".join)))
@example("- Option A: go.\n- Option B: stay.\nOption A or Option B?")
def test_any_text_has_the_same_options_after_two_exchanges(text: str) -> None:
    """Any text of a model is either left alone or exchanged without loss."""
    exchanged = exchange_options(text)
    assert exchanged is None or exchange_options(exchanged) == text


def test_published_texts_can_all_be_exchanged(published_texts: list[tuple[str, str]]) -> None:
    """Real input: 806 pairs that people and a model wrote."""
    texts = [text for pair in published_texts for text in pair]
    not_exchangeable = [text for text in texts if exchange_options(text) is None]
    assert len(not_exchangeable) <= len(texts) * 0.02, not_exchangeable[:3]
    for text in texts:
        exchanged = exchange_options(text)
        assert exchanged is None or exchange_options(exchanged) == text


@given(
    head=st.lists(st.sampled_from("abc"), max_size=30),
    cue=st.lists(st.sampled_from("xyz"), min_size=1, max_size=12),
    tail=st.lists(st.sampled_from("abc"), max_size=30),
    words=st.integers(13, 40),
)
def test_the_stretch_around_a_change_contains_it_and_keeps_to_the_limit(
    head: list[str], cue: list[str], tail: list[str], words: int
) -> None:
    unbiased, biased = " ".join([*head, *tail]), " ".join([*head, *cue, *tail])
    first, second = around_change(unbiased, biased, words)
    assert len(second.split()) <= words
    assert second.split().count("x") == cue.count("x")
    assert len(second.split()) - len(first.split()) == len(cue)
    if len(head) + len(cue) + len(tail) > words:
        assert len(second.split()) == words
