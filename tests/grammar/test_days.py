"""Dates in texts beside the days that programs count."""

from typing import Any

import pytest

from probe.document import Grid
from probe.grammar.days import FIRST_DAY, days_named, named_day
from probe.protocols import DILEMMAS, protocol_named
from probe.values import Provenance
from tests.analysis.made_datasets import pair


@pytest.mark.parametrize(
    ("number", "name"), [(1, "1 January"), (59, "28 February"), (60, "1 March"), (365, "31 December")]
)
def test_a_day_is_counted_from_new_year(number: int, name: str) -> None:
    assert named_day(number) == name
    assert days_named([f"It ends on {name}."], [f"ends({number})."]) == {name: number}
    assert FIRST_DAY.startswith(named_day(1))


def test_only_dates_that_a_program_has_are_listed() -> None:
    texts = ["Released on 21 March, live by 2 April; a colleague says 5 April. Step 21 March on."]
    assert days_named(texts, ["release_on(80).", "last_date(92)."]) == {"21 March": 80, "2 April": 92}
    assert not days_named(["It took 80 hours."], ["took(80)."])


def test_the_page_of_a_composed_dilemma_has_the_mapping() -> None:
    """Others count dates in ways of their own."""
    texts: dict[str, Any] = {"unbiased": "I release on 21 March.", "biased": "I release on 21 March, they say."}
    programs: dict[str, Any] = {f"{arm}_program": f":- consult('axioms').\nrelease_on(80).\n% {arm}" for arm in texts}

    def rows(author: str) -> list[tuple[object, ...]]:
        dilemma = pair(**texts, **programs, provenance=Provenance(author=author))
        parts = protocol_named(DILEMMAS).parts(dilemma)
        return [row for part in parts if isinstance(part, Grid) for row in part.rows]

    assert rows("grammar") == [("21 March", "80")]
    assert not rows("openai/gpt")
