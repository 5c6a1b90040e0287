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


def bounds(part: pd.DataFrame, lowest: float, highest: float) -> list[float]:
    """The effect if unreadable decisions had one of these values on biased texts, the other on unbiased."""
    asked_rows = part[part["unbiased_asked"] & part["biased_asked"]]
    bounds_of_effect = []
    for biased, unbiased in ((lowest, highest), (highest, lowest)):
        change = asked_rows["biased"].fillna(biased) - asked_rows["unbiased"].fillna(unbiased)
        bounds_of_effect.append(change.groupby(asked_rows["item"]).mean())
    labels = asked_rows.groupby("item")[["cluster", "bias"]].first()
    effect_bounds = defined(
        bounds_of_mean(
            *(end.to_numpy() for end in bounds_of_effect), *(pd.factorize(labels[name])[0] for name in labels)
        )
    )
    return [effect_bounds.low, effect_bounds.high]


def enclosing_bounds(bounds: list[float], interval: tuple[Cell, Cell]) -> tuple[float, float]:
    """Return the bounds that are printed beside an interval: never inside it."""
    low, high = interval
    assert isinstance(low, float)
    assert isinstance(high, float)
    return min(bounds[0], low), max(bounds[1], high)


def cells(runs: pd.DataFrame, subject: str) -> list[tuple[str, str, pd.DataFrame]]:
    subject_rows = runs[runs["subject"] == subject]
    return [
        (bias, tier, part[(part["size"] > low) & (part["size"] <= high)])
        for bias in ("all biases", *(bias_name.value for bias_name in BIASES))
        for part in [subject_rows if bias == "all biases" else subject_rows[subject_rows["bias"] == bias]]
        for tier, (low, high) in {"all tiers": (0, 99), **TIERS}.items()
    ]


def test_every_cell_of_the_effects(findings: Findings, runs: pd.DataFrame) -> None:
    rows = iter(table(findings, "effects"))
    for subject in ("m/one", "m/two", "m/three"):
        for bias, tier, part in cells(runs, subject):
            dilemma_rows, row = per_dilemma(part), next(rows)
            assert (row["subject"], row["bias"], row["tier"]) == (subject, bias, tier)
            asked_rows = part[part["unbiased_asked"] & part["biased_asked"]]
            unparsed_share = (
                asked_rows[["unbiased", "biased"]].isna().any(axis=1).groupby(asked_rows["item"]).mean().mean()
            )
            low, high = enclosing_bounds(bounds(part, 0.0, 1.0), (row["low"], row["high"]))
            agree(
                row,
                {
                    "dilemmas": len(dilemma_rows), "clusters": dilemma_rows["cluster"].nunique(),
                    "runs": part[["unbiased", "biased"]].notna().all(axis=1).sum(),
                    "effect": dilemma_rows["effect"].mean(), "net_effect": dilemma_rows["effect"].mean(),
                    "effect_bound_low": low, "effect_bound_high": high,
                    "error_on_unbiased": dilemma_rows["unbiased"].mean(), "harmful": dilemma_rows["biased"].mean(),
                    "unparsed": unparsed_share, "unreadable_dilemmas": part["item"].nunique() - len(dilemma_rows),
                    "unanswered": 5 * part["item"].nunique() - len(asked_rows),
                },
            )  # fmt: skip
            controls(row, part, subject)
    assert next(rows, None) is None


def controls(row: dict[str, Cell], part: pd.DataFrame, subject: str) -> None:
    """Check the columns that only the control arms fill."""
    if subject == "m/three":
        assert row["adjusted_effect"] == row["counter_effect"] == Gap(reason="no placebo arm")
        return
    placebo = part.dropna(subset=["biased", "placebo"]).groupby("item")[["biased", "placebo"]].mean().mean()
    counter = part.dropna(subset=["counter", "placebo"]).groupby("item")[["counter", "placebo"]].mean().mean()
    agree(
        row,
        {
            "error_on_placebo": placebo["placebo"], "adjusted_effect": placebo["biased"] - placebo["placebo"],
            "counter_effect": counter["counter"] - counter["placebo"],
        },
    )  # fmt: skip


def by_order(part: pd.DataFrame, arm: str) -> dict[tuple[str, int], float]:
    """How often two runs of one text differ, for each dilemma and order: options are exchanged in odd runs."""
    flips_by_order = {}
    for (item, parity), order_runs in part.dropna(subset=[arm]).groupby(["item", part["run"] % 2]):
        if len(order_runs) > 1:
            differs = [first != second for first, second in combinations(order_runs[arm], 2)]
            flips_by_order[str(item), int(str(parity))] = float(np.mean(differs))
    return flips_by_order


def weighted_means(values: dict[tuple[str, int], float], runs: pd.DataFrame) -> dict[str, float]:
    """The mean of each dilemma over its orders, weighted by their number of runs."""
    counts = runs.groupby(["item", runs["run"] % 2]).size()
    values_by_item: dict[str, list[tuple[float, float]]] = {}
    for (item, parity), value in values.items():
        values_by_item.setdefault(item, []).append((value, float(counts.get((item, parity), 0))))
    return {
        item: float(np.average([value for value, _ in item_values], weights=[count for _, count in item_values]))
        for item, item_values in values_by_item.items()
        if sum(count for _, count in item_values)
    }


def test_every_cell_of_the_flips(findings: Findings, runs: pd.DataFrame) -> None:
    rows = iter(table(findings, "sensitivity"))
    for subject in ("m/one", "m/two", "m/three"):
        subject_rows = runs[runs["subject"] == subject]
        arms = [by_order(subject_rows, arm) for arm in ("unbiased", "biased")]
        every = [
            weighted_means(arm_values, subject_rows.dropna(subset=[arm]))
            for arm_values, arm in zip(arms, ("unbiased", "biased"), strict=True)
        ]
        paired_rows = subject_rows.dropna(subset=["unbiased", "biased"])
        flip_rates = (
            (paired_rows["unbiased"] != paired_rows["biased"])
            .groupby([paired_rows["item"], paired_rows["run"] % 2])
            .mean()
        )
        differences = {
            key: flip_rates[key] - (arms[0][key] + arms[1][key]) / 2
            for key in arms[0].keys() & arms[1].keys() & set(flip_rates.index)
        }
        excess = weighted_means(differences, paired_rows)
        for _, _, part in cells(runs, subject):
            dilemma_rows, table_row = per_dilemma(part), next(rows)
            floors = [
                {item: arm_values[item] for item in dilemma_rows["item"] if item in arm_values} for arm_values in every
            ]
            bias_of = dilemma_rows.set_index("item")["bias"]
            means = [
                equally(pd.Series(shares, dtype=float), bias_of.loc[list(shares)])
                for shares in (*floors, {item: excess[item] for item in dilemma_rows["item"] if item in excess})
            ]
            accuracy = 1 - part.groupby("item")["unbiased"].mean()
            solved_rows = dilemma_rows[dilemma_rows["item"].map(accuracy) > 0.5]
            asked_rows = part[part["unbiased_asked"] & part["biased_asked"]]
            flips = (asked_rows["unbiased"] - asked_rows["biased"]).abs()
            lowest, highest = (flips.fillna(value).groupby(asked_rows["item"]).mean() for value in (0.0, 1.0))
            labels = asked_rows.groupby("item")[["cluster", "bias"]].first()
            codes = [pd.factorize(labels[name])[0] for name in labels]
            rate_bounds = defined(bounds_of_rate(lowest.to_numpy(), highest.to_numpy(), *codes))
            assert rate_bounds.low < lowest.mean() <= highest.mean() < rate_bounds.high
            low, high = enclosing_bounds(
                [rate_bounds.low, rate_bounds.high], (table_row["wilson_low"], table_row["wilson_high"])
            )
            agree(
                table_row,
                {
                    "dilemmas": len(dilemma_rows), "sensitivity": dilemma_rows["flip"].mean(),
                    "right_to_wrong": dilemma_rows["to_wrong"].mean(),
                    "wrong_to_right": dilemma_rows["to_right"].mean(),
                    "noise_unbiased": means[0],
                    "noise_biased": means[1], "excess_flips": means[2],
                    "bound_low": low, "bound_high": high, "harmful": dilemma_rows["biased"].mean(),
                    "error_on_unbiased": dilemma_rows["unbiased"].mean(), "solved_dilemmas": len(solved_rows),
                    "sensitivity_solved": equally(solved_rows["flip"], solved_rows["bias"]),
                    "harmful_solved": equally(solved_rows["biased"], solved_rows["bias"]),
                },
            )  # fmt: skip


def test_every_effect_by_author(findings: Findings, runs: pd.DataFrame) -> None:
    dilemma_rows = per_dilemma(runs)
    row_by_group = {(row["author"], row["bias"], row["subject"]): row for row in table(findings, "by_author")}
    expected = dilemma_rows.groupby(["author", "bias", "subject"])
    assert set(row_by_group) == set(expected.groups)
    for key, row in row_by_group.items():
        part = expected.get_group(key)
        agree(
            row,
            {
                "dilemmas": len(part), "effect": part["effect"].mean(), "error_on_unbiased": part["unbiased"].mean(),
                "harmful": part["biased"].mean(), "sensitivity": part["flip"].mean(),
            },
        )  # fmt: skip


def test_every_comparison_of_subjects(findings: Findings, runs: pd.DataFrame) -> None:
    dilemma_rows = per_dilemma(runs).set_index("item")
    for row, names in zip(table(findings, "comparison"), combinations(("m/one", "m/two", "m/three"), 2), strict=True):
        first_rows, second_rows = (dilemma_rows[dilemma_rows["subject"] == name] for name in names)
        shared_items = first_rows.index.intersection(second_rows.index)
        left, right = first_rows.loc[shared_items], second_rows.loc[shared_items]
        agree(
            row,
            {
                "first": names[0], "second": names[1], "shared": len(shared_items),
                "apart": len(first_rows) + len(second_rows) - 2 * len(shared_items),
                "first_error": left["unbiased"].mean(), "second_error": right["unbiased"].mean(),
                "first_effect": left["effect"].mean(), "second_effect": right["effect"].mean(),
                "difference": (left["effect"] - right["effect"]).mean(),
                "flip_difference": (left["flip"] - right["flip"]).mean(),
            },
        )  # fmt: skip


def test_high_against_low(findings: Findings, runs: pd.DataFrame) -> None:
    """Of each subject, then of the dilemmas that all answered, as the mean of the subjects."""
    dilemma_rows = per_dilemma(runs)
    shared_rows = dilemma_rows[dilemma_rows.groupby("item")["subject"].transform("nunique") == 3]
    labels = ["item", "bias", "author", "cluster", "depth", "size", "length"]
    means = shared_rows.groupby(labels)[["unbiased", "biased", "effect"]].mean().reset_index()
    groups = pd.concat([dilemma_rows, means.assign(subject="all subjects")])
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
        is_large = min(len(low), len(high)) >= 20
        assert isinstance(row["p"], float) == is_large
    assert {row["subject"] for row in table(findings, "high_low")} == {"m/one", "m/two", "m/three", "all subjects"}


def test_own_dilemmas_against_others(findings: Findings, runs: pd.DataFrame) -> None:
    """Two of the subjects wrote some; for the adjusted difference, the others' mean on each dilemma is subtracted."""
    dilemma_rows = per_dilemma(runs)
    *writers, last = table(findings, "leakage")
    for row, author in zip(writers, ("m/one", "x/two"), strict=True):
        subject_rows = dilemma_rows[dilemma_rows["subject"] == row["subject"]]
        other_means = dilemma_rows[dilemma_rows["subject"] != row["subject"]].groupby("item")["effect"].mean()
        differences = subject_rows["effect"] - subject_rows["item"].map(other_means)
        is_own = subject_rows["author"] == author
        expected = {
            "own_dilemmas": is_own.sum(), "other_dilemmas": (~is_own).sum(),
            "own_error": subject_rows[is_own]["unbiased"].mean(),
            "others_error": subject_rows[~is_own]["unbiased"].mean(),
            "own": subject_rows[is_own]["effect"].mean(), "others": subject_rows[~is_own]["effect"].mean(),
            "difference": differences[is_own].mean() - differences[~is_own].mean(),
        }  # fmt: skip
        agree(row, expected)
    assert last["difference"] == Gap(reason="wrote none of these dilemmas")


def slope(part: pd.DataFrame, formula: str) -> float:
    intercepts = " + C(bias)" * (part["bias"].nunique() > 1) + " + C(author)" * (part["author"].nunique() > 1)
    interaction = " + C(bias):C(author)" if part["bias"].nunique() > 1 else ""
    return float(smf.ols(formula + intercepts + interaction, part).fit().params["depth"])


def test_every_trend_is_that_of_least_squares(findings: Findings, runs: pd.DataFrame) -> None:
    dilemma_rows = per_dilemma(runs)
    dilemma_rows["log_length"] = np.log(dilemma_rows["length"])
    trend_count = 0
    for row in table(findings, "trends"):
        if row["subject"] == "all subjects":
            continue
        part = dilemma_rows[dilemma_rows["subject"] == row["subject"]]
        part = part if row["bias"] == "all biases" else part[part["bias"] == row["bias"]]
        agree(row, {"dilemmas": len(part), "clusters": part["cluster"].nunique(), "levels": part["depth"].nunique()})
        if len(part) >= 20:
            expected = {
                "slope": slope(part, "effect ~ depth"), "adjusted": slope(part, "effect ~ depth + log_length"),
                "error_on_unbiased": part["unbiased"].mean(),
            }  # fmt: skip
            agree(row, expected)
            trend_count += 1
    assert trend_count == 11


def test_the_slope_within_scenarios_is_that_of_least_squares(findings: Findings, runs: pd.DataFrame) -> None:
    """With an intercept for each scenario; only one bias has series, with four scenarios: too few for a slope."""
    rows = table(findings, "scenarios")
    dilemma_rows = per_dilemma(runs)
    dilemma_rows = dilemma_rows[dilemma_rows["bias"] == Bias.FRAMING.value]
    for row in rows:
        part = dilemma_rows[dilemma_rows["subject"] == row["subject"]]
        all_dilemma_rows = per_dilemma(runs)
        left_out = int((all_dilemma_rows["subject"] == row["subject"]).sum()) - len(part)
        agree(row, {"scenarios": part["cluster"].nunique(), "dilemmas": len(part), "left_out": left_out})
        assert row["slope"] == Gap(reason="fewer than 5 scenarios")
    assert len(rows) == 3


def centred(part: pd.DataFrame, column: str) -> pd.Series:
    return part[column] - part.groupby(["bias", "author"])[column].transform("mean")


def test_every_correlation(findings: Findings, runs: pd.DataFrame, evaluations: list[Evaluation]) -> None:
    texts = {dilemma.id: dilemma for dilemma in dilemmas_in(evaluations[0])}
    properties: dict[str, Callable[[Dilemma], float]] = {
        "pair cosine": lambda dilemma: 0.9 + 0.001 * (int(dilemma.unbiased.split()[3]) * 7 % 50),
        "length, unbiased": lambda dilemma: len(dilemma.unbiased.split()),
        "length difference": lambda dilemma: len(dilemma.biased.split()) - len(dilemma.unbiased.split()),
    }
    dilemma_rows = per_dilemma(runs)
    for row in table(findings, "correlations"):
        if row["property"] not in properties:
            continue
        part = dilemma_rows[dilemma_rows["subject"] == row["subject"]].copy()
        part["value"] = part["item"].map(lambda key, row=row: properties[row["property"]](texts[key]))
        expected = {
            "dilemmas": len(part),
            "r": np.corrcoef(centred(part, "value"), centred(part, "effect"))[0, 1],
            "pooled_r": np.corrcoef(part["value"], part["effect"])[0, 1],
        }
        agree(row, expected)


def test_position_and_agreement(findings: Findings, evaluations: list[Evaluation]) -> None:
    rows = pd.DataFrame([row for evaluation in evaluations for row in decision_rows(evaluation)])
    rows = rows[rows["decision"] != "unparsed"].copy()
    rows["first"] = (rows["decision"] == "A") == (rows["order"] == "as-written")
    rows["right_first"] = (rows["right_option"] == "A") == (rows["order"] == "as-written")
    for row in table(findings, "position"):
        part = rows[(rows["subject"] == row["subject"]) & (rows["arm"] == row["arm"])]
        shares = part.groupby(["item", "order"])["first"].mean().unstack().dropna()
        above_half, below_half = (shares > 0.5).all(axis=1), (shares < 0.5).all(axis=1)
        biases = part.drop_duplicates("item").set_index("item")["bias"].loc[shares.index]
        expected = {
            "dilemmas": len(shares), "first": equally(shares.mean(axis=1), biases),
                "changed": equally((above_half | below_half).astype(float), biases),
            "shown_a": part["first"].mean(), "first_is_right": part["right_first"].mean(),
            "kept_order": (part["order"] == "as-written").mean(),
        }  # fmt: skip
        agree(row, expected)
    unbiased_rows = rows[rows["arm"] == "unbiased"]
    for row in table(findings, "agreement"):
        left, right = (unbiased_rows[unbiased_rows["subject"] == row[name]] for name in ("first", "second"))
        joined_rows = left.merge(right, on=["item", "order"])
        joined_rows = (
            joined_rows[joined_rows["run_x"] != joined_rows["run_y"]] if row["first"] == row["second"] else joined_rows
        )
        agreements = (joined_rows["decision_x"] == joined_rows["decision_y"]).groupby(joined_rows["item"]).mean()
        agree(row, {"dilemmas": len(agreements), "agreement": agreements.mean()})
    means = {row["bias"]: row for row in table(findings, "agreement_by_bias")}
    assert list(means) == [bias.value for bias in BIASES]
    assert [row["dilemmas"] for row in means.values()] == [28, 28, 28]


def test_the_rate_of_one_bias_borrows_the_design_effect_of_all(findings: Findings, runs: pd.DataFrame) -> None:
    """The weight is that of five errors; the rate over all biases has its own design effect."""
    dilemma_rows = per_dilemma(runs[runs["subject"] == "m/one"])
    clusters, biases = (pd.factorize(dilemma_rows[name])[0] for name in ("cluster", "bias"))
    prior = pooled_design_effect(dilemma_rows["flip"].to_numpy(), clusters, biases)
    for bias in BIASES:
        row = next(r for r in table(findings, "sensitivity") if (r["subject"], r["bias"]) == ("m/one", bias.value))
        in_bias = (dilemma_rows["bias"] == bias.value).to_numpy()
        expected = defined(rate_interval(dilemma_rows["flip"].to_numpy()[in_bias], clusters[in_bias], prior=prior))
        agree(row, {"wilson_low": expected.low, "wilson_high": expected.high})
    all_biases = defined(rate_interval(dilemma_rows["flip"].to_numpy(), clusters, biases))
    first = table(findings, "sensitivity")[0]
    agree(first, {"wilson_low": all_biases.low, "wilson_high": all_biases.high})
