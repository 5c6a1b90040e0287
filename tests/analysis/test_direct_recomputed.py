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
    """Return answers to 60 dilemmas, one in each order; one in ten is unreadable, and other tokens are possible."""
    draw = random.Random(5)
    complete_evaluation = evaluate(pairs(BIASES, 30), flips_at(0.0), runs=2)

    def answer(decision: Decision) -> Decision:
        if draw.random() < 0.1:
            return decision.model_copy(update={"decision": "unparsed", "probabilities": (0.0, 0.0)})
        first, letter_mass = draw.betavariate(2, 1.5), draw.uniform(0.7, 1.0)
        probabilities = (letter_mass * first, letter_mass * (1 - first))
        return decision.model_copy(
            update={"decision": int(probabilities[1] > probabilities[0]), "probabilities": probabilities}
        )

    decisions = tuple(answer(decision) for decision in complete_evaluation.decisions)
    return complete_evaluation.model_copy(update={"decisions": decisions, "direct": True})


@pytest.fixture(scope="module")
def study(evaluation: Evaluation) -> Study:
    return prepare([evaluation])


@pytest.fixture(scope="module")
def runs(evaluation: Evaluation) -> pd.DataFrame:
    """The probability of the wrong option among both in each arm, one row per dilemma and run."""
    right_answers = {item.id: item.right_answer(Arm.UNBIASED) for item in evaluation.items}
    rows = []
    for decision in evaluation.decisions:
        first, second = decision.probabilities or (0.0, 0.0)
        wrong = second if right_answers[decision.item_id] == 0 else first
        share = wrong / (first + second) if first + second else np.nan
        rows.append({"item": decision.item_id, "run": decision.run, "arm": decision.arm.value, "wrong": share})
    wide_rows = pd.DataFrame(rows).pivot(index=["item", "run"], columns="arm", values="wrong").reset_index()
    labels = [{"item": item.id, "bias": item.bias.value, "size": item.complexity.size} for item in evaluation.items]
    return wide_rows.merge(pd.DataFrame(labels), on="item")


def solved_items(part: pd.DataFrame, evaluation: Evaluation) -> set[str]:
    """Return the dilemmas whose more probable option on most readable unbiased texts is the right one."""
    right_letters = {item.id: "AB"[item.right_answer(Arm.UNBIASED) or 0] for item in evaluation.items}
    is_right_by_item: dict[str, list[bool]] = {}
    for decision in evaluation.decisions:
        if decision.arm is Arm.UNBIASED and decision.letter != "unparsed" and decision.item_id in set(part["item"]):
            is_right_by_item.setdefault(decision.item_id, []).append(decision.letter == right_letters[decision.item_id])
    return {item for item, values in is_right_by_item.items() if 2 * sum(values) > len(values)}


def cell(runs: pd.DataFrame, bias: str, tier: str) -> pd.DataFrame:
    part = runs if bias == "all biases" else runs[runs["bias"] == bias]
    low, high = {"all": (0, 99), "low": (0, 2), "mid-low": (2, 4), "mid-high": (4, 7), "high": (7, 99)}[
        tier.partition(" ")[0]
    ]
    return part[(part["size"] > low) & (part["size"] <= high)]


def test_errors_are_probabilities_of_the_wrong_option(study: Study, runs: pd.DataFrame) -> None:
    for row in effects(study.scores, study.tiers):
        part = cell(runs, row.bias, row.tier)
        means = part.dropna().groupby("item")[["unbiased", "biased"]].mean()
        assert isinstance(row.effect, Effect)
        assert row.dilemmas == len(means)
        assert row.runs == len(part.dropna())
        assert row.effect.estimate == pytest.approx((means["biased"] - means["unbiased"]).mean())
        assert (row.error_on_unbiased, row.harmful) == pytest.approx((means["unbiased"].mean(), means["biased"].mean()))
        unparsed_share = part[["unbiased", "biased"]].isna().any(axis=1).groupby(part["item"]).mean().mean()
        assert row.unparsed == pytest.approx(unparsed_share)
        strata = pd.factorize(runs.drop_duplicates("item").set_index("item").loc[means.index, "bias"])[0]
        expected = direct_mean((means["biased"] - means["unbiased"]).to_numpy(), np.arange(len(means)), strata).effect(
            1.0
        )
        assert (row.effect.low, row.effect.high) == pytest.approx((expected.low, expected.high))


def test_probabilities_have_no_flips(study: Study, runs: pd.DataFrame, evaluation: Evaluation) -> None:
    rows = flips(study.scores, study.tiers)
    assert len(rows) == 15
    for row in rows:
        part = cell(runs, row.bias, row.tier)
        means = part.dropna().groupby("item")[["unbiased", "biased"]].mean()
        undefined_fields = {"flips", "noise_unbiased", "noise_biased", "excess", "right_to_wrong", "wrong_to_right"}
        assert {getattr(row, name) for name in (undefined_fields | {"bounds", "solved"})} == {DIRECT}
        assert (row.dilemmas, row.runs) == (len(means), len(part.dropna()))
        assert row.solved_dilemmas == len(solved_items(part, evaluation) & set(means.index))
        assert shares(row) == pytest.approx((means["biased"].mean(), means["unbiased"].mean()))
        unparsed_share = part[["unbiased", "biased"]].isna().any(axis=1).groupby(part["item"]).mean().mean()
        assert row.unparsed == pytest.approx(unparsed_share)
    assert 0 < rows[0].solved_dilemmas < rows[0].dilemmas


def shares(row: FlipRow) -> tuple[float, float]:
    return defined(row.harmful).estimate, defined(row.error_on_unbiased)
