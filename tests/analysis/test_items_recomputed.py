"""Means of values per item and their changes under mitigations, against the same numbers by pandas."""

import random
import re
from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd
import pytest
from statsmodels.stats.multitest import multipletests

from probe.analysis.effects.effect import EffectRow
from probe.analysis.effects.means import means
from probe.analysis.effects.mitigations import MitigationRow, mitigations, outcomes
from probe.analysis.statistics.differences import Effect, clustered_mean
from probe.analysis.study import Study, prepare_values
from probe.analysis.tables import Gap
from probe.errors import InputError
from probe.values import Arm, Bias, Complexity, Decision, Evaluation, Item, ItemValue, Measure, Provenance, StatedItem
from tests.analysis.made_datasets import evaluation_of
from tests.analysis.reports import report_on_items
from tests.analysis.unsteady_subjects import equally
from tests.defined import defined

MEASURE = Measure(name="level", label="level", meaning="the mean point", expected=1.0)
BIASES = {Bias.FRAMING: 30, Bias.ANCHORING: 24, Bias.HINDSIGHT: 10}


def items() -> tuple[Item, ...]:
    """Return items in clusters of two on a scale of three points; those of one bias have no norm."""
    return tuple(
        StatedItem(
            protocol="made",
            bias=bias,
            cluster=f"c{number // 2}-{bias.value}",
            norm="none" if bias is Bias.ANCHORING else "text",
            scale=("no", "maybe", "yes"),
            complexity=Complexity(size=1 + number % 9),
            provenance=Provenance(author=f"a{number}"),
            domain=f"d{number}",
        )
        for bias, count in BIASES.items()
        for number in range(count)
    )


def decisions(items: Sequence[Item]) -> Iterator[Decision]:
    """Yield points that rise without a mitigation, less so under ``m``, and are all the same under ``same``."""
    draw = random.Random(7)
    for item in items:
        for mitigation, weights in {"none": (1, 2, 7), "m": (2, 5, 3), "same": (0, 1, 0)}.items():
            point = draw.choices((0, 1, 2), weights)[0]
            is_unparsed = mitigation == "none" and draw.random() < 0.1
            yield Decision(
                item_id=item.id, arm=Arm("shown"), run=0, mitigation=mitigation,
                decision="unparsed" if is_unparsed else point, exchanged=False, explanation="",
            )  # fmt: skip


def weight(item_id: str) -> float:
    return 1.0 + int(item_id, 16) % 3


def estimate(items: Sequence[Item], item_decisions: Sequence[Decision]) -> Iterator[ItemValue]:
    """Yield the point of each readable decision; items have weights of 1 to 3."""
    for decision in item_decisions:
        if decision.decision != "unparsed":
            item_weight = weight(decision.item_id)
            yield ItemValue(
                decision.item_id, decision.mitigation, "level", item_weight * float(decision.decision), item_weight
            )


@pytest.fixture(scope="module")
def evaluation() -> Evaluation:
    tests = items()
    return evaluation_of(tests, decisions(tests), runs=1, reference="control")


@pytest.fixture(scope="module")
def study(evaluation: Evaluation) -> Study:
    return prepare_values([evaluation], measures=[MEASURE], estimator=estimate)


@pytest.fixture(scope="module")
def rows(evaluation: Evaluation) -> pd.DataFrame:
    items_by_id = {item.id: item for item in evaluation.items}
    return pd.DataFrame(
        [
            {
                "item": decision.item_id,
                "mitigation": decision.mitigation,
                "bias": items_by_id[decision.item_id].bias.value,
                "cluster": items_by_id[decision.item_id].cluster,
                "size": items_by_id[decision.item_id].complexity.size,
                "point": np.nan if decision.decision == "unparsed" else float(decision.decision),
                "weight": weight(decision.item_id),
            }
            for decision in evaluation.decisions
        ]
    )


def mean(part: pd.DataFrame, replacement: float | None = None) -> float:
    """Return the mean over biases of the weighted means; unreadable decisions are left out, or set to a point."""
    complete_rows = part.dropna() if replacement is None else part.fillna({"point": replacement})
    return equally(centres(complete_rows), complete_rows["bias"])


def centres(rows: pd.DataFrame) -> "pd.Series[float]":
    """Return for each item the weighted mean of its bias."""
    sums = (rows["point"] * rows["weight"]).groupby(rows["bias"]).sum() / rows.groupby("bias")["weight"].sum()
    return rows["bias"].map(sums)


def part_of(rows: pd.DataFrame, row: EffectRow | MitigationRow, tier: str = "all tiers") -> pd.DataFrame:
    part = rows if row.bias == "all biases" else rows[rows["bias"] == row.bias]
    low, high = {"all tiers": (0, 99), "low": (0, 2), "mid-low": (2, 4), "mid-high": (4, 7), "high": (7, 99)}[
        tier if tier == "all tiers" else tier.partition(" ")[0]
    ]
    return part[(part["size"] > low) & (part["size"] <= high)]


def test_every_mean_is_weighted_and_its_bounds_are_the_ends_of_the_scale(study: Study, rows: pd.DataFrame) -> None:
    mean_rows = means(study, MEASURE)
    assert len(mean_rows) == 3 * (1 + 3 + 4)
    for row in mean_rows:
        part = part_of(rows[rows["mitigation"] == row.mitigation], row, row.tier)
        complete_rows = part.dropna()
        assert (row.dilemmas, row.clusters) == (len(complete_rows), complete_rows["cluster"].nunique())
        assert isinstance(row.effect, Effect)
        assert row.effect.estimate == pytest.approx(mean(part))
        assert not isinstance(row.bounds, Gap)
        if len(part) == len(complete_rows):
            assert (row.bounds.low, row.bounds.high) == pytest.approx((row.effect.low, row.effect.high))
        else:
            assert row.bounds.low < mean(part, 0.0)
            assert row.bounds.high > mean(part, 2.0)
        used_weights, centre = (
            complete_rows["weight"] / complete_rows.groupby("bias")["weight"].transform("mean"),
            centres(complete_rows),
        )
        values = centre + used_weights * (complete_rows["point"] - centre) - 1.0
        expected = defined(
            clustered_mean(
                values.to_numpy(), complete_rows["cluster"].to_numpy().astype(str), complete_rows["bias"].to_numpy()
            )
        )
        assert (row.effect.low, row.effect.high) == pytest.approx((expected.low + 1.0, expected.high + 1.0))


def test_names_and_families_are_those_of_the_biases(study: Study) -> None:
    """Only what has a norm is a bias; 10 items are too few for a test; tiers and mitigations are in no family."""
    mean_rows = means(study, MEASURE)
    names = {row.bias: row.called for row in mean_rows if row.mitigation == "none" and row.tier == "all tiers"}
    assert names == {
        "all biases": "bias or response style", "framing effect": "bias", "anchoring bias": "response style",
        "hindsight bias": "bias",
    }  # fmt: skip
    family = [
        row for row in mean_rows if (row.mitigation, row.tier) == ("none", "all tiers") and row.bias != "all biases"
    ]
    tested_rows = [row for row in family if row.bias != "hindsight bias"]
    p_values = [row.effect.p for row in tested_rows if isinstance(row.effect, Effect)]
    assert [row.holm_p for row in tested_rows] == pytest.approx(list(multipletests(p_values, method="holm")[1]))
    assert {row.holm_p for row in family if row not in tested_rows} == {Gap(reason="fewer than 20 dilemmas")}
    assert {row.holm_p for row in mean_rows if row not in family} == {Gap(reason="not part of the family")}


def test_changes_are_paired_and_have_their_outcome(study: Study, rows: pd.DataFrame) -> None:
    """All readable decisions without the mitigation are compared; values are distances from the expected value, 1."""
    changes = [row for row in mitigations(study) if row.dilemmas and "all" in row.bias + row.tier]
    unmitigated_rows = rows[rows["mitigation"] == "none"].dropna()
    for row in (change for change in changes if change.tier == "all tiers"):
        part = part_of(rows[(rows["mitigation"] == row.mitigation) & rows["item"].isin(unmitigated_rows["item"])], row)
        unmitigated_part = part_of(unmitigated_rows, row)
        assert row.dilemmas == len(part) == len(unmitigated_part)
        assert (row.effect, row.without) == pytest.approx((mean(part) - 1, mean(unmitigated_part) - 1))
        assert isinstance(row.change, Effect)
        assert row.change.estimate == pytest.approx(mean(part) - mean(unmitigated_part))
        assert (row.change.p is None) == (len(part) < 20)
    family = [row for row in changes if (row.bias, row.tier) == ("all biases", "all tiers")]
    p_values = [row.change.p for row in family if isinstance(row.change, Effect)]
    assert [row.holm_p for row in family] == pytest.approx(list(multipletests(p_values, method="holm")[1]))


def test_the_same_answer_to_all_is_a_collapse_and_less_of_a_shift_is_nearer_to_none(
    study: Study, rows: pd.DataFrame
) -> None:
    outcome_by_mitigation = {row.mitigation: row for row in outcomes(study, mitigations(study))}
    assert {name: row.verdict for name, row in outcome_by_mitigation.items()} == {
        "m": "nearer to none",
        "same": "collapse",
    }
    for name, row in outcome_by_mitigation.items():
        counts = rows[rows["mitigation"] == name]["point"].value_counts(normalize=True)
        assert row.one_option == pytest.approx(counts.max())


def test_nothing_is_tested_below_twenty_items(study: Study) -> None:
    size_and_test = {
        (row.dilemmas < 20, row.effect.p is None) for row in means(study, MEASURE) if isinstance(row.effect, Effect)
    }
    assert size_and_test >= {(True, True), (False, False)}
    assert (True, False) not in size_and_test


def test_the_answer_has_intervals_and_what_unparsed_answers_could_change(study: Study) -> None:
    row = means(study, MEASURE)[0]
    assert (row.bias, row.tier, row.mitigation) == ("all biases", "all tiers", "none")
    assert isinstance(row.effect, Effect)
    assert not isinstance(row.bounds, Gap)
    limits = (row.effect.estimate, row.effect.low, row.effect.high, row.bounds.low, row.bounds.high)
    sentence = next(line for line in report_on_items(study).answer if f"over {row.dilemmas} items" in line)
    assert [float(number) for number in re.findall(r"[+−]?\d+\.\d+", sentence)] == [round(end, 3) for end in limits]


def test_an_evaluation_without_a_readable_answer_is_rejected(evaluation: Evaluation) -> None:
    with pytest.raises(InputError, match=r"no item of m/x has enough readable answers"):
        prepare_values([evaluation], measures=[MEASURE], estimator=lambda items, decisions: [])
