"""The tables of a report against the same numbers from exported decisions, by pandas and statsmodels alone."""

from collections.abc import Callable
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
import statsmodels.formula.api as smf

from probe.analysis.report.findings import Findings
from probe.analysis.statistics.differences import bounds_of_mean
from probe.analysis.statistics.intervals import bounds_of_rate, pooled_design_effect, rate_interval
from probe.analysis.study import prepare
from probe.analysis.tables import Cell, Gap
from probe.measuring.decisions import decision_rows
from probe.protocols.dilemmas.reading import dilemmas_in
from probe.values import Bias, Dilemma, Evaluation
from tests.analysis.reports import report_on
from tests.analysis.unsteady_subjects import BIASES, agree, equally, per_dilemma, runs_of, table, three_subjects
from tests.defined import defined

TIERS = {"low (≤ 2)": (0, 2), "mid-low (2 < s ≤ 4)": (2, 4), "mid-high (4 < s ≤ 7)": (4, 7), "high (> 7)": (7, 99)}


@pytest.fixture(scope="module")
def evaluations() -> list[Evaluation]:
    return three_subjects()


@pytest.fixture(scope="module")
def findings(evaluations: list[Evaluation]) -> Findings:
    return report_on(prepare(evaluations))


@pytest.fixture(scope="module")
def runs(evaluations: list[Evaluation]) -> pd.DataFrame:
    return runs_of(evaluations)


def bounds(part: pd.DataFrame, least: float, most: float) -> list[float]:
    """The effect if unreadable decisions were ``least`` or ``most`` on biased texts, and the other on unbiased."""
    asked = part[part["unbiased_asked"] & part["biased_asked"]]
    ends = []
    for biased, unbiased in ((least, most), (most, least)):
        change = asked["biased"].fillna(biased) - asked["unbiased"].fillna(unbiased)
        ends.append(change.groupby(asked["item"]).mean())
    labels = asked.groupby("item")[["cluster", "bias"]].first()
    found = defined(
        bounds_of_mean(*(end.to_numpy() for end in ends), *(pd.factorize(labels[name])[0] for name in labels))
    )
    return [found.low, found.high]


def enclosing(bounds: list[float], interval: tuple[Cell, Cell]) -> tuple[float, float]:
    """Return the bounds that are printed beside an interval: never inside it."""
    low, high = interval
    assert isinstance(low, float)
    assert isinstance(high, float)
    return min(bounds[0], low), max(bounds[1], high)


def cells(runs: pd.DataFrame, subject: str) -> list[tuple[str, str, pd.DataFrame]]:
    own = runs[runs["subject"] == subject]
    return [
        (bias, tier, part[(part["size"] > low) & (part["size"] <= high)])
        for bias in ("all biases", *(one.value for one in BIASES))
        for part in [own if bias == "all biases" else own[own["bias"] == bias]]
        for tier, (low, high) in {"all tiers": (0, 99), **TIERS}.items()
    ]


def test_every_cell_of_the_effects(findings: Findings, runs: pd.DataFrame) -> None:
    rows = iter(table(findings, "effects"))
    for subject in ("m/one", "m/two", "m/three"):
        for bias, tier, part in cells(runs, subject):
            each, found = per_dilemma(part), next(rows)
            assert (found["subject"], found["bias"], found["tier"]) == (subject, bias, tier)
            asked = part[part["unbiased_asked"] & part["biased_asked"]]
            unread = asked[["unbiased", "biased"]].isna().any(axis=1).groupby(asked["item"]).mean().mean()
            low, high = enclosing(bounds(part, 0.0, 1.0), (found["low"], found["high"]))
            agree(
                found,
                {
                    "dilemmas": len(each), "clusters": each["cluster"].nunique(),
                    "runs": part[["unbiased", "biased"]].notna().all(axis=1).sum(),
                    "effect": each["effect"].mean(), "net_effect": each["effect"].mean(),
                    "effect_bound_low": low, "effect_bound_high": high,
                    "error_on_unbiased": each["unbiased"].mean(), "harmful": each["biased"].mean(),
                    "unparsed": unread, "unreadable_dilemmas": part["item"].nunique() - len(each),
                    "unanswered": 5 * part["item"].nunique() - len(asked),
                },
            )  # fmt: skip
            controls(found, part, subject)
    assert next(rows, None) is None


def controls(found: dict[str, Cell], part: pd.DataFrame, subject: str) -> None:
    """Check what only the control arms show."""
    if subject == "m/three":
        assert found["adjusted_effect"] == found["counter_effect"] == Gap(reason="no placebo arm")
        return
    placebo = part.dropna(subset=["biased", "placebo"]).groupby("item")[["biased", "placebo"]].mean().mean()
    counter = part.dropna(subset=["counter", "placebo"]).groupby("item")[["counter", "placebo"]].mean().mean()
    agree(
        found,
        {
            "error_on_placebo": placebo["placebo"], "adjusted_effect": placebo["biased"] - placebo["placebo"],
            "counter_effect": counter["counter"] - counter["placebo"],
        },
    )  # fmt: skip


def by_order(part: pd.DataFrame, arm: str) -> dict[tuple[str, int], float]:
    """How often two runs of one text differ, for each dilemma and order: options are exchanged in odd runs."""
    found = {}
    for (item, odd), same in part.dropna(subset=[arm]).groupby(["item", part["run"] % 2]):
        if len(same) > 1:
            differs = [one != other for one, other in combinations(same[arm], 2)]
            found[str(item), int(str(odd))] = float(np.mean(differs))
    return found


def weighted(values: dict[tuple[str, int], float], runs: pd.DataFrame) -> dict[str, float]:
    """The mean of each dilemma over its orders, weighted by their number of runs."""
    counts = runs.groupby(["item", runs["run"] % 2]).size()
    found: dict[str, list[tuple[float, float]]] = {}
    for (item, odd), value in values.items():
        found.setdefault(item, []).append((value, float(counts.get((item, odd), 0))))
    return {
        item: float(np.average([value for value, _ in each], weights=[count for _, count in each]))
        for item, each in found.items()
        if sum(count for _, count in each)
    }


def test_every_cell_of_the_flips(findings: Findings, runs: pd.DataFrame) -> None:
    rows = iter(table(findings, "sensitivity"))
    for subject in ("m/one", "m/two", "m/three"):
        mine = runs[runs["subject"] == subject]
        arms = [by_order(mine, arm) for arm in ("unbiased", "biased")]
        every = [
            weighted(own, mine.dropna(subset=[arm])) for own, arm in zip(arms, ("unbiased", "biased"), strict=True)
        ]
        both = mine.dropna(subset=["unbiased", "biased"])
        flipped = (both["unbiased"] != both["biased"]).groupby([both["item"], both["run"] % 2]).mean()
        differences = {
            key: flipped[key] - (arms[0][key] + arms[1][key]) / 2
            for key in arms[0].keys() & arms[1].keys() & set(flipped.index)
        }
        beyond = weighted(differences, both)
        for _, _, part in cells(runs, subject):
            each, found = per_dilemma(part), next(rows)
            floors = [{item: own[item] for item in each["item"] if item in own} for own in every]
            bias_of = each.set_index("item")["bias"]
            averaged = [
                equally(pd.Series(shares, dtype=float), bias_of.loc[list(shares)])
                for shares in (*floors, {item: beyond[item] for item in each["item"] if item in beyond})
            ]
            right = 1 - part.groupby("item")["unbiased"].mean()
            solved = each[each["item"].map(right) > 0.5]
            asked = part[part["unbiased_asked"] & part["biased_asked"]]
            flips = (asked["unbiased"] - asked["biased"]).abs()
            least, most = (flips.fillna(value).groupby(asked["item"]).mean() for value in (0.0, 1.0))
            labels = asked.groupby("item")[["cluster", "bias"]].first()
            codes = [pd.factorize(labels[name])[0] for name in labels]
            bound = defined(bounds_of_rate(least.to_numpy(), most.to_numpy(), *codes))
            assert bound.low < least.mean() <= most.mean() < bound.high
            low, high = enclosing([bound.low, bound.high], (found["wilson_low"], found["wilson_high"]))
            agree(
                found,
                {
                    "dilemmas": len(each), "sensitivity": each["flip"].mean(),
                    "right_to_wrong": each["to_wrong"].mean(), "wrong_to_right": each["to_right"].mean(),
                    "noise_unbiased": averaged[0],
                    "noise_biased": averaged[1], "excess_flips": averaged[2],
                    "bound_low": low, "bound_high": high, "harmful": each["biased"].mean(),
                    "error_on_unbiased": each["unbiased"].mean(), "solved_dilemmas": len(solved),
                    "sensitivity_solved": equally(solved["flip"], solved["bias"]),
                    "harmful_solved": equally(solved["biased"], solved["bias"]),
                },
            )  # fmt: skip


def test_every_effect_by_author(findings: Findings, runs: pd.DataFrame) -> None:
    each = per_dilemma(runs)
    found = {(row["author"], row["bias"], row["subject"]): row for row in table(findings, "by_author")}
    expected = each.groupby(["author", "bias", "subject"])
    assert set(found) == set(expected.groups)
    for key, own in found.items():
        part = expected.get_group(key)
        agree(
            own,
            {
                "dilemmas": len(part), "effect": part["effect"].mean(), "error_on_unbiased": part["unbiased"].mean(),
                "harmful": part["biased"].mean(), "sensitivity": part["flip"].mean(),
            },
        )  # fmt: skip


def test_every_comparison_of_subjects(findings: Findings, runs: pd.DataFrame) -> None:
    each = per_dilemma(runs).set_index("item")
    for row, names in zip(table(findings, "comparison"), combinations(("m/one", "m/two", "m/three"), 2), strict=True):
        one, other = (each[each["subject"] == name] for name in names)
        shared = one.index.intersection(other.index)
        left, right = one.loc[shared], other.loc[shared]
        agree(
            row,
            {
                "first": names[0], "second": names[1], "shared": len(shared),
                "apart": len(one) + len(other) - 2 * len(shared),
                "first_error": left["unbiased"].mean(), "second_error": right["unbiased"].mean(),
                "first_effect": left["effect"].mean(), "second_effect": right["effect"].mean(),
                "difference": (left["effect"] - right["effect"]).mean(),
                "flip_difference": (left["flip"] - right["flip"]).mean(),
            },
        )  # fmt: skip


def test_high_against_low(findings: Findings, runs: pd.DataFrame) -> None:
    """Of each subject, then of the dilemmas that all answered, as the mean of the subjects."""
    each = per_dilemma(runs)
    shared = each[each.groupby("item")["subject"].transform("nunique") == 3]
    labels = ["item", "bias", "author", "cluster", "depth", "size", "length"]
    means = shared.groupby(labels)[["unbiased", "biased", "effect"]].mean().reset_index()
    groups = pd.concat([each, means.assign(subject="all subjects")])
    for row in table(findings, "high_low"):
        part = groups[groups["subject"] == row["subject"]]
        part = part if row["bias"] == "all biases" else part[part["bias"] == row["bias"]]
        low, high = part[part["size"] <= 2], part[part["size"] > 7]
        expected = {
            "low_dilemmas": len(low), "high_dilemmas": len(high), "low_effect": low["effect"].mean(),
            "high_effect": high["effect"].mean(), "difference": high["effect"].mean() - low["effect"].mean(),
            "error_on_unbiased": pd.concat([low, high])["unbiased"].mean(),
        }  # fmt: skip
        agree(row, expected)
        large = min(len(low), len(high)) >= 20
        assert isinstance(row["p"], float) == large
    assert {row["subject"] for row in table(findings, "high_low")} == {"m/one", "m/two", "m/three", "all subjects"}


def test_own_dilemmas_against_others(findings: Findings, runs: pd.DataFrame) -> None:
    """Two of the subjects wrote some; for the adjusted difference, the others' mean on each dilemma is subtracted."""
    each = per_dilemma(runs)
    *writers, last = table(findings, "leakage")
    for row, author in zip(writers, ("m/one", "x/two"), strict=True):
        mine = each[each["subject"] == row["subject"]]
        others = each[each["subject"] != row["subject"]].groupby("item")["effect"].mean()
        rest = mine["effect"] - mine["item"].map(others)
        own = mine["author"] == author
        expected = {
            "own_dilemmas": own.sum(), "other_dilemmas": (~own).sum(),
            "own_error": mine[own]["unbiased"].mean(), "others_error": mine[~own]["unbiased"].mean(),
            "own": mine[own]["effect"].mean(), "others": mine[~own]["effect"].mean(),
            "difference": rest[own].mean() - rest[~own].mean(),
        }  # fmt: skip
        agree(row, expected)
    assert last["difference"] == Gap(reason="wrote none of these dilemmas")


def slope(part: pd.DataFrame, formula: str) -> float:
    intercepts = " + C(bias)" * (part["bias"].nunique() > 1) + " + C(author)" * (part["author"].nunique() > 1)
    interaction = " + C(bias):C(author)" if part["bias"].nunique() > 1 else ""
    return float(smf.ols(formula + intercepts + interaction, part).fit().params["depth"])


def test_every_trend_is_that_of_least_squares(findings: Findings, runs: pd.DataFrame) -> None:
    each = per_dilemma(runs)
    each["log_length"] = np.log(each["length"])
    compared = 0
    for row in table(findings, "trends"):
        if row["subject"] == "all subjects":
            continue
        part = each[each["subject"] == row["subject"]]
        part = part if row["bias"] == "all biases" else part[part["bias"] == row["bias"]]
        agree(row, {"dilemmas": len(part), "clusters": part["cluster"].nunique(), "levels": part["depth"].nunique()})
        if len(part) >= 20:
            expected = {
                "slope": slope(part, "effect ~ depth"), "adjusted": slope(part, "effect ~ depth + log_length"),
                "error_on_unbiased": part["unbiased"].mean(),
            }  # fmt: skip
            agree(row, expected)
            compared += 1
    assert compared == 11


def test_the_slope_within_scenarios_is_that_of_least_squares(findings: Findings, runs: pd.DataFrame) -> None:
    """With an intercept for each scenario; only one bias has series, with four scenarios: too few for a slope."""
    rows = table(findings, "scenarios")
    each = per_dilemma(runs)
    each = each[each["bias"] == Bias.FRAMING.value]
    for row in rows:
        part = each[each["subject"] == row["subject"]]
        everything = per_dilemma(runs)
        left_out = int((everything["subject"] == row["subject"]).sum()) - len(part)
        agree(row, {"scenarios": part["cluster"].nunique(), "dilemmas": len(part), "left_out": left_out})
        assert row["slope"] == Gap(reason="fewer than 5 scenarios")
    assert len(rows) == 3


def centred(part: pd.DataFrame, column: str) -> pd.Series:
    return part[column] - part.groupby(["bias", "author"])[column].transform("mean")


def test_every_correlation(findings: Findings, runs: pd.DataFrame, evaluations: list[Evaluation]) -> None:
    texts = {one.id: one for one in dilemmas_in(evaluations[0])}
    properties: dict[str, Callable[[Dilemma], float]] = {
        "pair cosine": lambda one: 0.9 + 0.001 * (int(one.unbiased.split()[3]) * 7 % 50),
        "length, unbiased": lambda one: len(one.unbiased.split()),
        "length difference": lambda one: len(one.biased.split()) - len(one.unbiased.split()),
    }
    each = per_dilemma(runs)
    for row in table(findings, "correlations"):
        if row["property"] not in properties:
            continue
        part = each[each["subject"] == row["subject"]].copy()
        part["value"] = part["item"].map(lambda key, row=row: properties[row["property"]](texts[key]))
        expected = {
            "dilemmas": len(part),
            "r": np.corrcoef(centred(part, "value"), centred(part, "effect"))[0, 1],
            "pooled_r": np.corrcoef(part["value"], part["effect"])[0, 1],
        }
        agree(row, expected)


def test_position_and_agreement(findings: Findings, evaluations: list[Evaluation]) -> None:
    rows = pd.DataFrame([row for one in evaluations for row in decision_rows(one)])
    rows = rows[rows["decision"] != "unparsed"].copy()
    rows["first"] = (rows["decision"] == "A") == (rows["order"] == "as-written")
    rows["right_first"] = (rows["right_option"] == "A") == (rows["order"] == "as-written")
    for row in table(findings, "position"):
        part = rows[(rows["subject"] == row["subject"]) & (rows["arm"] == row["arm"])]
        shares = part.groupby(["item", "order"])["first"].mean().unstack().dropna()
        above, below = (shares > 0.5).all(axis=1), (shares < 0.5).all(axis=1)
        biases = part.drop_duplicates("item").set_index("item")["bias"].loc[shares.index]
        expected = {
            "dilemmas": len(shares), "first": equally(shares.mean(axis=1), biases),
                "changed": equally((above | below).astype(float), biases),
            "shown_a": part["first"].mean(), "first_is_right": part["right_first"].mean(),
            "kept_order": (part["order"] == "as-written").mean(),
        }  # fmt: skip
        agree(row, expected)
    plain = rows[rows["arm"] == "unbiased"]
    for row in table(findings, "agreement"):
        left, right = (plain[plain["subject"] == row[name]] for name in ("first", "second"))
        both = left.merge(right, on=["item", "order"])
        both = both[both["run_x"] != both["run_y"]] if row["first"] == row["second"] else both
        same = (both["decision_x"] == both["decision_y"]).groupby(both["item"]).mean()
        agree(row, {"dilemmas": len(same), "agreement": same.mean()})
    means = {row["bias"]: row for row in table(findings, "agreement_by_bias")}
    assert list(means) == [bias.value for bias in BIASES]
    assert [row["dilemmas"] for row in means.values()] == [28, 28, 28]


def test_the_rate_of_one_bias_borrows_the_design_effect_of_all(findings: Findings, runs: pd.DataFrame) -> None:
    """Five errors' worth of it; the rate over all biases has its own."""
    each = per_dilemma(runs[runs["subject"] == "m/one"])
    clusters, biases = (pd.factorize(each[name])[0] for name in ("cluster", "bias"))
    prior = pooled_design_effect(each["flip"].to_numpy(), clusters, biases)
    for bias in BIASES:
        row = next(r for r in table(findings, "sensitivity") if (r["subject"], r["bias"]) == ("m/one", bias.value))
        own = (each["bias"] == bias.value).to_numpy()
        wanted = defined(rate_interval(each["flip"].to_numpy()[own], clusters[own], prior=prior))
        agree(row, {"wilson_low": wanted.low, "wilson_high": wanted.high})
    whole = defined(rate_interval(each["flip"].to_numpy(), clusters, biases))
    first = table(findings, "sensitivity")[0]
    agree(first, {"wilson_low": whole.low, "wilson_high": whole.high})
