"""Dose curves: they estimate what more of the cue adds, and report if they are flat at zero."""

import random

import pytest

from probe.analysis.effects.doses import (
    CONSTANT,
    FLAT,
    GROWS,
    NOT_TESTED,
    UNDECIDED,
    UNINFORMATIVE,
    CueDoseChange,
    CueDoseRow,
    doses,
    sentences,
)
from probe.analysis.statistics.differences import Effect
from probe.analysis.study import prepare
from probe.values import Arm, Bias, Controls, Evaluation
from probe.values.base import DOSES
from tests.analysis.made_datasets import Chooser, errs_where, evaluate, pairs
from tests.analysis.reports import report_on

ARMS = (Arm.UNBIASED, *(arm for arms in DOSES.values() for arm in arms))
ALL_CONTROLS = Controls(placebo="p?", biased_2="b2?", biased_3="b3?", placebo_2="p2?", placebo_3="p3?")
BIASES = [Bias.CONFIRMATION, Bias.OVERCONFIDENCE]


def cue_follower(once: float, twice: float, thrice: float, noise: float = 0.0, seed: int = 1) -> Chooser:
    """Return a subject that errs on a dose of the cue with these probabilities, and on any other text by ``noise``."""
    rates, draw = {Arm.BIASED: once, Arm.BIASED_2: twice, Arm.BIASED_3: thrice}, random.Random(seed)
    return errs_where(lambda dilemma, arm, run: draw.random() < rates.get(arm, noise))


def dose_evaluation(chooser: Chooser, per_bias: int, arms: tuple[Arm, ...] = ARMS) -> Evaluation:
    """Return decisions on dilemmas with doses, and on as many without."""
    dosed_dilemmas = pairs(BIASES, per_bias, controls=ALL_CONTROLS)
    single = pairs([Bias.FRAMING], per_bias, controls=Controls(placebo="p?"))
    dosed_evaluation = evaluate(dosed_dilemmas, chooser, arms=arms, runs=2)
    single_evaluation = evaluate(single, chooser, arms=(Arm.UNBIASED, Arm.BIASED, Arm.PLACEBO), runs=2)
    return dosed_evaluation.model_copy(
        update={
            "items": (*dosed_dilemmas, *single),
            "decisions": (*dosed_evaluation.decisions, *single_evaluation.decisions),
        }
    )


def curve(evaluation: Evaluation) -> tuple[list[CueDoseRow], CueDoseChange]:
    """Return the rows and the change over all biases."""
    curves = doses(prepare([evaluation]))
    return [row for row in curves.rows if row.bias == "all biases"], curves.changes[0]


def as_effect(effect: object) -> Effect:
    assert isinstance(effect, Effect)
    return effect


@pytest.mark.parametrize("seed", range(3))
def test_a_growing_effect_is_found_at_each_dose(seed: int) -> None:
    rows, change = curve(dose_evaluation(cue_follower(0.05, 0.2, 0.4, noise=0.05, seed=seed), 80))
    assert [row.dose for row in rows] == [1, 2, 3]
    for row, effect in zip(rows, (0.0, 0.15, 0.35), strict=True):
        assert abs(as_effect(row.effect).estimate - effect) < 0.09
    assert as_effect(change.change).low <= 0.35 <= as_effect(change.change).high
    assert change.verdict == GROWS


def test_the_curve_has_the_same_dilemmas_at_every_dose() -> None:
    """None of its points contains dilemmas without doses: a different mix of dilemmas would look like a dose."""
    rows, change = curve(dose_evaluation(cue_follower(0.3, 0.3, 0.3), 40))
    assert {row.dilemmas for row in rows} == {80} == {change.dilemmas}
    assert {row.against for row in rows} == {"placebo"}


def test_a_steady_effect_does_not_grow() -> None:
    _, change = curve(dose_evaluation(cue_follower(0.3, 0.3, 0.3), 80))
    assert change.verdict == CONSTANT


def test_a_curve_flat_at_zero_is_uninformative_and_says_so() -> None:
    study = prepare([dose_evaluation(cue_follower(0.0, 0.0, 0.0), 100)])
    curves = doses(study)
    assert curves.changes[0].verdict == UNINFORMATIVE
    assert all(as_effect(row.effect).low >= -FLAT for row in curves.rows if row.bias == "all biases")
    (sentence,) = sentences(curves)
    assert UNINFORMATIVE in sentence
    assert sentence in report_on(study).answer


def test_zero_with_wide_intervals_is_undecided_and_few_dilemmas_are_not_tested() -> None:
    """Not finding an effect does not show that there is none."""
    assert curve(dose_evaluation(cue_follower(0.2, 0.2, 0.2, noise=0.2), 15))[1].verdict == UNDECIDED
    assert curve(dose_evaluation(cue_follower(0.0, 0.5, 1.0), 9))[1].verdict == NOT_TESTED


def test_without_placebos_of_its_length_a_dose_is_compared_with_the_unbiased_text() -> None:
    arms = (Arm.UNBIASED, Arm.BIASED, Arm.PLACEBO, Arm.BIASED_2)
    rows, _ = curve(dose_evaluation(cue_follower(0.1, 0.4, 0.0), 60, arms))
    assert [(row.dose, row.against) for row in rows] == [(1, "unbiased"), (2, "unbiased")]


def test_a_report_without_doses_says_how_to_get_them() -> None:
    findings = report_on(prepare([dose_evaluation(cue_follower(0.1, 0.1, 0.1), 30, ARMS[:3])]))
    assert any("grammar?doses=3" in reason for reason in findings.absent)


def test_a_report_draws_the_curve() -> None:
    findings = report_on(prepare([dose_evaluation(cue_follower(0.1, 0.3, 0.5), 30)]))
    (chapter,) = [chapter for chapter in findings.chapters if chapter.key == "doses"]
    assert [table.key for table in chapter.result.tables] == ["cue_dose_changes"]
    (picture,) = chapter.result.pictures
    assert "three times" in picture.alt
    figure = picture.draw()
    assert [tick.get_text() for tick in figure.axes[0].get_xticklabels()] == ["once", "twice", "three times"]
