"""Figures do not repeat what a sentence counts, and a policy's label is short."""

import pytest

from probe.grammar.draw import Draw
from probe.grammar.schema import Number
from probe.grammar.wording import first_figure, numbered


@pytest.mark.parametrize(
    ("noun", "unit", "figure"),
    [
        ("number of clients", ("client", "clients"), "41"),
        ("number of words", ("thousand words", "thousand words"), "41 thousand"),
        ("volume to translate", ("thousand words", "thousand words"), "41 thousand words"),
        ("number of delays in a week", ("delay a week", "delays a week"), "41"),
        ("number of delays", ("delay a week", "delays a week"), "41 delays a week"),
        ("number of test cases", ("working day", "working days"), "41 working days"),
    ],
    ids=["counted", "scaled", "not counted", "with its period", "without its period", "another unit"],
)
def test_a_figure_does_not_repeat_what_is_counted(noun: str, unit: tuple[str, str], figure: str) -> None:
    """The unit, or its last word after a scale, is left out where the noun names it."""
    assert first_figure(Number(name="size", noun=noun, unit=unit, range=(1, 99)), 41) == figure


@pytest.mark.parametrize(
    ("product", "initials"),
    [
        ("the compliance reporting system", "CRS"),
        ("the meal-kit shop", "MKS"),
        ("the CRM", "CRM"),
        ("the checkout", "CHECKOUT"),
    ],
    ids=["words", "hyphen", "acronym", "one word"],
)
def test_a_brief_text_labels_its_rules_with_initials(product: str, initials: str) -> None:
    """The label is "CRS-1: …" or "[CRS-1] …", never the name of the product in capitals."""
    labelled_rules = numbered(("We wait.", "We go on."), product, Draw(1).brief())
    assert [rule.strip("[").split("-1")[0].split("-2")[0] for rule in labelled_rules] == [initials, initials]
