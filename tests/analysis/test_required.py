"""Was depth exercised: readers who follow some of the levels, and subjects on which depth has no hold."""

import random

import numpy as np

from probe.analysis.depth.required import Required, reader_comparisons, reader_error, required, unexercised
from probe.analysis.statistics.weights import MINIMUM
from probe.analysis.study import prepare
from probe.analysis.tables import Gap
from probe.values import Arm, Bias, Dilemma, Evaluation, Option, Reasoning
from probe.values.base import FACTS_BY_CUE
from tests.analysis.made_datasets import Chooser, choosing, evaluate, pairs
from tests.analysis.reports import report_on
from tests.analysis.test_facts import twinned

BIASES = (Bias.FRAMING, Bias.ANCHORING)


def requiring(each: int = 60) -> tuple[Dilemma, ...]:
    """Return dilemmas that require two to six levels of rules, evenly."""
    return tuple(
        twinned(bias, number, reasoning=Reasoning(required_depth=2 + number % 5))
        for bias in BIASES
        for number in range(each)
    )


def follower(levels: int, seed: int = 3) -> Chooser:
    """Return a reader who follows so many levels, and guesses where more are required."""
    draw = random.Random(seed)

    @choosing
    def choose(dilemma: Dilemma, arm: Arm, run: int) -> Option:
        right = dilemma.right_option(arm)
        return draw.choice([right, right.other_option]) if (dilemma.required_depth or 0) > levels else right

    return choose


RIGHT = follower(9)


def slipping() -> Chooser:
    """Return a reader who errs in a fifth of the texts, whatever they require."""
    draw = random.Random(5)

    @choosing
    def choose(dilemma: Dilemma, arm: Arm, run: int) -> Option:
        right = dilemma.right_option(arm)
        return right.other_option if draw.random() < 0.2 else right

    return choose


def measured(choose: Chooser, *, subject: str = "reader") -> Required:
    return required(prepare([asked(choose, subject=subject)]))


def asked(choose: Chooser, *, subject: str = "reader") -> Evaluation:
    return evaluate(requiring(), choose, subject=subject, arms=FACTS_BY_CUE)


def test_a_reader_of_four_levels_errs_beyond_them_and_is_named_as_such() -> None:
    found = measured(follower(4))
    assert [row.levels for row in found.levels] == [2, 3, 4, 5, 6]
    errors = [0.0 if isinstance(row.error, Gap) else row.error.estimate for row in found.levels]
    assert errors[:3] == [0, 0, 0]
    assert all(0.35 < error < 0.65 for error in errors[3:])
    assert [row.reader for row in found.levels] == [0.4, 0.3, 0.2, 0.1, 0.0]
    assert {row.outcome for row in found.exercised if row.changes} == {
        "errors without the cue",
        "fact effect without the cue",
    }
    assert not list(unexercised(found))
    (said,) = reader_comparisons(found)
    assert "a reader who follows 4 levels" in said or "a reader who follows 5 levels" in said


def test_it_is_not_shown_whether_depth_was_exercised_where_errors_do_not_depend_on_it() -> None:
    (said,) = unexercised(measured(slipping()))
    assert said.startswith("It is not shown whether reader exercised depth")
    assert "no change is found in errors without the cue and fact effect without the cue (120 dilemmas)" in said
    findings = report_on(prepare([asked(slipping())]))
    assert said in findings.answer
    (chapter,) = [one for one in findings.chapters if one.key == "required"]
    assert [table.key for table in chapter.result.every_table] == ["exercised", "required"]


def test_longer_explanations_at_greater_depth_are_a_sign_of_it() -> None:
    evaluation = asked(RIGHT)
    depths = {item.id: item.required_depth or 0 for item in evaluation.items}
    draw = random.Random(1)
    longer = tuple(
        one.model_copy(update={"explanation": "word " * (10 * depths[one.item_id] + draw.randrange(10))})
        for one in evaluation.decisions
    )
    found = required(prepare([evaluation.model_copy(update={"decisions": longer})]))
    assert [row.outcome for row in found.exercised if row.changes] == ["words of the explanation"]
    assert not list(unexercised(found))


def test_dilemmas_without_a_recorded_depth_have_no_such_chapter() -> None:
    evaluation = evaluate(pairs(BIASES, 20), follower(4))
    assert required(prepare([evaluation])) == Required((), (), {})
    assert any(text.startswith("Was depth exercised") for text in report_on(prepare([evaluation])).absent)


def test_a_subject_without_any_error_gets_the_same_sentence() -> None:
    (said,) = unexercised(measured(RIGHT))
    assert said.startswith("It is not shown whether reader exercised depth")


def test_the_fact_effect_by_required_depth_is_that_without_the_cue() -> None:
    """A subject that follows every cue, and decides right without one."""
    choose = choosing(
        lambda dilemma, arm, run: (
            dilemma.correct_option.other_option if arm in (Arm.BIASED, Arm.TWIN_BIASED) else dilemma.right_option(arm)
        )
    )
    effects = [row.facts for row in measured(choose).levels]
    assert [0.0 if isinstance(effect, Gap) else effect.estimate for effect in effects] == [1.0] * 5


def test_a_reader_guesses_beyond_the_levels_that_it_follows() -> None:
    levels = np.array([2.0, 3.0, 4.0, 4.0])
    assert [reader_error(levels, followed) for followed in (1, 2, 3, 4)] == [0.5, 0.375, 0.25, 0.0]


def test_what_was_not_tested_is_not_said_to_be_unchanged() -> None:
    """Without the twins' arms there is no fact effect, and no sentence about it."""
    (said,) = unexercised(required(prepare([evaluate(requiring(), slipping())])))
    assert "fact effect" not in said


def test_where_nothing_could_change_the_reason_is_given() -> None:
    """A subject that never errs may have an effect that grows with depth: without the reason, both contradict."""
    (line,) = unexercised(measured(follower(9)))
    assert "makes no error without the cue" in line
    few = required(prepare([evaluate(requiring(5), follower(4), subject="reader", arms=FACTS_BY_CUE)]))
    (line,) = unexercised(few)
    assert f"fewer than {MINIMUM} dilemmas" in line
    assert "no error" not in line
