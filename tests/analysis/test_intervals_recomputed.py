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
def each() -> pd.DataFrame:
    """One row per subject and dilemma, with codes of its cluster and bias."""
    found = per_dilemma(runs_of(three_subjects()))
    return found.assign(group=pd.factorize(found["cluster"])[0], stratum=pd.factorize(found["bias"])[0])


def values(part: pd.DataFrame, *names: str) -> list[np.ndarray]:
    return [part[name].to_numpy() for name in names]


def of(rows: pd.DataFrame, row: Row) -> pd.DataFrame:
    found = rows[rows["subject"] == row["subject"]]
    return found if row["bias"] == "all biases" else found[found["bias"] == row["bias"]]


def interval(found: Effect | None, prefix: str = "", p: str | None = None) -> dict[str, float]:
    assert found is not None
    ends = {f"{prefix}low": found.low, f"{prefix}high": found.high}
    return ends if p is None else ends | {p: number(found.p)}


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
"""The family of a row within which Holm's adjustment is made, None where it is in none."""


@pytest.mark.parametrize("key", FAMILIES)
def test_each_family_is_adjusted_as_by_statsmodels(findings: Findings, key: str) -> None:
    families: dict[object, list[Row]] = {}
    for row in table(findings, key):
        families.setdefault(FAMILIES[key](row), []).append(row)
    assert all(isinstance(row["holm_p"], Gap) for row in families.pop(None, []))
    compared = 0
    for rows in families.values():
        tested = [row for row in rows if not isinstance(row["p"], Gap)]
        assert all(isinstance(row["holm_p"], Gap) for row in rows if isinstance(row["p"], Gap))
        if tested:
            adjusted = multipletests([number(row["p"]) for row in tested], method="holm")[1]
            assert [row["holm_p"] for row in tested] == pytest.approx(list(adjusted))
        compared = max(compared, len(tested))
    assert compared >= 3


def test_effects(findings: Findings, each: pd.DataFrame) -> None:
    """No tier is tested, and no cell of fewer than 20 dilemmas."""
    for row in table(findings, "effects"):
        if row["tier"] != "all tiers":
            assert isinstance(row["p"], Gap)
            continue
        part = of(each, row)
        found = paired_difference(*values(part, "biased", "unbiased", "group", "stratum"))
        large = len(part) >= 20
        agree(row, interval(found, p="p" if large else None) | interval(found, "net_"))
        assert isinstance(row["p"], Gap) != large


def test_comparisons(findings: Findings, each: pd.DataFrame) -> None:
    for row in table(findings, "comparison"):
        left, right = (each[each["subject"] == row[name]].set_index("item") for name in ("first", "second"))
        shared = left.index.intersection(right.index)
        one, other = left.loc[shared], right.loc[shared]
        groups = values(one, "group", "stratum")
        effects = paired_difference(*values(one, "effect"), *values(other, "effect"), *groups)
        flips = paired_difference(*values(one, "flip"), *values(other, "flip"), *groups)
        agree(row, interval(effects, p="p") | interval(flips, "flip_"))


def arms(part: pd.DataFrame) -> Arms:
    biased, cluster, unbiased, stratum = values(part, "biased", "cluster", "unbiased", "stratum")
    return Arms(biased, cluster.astype(str), unbiased, stratum)


def test_high_against_low(findings: Findings, each: pd.DataFrame) -> None:
    for row in table(findings, "high_low"):
        if row["subject"] == "all subjects":
            continue
        part = of(each, row)
        low, high = part[part["size"] <= 2], part[part["size"] > 7]
        found = group_difference(arms(high), arms(low))
        agree(row, interval(found, p="p" if min(len(low), len(high)) >= 20 else None))


def test_trends(findings: Findings, each: pd.DataFrame) -> None:
    """Within bias and author, robust to clusters."""
    for row in table(findings, "trends"):
        part = of(each, row)
        if row["subject"] == "all subjects" or len(part) < 20:
            continue
        strata = part.groupby(["bias", "author"]).ngroup().to_numpy().astype(np.int64)
        effect, depth, group = values(part, "effect", "depth", "group")
        found = depth_trend(effect, depth.astype(float), group, np.log(part["length"].to_numpy()), strata)
        agree(
            row, interval(found.slope, p="p") | interval(defined(found.adjusted_for_length), "adjusted_", "adjusted_p")
        )


def test_own_dilemmas_against_others(findings: Findings, each: pd.DataFrame) -> None:
    """Rises and falls of the effects are two arms, so that a mean of both signs has its own interval."""
    rest = [
        effect - each[(each["item"] == item) & (each["subject"] != subject)]["effect"].mean()
        for effect, item, subject in zip(each["effect"], each["item"], each["subject"], strict=True)
    ]
    effects = pd.Series(rest, index=each.index) / 2
    halves = each.assign(biased=effects.clip(lower=0), unbiased=-effects.clip(upper=0))
    for row, author in zip(table(findings, "leakage"), ("m/one", "x/two"), strict=False):
        mine = halves[halves["subject"] == row["subject"]]
        own = mine["author"] == author
        found = defined(group_difference(arms(mine[own]), arms(mine[~own])))
        agree(row, {"low": 2 * found.low, "high": 2 * found.high, "p": number(found.p)})


def test_flips(findings: Findings, each: pd.DataFrame) -> None:
    """The rate of one bias has the subject's pooled design effect, that over all biases its own."""
    for row in table(findings, "sensitivity"):
        own = each[each["subject"] == row["subject"]]
        if row["tier"] != "all tiers":
            continue
        part = of(each, row)
        for column, prefix in (("to_wrong", "right_to_wrong_wilson_"), ("biased", "harmful_wilson_")):
            prior = pooled_design_effect(*values(own, column, "group", "stratum"))
            alone = row["bias"] != "all biases"
            shares, groups, strata = values(part, column, "group", "stratum")
            found = defined(rate_interval(shares, groups, strata, prior if alone else None))
            agree(row, {f"{prefix}low": found.low, f"{prefix}high": found.high})


def test_biases_are_pooled_where_they_have_20_dilemmas(findings: Findings, each: pd.DataFrame) -> None:
    """Cochran's Q by its definition, from the effects and intervals that the report prints."""
    rows = table(findings, "heterogeneity")
    for row in rows:
        part = each[each["subject"] == row["subject"]]
        part = part[part.groupby("bias")["item"].transform("count") >= 20]
        agree(row, {"biases": part["bias"].nunique()})
        if row["subject"] == "m/three":
            assert row["q"] == Gap(reason="fewer than 3 biases with 20 dilemmas")
            continue
        printed = [one for one in table(findings, "biases") if one["subject"] == row["subject"]]
        shown = [one for one in printed if one["bias"] in set(part["bias"])]
        effects, low, high = np.array([[number(one[key]) for key in ("effect", "low", "high")] for one in shown]).T
        weights = (2 * 1.959963985 / (high - low)) ** 2
        q = np.sum(weights * (effects - np.average(effects, weights=weights)) ** 2)
        agree(row, {"q": q, "df": 2, "p": float(stats.chi2.sf(q, 2))})
    assert [row["subject"] for row in rows] == ["m/one", "m/two", "m/three"]


def test_each_bias_is_shown_beside_its_pooled_effect(findings: Findings, each: pd.DataFrame) -> None:
    overall = {row["subject"]: number(row["effect"]) for row in table(findings, "effects") if is_overall(row)}
    for row in table(findings, "biases"):
        part = of(each, row)
        agree(
            row, {"dilemmas": len(part), "effect": part["effect"].mean(), "error_on_unbiased": part["unbiased"].mean()}
        )
        if row["subject"] == "m/three":
            assert isinstance(row["pooled"], Gap)
        else:
            own, towards = number(row["effect"]), overall[str(row["subject"])]
            assert abs(number(row["pooled"]) - towards) <= abs(own - towards) + 0.02


def is_overall(row: Row) -> bool:
    return (row["bias"], row["tier"]) == ("all biases", "all tiers")
