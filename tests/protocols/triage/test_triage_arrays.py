"""Decisions on items of triage as arrays: arms that some items lack, and the places at which answers are shown."""

from collections.abc import Sequence

import pytest

from probe.analysis.arrays import MISSING, DecisionArrays, decision_arrays
from probe.protocols.triage.items import TriageItem
from probe.values import Arm, Decision
from tests.analysis.made_datasets import evaluation_of
from tests.protocols.triage.made import a_choice, a_form, a_set, decisions_of


def arrays(items: Sequence[TriageItem], decisions: Sequence[Decision], runs: int = 1) -> DecisionArrays:
    return decision_arrays(evaluation_of(items, decisions, runs=runs))


def test_sets_of_several_sizes_are_read_although_the_smaller_one_lacks_arms() -> None:
    items = [a_set("large", 6), a_set("small", 4), a_form("form", right=1)]
    answer_arrays = arrays(items, decisions_of(items, "rational", history="none"))
    assert answer_arrays.right[Arm("alone_6")].tolist() == [1, MISSING, MISSING]
    assert answer_arrays.right[Arm("neutral")].tolist() == [MISSING, MISSING, 1]


@pytest.mark.parametrize(("exchanged", "nearness"), [(False, 0.0), (True, 1.0)])
def test_nearness_is_to_the_word_shown_first_whatever_it_means(exchanged: bool, nearness: float) -> None:
    """YES means the last option where the question asks whether to reject, and is shown first."""
    form = a_form("form")
    arm = Arm("rejecting_yes_no")
    no = Decision(item_id=form.id, arm=arm, run=0, decision=0, exchanged=exchanged)
    assert arrays([form], [no]).nearness(arm).tolist() == [[nearness]]


def test_nearness_follows_the_rotation_of_a_choice() -> None:
    choice = a_choice("choice")
    decisions = [
        Decision(item_id=choice.id, arm=Arm(f"neutral_{turn + 1}"), run=0, decision=turn, exchanged=False)
        for turn in range(4)
    ]
    answer_arrays = arrays([choice], decisions)
    assert [answer_arrays.nearness(decision.arm).item() for decision in decisions] == [1.0] * 4
