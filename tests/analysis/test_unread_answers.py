"""Bounds on the values of items: all readings of unread answers count, and only those of unread answers."""

from collections.abc import Callable, Sequence

import pytest

from probe.analysis.scores import Contrast
from probe.analysis.study import prepare_values
from probe.protocols.triage.protocol import TriageProtocol
from probe.values import Arm, Bias, Decision, Item, ItemValue, Measure, Provenance, StatedItem
from tests.analysis.made_datasets import evaluation_of
from tests.protocols.triage.made import a_form, a_set

MEASURE = Measure(name="level", label="level", meaning="a value", expected=0.0)
Estimate = Callable[[Sequence[Item], Sequence[Decision]], Sequence[ItemValue]]
Answers = Sequence[tuple[Item, str, int, int | None]]


def ends(answers: Answers, measure: Measure = MEASURE, estimator: Estimate | None = None) -> list[list[float]]:
    """Return where each item's value may be: answers are an item, an arm, a turn and an option, None if unread."""
    items = tuple({item.id: item for item, *_ in answers}.values())
    decisions = tuple(
        Decision(item_id=item.id, arm=Arm(arm), turn=turn, run=0, decision="unparsed" if option is None else option,
                 exchanged=False)
        for item, arm, turn, option in answers
    )  # fmt: skip
    evaluation = evaluation_of(items, decisions, runs=1, reference="neutral")
    contrast: Contrast = prepare_values(
        [evaluation], measures=[measure], estimator=estimator or TriageProtocol().values
    ).scores.effect
    return [end.tolist() for end in contrast.extremes]


def triage(name: str) -> Measure:
    return next(measure for measure in TriageProtocol().measures if measure.name == name)


def points(name: str, number: int = 5) -> Item:
    return StatedItem(
        protocol="made", bias=Bias.FRAMING, cluster=name, scale=tuple(map(str, range(number))),
        provenance=Provenance(author=name),
    )  # fmt: skip


def test_arms_other_than_the_reference_move_apart() -> None:
    """The contrast of the admitting with the rejecting form may have either sign where neither could be read."""
    form = a_form("form")
    answers = [(form, "neutral", 0, 0), (form, "admitting", 0, None), (form, "rejecting", 0, None)]
    assert ends(answers, triage("effect")) == [[-1.0], [1.0]]


def test_an_unread_turn_of_a_set_may_be_right_or_wrong() -> None:
    """Right answers alternate, so one option for all unread turns would be half right at both ends."""
    a = a_set("set", 4)
    order = next(iter(a.orders))
    assert ends([(a, order, turn, None) for turn in range(4)], triage("errors")) == [[0.0], [1.0]]


def test_inner_options_count() -> None:
    """A value that is largest in the middle of the scale has its bound there."""

    def estimator(items: Sequence[Item], decisions: Sequence[Decision]) -> list[ItemValue]:
        return [
            ItemValue(decision.item_id, "none", "level", 2.0 - abs(2 - decision.decision))
            for decision in decisions
            if decision.decision != "unparsed"
        ]

    assert ends([(points("a"), "shown", 0, None)], estimator=estimator) == [[0.0], [2.0]]


def test_items_without_unread_answers_keep_the_values_that_were_read() -> None:
    """Also where a value depends on the other items' answers, as a distance from the rate of all does."""

    def estimator(items: Sequence[Item], decisions: Sequence[Decision]) -> list[ItemValue]:
        options = {decision.item_id: decision.decision for decision in decisions if decision.decision != "unparsed"}
        rate = sum(options.values()) / len(options)
        return [ItemValue(key, "none", "level", option - rate) for key, option in options.items()]

    answers = [(points("a"), "shown", 0, 1), (points("b"), "shown", 0, 3), (points("c"), "shown", 0, None)]
    dependent_measure = MEASURE.model_copy(update={"depends_on_others": True})
    low, high = ends(answers, dependent_measure, estimator)
    assert (low[:2], high[:2]) == ([-1.0, 1.0], [-1.0, 1.0])
    assert (low[2], high[2]) == pytest.approx((-4 / 3, 4 - 8 / 3))


@pytest.mark.parametrize(("arms", "high"), [(2, 8.0), (3, 6.0), (8, 8.0), (9, 0.0)])
def test_many_unread_arms_are_at_the_ends_of_the_scale(arms: int, high: float) -> None:
    """With all readings of two arms, the ends of each of up to eight, and of no reference against others beyond."""

    def estimator(items: Sequence[Item], decisions: Sequence[Decision]) -> list[ItemValue]:
        options = [decision.decision for decision in decisions if decision.decision != "unparsed"]
        signs = [1 if number % 2 else -1 for number, _ in enumerate(options)]
        return [ItemValue(items[0].id, "none", "level", float(sum(map(int.__mul__, signs, options))))] * bool(options)

    item = points("a", 9 if arms < 3 else 7 if arms == 3 else 3)
    _, (highest,) = ends([(item, f"arm_{number}", 0, None) for number in range(arms)], estimator=estimator)
    assert highest == high
