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
from tests.analysis.unsteady_subjects import equally, gives_in
from tests.defined import defined

BIASES = (Bias.ANCHORING, Bias.FRAMING)
NAMES = {"none": (0.55, 60), "short": (0.2, 54), "control:short": (0.5, 58), "long": (0.4, 60)}
"""How often a subject errs on biased texts under each mitigation, and how many of the dilemmas it was asked."""


@pytest.fixture(scope="module")
def evaluation() -> Evaluation:
    whole = pairs(BIASES, 30)
    decisions = []
    for seed, (name, (rate, count)) in enumerate(NAMES.items()):
        part = evaluate(whole[60 - count :], gives_in(rate, seed), runs=4)
        decisions += [one.model_copy(update={"mitigation": name}) for one in part.decisions]
    costs = (
        StrategyCost(mitigation="none", calls=480, prompt_tokens=1, completion_tokens=1, usd=9.0),
        StrategyCost(mitigation="short", calls=864, prompt_tokens=4320, completion_tokens=216, usd=0.108),
        StrategyCost(mitigation="long", calls=480, prompt_tokens=960, completion_tokens=240),
    )
    return evaluate(whole, gives_in(0.0, 9)).model_copy(update={"decisions": tuple(decisions), "costs": costs})


@pytest.fixture(scope="module")
def study(evaluation: Evaluation) -> Study:
    return prepare([evaluation])


@pytest.fixture(scope="module")
def each(evaluation: Evaluation) -> pd.DataFrame:
    """Means over the runs that are readable in both arms, one row per mitigation and dilemma."""
    rows = pd.DataFrame(decision_rows(evaluation))
    rows["wrong"] = rows["wrong"].astype(float)
    wide = rows.pivot(index=["mitigation", "item", "run"], columns="arm", values="wrong").dropna()
    found = wide.groupby(["mitigation", "item"])[["unbiased", "biased"]].mean().reset_index()
    found["effect"] = found["biased"] - found["unbiased"]
    return found.merge(rows.drop_duplicates("item")[["item", "bias", "size"]], on="item")


def estimate(found: object) -> float:
    assert isinstance(found, Effect)
    return found.estimate


def part_of(each: pd.DataFrame, name: str, row: MitigationRow) -> pd.DataFrame:
    own = each[each["mitigation"] == name].set_index("item")
    own = own if row.bias == "all biases" else own[own["bias"] == row.bias]
    if row.tier == "all tiers":
        return own
    low, high = {"low": (0, 2), "mid-low": (2, 4), "mid-high": (4, 7), "high": (7, 99)}[row.tier.partition(" ")[0]]
    return own[(own["size"] > low) & (own["size"] <= high)]


def test_every_change_is_paired_by_dilemma(study: Study, each: pd.DataFrame) -> None:
    rows = mitigations(study)
    assert len(rows) == 3 * 3 * 5
    for row in rows:
        left, right = (part_of(each, name, row) for name in (row.mitigation, "none"))
        shared = left.index.intersection(right.index)
        one, other = left.loc[shared], right.loc[shared]
        assert row.dilemmas == len(shared)
        means = [equally(part["effect"], part["bias"]) for part in (one, other)]
        assert (row.effect, row.without) == pytest.approx(tuple(means))
        changes = ((row.change, "effect"), (row.biased_error, "biased"), (row.error, "unbiased"))
        for found, column in changes:
            assert isinstance(found, Effect)
            assert found.estimate == pytest.approx(equally(one[column] - other[column], one["bias"]))
            assert (found.p is None) == (len(shared) < 20)
        against(row, each)


def against(row: MitigationRow, each: pd.DataFrame) -> None:
    """Check the difference to the control, on the dilemmas that were asked under both."""
    if row.mitigation != "short":
        assert row.against_control == Gap(reason="its control was not shown")
        return
    left, right = (part_of(each, name, row) for name in ("short", "control:short"))
    shared = left.index.intersection(right.index)
    wanted = equally(left.loc[shared, "effect"] - right.loc[shared, "effect"], left.loc[shared, "bias"])
    assert isinstance(row.against_control, Effect)
    assert row.against_control.estimate == pytest.approx(wanted)
    assert (row.against_control.p is None) == (len(shared) < 20)


def test_the_family_is_a_subjects_mitigations_without_controls(study: Study) -> None:
    """Two p-values: the smaller one is doubled, the larger one is at least that."""
    rows = mitigations(study)
    whole = {row.mitigation: row for row in rows if (row.bias, row.tier) == ("all biases", "all tiers")}
    small, large = sorted((whole["short"], whole["long"]), key=lambda row: p_of(row))
    assert small.holm_p == pytest.approx(2 * p_of(small))
    assert large.holm_p == pytest.approx(max(p_of(large), 2 * p_of(small)))
    for row in rows:
        if row not in (small, large):
            assert row.holm_p == Gap(
                reason="not part of the family" if row.dilemmas >= 20 else "fewer than 20 dilemmas"
            )


def p_of(row: MitigationRow) -> float:
    return defined(defined(row.change).p)


def test_costs_are_per_decision_that_was_answered(study: Study) -> None:
    """432 decisions under ``short`` and 480 under ``long``, readable or not; a control's costs were not recorded."""
    found = {row.mitigation: row for row in outcomes(study, mitigations(study))}
    short, long, control = (found[name] for name in ("short", "long", "control:short"))
    assert (short.calls, short.tokens_in, short.tokens_out, short.usd) == pytest.approx((2.0, 10.0, 0.5, 0.25))
    assert (long.calls, long.tokens_in, long.tokens_out) == pytest.approx((1.0, 2.0, 0.5))
    assert long.usd == Gap(reason="the model has no price")
    assert {control.calls, control.tokens_in, control.tokens_out, control.usd} == {Gap(reason="not recorded")}
    assert short.facts_kept == Gap(reason="no fact twin was shown in both")


def by_facts(kept: float) -> MitigationOutcome:
    """Return what a mitigation does under which the facts decide in a share of runs only, as often as ``kept``."""
    whole = twinned()

    def decide(rate: float) -> Chooser:
        @choosing
        def choose(dilemma: Dilemma, arm: Arm, run: int) -> Option:
            right = dilemma.correct_option.other_option if arm in FACTS_BY_CUE[2:] else dilemma.correct_option
            return right.other_option if run >= 10 * rate and run % 2 == 1 else right

        return choose

    parts = {
        name: evaluate(whole, decide(rate), runs=10, arms=FACTS_BY_CUE) for name, rate in (("none", 1), ("m", kept))
    }
    decisions = tuple(
        one.model_copy(update={"mitigation": name}) for name, part in parts.items() for one in part.decisions
    )
    study = prepare([parts["none"].model_copy(update={"decisions": decisions})])
    assert estimate(facts(study)[0].facts) == pytest.approx(1.0)
    (row,) = outcomes(study, mitigations(study))
    return row


@pytest.mark.parametrize(("kept", "share"), [(1.0, 1.0), (0.8, 0.8), (0.0, 0.0)])
def test_the_fact_effect_that_is_kept_is_a_share_of_that_without(kept: float, share: float) -> None:
    found = by_facts(kept).facts_kept
    assert estimate(found) == pytest.approx(share)
    assert isinstance(found, Effect)
    assert found.low < share < found.high
