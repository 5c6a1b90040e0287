"""What mitigations change and cost, against the same numbers from the decisions by pandas."""

import pandas as pd
import pytest

from probe.analysis.effects.facts import facts
from probe.analysis.effects.mitigations import MitigationOutcome, MitigationRow, mitigations, outcomes
from probe.analysis.statistics.differences import Effect
from probe.analysis.study import Study, prepare
from probe.analysis.tables import Gap
from probe.measuring.decisions import decision_rows
from probe.values import Arm, Bias, Dilemma, Evaluation, Option, StrategyCost
from probe.values.base import FACTS_BY_CUE
from tests.analysis.made_datasets import Chooser, choosing, evaluate, pairs
from tests.analysis.test_facts import dilemmas as twinned
from tests.analysis.unsteady_subjects import equally, susceptible_subject
from tests.defined import defined

BIASES = (Bias.ANCHORING, Bias.FRAMING)
NAMES = {"none": (0.55, 60), "short": (0.2, 54), "control:short": (0.5, 58), "long": (0.4, 60)}
"""How often a subject errs on biased texts under each mitigation, and how many of the dilemmas it was asked."""


@pytest.fixture(scope="module")
def evaluation() -> Evaluation:
    dilemmas = pairs(BIASES, 30)
    decisions = []
    for seed, (name, (rate, count)) in enumerate(NAMES.items()):
        part = evaluate(dilemmas[60 - count :], susceptible_subject(rate, seed), runs=4)
        decisions += [decision.model_copy(update={"mitigation": name}) for decision in part.decisions]
    costs = (
        StrategyCost(mitigation="none", calls=480, prompt_tokens=1, completion_tokens=1, usd=9.0),
        StrategyCost(mitigation="short", calls=864, prompt_tokens=4320, completion_tokens=216, usd=0.108),
        StrategyCost(mitigation="long", calls=480, prompt_tokens=960, completion_tokens=240),
    )
    return evaluate(dilemmas, susceptible_subject(0.0, 9)).model_copy(
        update={"decisions": tuple(decisions), "costs": costs}
    )


@pytest.fixture(scope="module")
def study(evaluation: Evaluation) -> Study:
    return prepare([evaluation])


@pytest.fixture(scope="module")
def dilemma_rows(evaluation: Evaluation) -> pd.DataFrame:
    """Means over the runs that are readable in both arms, one row per mitigation and dilemma."""
    rows = pd.DataFrame(decision_rows(evaluation))
    rows["wrong"] = rows["wrong"].astype(float)
    wide_rows = rows.pivot(index=["mitigation", "item", "run"], columns="arm", values="wrong").dropna()
    means = wide_rows.groupby(["mitigation", "item"])[["unbiased", "biased"]].mean().reset_index()
    means["effect"] = means["biased"] - means["unbiased"]
    return means.merge(rows.drop_duplicates("item")[["item", "bias", "size"]], on="item")


def estimate(effect: object) -> float:
    assert isinstance(effect, Effect)
    return effect.estimate


def part_of(dilemma_rows: pd.DataFrame, name: str, row: MitigationRow) -> pd.DataFrame:
    mitigated_rows = dilemma_rows[dilemma_rows["mitigation"] == name].set_index("item")
    mitigated_rows = mitigated_rows if row.bias == "all biases" else mitigated_rows[mitigated_rows["bias"] == row.bias]
    if row.tier == "all tiers":
        return mitigated_rows
    low, high = {"low": (0, 2), "mid-low": (2, 4), "mid-high": (4, 7), "high": (7, 99)}[row.tier.partition(" ")[0]]
    return mitigated_rows[(mitigated_rows["size"] > low) & (mitigated_rows["size"] <= high)]


def test_every_change_is_paired_by_dilemma(study: Study, dilemma_rows: pd.DataFrame) -> None:
    rows = mitigations(study)
    assert len(rows) == 3 * 3 * 5
    for row in rows:
        left, right = (part_of(dilemma_rows, name, row) for name in (row.mitigation, "none"))
        shared_items = left.index.intersection(right.index)
        first_rows, second_rows = left.loc[shared_items], right.loc[shared_items]
        assert row.dilemmas == len(shared_items)
        means = [equally(part["effect"], part["bias"]) for part in (first_rows, second_rows)]
        assert (row.effect, row.without) == pytest.approx(tuple(means))
        changes = ((row.change, "effect"), (row.biased_error, "biased"), (row.error, "unbiased"))
        for effect, column in changes:
            assert isinstance(effect, Effect)
            assert effect.estimate == pytest.approx(
                equally(first_rows[column] - second_rows[column], first_rows["bias"])
            )
            assert (effect.p is None) == (len(shared_items) < 20)
        check_against_control(row, dilemma_rows)


def check_against_control(row: MitigationRow, dilemma_rows: pd.DataFrame) -> None:
    """Check the difference to the control, on the dilemmas that were asked under both."""
    if row.mitigation != "short":
        assert row.against_control == Gap(reason="its control was not shown")
        return
    left, right = (part_of(dilemma_rows, name, row) for name in ("short", "control:short"))
    shared_items = left.index.intersection(right.index)
    expected = equally(
        left.loc[shared_items, "effect"] - right.loc[shared_items, "effect"], left.loc[shared_items, "bias"]
    )
    assert isinstance(row.against_control, Effect)
    assert row.against_control.estimate == pytest.approx(expected)
    assert (row.against_control.p is None) == (len(shared_items) < 20)


def test_the_family_is_a_subjects_mitigations_without_controls(study: Study) -> None:
    """Two p-values: the smaller one is doubled, the larger one is at least as large as that."""
    rows = mitigations(study)
    row_by_mitigation = {row.mitigation: row for row in rows if (row.bias, row.tier) == ("all biases", "all tiers")}
    low_p_row, high_p_row = sorted((row_by_mitigation["short"], row_by_mitigation["long"]), key=lambda row: p_of(row))
    assert low_p_row.holm_p == pytest.approx(2 * p_of(low_p_row))
    assert high_p_row.holm_p == pytest.approx(max(p_of(high_p_row), 2 * p_of(low_p_row)))
    for row in rows:
        if row not in (low_p_row, high_p_row):
            assert row.holm_p == Gap(
                reason="not part of the family" if row.dilemmas >= 20 else "fewer than 20 dilemmas"
            )


def p_of(row: MitigationRow) -> float:
    return defined(defined(row.change).p)


def test_costs_are_per_decision_that_was_answered(study: Study) -> None:
    """432 decisions under ``short`` and 480 under ``long``, readable or not; a control's costs were not recorded."""
    outcome_by_name = {row.mitigation: row for row in outcomes(study, mitigations(study))}
    short, long, control = (outcome_by_name[name] for name in ("short", "long", "control:short"))
    assert (short.calls, short.tokens_in, short.tokens_out, short.usd) == pytest.approx((2.0, 10.0, 0.5, 0.25))
    assert (long.calls, long.tokens_in, long.tokens_out) == pytest.approx((1.0, 2.0, 0.5))
    assert long.usd == Gap(reason="the model has no price")
    assert {control.calls, control.tokens_in, control.tokens_out, control.usd} == {Gap(reason="not recorded")}
    assert short.facts_kept == Gap(reason="no fact twin was shown in both")


def by_facts(kept_share: float) -> MitigationOutcome:
    """Return the outcome of a mitigation under which the facts decide only in this share of runs."""
    dilemmas = twinned()

    def decide(rate: float) -> Chooser:
        @choosing
        def choose(dilemma: Dilemma, arm: Arm, run: int) -> Option:
            right_option = dilemma.correct_option.other_option if arm in FACTS_BY_CUE[2:] else dilemma.correct_option
            return right_option.other_option if run >= 10 * rate and run % 2 == 1 else right_option

        return choose

    parts = {
        name: evaluate(dilemmas, decide(rate), runs=10, arms=FACTS_BY_CUE)
        for name, rate in (("none", 1), ("m", kept_share))
    }
    decisions = tuple(
        decision.model_copy(update={"mitigation": name}) for name, part in parts.items() for decision in part.decisions
    )
    study = prepare([parts["none"].model_copy(update={"decisions": decisions})])
    assert estimate(facts(study)[0].facts) == pytest.approx(1.0)
    (row,) = outcomes(study, mitigations(study))
    return row


@pytest.mark.parametrize(("kept_share", "share"), [(1.0, 1.0), (0.8, 0.8), (0.0, 0.0)])
def test_the_fact_effect_that_is_kept_is_a_share_of_that_without(kept_share: float, share: float) -> None:
    facts_kept = by_facts(kept_share).facts_kept
    assert estimate(facts_kept) == pytest.approx(share)
    assert isinstance(facts_kept, Effect)
    assert facts_kept.low < share < facts_kept.high
