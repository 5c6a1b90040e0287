"""Intervals and p-values of a report: from the right dilemmas, clusters, biases and families."""

from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests

from probe.analysis.report.findings import Findings
from probe.analysis.statistics.differences import Arms, Effect, paired_difference
from probe.analysis.statistics.groups import group_difference
from probe.analysis.statistics.intervals import pooled_design_effect, rate_interval
from probe.analysis.statistics.trend import depth_trend
from probe.analysis.study import prepare
from probe.analysis.tables import Cell, Gap
from tests.analysis.reports import report_on
from tests.analysis.unsteady_subjects import agree, per_dilemma, runs_of, table, three_subjects
from tests.defined import defined

Row = dict[str, Cell]


@pytest.fixture(scope="module")
def findings() -> Findings:
    return report_on(prepare(three_subjects()))


@pytest.fixture(scope="module")
def dilemma_rows() -> pd.DataFrame:
    """One row per subject and dilemma, with codes of its cluster and bias."""
    frame = per_dilemma(runs_of(three_subjects()))
    return frame.assign(group=pd.factorize(frame["cluster"])[0], stratum=pd.factorize(frame["bias"])[0])


def values(part: pd.DataFrame, *names: str) -> list[np.ndarray]:
    return [part[name].to_numpy() for name in names]


def of(rows: pd.DataFrame, row: Row) -> pd.DataFrame:
    subject_rows = rows[rows["subject"] == row["subject"]]
    return subject_rows if row["bias"] == "all biases" else subject_rows[subject_rows["bias"] == row["bias"]]


def interval(effect: Effect | None, prefix: str = "", p: str | None = None) -> dict[str, float]:
    assert effect is not None
    limits = {f"{prefix}low": effect.low, f"{prefix}high": effect.high}
    return limits if p is None else limits | {p: number(effect.p)}


def number(value: object) -> float:
    assert isinstance(value, (int, float)), value
    return float(value)


FAMILIES: dict[str, Callable[[Row], object]] = {
    "effects": lambda row: (
        None if row["tier"] != "all tiers" else "all" if row["bias"] == "all biases" else row["subject"]
    ),
    "trends": lambda row: row["subject"] if row["bias"] != "all biases" else None,
    "comparison": lambda row: "all",
    "correlations": lambda row: row["subject"],
}
"""The family of a row within which Holm's adjustment is made, None if it is not in a family."""


@pytest.mark.parametrize("key", FAMILIES)
def test_each_family_is_adjusted_as_by_statsmodels(findings: Findings, key: str) -> None:
    families: dict[object, list[Row]] = {}
    for row in table(findings, key):
        families.setdefault(FAMILIES[key](row), []).append(row)
    assert all(isinstance(row["holm_p"], Gap) for row in families.pop(None, []))
    largest_family = 0
    for rows in families.values():
        tested_rows = [row for row in rows if not isinstance(row["p"], Gap)]
        assert all(isinstance(row["holm_p"], Gap) for row in rows if isinstance(row["p"], Gap))
        if tested_rows:
            adjusted = multipletests([number(row["p"]) for row in tested_rows], method="holm")[1]
            assert [row["holm_p"] for row in tested_rows] == pytest.approx(list(adjusted))
        largest_family = max(largest_family, len(tested_rows))
    assert largest_family >= 3


def test_effects(findings: Findings, dilemma_rows: pd.DataFrame) -> None:
    """No tier is tested, and no cell of fewer than 20 dilemmas."""
    for row in table(findings, "effects"):
        if row["tier"] != "all tiers":
            assert isinstance(row["p"], Gap)
            continue
        part = of(dilemma_rows, row)
        effect = paired_difference(*values(part, "biased", "unbiased", "group", "stratum"))
        is_large = len(part) >= 20
        agree(row, interval(effect, p="p" if is_large else None) | interval(effect, "net_"))
        assert isinstance(row["p"], Gap) != is_large


def test_comparisons(findings: Findings, dilemma_rows: pd.DataFrame) -> None:
    for row in table(findings, "comparison"):
        left, right = (
            dilemma_rows[dilemma_rows["subject"] == row[name]].set_index("item") for name in ("first", "second")
        )
        shared_items = left.index.intersection(right.index)
        first_rows, second_rows = left.loc[shared_items], right.loc[shared_items]
        groups = values(first_rows, "group", "stratum")
        effects = paired_difference(*values(first_rows, "effect"), *values(second_rows, "effect"), *groups)
        flips = paired_difference(*values(first_rows, "flip"), *values(second_rows, "flip"), *groups)
        agree(row, interval(effects, p="p") | interval(flips, "flip_"))


def arms(part: pd.DataFrame) -> Arms:
    biased, cluster, unbiased, stratum = values(part, "biased", "cluster", "unbiased", "stratum")
    return Arms(biased, cluster.astype(str), unbiased, stratum)


def test_high_against_low(findings: Findings, dilemma_rows: pd.DataFrame) -> None:
    for row in table(findings, "high_low"):
        if row["subject"] == "all subjects":
            continue
        part = of(dilemma_rows, row)
        low, high = part[part["size"] <= 2], part[part["size"] > 7]
        effect = group_difference(arms(high), arms(low))
        agree(row, interval(effect, p="p" if min(len(low), len(high)) >= 20 else None))


def test_trends(findings: Findings, dilemma_rows: pd.DataFrame) -> None:
    """Within bias and author, robust to clusters."""
    for row in table(findings, "trends"):
        part = of(dilemma_rows, row)
        if row["subject"] == "all subjects" or len(part) < 20:
            continue
        strata = part.groupby(["bias", "author"]).ngroup().to_numpy().astype(np.int64)
        effect, depth, group = values(part, "effect", "depth", "group")
        trend = depth_trend(effect, depth.astype(float), group, np.log(part["length"].to_numpy()), strata)
        agree(
            row, interval(trend.slope, p="p") | interval(defined(trend.adjusted_for_length), "adjusted_", "adjusted_p")
        )


def test_own_dilemmas_against_others(findings: Findings, dilemma_rows: pd.DataFrame) -> None:
    """Rises and falls of the effects are two arms, so that a mean of both signs has its own interval."""
    differences = [
        effect - dilemma_rows[(dilemma_rows["item"] == item) & (dilemma_rows["subject"] != subject)]["effect"].mean()
        for effect, item, subject in zip(
            dilemma_rows["effect"], dilemma_rows["item"], dilemma_rows["subject"], strict=True
        )
    ]
    effects = pd.Series(differences, index=dilemma_rows.index) / 2
    halves = dilemma_rows.assign(biased=effects.clip(lower=0), unbiased=-effects.clip(upper=0))
    for row, author in zip(table(findings, "leakage"), ("m/one", "x/two"), strict=False):
        subject_rows = halves[halves["subject"] == row["subject"]]
        is_own = subject_rows["author"] == author
        difference = defined(group_difference(arms(subject_rows[is_own]), arms(subject_rows[~is_own])))
        agree(row, {"low": 2 * difference.low, "high": 2 * difference.high, "p": number(difference.p)})


def test_flips(findings: Findings, dilemma_rows: pd.DataFrame) -> None:
    """The rate of one bias has the subject's pooled design effect, that over all biases its own."""
    for row in table(findings, "sensitivity"):
        subject_rows = dilemma_rows[dilemma_rows["subject"] == row["subject"]]
        if row["tier"] != "all tiers":
            continue
        part = of(dilemma_rows, row)
        for column, prefix in (("to_wrong", "right_to_wrong_wilson_"), ("biased", "harmful_wilson_")):
            prior = pooled_design_effect(*values(subject_rows, column, "group", "stratum"))
            is_single_bias = row["bias"] != "all biases"
            shares, groups, strata = values(part, column, "group", "stratum")
            rate = defined(rate_interval(shares, groups, strata, prior if is_single_bias else None))
            agree(row, {f"{prefix}low": rate.low, f"{prefix}high": rate.high})


def test_biases_are_pooled_where_they_have_20_dilemmas(findings: Findings, dilemma_rows: pd.DataFrame) -> None:
    """Cochran's Q by its definition, from the effects and intervals that the report prints."""
    rows = table(findings, "heterogeneity")
    for row in rows:
        part = dilemma_rows[dilemma_rows["subject"] == row["subject"]]
        part = part[part.groupby("bias")["item"].transform("count") >= 20]
        agree(row, {"biases": part["bias"].nunique()})
        if row["subject"] == "m/three":
            assert row["q"] == Gap(reason="fewer than 3 biases with 20 dilemmas")
            continue
        table_rows = [bias_row for bias_row in table(findings, "biases") if bias_row["subject"] == row["subject"]]
        shown_rows = [bias_row for bias_row in table_rows if bias_row["bias"] in set(part["bias"])]
        effects, low, high = np.array(
            [[number(bias_row[key]) for key in ("effect", "low", "high")] for bias_row in shown_rows]
        ).T
        weights = (2 * 1.959963985 / (high - low)) ** 2
        q = np.sum(weights * (effects - np.average(effects, weights=weights)) ** 2)
        agree(row, {"q": q, "df": 2, "p": float(stats.chi2.sf(q, 2))})
    assert [row["subject"] for row in rows] == ["m/one", "m/two", "m/three"]


def test_each_bias_is_shown_beside_its_pooled_effect(findings: Findings, dilemma_rows: pd.DataFrame) -> None:
    overall = {row["subject"]: number(row["effect"]) for row in table(findings, "effects") if is_overall(row)}
    for row in table(findings, "biases"):
        part = of(dilemma_rows, row)
        agree(
            row, {"dilemmas": len(part), "effect": part["effect"].mean(), "error_on_unbiased": part["unbiased"].mean()}
        )
        if row["subject"] == "m/three":
            assert isinstance(row["pooled"], Gap)
        else:
            effect, overall_effect = number(row["effect"]), overall[str(row["subject"])]
            assert abs(number(row["pooled"]) - overall_effect) <= abs(effect - overall_effect) + 0.02


def is_overall(row: Row) -> bool:
    return (row["bias"], row["tier"]) == ("all biases", "all tiers")
