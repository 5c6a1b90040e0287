"""Where a text says "it", where it names the product."""

import pytest

from probe.grammar.product_names import IT, NAME, Names, Parts, clear_at_topic, in_order, named

PRODUCT = Names(product="the help desk", again="the help desk")
SHORTER = Names(product="the ticket shop", again="the shop")
SECTIONS = ("intro", "premise", "remark", "topic", "account")
LATER = ("topic", "account", "asides", "premise")


def test_the_product_is_it_where_nothing_else_can_be_meant() -> None:
    ordered_parts = in_order(
        SECTIONS,
        {
            "intro": ("I work on a help desk.",),
            "premise": (f"When {IT} gets something wrong, agents call us.",),
            "remark": ("The front end is React.",),
            "topic": (f"I'm adding a lock to {IT}.",),
        },
        PRODUCT,
    )
    assert ordered_parts["premise"] == ("When it gets something wrong, agents call us.",)
    assert ordered_parts["topic"] == ("I'm adding a lock to the help desk.",)


def test_the_product_is_named_once_the_matter_has_come_up() -> None:
    parts: Parts = {"topic": (f"I'm adding a lock to {IT}.",), "premise": (f"Mistakes in {IT} are expensive.",)}
    ordered_parts = in_order(LATER, parts, PRODUCT)
    assert ordered_parts["topic"] == ("I'm adding a lock to the help desk.",)
    assert ordered_parts["premise"] == ("Mistakes in the help desk are expensive.",)


def test_nobody_says_the_api_of_it() -> None:
    parts: Parts = {"intro": ("I work on a help desk.",), "topic": (f"A field in the API of {IT} is wrong.",)}
    assert in_order(SECTIONS, parts, PRODUCT)["topic"] == ("A field in the API of the help desk is wrong.",)


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
    assert clear_at_topic(SECTIONS, parts, PRODUCT) is clear


def test_a_product_gets_its_short_name_from_the_second_time_on() -> None:
    parts: Parts = {
        "intro": ("I work on a ticket shop.",),
        "topic": (f"I'm adding a lock to {NAME}.",),
        "premise": (f"Mistakes in {IT} are expensive.",),
    }
    ordered_parts = in_order(("intro", "remark", "topic", "account", "premise"), parts, SHORTER)
    assert ordered_parts["topic"] == ("I'm adding a lock to the shop.",)
    assert ordered_parts["premise"] == ("Mistakes in the shop are expensive.",)


def test_a_product_that_nobody_has_named_is_named_in_full() -> None:
    parts: Parts = {"topic": ("I'm adding a lock.",), "premise": (f"Mistakes in {IT} are expensive.",)}
    assert in_order(LATER, parts, SHORTER)["premise"] == ("Mistakes in the ticket shop are expensive.",)
    assert named(f"{IT} calls what {NAME} stores.", SHORTER) == "The ticket shop calls what the shop stores."
