"""Marks in sentences: slots, articles, tenses."""

import pytest

from probe.grammar.markup import MarkupError, capitalised, say, shortened, slots, with_article


@pytest.mark.parametrize(
    ("noun", "expected"),
    [
        ("invoice", "an invoice"),
        ("parcel", "a parcel"),
        ("hour", "an hour"),
        ("unit", "a unit"),
        ("uninvited guest", "an uninvited guest"),
        ("user", "a user"),
        ("umbrella", "an umbrella"),
        ("European order", "a European order"),
        ("one-off", "a one-off"),
        ("SMS", "an SMS"),
        ("URL", "a URL"),
        ("house", "a house"),
    ],
)
def test_the_article_follows_the_sound(noun: str, expected: str) -> None:
    assert with_article(noun) == expected


def test_a_sentence_is_said_in_both_tenses() -> None:
    marked = "{a item} {is|was} sent to {partner}."
    words = {"item": "order", "partner": "the exchange"}
    assert say(marked, words) == "an order is sent to the exchange."
    assert say(marked, words, past=True) == "an order was sent to the exchange."
    assert slots(marked) == ("item", "partner")


@pytest.mark.parametrize("broken", ["{item", "item}", "{}", "{is|was|were}", "{is|}", "{the item}", "{Item}"])
def test_a_mark_of_no_known_form_is_refused(broken: str) -> None:
    with pytest.raises(MarkupError):
        slots(f"It {broken} here.")


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
