"""Was depth exercised: readers who follow some of the levels, and subjects that depth does not affect."""

import random

import numpy as np

from probe.analysis.depth.required import (
    RequiredDepthChapter,
    reader_comparisons,
    reader_error,
    required_depth_chapter,
    unexercised_sentences,
)
from probe.analysis.statistics.weights import MINIMUM
from probe.analysis.study import prepare
from probe.analysis.tables import Gap
from probe.values import Arm, Bias, Dilemma, Evaluation, Option, Reasoning
from probe.values.base import FACTS_BY_CUE
from tests.analysis.made_datasets import Chooser, choosing, evaluate, pairs
from tests.analysis.reports import report_on
from tests.analysis.test_facts import dilemma_with_twin

BIASES = (Bias.FRAMING, Bias.ANCHORING)


def dilemmas_by_required_depth(count: int = 60) -> tuple[Dilemma, ...]:
    """Return dilemmas that require two to six levels of rules, evenly."""
    return tuple(
        dilemma_with_twin(bias, number, reasoning=Reasoning(required_depth=2 + number % 5))
        for bias in BIASES
        for number in range(count)
    )


def reader_of_levels(levels: int, seed: int = 3) -> Chooser:
    """Return a reader who follows this many levels, and guesses where more are required."""
    draw = random.Random(seed)

    @choosing
    def choose(dilemma: Dilemma, arm: Arm, run: int) -> Option:
        right_option = dilemma.right_option(arm)
        return (
            draw.choice([right_option, right_option.other_option])
            if (dilemma.required_depth or 0) > levels
            else right_option
        )

    return choose


RIGHT = reader_of_levels(9)


def slipping_reader() -> Chooser:
    """Return a reader who errs in a fifth of the texts, regardless of what they require."""
    draw = random.Random(5)

    @choosing
    def choose(dilemma: Dilemma, arm: Arm, run: int) -> Option:
        right_option = dilemma.right_option(arm)
        return right_option.other_option if draw.random() < 0.2 else right_option

    return choose


def required_depth(choose: Chooser, *, subject: str = "reader") -> RequiredDepthChapter:
    return required_depth_chapter(prepare([evaluate_reader(choose, subject=subject)]))


def evaluate_reader(choose: Chooser, *, subject: str = "reader") -> Evaluation:
    return evaluate(dilemmas_by_required_depth(), choose, subject=subject, arms=FACTS_BY_CUE)


def test_a_reader_of_four_levels_errs_beyond_them_and_is_named_as_such() -> None:
    requirement = required_depth(reader_of_levels(4))
    assert [row.levels for row in requirement.levels] == [2, 3, 4, 5, 6]
    errors = [0.0 if isinstance(row.error, Gap) else row.error.estimate for row in requirement.levels]
    assert errors[:3] == [0, 0, 0]
    assert all(0.35 < error < 0.65 for error in errors[3:])
    assert [row.reader for row in requirement.levels] == [0.4, 0.3, 0.2, 0.1, 0.0]
    assert {row.outcome for row in requirement.exercised if row.changes} == {
        "errors without the cue",
        "fact effect without the cue",
    }
    assert not list(unexercised_sentences(requirement))
    (sentence,) = reader_comparisons(requirement)
    assert "a reader who follows 4 levels" in sentence or "a reader who follows 5 levels" in sentence


def test_it_is_not_shown_whether_depth_was_exercised_where_errors_do_not_depend_on_it() -> None:
    (sentence,) = unexercised_sentences(required_depth(slipping_reader()))
    assert sentence.startswith("It is not shown whether reader exercised depth")
    assert "no change is found in errors without the cue and fact effect without the cue (120 dilemmas)" in sentence
    findings = report_on(prepare([evaluate_reader(slipping_reader())]))
    assert sentence in findings.answer
    (chapter,) = [chapter for chapter in findings.chapters if chapter.key == "required"]
    assert [table.key for table in chapter.result.every_table] == ["exercised", "required"]


def test_longer_explanations_at_greater_depth_are_a_sign_of_it() -> None:
    evaluation = evaluate_reader(RIGHT)
    depths = {item.id: item.required_depth or 0 for item in evaluation.items}
    draw = random.Random(1)
    longer = tuple(
        decision.model_copy(update={"explanation": "word " * (10 * depths[decision.item_id] + draw.randrange(10))})
        for decision in evaluation.decisions
    )
    requirement = required_depth_chapter(prepare([evaluation.model_copy(update={"decisions": longer})]))
    assert [row.outcome for row in requirement.exercised if row.changes] == ["words of the explanation"]
    assert not list(unexercised_sentences(requirement))


def test_dilemmas_without_a_recorded_depth_have_no_such_chapter() -> None:
    evaluation = evaluate(pairs(BIASES, 20), reader_of_levels(4))
    assert required_depth_chapter(prepare([evaluation])) == RequiredDepthChapter((), (), {})
    assert any(text.startswith("Was depth exercised") for text in report_on(prepare([evaluation])).absent)


def test_a_subject_without_any_error_gets_the_same_sentence() -> None:
    (sentence,) = unexercised_sentences(required_depth(RIGHT))
    assert sentence.startswith("It is not shown whether reader exercised depth")


def test_the_fact_effect_by_required_depth_is_that_without_the_cue() -> None:
    """A subject that follows every cue, and decides right without one."""
    choose = choosing(
        lambda dilemma, arm, run: (
            dilemma.correct_option.other_option if arm in (Arm.BIASED, Arm.TWIN_BIASED) else dilemma.right_option(arm)
        )
    )
    effects = [row.facts for row in required_depth(choose).levels]
    assert [0.0 if isinstance(effect, Gap) else effect.estimate for effect in effects] == [1.0] * 5


def test_a_reader_guesses_beyond_the_levels_that_it_follows() -> None:
    levels = np.array([2.0, 3.0, 4.0, 4.0])
    assert [reader_error(levels, followed_levels) for followed_levels in (1, 2, 3, 4)] == [0.5, 0.375, 0.25, 0.0]


def test_what_was_not_tested_is_not_reported_as_unchanged() -> None:
    """Without the twins' arms there is no fact effect, and no sentence about it."""
    (sentence,) = unexercised_sentences(
        required_depth_chapter(prepare([evaluate(dilemmas_by_required_depth(), slipping_reader())]))
    )
    assert "fact effect" not in sentence


def test_where_nothing_could_change_the_reason_is_given() -> None:
    """A subject that never errs may have an effect that grows with depth: without the reason, both contradict."""
    (line,) = unexercised_sentences(required_depth(reader_of_levels(9)))
    assert "makes no error without the cue" in line
    small_result = required_depth_chapter(
        prepare([evaluate(dilemmas_by_required_depth(5), reader_of_levels(4), subject="reader", arms=FACTS_BY_CUE)])
    )
    (line,) = unexercised_sentences(small_result)
    assert f"fewer than {MINIMUM} dilemmas" in line
    assert "no error" not in line
