"""Trends in log odds: as defined in the literature, and no trend where a cue is constant in log odds."""

import numpy as np
import pytest
from scipy.special import expit
from statsmodels.genmod.families import Binomial
from statsmodels.genmod.generalized_estimating_equations import GEE

from probe.analysis.statistics.differences import Arms
from probe.analysis.statistics.odds import Fit, clustered_variance, firth, odds_trend
from probe.analysis.statistics.trend import depth_trend
from tests.analysis.statistics.numbering import ids
from tests.defined import defined


def test_the_error_is_that_of_statsmodels_gee() -> None:
    rng = np.random.default_rng(5)
    depth, arm, clusters = np.tile(ids(120) % 5 + 1.0, 2), np.repeat([0, 1], 120), np.tile(ids(120) // 2, 2)
    shares = rng.binomial(4, expit(-1.5 + 0.3 * arm + 0.4 * arm * (depth - 3))) / 4
    design = np.column_stack([arm * depth, depth, arm, np.ones(240)])
    order = np.argsort(clusters, kind="stable")
    fit = GEE(shares[order], design[order], groups=clusters[order], family=Binomial()).fit(cov_type="bias_reduced")
    chances = expit(design @ fit.params)
    inverse = np.linalg.inv(design.T @ ((chances * (1 - chances))[:, None] * design))
    variance = clustered_variance(design, shares, Fit(fit.params, inverse, chances), clusters)
    assert np.sqrt(variance) == pytest.approx(fit.bse[0], rel=1e-4)


def test_firths_fit_of_a_table_adds_half_a_case_to_each_cell() -> None:
    wrong, total = np.array([0, 3, 5, 12]), np.array([20, 20, 20, 20])
    shares = np.concatenate([np.repeat([1.0, 0.0], [w, n - w]) for w, n in zip(wrong, total, strict=True)])
    cells = np.repeat(np.eye(4), total, axis=0)
    fit = defined(firth(cells, shares))
    assert fit.beta == pytest.approx(np.log((wrong + 0.5) / (total - wrong + 0.5)))


def study(rng: np.random.Generator, rates: tuple[np.ndarray, np.ndarray], series: int = 1) -> list[np.ndarray]:
    """Return the error rates of both arms over five runs, with beta-distributed chances that a series shares."""
    arms = []
    for rate in rates:
        series_effects = np.repeat(rng.normal(size=len(rate) // series), series)
        chances = expit(np.log(rate / (1 - rate)) + 0.5 * series_effects + 0.5 * rng.normal(size=len(rate)))
        arms.append(rng.binomial(5, chances) / 5)
    return arms


@pytest.mark.parametrize("series", [1, 4])
def test_a_cue_that_is_constant_in_log_odds_has_a_trend_in_points_only(series: int) -> None:
    """Errors without the cue grow from 4 to 18 %: in 100 studies of 200 dilemmas, the odds ratio rarely changes."""
    rng, depth = np.random.default_rng(1), np.resize(np.arange(1.0, 5), 200)
    log_odds = -2.5 + 0.5 * (depth - 2)
    points = odds = 0
    for _ in range(100):
        reference, cued_shares = study(rng, (expit(log_odds), expit(log_odds + 1.5)), series)
        slope = defined(depth_trend(cued_shares - reference, depth, ids(200) // series).slope)
        trend = defined(
            odds_trend(Arms(cued_shares, ids(200) // series, reference), depth, ids(200) // 4 if series > 1 else None)
        )
        points += slope.p is not None and slope.p < 0.05
        odds += trend.p is not None and trend.p < 0.05
    assert points > 50
    assert odds <= 11


def test_a_growing_odds_ratio_is_found() -> None:
    rng, depth = np.random.default_rng(2), np.resize(np.arange(1.0, 5), 200)
    reference, cued_shares = study(rng, (np.full(200, 0.15), expit(-1 + 0.6 * (depth - 2.5))))
    trend = defined(odds_trend(Arms(cued_shares, ids(200), reference, ids(200) % 3), depth))
    assert 0 < trend.low < 0.6 < trend.high


def test_an_arm_without_any_error_has_a_finite_slope_that_proves_nothing() -> None:
    rng, depth = np.random.default_rng(3), np.resize(np.arange(1.0, 6), 100)
    cued_shares = rng.binomial(5, 0.12 * depth) / 5
    trend = defined(odds_trend(Arms(cued_shares, ids(100), np.zeros(100)), depth))
    assert trend.low < 0 < trend.high
    assert trend.high - trend.low > 1


def test_depth_within_series_is_not_mixed_with_depth_between_them() -> None:
    """Deep series are easy; within each, the odds ratio rises by 0.5 per level."""
    rng, series = np.random.default_rng(4), ids(400) // 4
    height = np.where(series % 2 == 0, 0.0, 4.0)
    depth = np.resize(np.arange(1.0, 5), 400) + height
    cued_rate = expit(-1 + 0.5 * (depth - height - 2.5) - 0.4 * height)
    shares, reference = rng.binomial(5, cued_rate) / 5, rng.binomial(5, 0.2, 400) / 5
    trend_within_series = defined(odds_trend(Arms(shares, series, reference), depth, series))
    trend_across_series = defined(odds_trend(Arms(shares, series, reference), depth))
    assert trend_within_series.low < 0.5 < trend_within_series.high
    assert trend_across_series.high < 0.2


def test_without_spread_in_depth_or_clusters_there_is_no_slope() -> None:
    shares = np.random.default_rng(5).random(30)
    assert odds_trend(Arms(shares, ids(30), shares[::-1]), np.ones(30)) is None
    assert odds_trend(Arms(shares, ids(30) // 15, shares[::-1]), ids(30) % 5 + 1.0) is None
    assert odds_trend(Arms(shares[:0], ids(0), shares[:0]), shares[:0]) is None


def test_a_stratum_of_one_cluster_changes_nothing() -> None:
    """Its own intercepts may fit it exactly, so that its residuals have no variance, and once nothing converged."""
    draw, count = np.random.default_rng(19), 60
    depth = np.concatenate([draw.integers(1, 6, count), np.arange(1, 5)]).astype(float)
    strata = np.repeat([0, 1], [count, 4])
    clusters = np.concatenate([np.arange(count), np.full(4, count)])
    first, second = (draw.binomial(3, rate, count + 4) / 3 for rate in (0.4, 0.2))
    full_trend = defined(odds_trend(Arms(first, clusters, second, strata), depth))
    reduced_trend = odds_trend(Arms(first[:count], clusters[:count], second[:count], strata[:count]), depth[:count])
    assert full_trend == reduced_trend
    assert odds_trend(Arms(first[count:], clusters[count:], second[count:], strata[count:]), depth[count:]) is None
