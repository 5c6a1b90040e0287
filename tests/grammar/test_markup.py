"""Marks in sentences: slots and tenses."""

from itertools import pairwise

import pytest

from probe.grammar.markup import MarkupError, capitalised, fill, render, shortened, slots


def test_a_sentence_is_said_in_both_tenses() -> None:
    marked = "{product} {sends|sent} mail to {users}."
    words = {"product": "the shop", "users": "customers"}
    assert render(marked, words) == "the shop sends mail to customers."
    assert render(marked, words, past=True) == "the shop sent mail to customers."
    assert slots(marked) == ("product", "users")


@pytest.mark.parametrize(
    "broken", ["{users", "users}", "{}", "{is|was|were}", "{is|}", "{the users}", "{Users}", "{^}", "{1st}"]
)
def test_a_mark_of_no_known_form_is_refused(broken: str) -> None:
    with pytest.raises(MarkupError):
        slots(f"It {broken} here.")


def test_a_word_that_fills_a_slot_may_have_slots_and_a_capital_letter() -> None:
    words = {"who": "{team} of {^town}", "team": "the testers", "town": "delft", "aside": ""}
    assert fill("{^who} agree {aside} now.\n\n\n\nYes.", words) == "The testers of Delft agree now.\n\nYes."
    with pytest.raises(KeyError, match="loop"):
        fill("{loop}", {"loop": "again {loop}"})
    with pytest.raises(KeyError, match="missing"):
        fill("{^missing}", words)


def test_words_that_repeat_words_fill_no_memory() -> None:
    """Five words of a hundred slots each would fill ten thousand million."""
    names = "abcdef"
    words = {name: f"{{{following}}}" * 100 for name, following in pairwise(names)}
    with pytest.raises(MarkupError, match="20,000"):
        fill("{a}", words | {"f": "x"})
    # Where the last word is empty, nothing becomes long, and each word is filled once.
    assert not fill("{a}", words | {"f": ""})


def test_a_message_shows_the_beginning_of_a_mark_in_one_line() -> None:
    with pytest.raises(MarkupError) as caught:
        slots("{" + "no\nslot " * 1000 + "}")
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 100


def test_short_forms_begin_sentences_alone() -> None:
    """Nobody shortens "how old it is" or "I am" at the end of a sentence."""
    text = "I am on it. We have been told how slow it is. It is late.\nThere is no log, and there is no dump. I am."
    assert shortened(text) == (
        "I'm on it. We've been told how slow it is. It's late.\nThere's no log, and there is no dump. I am."
    )


@pytest.mark.parametrize(
    ("text", "expected"), [("the load", "The load"), ("iPhone users", "iPhone users"), ("a VPN", "A VPN"), ("", "")]
)
def test_a_sentence_begins_with_a_capital_except_for_names_with_a_later_one(text: str, expected: str) -> None:
    assert capitalised(text) == expected
