"""What the answer of a report adds to an effect that a reader would otherwise take for all there is to know."""

import random

import pytest

from probe.analysis.effects.effect import WIDE, effects
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


def misled(*biases: Bias, arms: tuple[str, ...] = ("biased",), noise: float = 0.0, seed: int = 1) -> Chooser:
    """Return a subject that always errs on texts of these arms and biases, and elsewhere at random."""
    draw = random.Random(seed)

    @errs_where
    def choose(dilemma: Dilemma, arm: Arm, run: int) -> object:
        return draw.random() < noise or (arm.value in arms and dilemma.bias in biases)

    return choose


def test_biases_with_effects_of_both_signs_are_not_called_without_effect() -> None:
    """Framing misleads always, anchoring prevents every error of unbiased texts: over all biases that is nothing."""
    dilemmas = pairs(THREE[::2], 30)
    choose = errs_where(lambda dilemma, arm, run: (arm is Arm.BIASED) == (dilemma.bias is Bias.FRAMING))
    alone = answer(evaluate(dilemmas, choose))
    assert "not distinguishable from zero" in alone[0]
    (line,) = [line for line in alone if line.startswith("Taken alone, the cues of 2 of 2")]
    assert line.index("above zero for framing effect") < line.index("below zero for anchoring bias")
    assert [line for line in alone if "both signs" in line]
    other = evaluate(dilemmas, misled(Bias.FRAMING), subject="x/other")
    (line,) = [line for line in answer(evaluate(dilemmas, choose), other) if "both signs" in line]
    assert line.startswith("simulated/planted: ")


def test_placebo_texts_that_work_as_well_are_reported_where_only_one_subject_saw_them() -> None:
    dilemmas = [with_controls(one) for one in pairs(THREE[:1], 30)]
    arms = tuple(Arm(name) for name in ("unbiased", "biased", "placebo"))
    edited = evaluate(dilemmas, misled(*THREE, arms=("biased", "placebo")), subject="x/edit", arms=arms)
    cued = evaluate(dilemmas, misled(*THREE), subject="x/cue")
    lines = [line for line in answer(edited, cued) if "placebo-adjusted effect is 0.0 points" in line]
    assert len(lines) == 1
    assert lines[0].startswith("x/edit was shown placebo texts")
    assert "not distinguishable from zero" in lines[0]
    assert not [line for line in answer(edited) if "was shown placebo texts" in line]


def test_unparsed_decisions_and_unreadable_subjects_are_not_lost_among_several() -> None:
    dilemmas = pairs(THREE[:1], 30)

    def half(dilemma: Dilemma, arm: Arm, run: int, exchanged: bool) -> str:
        return "unparsed" if run < 3 else misled(*THREE)(dilemma, arm, run, exchanged)

    mute = evaluate(dilemmas, lambda *_: "unparsed", subject="x/mute")
    partly = evaluate(dilemmas, half, subject="x/partly")
    whole = evaluate(dilemmas, misled(), subject="x/whole")
    found = answer(mute, partly, whole)
    assert [line for line in found if line.startswith("x/mute: no readable decision")]
    (line,) = [line for line in found if "unparsed decision" in line]
    assert line.startswith("60.0 % of x/partly's runs")
    assert line.endswith("so that even its sign may depend on them.")
    assert [line for line in answer(mute, whole) if line.startswith("x/mute: no readable decision")]


def test_unparsed_decisions_are_counted_in_the_arms_of_the_effect() -> None:
    """A placebo-adjusted effect does not contain the unbiased texts, whose unparsed decisions leave it alone."""
    dilemmas = [with_controls(one) for one in pairs(THREE[:1], 30)]

    def mute(name: str) -> Chooser:
        def choose(dilemma: Dilemma, arm: Arm, run: int, exchanged: bool) -> str:
            return "unparsed" if arm == name and run < 2 else misled(*THREE)(dilemma, arm, run, exchanged)

        return choose

    arms = tuple(Arm(name) for name in ("unbiased", "biased", "placebo"))
    (line,) = [line for line in answer(evaluate(dilemmas, mute("placebo"), arms=arms)) if "unparsed" in line]
    assert line.startswith("40.0 % of runs contain an unparsed decision")
    assert not [line for line in answer(evaluate(dilemmas, mute("unbiased"), arms=arms)) if "unparsed" in line]


def test_a_difference_of_two_subjects_has_its_interval_and_does_not_call_a_rescued_one_misled() -> None:
    dilemmas = pairs(THREE, 30)
    rescued = errs_where(lambda dilemma, arm, run: arm is Arm.UNBIASED and run < 2)
    found = answer(evaluate(dilemmas, rescued, subject="x/rescued"), evaluate(dilemmas, misled(), subject="x/steady"))
    (line,) = [line for line in found if line.startswith("The two subjects differ")]
    assert "the effect of x/steady is larger than that of x/rescued by 40.0 points (95 % interval +" in line
    low, high = line.partition("interval +")[2].rstrip(").").split(" to +")
    assert 0 < float(low) < 40 < float(high)
    assert "errors on unbiased texts" in found[1]


def test_a_trend_of_the_only_bias_is_reported_once() -> None:
    deep = errs_where(lambda dilemma, arm, run: arm is Arm.BIASED and (dilemma.complexity.size or 0) > 5)
    one = answer(evaluate(pairs(THREE[:1], 40), deep))
    assert [line for line in one if "the effect rises with" in line]
    assert not [line for line in one if "single biases it rises" in line]
    two = answer(evaluate(pairs(THREE[:2], 40), deep))
    assert [line for line in two if line.startswith("Of 2 single biases it rises")]


def test_one_order_of_the_options_is_a_limit() -> None:
    evaluation = evaluate(pairs(THREE[:1], 20), misled(), order="as-written", subject="x/fixed")
    limits = report_on(prepare([evaluation])).limits
    assert [line for line in limits if line.startswith("Order: x/fixed ")]
    both = evaluation.model_copy(update={"order": "both", "decisions": tuple(map(_exchanged, evaluation.decisions))})
    assert not [line for line in report_on(prepare([both])).limits if line.startswith("Order: ")]


def _exchanged(decision: Decision) -> Decision:
    return decision.model_copy(update={"exchanged": decision.run % 2 == 1})


def test_facts_and_cue_of_several_subjects_are_one_sentence() -> None:
    found = answer(*facts_and_cue())
    (line,) = [line for line in found if "fact effect" in line]
    assert line.index("x/facts has a fact effect of +100.0 points") >= 0
    assert "x/same has a fact effect of 0.0 points" in line
    assert line.count("not distinguishable from zero") == 2


def facts_and_cue() -> tuple[Evaluation, Evaluation]:
    """One subject follows the facts, the other always chooses the option that is right in the original."""
    dilemmas = [with_twin(one) for one in pairs(THREE[:1], 24)]
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
    subject = misled(*THREE, noise=0.2)
    found = report_on(prepare([evaluate(pairs(THREE, 60), subject)]))
    unit = "per level of depth"
    assert any(unit in column.label for column in defined(found.lead).verdicts.columns)
    assert any(unit in line for line in found.answer)
    assert not any("rule more" in line or "per rule" in line for line in found.answer)
    assert unit in next(picture.caption for picture in found.pictures if picture.key == "trends")


@pytest.mark.parametrize("subjects", [1, 2])
def test_a_flip_rate_without_a_noise_floor_says_why(subjects: int) -> None:
    """Two runs in both orders show each order once."""
    names = [f"x/{number}" for number in range(subjects)]

    def flips(runs: int) -> str:
        made = [evaluate(pairs(THREE, 30), misled(*THREE), subject=name, runs=runs) for name in names]
        return next(line for line in answer(*made) if line.lower().startswith(("the flip rate", "flip rates")))

    assert "no text was asked twice in one order" in flips(2)
    assert "no text was asked twice" not in flips(4)


def test_the_note_on_wide_intervals_is_about_effects() -> None:
    """The note is below a table of effects, so its number is the half-width of an effect."""
    study = prepare([evaluate(pairs([Bias.FRAMING], 20), misled())])
    row = next(row for row in effects(study.scores, study.tiers) if row.bias == ALL_BIASES)
    assert not isinstance(row.effect, Gap)
    assert (row.effect.estimate, f"{100 * row.effect.high:.1f}") == (0, "21.9")
    assert "on 20 dilemmas" in WIDE
    assert "±21.9 points" in WIDE
