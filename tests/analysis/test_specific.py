"""The bias-specific effect: zero for a subject that follows any recommendation, whatever the effect of the cue."""

import random

import pytest

from probe.analysis.effects.specific import SpecificRow, specific, table
from probe.analysis.statistics.differences import Effect
from probe.analysis.study import prepare
from probe.analysis.tables import Gap
from probe.values import Arm, Bias, Controls, Dilemma, Evaluation, Provenance
from tests.analysis.made_datasets import Chooser, evaluate, pairs, shown

ARMS = (Arm.UNBIASED, Arm.BIASED, Arm.PLACEBO, Arm.COUNTER, Arm.ADVOCACY)
FULL = Controls(placebo="p?", counter="c?", advocacy="a?")
TURNED = Controls(placebo="p?", counter="c?")


def follows(*arms: Arm, rate: float = 0.3, seed: int = 1) -> Chooser:
    """Return a subject that errs in these arms with probability ``rate``, in draws of their own."""
    draw = random.Random(seed)

    def choose(dilemma: Dilemma, arm: Arm, run: int, exchanged: bool) -> str:
        right = dilemma.correct_option
        return shown(right.other if arm in arms and draw.random() < rate else right, exchanged)

    return choose


def asked(chooser: Chooser, each: int = 60, author: str = "grammar") -> Evaluation:
    """Return decisions on two biases with recommendations and one with an opposite cue only."""
    made = Provenance(author=author)
    named = pairs([Bias.CONFIRMATION, Bias.OVERCONFIDENCE], each, controls=FULL, provenance=made)
    turned = pairs([Bias.FRAMING], each, controls=TURNED, provenance=made)
    both = evaluate(named, chooser, arms=ARMS, runs=2)
    other = evaluate(turned, chooser, arms=ARMS[:4], runs=2)
    decisions = (*both.decisions, *other.decisions)
    return both.model_copy(update={"items": (*named, *turned), "decisions": decisions})


def rows(chooser: Chooser, each: int = 60, author: str = "grammar") -> dict[str, SpecificRow]:
    study = prepare([asked(chooser, each, author)])
    return {row.bias: row for row in specific(study.scores, study.decisions)}


def effect(found: Effect | Gap) -> Effect:
    assert isinstance(found, Effect)
    return found


@pytest.mark.parametrize("seed", range(3))
def test_a_subject_that_agrees_has_no_specific_effect_and_a_biased_one_has(seed: int) -> None:
    """Both follow the cue equally often."""
    agrees = effect(rows(follows(Arm.BIASED, Arm.ADVOCACY, seed=seed))["all biases"].specific)
    biased = effect(rows(follows(Arm.BIASED, seed=seed))["all biases"].specific)
    assert agrees.low <= 0 <= agrees.high
    assert biased.low > 0.1
    assert biased.low <= 0.3 <= biased.high


def test_biases_of_different_size_count_equally_in_the_error_rate_on_recommendations_too() -> None:
    """So it is the error rate on biased texts minus the specific effect, as each row says."""
    one = pairs([Bias.CONFIRMATION], 20, controls=FULL)
    other = pairs([Bias.OVERCONFIDENCE], 60, controls=FULL)

    def choose(dilemma: Dilemma, arm: Arm, run: int, exchanged: bool) -> str:
        wrong = arm is Arm.BIASED or (arm is Arm.ADVOCACY and dilemma.bias is Bias.CONFIRMATION)
        return shown(dilemma.correct_option.other if wrong else dilemma.correct_option, exchanged)

    study = prepare([evaluate((*one, *other), choose, arms=ARMS, runs=2)])
    row = next(row for row in specific(study.scores, study.decisions) if row.bias == "all biases")
    assert row.recommended == pytest.approx(0.5)
    assert effect(row.specific).estimate == pytest.approx(1 - 0.5)


def test_an_opposite_cue_is_a_contrast_of_its_own() -> None:
    """It is not pooled with bias-specific effects, and neither is shown for the other."""
    found = rows(follows(Arm.BIASED))
    assert isinstance(found[Bias.FRAMING.value].specific, Gap)
    assert effect(found[Bias.FRAMING.value].opposite).low > 0.1
    assert all(isinstance(found[bias].opposite, Gap) for bias in ("all biases", Bias.CONFIRMATION.value))
    assert found["all biases"].dilemmas == 120
    assert found[Bias.FRAMING.value].dilemmas == 60


def test_what_composed_items_measure_is_named_and_that_of_others_is_not() -> None:
    assert rows(follows(Arm.BIASED), 4)[Bias.CONFIRMATION.value].construct == "deference to a prior belief"
    assert isinstance(rows(follows(Arm.BIASED), 4, "gpt")[Bias.CONFIRMATION.value].construct, Gap)


def test_small_cells_are_shown_and_not_tested() -> None:
    found = effect(rows(follows(Arm.BIASED, rate=1.0), 4)[Bias.CONFIRMATION.value].specific)
    assert (found.estimate, found.p) == (1.0, None)


def test_the_table_has_a_column_for_each_contrast() -> None:
    study = prepare([asked(follows(Arm.BIASED), 4)])
    shown_table = table(specific(study.scores, study.decisions))
    names = [column.key for column in shown_table.columns]
    assert {"specific_effect", "specific_low", "opposite_effect", "construct"} <= set(names)
