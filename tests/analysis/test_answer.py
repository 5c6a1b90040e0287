"""What the answer of a report adds to an effect that readers could misunderstand without it."""

import random

import pytest

from probe.analysis.effects.effect import WIDE_NOTE, effects
from probe.analysis.effects.estimating import ALL_BIASES
from probe.analysis.study import prepare
from probe.analysis.tables import Gap
from probe.values import Arm, Bias, Decision, Dilemma, Evaluation, FactTwin
from tests.analysis.made_datasets import Chooser, always_right, choosing, errs_where, evaluate, pairs, with_controls
from tests.analysis.reports import report_on
from tests.defined import defined

pytestmark = pytest.mark.usefixtures("undrawn")
THREE = (Bias.ANCHORING, Bias.BANDWAGON, Bias.FRAMING)


def answer(*evaluations: Evaluation) -> list[str]:
    return list(report_on(prepare(evaluations)).answer)


def cue_follower(*biases: Bias, arms: tuple[str, ...] = ("biased",), noise: float = 0.0, seed: int = 1) -> Chooser:
    """Return a subject that always errs on texts of these arms and biases, and elsewhere at random."""
    draw = random.Random(seed)

    @errs_where
    def choose(dilemma: Dilemma, arm: Arm, run: int) -> object:
        return draw.random() < noise or (arm.value in arms and dilemma.bias in biases)

    return choose


def test_biases_with_effects_of_both_signs_are_not_called_without_effect() -> None:
    """Framing misleads always, anchoring prevents every error of unbiased texts: over all biases the effect is zero."""
    dilemmas = pairs(THREE[::2], 30)
    choose = errs_where(lambda dilemma, arm, run: (arm is Arm.BIASED) == (dilemma.bias is Bias.FRAMING))
    lines = answer(evaluate(dilemmas, choose))
    assert "not distinguishable from zero" in lines[0]
    (line,) = [line for line in lines if line.startswith("Taken alone, the cues of 2 of 2")]
    assert line.index("above zero for framing effect") < line.index("below zero for anchoring bias")
    assert [line for line in lines if "both signs" in line]
    other_evaluation = evaluate(dilemmas, cue_follower(Bias.FRAMING), subject="x/other")
    (line,) = [line for line in answer(evaluate(dilemmas, choose), other_evaluation) if "both signs" in line]
    assert line.startswith("simulated/planted: ")


def test_placebo_texts_that_work_as_well_are_reported_where_only_one_subject_saw_them() -> None:
    dilemmas = [with_controls(dilemma) for dilemma in pairs(THREE[:1], 30)]
    arms = tuple(Arm(name) for name in ("unbiased", "biased", "placebo"))
    edit_evaluation = evaluate(dilemmas, cue_follower(*THREE, arms=("biased", "placebo")), subject="x/edit", arms=arms)
    cued_evaluation = evaluate(dilemmas, cue_follower(*THREE), subject="x/cue")
    lines = [
        line for line in answer(edit_evaluation, cued_evaluation) if "placebo-adjusted effect is 0.0 points" in line
    ]
    assert len(lines) == 1
    assert lines[0].startswith("x/edit was shown placebo texts")
    assert "not distinguishable from zero" in lines[0]
    assert not [line for line in answer(edit_evaluation) if "was shown placebo texts" in line]


def test_unparsed_decisions_and_unreadable_subjects_are_not_lost_among_several() -> None:
    dilemmas = pairs(THREE[:1], 30)

    def half_unparsed(dilemma: Dilemma, arm: Arm, run: int, exchanged: bool) -> str:
        return "unparsed" if run < 3 else cue_follower(*THREE)(dilemma, arm, run, exchanged)

    mute_evaluation = evaluate(dilemmas, lambda *_: "unparsed", subject="x/mute")
    partly = evaluate(dilemmas, half_unparsed, subject="x/partly")
    complete_evaluation = evaluate(dilemmas, cue_follower(), subject="x/whole")
    lines = answer(mute_evaluation, partly, complete_evaluation)
    assert [line for line in lines if line.startswith("x/mute: no readable decision")]
    (line,) = [line for line in lines if "unparsed decision" in line]
    assert line.startswith("60.0 % of x/partly's runs")
    assert line.endswith("so that even its sign may depend on them.")
    assert [
        line for line in answer(mute_evaluation, complete_evaluation) if line.startswith("x/mute: no readable decision")
    ]


def test_unparsed_decisions_are_counted_in_the_arms_of_the_effect() -> None:
    """A placebo-adjusted effect does not contain the unbiased texts, whose unparsed decisions leave it alone."""
    dilemmas = [with_controls(dilemma) for dilemma in pairs(THREE[:1], 30)]

    def mute_subject(name: str) -> Chooser:
        def choose(dilemma: Dilemma, arm: Arm, run: int, exchanged: bool) -> str:
            return "unparsed" if arm == name and run < 2 else cue_follower(*THREE)(dilemma, arm, run, exchanged)

        return choose

    arms = tuple(Arm(name) for name in ("unbiased", "biased", "placebo"))
    (line,) = [line for line in answer(evaluate(dilemmas, mute_subject("placebo"), arms=arms)) if "unparsed" in line]
    assert line.startswith("40.0 % of runs contain an unparsed decision")
    assert not [line for line in answer(evaluate(dilemmas, mute_subject("unbiased"), arms=arms)) if "unparsed" in line]


def test_a_difference_of_two_subjects_has_its_interval_and_does_not_call_a_rescued_one_misled() -> None:
    dilemmas = pairs(THREE, 30)
    choose = errs_where(lambda dilemma, arm, run: arm is Arm.UNBIASED and run < 2)
    lines = answer(
        evaluate(dilemmas, choose, subject="x/rescued"), evaluate(dilemmas, cue_follower(), subject="x/steady")
    )
    (line,) = [line for line in lines if line.startswith("The two subjects differ")]
    assert "the effect of x/steady is larger than that of x/rescued by 40.0 points (95 % interval +" in line
    low, high = line.partition("interval +")[2].rstrip(").").split(" to +")
    assert 0 < float(low) < 40 < float(high)
    assert "errors on unbiased texts" in lines[1]


def test_a_trend_of_the_only_bias_is_reported_once() -> None:
    errs_on_deep = errs_where(lambda dilemma, arm, run: arm is Arm.BIASED and (dilemma.complexity.size or 0) > 5)
    lines = answer(evaluate(pairs(THREE[:1], 40), errs_on_deep))
    assert [line for line in lines if "the effect rises with" in line]
    assert not [line for line in lines if "single biases it rises" in line]
    two = answer(evaluate(pairs(THREE[:2], 40), errs_on_deep))
    assert [line for line in two if line.startswith("Of 2 single biases it rises")]


def test_one_order_of_the_options_is_a_limit() -> None:
    evaluation = evaluate(pairs(THREE[:1], 20), cue_follower(), order="as-written", subject="x/fixed")
    limits = report_on(prepare([evaluation])).limits
    assert [line for line in limits if line.startswith("Order: x/fixed ")]
    both_orders = evaluation.model_copy(
        update={"order": "both", "decisions": tuple(map(_with_exchanged_options, evaluation.decisions))}
    )
    assert not [line for line in report_on(prepare([both_orders])).limits if line.startswith("Order: ")]


def _with_exchanged_options(decision: Decision) -> Decision:
    return decision.model_copy(update={"exchanged": decision.run % 2 == 1})


def test_facts_and_cue_of_several_subjects_are_one_sentence() -> None:
    lines = answer(*facts_and_cue())
    (line,) = [line for line in lines if "fact effect" in line]
    assert line.index("x/facts has a fact effect of +100.0 points") >= 0
    assert "x/same has a fact effect of 0.0 points" in line
    assert line.count("not distinguishable from zero") == 2


def facts_and_cue() -> tuple[Evaluation, Evaluation]:
    """One subject follows the facts, the other always chooses the option that is right in the original."""
    dilemmas = [with_twin(dilemma) for dilemma in pairs(THREE[:1], 24)]
    arms = tuple(Arm(name) for name in ("unbiased", "biased", "twin", "twin_biased"))

    by_facts = choosing(lambda dilemma, arm, run: dilemma.right_option(arm))
    return (
        evaluate(dilemmas, by_facts, subject="x/facts", arms=arms),
        evaluate(dilemmas, always_right, subject="x/same", arms=arms),
    )


def with_twin(dilemma: Dilemma) -> Dilemma:
    twin = {"unbiased": "t?", "biased": "t, B?", "unbiased_program": "a.", "biased_program": "b."}
    facts = {"fact": "a.", "changed": "b.", "correct_option": dilemma.correct_option.other_option}
    return dilemma.model_copy(update={"twin": FactTwin.model_validate(twin | facts)})


def test_one_slope_has_one_name() -> None:
    """In the table, in words and in the figure, the unit is the same; size counts other rules."""
    subject = cue_follower(*THREE, noise=0.2)
    report = report_on(prepare([evaluate(pairs(THREE, 60), subject)]))
    unit = "per level of depth"
    assert any(unit in column.label for column in defined(report.lead).verdicts.columns)
    assert any(unit in line for line in report.answer)
    assert not any("rule more" in line or "per rule" in line for line in report.answer)
    assert unit in next(picture.caption for picture in report.pictures if picture.key == "trends")


@pytest.mark.parametrize("subjects", [1, 2])
def test_a_flip_rate_without_a_noise_floor_says_why(subjects: int) -> None:
    """Two runs in both orders show each order once."""
    names = [f"x/{number}" for number in range(subjects)]

    def flips(runs: int) -> str:
        evaluations = [evaluate(pairs(THREE, 30), cue_follower(*THREE), subject=name, runs=runs) for name in names]
        return next(line for line in answer(*evaluations) if line.lower().startswith(("the flip rate", "flip rates")))

    assert "no text was asked twice in one order" in flips(2)
    assert "no text was asked twice" not in flips(4)


def test_the_note_on_wide_intervals_is_about_effects() -> None:
    """The note is below a table of effects, so its number is the half-width of an effect."""
    study = prepare([evaluate(pairs([Bias.FRAMING], 20), cue_follower())])
    row = next(row for row in effects(study.scores, study.tiers) if row.bias == ALL_BIASES)
    assert not isinstance(row.effect, Gap)
    assert (row.effect.estimate, f"{100 * row.effect.high:.1f}") == (0, "21.9")
    assert "on 20 dilemmas" in WIDE_NOTE
    assert "±21.9 points" in WIDE_NOTE
