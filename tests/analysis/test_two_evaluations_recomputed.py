"""Two evaluations against each other, against the same numbers from the decisions by pandas."""

import numpy as np
import pandas as pd
import pytest
from statsmodels.stats.multitest import multipletests

from probe.analysis.effects.two_evaluations import DifferenceRow, between_datasets, paired
from probe.analysis.statistics.differences import Arms, Effect, paired_difference
from probe.analysis.statistics.groups import group_difference
from probe.analysis.study import prepare
from probe.analysis.tables import Gap
from probe.values import Bias
from tests.analysis.made_datasets import evaluate, pair
from tests.analysis.unsteady_subjects import dilemmas, equally, per_dilemma, runs_of, three_subjects, unsteady_subject

TIERS = {"low": (0, 2), "mid-low": (2, 4), "mid-high": (4, 7), "high": (7, 99)}
TOO_FEW = Gap(reason="fewer than 20 dilemmas")


def cell(dilemma_rows: pd.DataFrame, row: DifferenceRow) -> pd.DataFrame:
    part = dilemma_rows if row.bias == "all biases" else dilemma_rows[dilemma_rows["bias"] == row.bias]
    if row.tier == "all tiers":
        return part
    low, high = TIERS[row.tier.partition(" (")[0]]
    return part[(part["size"] > low) & (part["size"] <= high)]


def assert_same_effect(effect: Effect | Gap, expected: Effect | None, *, is_tested: bool) -> None:
    assert isinstance(effect, Effect)
    assert expected is not None
    assert (effect.estimate, effect.low, effect.high, effect.p) == pytest.approx(
        (expected.estimate, expected.low, expected.high, expected.p if is_tested else None)
    )


def places_are_all_biases_or_all_tiers(rows: tuple[DifferenceRow, ...], biases: int) -> None:
    """Check that there is no cell of one bias in one tier, and that Holm's family contains the biases."""
    assert len(rows) == 5 + biases
    family = [row for row in rows if row.bias != "all biases"]
    assert {row.tier for row in family} == {"all tiers"}
    p_values = [
        row.difference.p for row in family if isinstance(row.difference, Effect) and row.difference.p is not None
    ]
    tested_rows = [row for row in family if isinstance(row.difference, Effect) and row.difference.p is not None]
    adjusted = multipletests(p_values, method="holm")[1]
    assert [row.holm_p for row in tested_rows] == pytest.approx(list(adjusted))
    assert all(isinstance(row.holm_p, Gap) for row in rows if row not in tested_rows)


def test_two_subjects_on_shared_dilemmas() -> None:
    first, _, three = three_subjects()
    dilemma_rows = per_dilemma(runs_of([first, three])).set_index("item")
    left, right = (dilemma_rows[dilemma_rows["subject"] == name] for name in ("m/one", "m/three"))
    study = prepare([first, three])
    rows = paired(study.scores.of(subject="m/one"), study.scores.of(subject="m/three"), study.tiers)
    places_are_all_biases_or_all_tiers(rows, 3)
    shared_items = left.index.intersection(right.index)
    for row in rows:
        a, b = cell(left.loc[shared_items], row), cell(right.loc[shared_items], row)
        assert row.first_dilemmas == row.second_dilemmas == len(a) == len(b)
        levels = (row.first_error, row.second_error, row.first_effect, row.second_effect)
        expected = [equally(part[name], part["bias"]) for name in ("unbiased", "effect") for part in (a, b)]
        assert levels == pytest.approx(expected)
        codes = (pd.factorize(a[name])[0] for name in ("cluster", "bias"))
        difference = paired_difference(a["effect"].to_numpy(), b["effect"].to_numpy(), *codes)
        assert_same_effect(row.difference, difference, is_tested=len(a) >= 20)
        assert (row.holm_p == TOO_FEW) == (len(a) < 20)


def test_one_subject_on_two_datasets() -> None:
    """Errors on unbiased texts are compared as one arm, effects as two; a bias of one dataset only is left out."""
    fresh_dilemmas = [dilemma for dilemma in dilemmas() if dilemma.bias is not Bias.FRAMING]
    public = [
        pair(bias, number) for bias in (Bias.ANCHORING, Bias.BANDWAGON, Bias.HINDSIGHT) for number in range(30, 60)
    ]
    parts = [
        evaluate(fresh_dilemmas, unsteady_subject(0.3, 0.2, 4), subject="m/x"),
        evaluate(public, unsteady_subject(0.1, 0.3, 5), subject="m/x"),
    ]
    tables = [per_dilemma(runs_of([part])) for part in parts]
    studies = [prepare([part]) for part in parts]
    rows = between_datasets(studies[0].scores, studies[1].scores, studies[0].tiers)
    places_are_all_biases_or_all_tiers(rows, 2)
    common_rows = tables[1][tables[1]["bias"] != Bias.HINDSIGHT.value]
    for row in rows:
        a, b = cell(tables[0], row), cell(common_rows, row)
        assert (row.first_dilemmas, row.second_dilemmas) == (len(a), len(b))
        levels = (row.first_error, row.second_error, row.first_effect, row.second_effect)
        expected = [equally(part[name], part["bias"]) for name in ("unbiased", "effect") for part in (a, b)]
        assert levels == pytest.approx(expected)
        is_tested = min(len(a), len(b)) >= 20
        assert (row.holm_p == TOO_FEW) == (not is_tested)
        assert_same_effect(
            row.error_gap, group_difference(*(arms(part, "unbiased", None) for part in (a, b))), is_tested=is_tested
        )
        assert_same_effect(
            row.difference,
            group_difference(*(arms(part, "biased", "unbiased") for part in (a, b))),
            is_tested=is_tested,
        )


def arms(part: pd.DataFrame, arm: str, reference: str | None) -> Arms:
    reference_values: np.ndarray | None = None if reference is None else part[reference].to_numpy()
    return Arms(
        part[arm].to_numpy(), part["cluster"].to_numpy().astype(str), reference_values, pd.factorize(part["bias"])[0]
    )
