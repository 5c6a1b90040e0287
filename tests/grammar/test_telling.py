"""Where a text says "it", where it names the product, and what is joined to what."""

import pytest

from probe.grammar.draw import Draw
from probe.grammar.markup import runs_on
from probe.grammar.telling import IT, THERE, Parts, clear_at_topic, connected, in_order, joined

PRODUCT = "the help desk"
INTRODUCED = ("intro", "premise", "remark", "topic", "told")
LATER = ("topic", "told", "asides", "premise")


def both_ways() -> list[Draw]:
    """Return enough streams to see both outcomes of a draw."""
    return [Draw("telling", number) for number in range(40)]


def test_the_product_is_it_where_nothing_else_can_be_meant() -> None:
    said = in_order(
        INTRODUCED,
        {
            "intro": ("I work on a help desk.",),
            "premise": (f"When {IT} gets something wrong, agents call us.",),
            "remark": ("The front end is React.",),
            "topic": (f"I'm adding a lock to {IT}.",),
        },
        PRODUCT,
    )
    assert said["premise"] == ("When it gets something wrong, agents call us.",)
    assert said["topic"] == ("I'm adding a lock to the help desk.",)


def test_the_product_is_named_once_the_matter_has_come_up() -> None:
    parts: Parts = {"topic": (f"I'm adding a lock to {IT}.",), "premise": (f"Mistakes {THERE} are expensive.",)}
    said = in_order(LATER, parts, PRODUCT)
    assert said["topic"] == ("I'm adding a lock to the help desk.",)
    assert said["premise"] == ("Mistakes in the help desk are expensive.",)


def test_nobody_says_the_api_of_it() -> None:
    parts: Parts = {"intro": ("I work on a help desk.",), "topic": (f"A field in the API of {IT} is wrong.",)}
    assert in_order(INTRODUCED, parts, PRODUCT)["topic"] == ("A field in the API of the help desk is wrong.",)


@pytest.mark.parametrize(
    ("parts", "clear"),
    [
        ({"intro": ("I work on a help desk.",)}, True),
        ({"intro": ("I work on a help desk.",), "remark": ("The front end is React.",)}, False),
        ({"intro": ("I work on a help desk.",), "remark": (f"{IT} runs on AWS.",)}, True),
        ({}, False),
    ],
)
def test_a_topic_says_it_only_behind_a_sentence_about_the_product(
    parts: dict[str, tuple[str, ...]], clear: bool
) -> None:
    assert clear_at_topic(INTRODUCED, parts, PRODUCT) is clear


def test_a_short_premise_joins_the_introduction_now_and_then() -> None:
    parts: Parts = {"intro": ("I work on a help desk.",), "premise": (f"Mistakes {THERE} are expensive.",)}
    found = [joined(INTRODUCED, parts, draw) for draw in both_ways()]
    one: Parts = {"intro": ("I work on a help desk, and mistakes there are expensive.",), "premise": ()}
    assert one in found
    assert parts in found


@pytest.mark.parametrize(
    ("order", "intro", "premise"),
    [
        (LATER, "I work on a help desk.", "We have no time."),
        (INTRODUCED, "I work on a help desk, and we are five.", "We have no time."),
        (INTRODUCED, "I work on a help desk.", "Customers leave us."),
        (("intro", "remark", "premise", "topic"), "I work on a help desk.", "We have no time."),
    ],
)
def test_no_premise_joins_what_it_does_not_follow_or_fit(order: tuple[str, ...], intro: str, premise: str) -> None:
    """Not a premise told later or behind a remark, no second "and", no first word that may be a name."""
    parts: Parts = {"intro": (intro,), "remark": ("It is React.",), "premise": (premise,)}
    assert all(joined(order, parts, draw) == parts for draw in both_ways())


def test_a_later_premise_gets_a_connective_that_can_stand_before_it() -> None:
    parts: Parts = {"premise": ("We have no time.",)}
    found = [connected(LATER, parts, ["Also,"], draw)["premise"][0] for draw in both_ways()]
    assert set(found) == {"We have no time.", "Also, we have no time."}
    named: Parts = {"premise": ("Customers leave us.",)}
    assert all(connected(LATER, named, ["Also,"], draw) == named for draw in both_ways())


def test_what_can_follow_and() -> None:
    assert runs_on("The server is old.")
    assert runs_on(f"{IT} is old.")
    assert not runs_on("Theresa left.")
    assert not runs_on("Kafka is down.")
