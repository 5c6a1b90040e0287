"""Tables of direct answers against the same numbers from their probabilities, by pandas."""

import random

import numpy as np
import pandas as pd
import pytest

from probe.analysis.effects.effect import effects
from probe.analysis.effects.estimating import DIRECT
from probe.analysis.effects.flips import FlipRow, flips
from probe.analysis.statistics.differences import Effect, direct_mean
from probe.analysis.study import Study, prepare
from probe.values import Arm, Bias, Decision, Evaluation
from tests.analysis.made_datasets import evaluate, flips_at, pairs
from tests.defined import defined

BIASES = (Bias.ANCHORING, Bias.FRAMING)


@pytest.fixture(scope="module")
def evaluation() -> Evaluation:
    """Return answers to 60 dilemmas, one in each order; one in ten cannot be read, and some share goes elsewhere."""
    draw = random.Random(5)
    whole = evaluate(pairs(BIASES, 30), flips_at(0.0), runs=2)

    def answer(one: Decision) -> Decision:
        if draw.random() < 0.1:
            return one.model_copy(update={"decision": "unparsed", "probabilities": (0.0, 0.0)})
        first, named = draw.betavariate(2, 1.5), draw.uniform(0.7, 1.0)
        both = (named * first, named * (1 - first))
        return one.model_copy(update={"decision": int(both[1] > both[0]), "probabilities": both})

    decisions = tuple(answer(one) for one in whole.decisions)
    return whole.model_copy(update={"decisions": decisions, "direct": True})


@pytest.fixture(scope="module")
def study(evaluation: Evaluation) -> Study:
    return prepare([evaluation])


@pytest.fixture(scope="module")
def runs(evaluation: Evaluation) -> pd.DataFrame:
    """The probability of the wrong option among both in each arm, one row per dilemma and run."""
    right = {one.id: one.right_answer(Arm.UNBIASED) for one in evaluation.items}
    rows = []
    for one in evaluation.decisions:
        first, second = one.probabilities or (0.0, 0.0)
        wrong = second if right[one.item_id] == 0 else first
        share = wrong / (first + second) if first + second else np.nan
        rows.append({"item": one.item_id, "run": one.run, "arm": one.arm.value, "wrong": share})
    wide = pd.DataFrame(rows).pivot(index=["item", "run"], columns="arm", values="wrong").reset_index()
    labels = [{"item": one.id, "bias": one.bias.value, "size": one.complexity.size} for one in evaluation.items]
    return wide.merge(pd.DataFrame(labels), on="item")


def solved(part: pd.DataFrame, evaluation: Evaluation) -> set[str]:
    """Return the dilemmas whose more probable option on most readable unbiased texts is the right one."""
    right = {one.id: "AB"[one.right_answer(Arm.UNBIASED) or 0] for one in evaluation.items}
    chosen: dict[str, list[bool]] = {}
    for one in evaluation.decisions:
        if one.arm is Arm.UNBIASED and one.letter != "unparsed" and one.item_id in set(part["item"]):
            chosen.setdefault(one.item_id, []).append(one.letter == right[one.item_id])
    return {item for item, values in chosen.items() if 2 * sum(values) > len(values)}


def cell(runs: pd.DataFrame, bias: str, tier: str) -> pd.DataFrame:
    part = runs if bias == "all biases" else runs[runs["bias"] == bias]
    low, high = {"all": (0, 99), "low": (0, 2), "mid-low": (2, 4), "mid-high": (4, 7), "high": (7, 99)}[
        tier.partition(" ")[0]
    ]
    return part[(part["size"] > low) & (part["size"] <= high)]


def test_errors_are_probabilities_of_the_wrong_option(study: Study, runs: pd.DataFrame) -> None:
    for row in effects(study.scores, study.tiers):
        part = cell(runs, row.bias, row.tier)
        each = part.dropna().groupby("item")[["unbiased", "biased"]].mean()
        assert isinstance(row.effect, Effect)
        assert row.dilemmas == len(each)
        assert row.runs == len(part.dropna())
        assert row.effect.estimate == pytest.approx((each["biased"] - each["unbiased"]).mean())
        assert (row.error_on_unbiased, row.harmful) == pytest.approx((each["unbiased"].mean(), each["biased"].mean()))
        unread = part[["unbiased", "biased"]].isna().any(axis=1).groupby(part["item"]).mean().mean()
        assert row.unparsed == pytest.approx(unread)
        strata = pd.factorize(runs.drop_duplicates("item").set_index("item").loc[each.index, "bias"])[0]
        wanted = direct_mean((each["biased"] - each["unbiased"]).to_numpy(), np.arange(len(each)), strata).effect(1.0)
        assert (row.effect.low, row.effect.high) == pytest.approx((wanted.low, wanted.high))


def test_probabilities_have_no_flips(study: Study, runs: pd.DataFrame, evaluation: Evaluation) -> None:
    rows = flips(study.scores, study.tiers)
    assert len(rows) == 15
    for row in rows:
        part = cell(runs, row.bias, row.tier)
        each = part.dropna().groupby("item")[["unbiased", "biased"]].mean()
        undefined = {"flips", "noise_unbiased", "noise_biased", "excess", "right_to_wrong", "wrong_to_right"}
        assert {getattr(row, name) for name in (undefined | {"bounds", "solved"})} == {DIRECT}
        assert (row.dilemmas, row.runs) == (len(each), len(part.dropna()))
        assert row.solved_dilemmas == len(solved(part, evaluation) & set(each.index))
        assert shares(row) == pytest.approx((each["biased"].mean(), each["unbiased"].mean()))
        unread = part[["unbiased", "biased"]].isna().any(axis=1).groupby(part["item"]).mean().mean()
        assert row.unparsed == pytest.approx(unread)
    assert 0 < rows[0].solved_dilemmas < rows[0].dilemmas


def shares(row: FlipRow) -> tuple[float, float]:
    return defined(row.harmful).estimate, defined(row.error_on_unbiased)
