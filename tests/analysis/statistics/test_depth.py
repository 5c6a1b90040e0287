"""Trends over depth: robust errors as in the literature, datasets without a trend, the causal analysis in scenarios."""

from collections.abc import Sequence
from itertools import permutations, product
from typing import Any, Protocol

import numpy as np
import pytest
from scipy import linalg, stats
from statsmodels.regression.linear_model import OLS
from statsmodels.regression.mixed_linear_model import MixedLM

from probe.analysis.statistics.trend import Coefficient, contributions, depth_trend
from probe.analysis.statistics.within import mean_slopes, within_scenario
from tests.analysis.statistics.numbering import ids
from tests.defined import defined


class Line(Protocol):
    """What ``scipy.stats.linregress`` returns."""

    @property
    def slope(self) -> float: ...

    @property
    def stderr(self) -> float: ...


def cr2(outcome: Any, design: Any, clusters: Any) -> Coefficient | None:
    parts = contributions(outcome, design, clusters)
    return parts and parts.cr2()


def test_the_errors_of_single_dilemmas_are_statsmodels_hc2() -> None:
    rng = np.random.default_rng(1)
    depth, length, strata = rng.integers(1, 6, 80).astype(float), rng.random(80), ids(80) % 3
    effects = rng.normal(0.02 * depth, 0.05 * depth)
    design = np.column_stack([depth, length, strata[:, None] == ids(3)]).astype(float)
    fit = OLS(effects, design).fit(cov_type="HC2")
    coefficient = defined(cr2(effects, design, ids(80)))
    assert coefficient.estimate == pytest.approx(fit.params[0])
    assert coefficient.error == pytest.approx(fit.bse[0])
    trend = depth_trend(effects, depth, ids(80), length, strata)
    half_width = stats.t.isf(0.025, coefficient.freedom) * fit.bse[0]
    assert trend.adjusted_for_length is not None
    assert trend.adjusted_for_length.low == pytest.approx(fit.params[0] - half_width)
    assert trend.adjusted_for_length.high == pytest.approx(fit.params[0] + half_width)
    assert trend.adjusted_for_length.p == pytest.approx(2 * stats.t.sf(abs(fit.tvalues[0]), coefficient.freedom))
    depth_fit = OLS(effects, np.delete(design, 1, axis=1)).fit(cov_type="HC2")
    assert trend.slope is not None
    assert trend.slope.estimate == pytest.approx(depth_fit.params[0])
    assert trend.slope.low < depth_fit.params[0] - 1.9 * depth_fit.bse[0]


def test_shallow_dilemmas_without_any_error_are_not_certain() -> None:
    """30 shallow dilemmas without an error beside 250 deep ones, of which 15 err: Fisher's exact test has p = 0.38."""
    depth = np.repeat([1.0, 8.0], [30, 250])
    effects = np.concatenate([np.zeros(30), np.zeros(235), np.ones(15)])
    fit = OLS(effects, np.column_stack([depth, np.ones(280)])).fit()
    slope = defined(depth_trend(effects, depth, ids(280)).slope)
    half_width = stats.t.isf(0.025, 14) * fit.bse[0]
    assert (slope.low, slope.high) == pytest.approx((fit.params[0] - half_width, fit.params[0] + half_width))
    assert defined(slope.p) == pytest.approx(2 * stats.t.sf(fit.tvalues[0], 14))
    assert slope.low < 0 < slope.high
    assert OLS(effects, np.column_stack([depth, np.ones(280)])).fit(cov_type="HC2").pvalues[0] < 1e-4


def test_the_errors_of_series_are_cr2_with_satterthwaites_freedom() -> None:
    """Bell and McCaffrey's definition, written out with matrices as large as the data."""
    rng = np.random.default_rng(2)
    clusters = np.repeat(ids(9), [1, 2, 2, 3, 3, 4, 5, 6, 6])
    design = np.column_stack([rng.integers(1, 6, 32), np.ones(32), ids(32) % 2]).astype(float)
    outcome = rng.normal(size=32) + 0.5 * clusters
    inverse = np.linalg.inv(design.T @ design)
    residual_maker = np.eye(32) - design @ inverse @ design.T
    residuals, columns = residual_maker @ outcome, []
    for cluster in ids(9):
        rows = np.flatnonzero(clusters == cluster)
        root = linalg.inv(linalg.sqrtm(residual_maker[np.ix_(rows, rows)]).real)
        columns.append(residual_maker[:, rows] @ root @ design[rows] @ inverse[:, 0])
    vectors = np.column_stack(columns)
    contributions = [
        inverse[0]
        @ design[clusters == c].T
        @ linalg.inv(linalg.sqrtm(residual_maker[np.ix_(clusters == c, clusters == c)]).real)
        @ residuals[clusters == c]
        for c in ids(9)
    ]
    weights = np.linalg.eigvalsh(vectors.T @ vectors)
    coefficient = defined(cr2(outcome, design, clusters))
    assert coefficient.error == pytest.approx(np.sqrt(np.sum(np.square(contributions))))
    assert coefficient.freedom == pytest.approx(weights.sum() ** 2 / np.sum(weights**2))


def test_a_mean_of_equal_clusters_has_the_classical_freedom() -> None:
    values = np.random.default_rng(3).normal(size=(7, 4))
    coefficient = defined(cr2(values.ravel(), np.ones((28, 1)), np.repeat(ids(7), 4)))
    assert coefficient.freedom == pytest.approx(6)
    assert coefficient.error == pytest.approx(stats.sem(values.mean(axis=1)))


def test_a_few_errors_are_not_a_trend() -> None:
    """Five errors, all at the greatest depth: the degrees of freedom are those of five, not of forty."""
    depth = np.tile([1.0, 2, 3, 4], 10)
    effects = np.zeros(40)
    effects[[3, 7, 11, 15, 19]] = 1.0
    slope = depth_trend(effects, depth, ids(40)).slope
    full_slope = defined(depth_trend(np.tile([0.0, 0.1, 0.2, 0.3], 10) + 0.1 * np.sin(ids(40)), depth, ids(40)).slope)
    assert slope is not None
    assert defined(full_slope.p) < 1e-6
    design = np.column_stack([depth, np.ones(40)])
    coefficient = defined(cr2(effects, design, ids(40)))
    assert coefficient.freedom == 4.0


@pytest.mark.parametrize(
    ("effects", "depth"),
    [
        (np.zeros(30), np.tile([1.0, 2, 3], 10)),
        (np.linspace(0, 1, 30), np.ones(30)),
        (np.tile([0.1, 0.2, 0.3], 10), np.tile([1.0, 2, 3], 10)),
        (np.eye(30)[0], np.tile([1.0, 2, 3], 10)),
        (np.array([]), np.array([])),
    ],
    ids=["no effect", "one depth", "no residuals", "one effect", "no dilemma"],
)
def test_without_spread_there_is_no_slope(effects: np.ndarray, depth: np.ndarray) -> None:
    trend = depth_trend(effects, depth, ids(len(effects)), depth)
    assert trend.slope is None
    assert trend.adjusted_for_length is None


def test_biases_at_different_depths_do_not_make_a_trend() -> None:
    """One bias is deep and has large effects, but within each bias nothing rises."""
    strata = np.repeat([0, 1], 40)
    depth = np.tile([1.0, 2, 3, 4], 20) + 3 * strata
    effects = 0.5 * strata + 0.05 * np.cos(np.arange(80) * 2.4)
    assert abs(depth_trend(effects, depth, ids(80), strata=strata).slope.estimate) < 0.01  # type: ignore[union-attr]
    assert depth_trend(effects, depth, ids(80)).slope.estimate > 0.05  # type: ignore[union-attr]


def test_noise_that_grows_with_depth_is_not_a_trend() -> None:
    """Errors of both arms rise with depth, without a cue: at most 6 % rejections in 1,000 datasets."""
    rng = np.random.default_rng(4)
    depth = np.tile([1.0, 2, 3, 4, 5], 20)
    first, second = (rng.binomial(5, 0.07 * depth, (1000, 100)) / 5 for _ in range(2))
    slopes = [depth_trend(effects, depth, ids(100)).slope for effects in first - second]
    rejection_rate = np.mean([slope is not None and slope.p is not None and slope.p < 0.05 for slope in slopes])
    assert 0.025 < rejection_rate <= 0.06


def test_coefficients_become_effects_with_students_t() -> None:
    effect = Coefficient(0.3, 0.1, 12.0).effect()
    assert effect.p == pytest.approx(2 * stats.t.sf(3, 12))
    assert (effect.low, effect.high) == pytest.approx(
        (0.3 - 0.1 * stats.t.isf(0.025, 12), 0.3 + 0.1 * stats.t.isf(0.025, 12))
    )


def random_slopes(lines: Sequence[Line]) -> tuple[float, float, float]:
    """Return mean slope, error and freedom by the analysis of variance, from each scenario's line over three depths."""
    count = len(lines)
    slopes, variance_within = [line.slope for line in lines], float(np.mean([line.stderr**2 for line in lines]))
    mean, variance_between = sum(slopes) / count, float(np.var(slopes, ddof=1))
    if variance_between <= variance_within:
        variance = (variance_between * (count - 1) + variance_within * count) / (2 * count - 1)
        return mean, float(np.sqrt(variance / count)), 2 * count - 1.0
    return mean, float(np.sqrt(variance_between / count)), count - 1.0


@pytest.mark.parametrize(("seed", "slope"), [(8, 0.02), (8, 0.2), (12, 0.1), (3, 0.1)])
def test_the_permutation_test_enumerates_what_chance_can_do(seed: int, slope: float) -> None:
    """Four scenarios at three depths: all 1,296 arrangements of depths, by enumeration."""
    rng = np.random.default_rng(seed)
    depth, effects = np.array([1.0, 2, 4]), rng.random((4, 3)) * 0.3 + slope * np.array([1.0, 2, 4])
    effect = defined(within_scenario(effects.ravel(), np.tile(depth, 4), np.repeat(ids(4), 3), permutations=9999))
    lines = [[stats.linregress(order, values) for order in permutations(depth)] for values in effects]
    mean, error, freedom = random_slopes([regression for regression, *_ in lines])
    p_value = 2 * stats.t.sf(abs(mean) / error, freedom)
    means, errors, freedoms = np.array([random_slopes(regressions) for regressions in product(*lines)]).T
    tails = 2 * stats.t.sf(np.abs(means) / errors, freedoms)
    assert effect.estimate == pytest.approx(mean)
    assert effect.p == pytest.approx(np.mean(tails <= p_value * (1 + 1e-9)), abs=0.01)
    rises, own_rise = stats.t.sf(means / errors, freedoms), stats.t.sf(mean / error, freedom)
    assert effect.p_rise == pytest.approx(np.mean(rises <= own_rise * (1 + 1e-9)), abs=0.01)
    half_width = stats.t.isf(np.quantile(tails, 0.05) / 2, freedom) * error
    assert effect.high - mean == pytest.approx(half_width, rel=0.1)
    assert mean - effect.low == pytest.approx(half_width, rel=0.1)


@pytest.mark.parametrize(("seed", "spread", "freedom"), [(1, 0.3, 19), (3, 0.0, 59)])
def test_the_error_of_the_mean_slope_is_that_of_random_slopes(seed: int, spread: float, freedom: int) -> None:
    """statsmodels' mixed model by restricted maximum likelihood; where slopes do not differ, its least squares."""
    rng = np.random.default_rng(seed)
    depth, series = np.tile([-1.5, -0.5, 0.5, 1.5], 20), np.repeat(ids(20), 4)
    effects = rng.normal(0, 0.3, 80) + (0.1 + spread * rng.normal(size=20))[series] * depth
    design = np.column_stack([depth, series[:, None] == ids(20)]).astype(float)
    if spread:
        fit = MixedLM(effects, design, series, depth[:, None]).fit(reml=True)
    else:
        fit = OLS(effects, design).fit()
        assert fit.df_resid == freedom
    centred = effects - np.repeat(effects.reshape(20, 4).mean(axis=1), 4)
    slopes = mean_slopes((centred * depth).reshape(20, 4).sum(axis=1)[None, :], np.full(20, 5.0), centred @ centred, 80)
    assert slopes.means == pytest.approx(fit.params[0])
    assert slopes.errors == pytest.approx(fit.bse[0], rel=1e-3)
    assert slopes.freedom == freedom
    assert slopes.tails() == pytest.approx(2 * stats.t.sf(abs(slopes.means / slopes.errors), freedom))


@pytest.mark.parametrize("seed", range(6))
def test_permutation_p_and_interval_agree(seed: int) -> None:
    rng = np.random.default_rng(seed)
    depth, series = np.tile([1.0, 2, 3, 4], 10), np.repeat(ids(10), 4)
    effect = defined(within_scenario(rng.random(40) + 0.07 * depth, depth, series))
    assert (defined(effect.p) < 0.05) == (effect.low > 0 or effect.high < 0)


def test_a_fall_is_not_a_rise() -> None:
    depth, series = np.tile([1.0, 2, 3, 4], 10), np.repeat(ids(10), 4)
    effects = np.random.default_rng(3).random(40) * 0.3
    rise, fall = (defined(within_scenario(effects + sign * 0.1 * depth, depth, series)) for sign in (1, -1))
    assert (rise.p_rise < 0.01, rise.low > 0) == (True, True)
    assert (fall.p_rise > 0.99, fall.high < 0) == (True, True)


def test_scenarios_at_one_depth_are_left_out() -> None:
    rng = np.random.default_rng(9)
    depth, series = np.tile([1.0, 2, 3, 4], 8), np.repeat(ids(8), 4)
    effects = rng.random(32)
    extra = defined(
        within_scenario(
            np.concatenate([[0.9, 0.8], effects]),
            np.concatenate([[5.0, 5.0], depth]),
            np.concatenate([[90, 90], series]),
        )
    )
    without_extra = defined(within_scenario(effects, depth, series))
    assert extra.estimate == pytest.approx(without_extra.estimate)
    assert extra.p == without_extra.p


def test_scenarios_with_more_spread_weigh_more() -> None:
    """Least squares with an intercept for each scenario, in statsmodels."""
    rng = np.random.default_rng(10)
    series = np.repeat(ids(9), 3)
    depth, effects = rng.integers(1, 7, 27).astype(float), rng.random(27)
    fit = OLS(effects, np.column_stack([depth, series[:, None] == ids(9)]).astype(float)).fit()
    effect = defined(within_scenario(effects, depth, series))
    assert effect.estimate == pytest.approx(fit.params[0])


@pytest.mark.parametrize(
    ("effects", "depth", "series"),
    [
        ([0.1, 0.2, 0.4], [1.0, 2, 3], [0, 0, 0]),
        ([0.1, 0.2, 0.1, 0.2], [1.0, 2, 1, 2], [0, 0, 1, 1]),
        ([0.1, 0.2, 0.4, 0.7], [1.0, 1, 2, 2], [0, 0, 1, 1]),
        ([0.1, 0.2, 0.4, 0.7], [1.0, 2, 1, 2], [0, 0, 1, 1]),
    ],
    ids=["one scenario", "equal slopes", "no spread of depth", "too few arrangements"],
)
def test_what_cannot_be_tested_within_scenarios(effects: list[float], depth: list[float], series: list[int]) -> None:
    assert within_scenario(np.array(effects), np.array(depth), np.array(series)) is None
