"""Ranges in one line are read as ranges with step and unit."""

import pytest
from pydantic import ValidationError

from probe.grammar.one_line import unit_of
from probe.grammar.schema import Number, Rule

NUMBER = {"name": "wait", "noun": "wait"}


@pytest.mark.parametrize(
    ("line", "limits", "step", "unit"),
    [
        ("60-900 step 10 minutes", (60, 900), 10, ("minute", "minutes")),
        ("5-80 working days", (5, 80), 1, ("working day", "working days")),
        ("1-100 %", (1, 100), 1, ("%",)),
        ("60-300 date", (60, 300), 1, ("date",)),
        ("0-9", (0, 9), 1, ()),
        ("20-600 step 20", (20, 600), 20, ()),
    ],
)
def test_a_range_in_one_line(line: str, limits: tuple[int, int], step: int, unit: tuple[str, ...]) -> None:
    number = Number.model_validate({**NUMBER, "range": line})
    assert (number.range, number.step, number.unit) == (limits, step, unit)


def test_a_step_and_a_unit_of_their_own_come_first() -> None:
    fields = {**NUMBER, "range": "10-90 step 5 people", "unit": ["person", "people"], "step": 10}
    number = Number.model_validate(fields)
    assert (number.step, number.unit) == (10, ("person", "people"))


@pytest.mark.parametrize("line", ["", "60", "900 to 60", "60-", "-5-10", "60-900 step minutes", "60-900step 5", "1-2 "])
def test_another_text_is_refused(line: str) -> None:
    with pytest.raises(ValidationError, match="range"):
        Number.model_validate({**NUMBER, "range": line})


@pytest.mark.parametrize(
    ("plural", "singular"),
    [
        ("queries per second", "query per second"),
        ("hotfixes", "hotfix"),
        ("hours a month", "hour a month"),
        ("thousand records", "thousand record"),
        ("GB", "GB"),
        ("open bugs", "open bug"),
        ("pieces of work", "piece of work"),
    ],
)
def test_the_singular_of_a_unit(plural: str, singular: str) -> None:
    assert unit_of(plural) == (singular, plural)


def test_a_rule_without_a_name_is_called_by_what_it_gives() -> None:
    assert Rule.model_validate({"gives": "load", "is": "users * requests"}).name == "load is users * requests"
    choice = Rule.model_validate({"gives": "action", "value": "first", "when": "load > limit"})
    assert (choice.name, choice.common) == ("action is first when load > limit", True)
