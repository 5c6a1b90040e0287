"""Intervals of rates: textbook values where dilemmas are independent, sound widths where there is little data."""

import math

import numpy as np
import pytest
from scipy import stats
from statsmodels.regression.linear_model import OLS
from statsmodels.stats.proportion import proportion_confint

from probe.analysis.statistics.intervals import (
    POOLED_PRIOR,
    DesignEffect,
    cluster_deviations,
    critical_value,
    design_effect,
    pooled_design_effect,
    rate,
    rate_interval,
    tail_probability,
    wilson_limits,
)
from tests.analysis.statistics.numbering import ids
from tests.defined import defined

ONES, ZEROS = np.ones(6), np.zeros(94)
SHARES = np.concatenate([ONES, ZEROS])


@pytest.mark.parametrize(("hits", "trials"), [(81, 263), (15, 148), (0, 20), (1, 29), (29, 29)])
def test_wilsons_limits_are_those_of_statsmodels(hits: int, trials: int) -> None:
    """They include Newcombe's (1998) examples for single proportions."""
    expected = proportion_confint(hits, trials, method="wilson")
    assert wilson_limits(hits / trials, trials, stats.norm.ppf(0.975)) == pytest.approx(expected, abs=1e-12)


def test_newcombes_published_limits() -> None:
    """Newcombe (1998, Table I, method 3): 81 of 263 has 0.2553 to 0.3662."""
    low, high = wilson_limits(81 / 263, 263, critical_value(math.inf))
    assert (round(low, 4), round(high, 4)) == (0.2553, 0.3662)


def test_independent_dilemmas_with_one_answer_each_are_their_own_trials() -> None:
    shares = np.array([1.0] * 300 + [0.0] * 700)
    interval = defined(rate_interval(shares, ids(1000)))
    assert (interval.low, interval.high) == pytest.approx(proportion_confint(300, 1000, method="wilson"), abs=3e-4)


def test_runs_that_always_agree_count_once() -> None:
    interval, by_runs = defined(rate_interval(SHARES, ids(100))), proportion_confint(30, 500, method="wilson")
    assert interval.high - interval.low > 1.8 * (by_runs[1] - by_runs[0])


def test_runs_that_vary_freely_count_each() -> None:
    """Shares with the spread of 5 independent runs: the interval is that of 1,000 runs."""
    shares = np.random.default_rng(3).binomial(5, 0.3, 200) / 5
    interval, by_runs = (
        defined(rate_interval(shares, ids(200))),
        proportion_confint(round(shares.sum() * 5), 1000, method="wilson"),
    )
    assert interval.high - interval.low == pytest.approx(by_runs[1] - by_runs[0], rel=0.12)


@pytest.mark.parametrize("value", [0.2, 0.1, 0.7])
def test_equal_shares_that_differ_by_rounding_have_a_width(value: float) -> None:
    interval = defined(rate_interval(np.full(20, value), ids(20)))
    assert interval.high - interval.low > 0.08


@pytest.mark.parametrize("count", [1, 2, 20, 50])
def test_none_and_all_have_the_textbook_interval(count: int) -> None:
    none, every = (
        defined(rate_interval(np.zeros(count), ids(count))),
        defined(rate_interval(np.ones(count), ids(count))),
    )
    assert (none.low, none.high) == pytest.approx(proportion_confint(0, count, method="wilson"), abs=1e-9)
    assert (every.low, every.high) == pytest.approx(proportion_confint(count, count, method="wilson"), abs=1e-9)


def test_nothing_measured_has_no_interval() -> None:
    assert rate_interval(np.array([]), ids(0)) is None


def test_dilemmas_of_one_series_are_one_observation() -> None:
    """Series whose dilemmas agree: 100 dilemmas in 20 series are as informative as 20 dilemmas."""
    of_series = np.repeat([1.0, 0.0, 0.0, 0.0], 5)
    clustered_rate = defined(rate_interval(np.repeat(of_series, 5), np.repeat(ids(20), 5)))
    series_rate = defined(rate_interval(of_series, ids(20)))
    assert (clustered_rate.low, clustered_rate.high) == pytest.approx((series_rate.low, series_rate.high), abs=0.012)


def test_a_single_series_shows_almost_nothing() -> None:
    interval = defined(rate_interval(np.repeat([0.0, 1.0], 20), np.zeros(40, dtype=np.int64)))
    assert interval.high - interval.low > 0.75


def test_texts_and_numbers_name_the_same_clusters() -> None:
    numbers = np.repeat(ids(20), 5)
    names = np.array([f"series {number}" for number in numbers])
    assert rate_interval(SHARES, numbers) == rate_interval(SHARES, names)


def test_the_squares_of_deviations_are_the_cluster_variance_of_statsmodels() -> None:
    """CR1 with k / (k - 1) alone, of a mean."""
    rng = np.random.default_rng(1)
    clusters = rng.integers(0, 12, 60)
    values = rng.random(60) + 0.2 * clusters
    fit = OLS(values, np.ones(60)).fit(cov_type="cluster", cov_kwds={"groups": clusters, "use_correction": False})
    deviations = cluster_deviations(values[:, None], clusters)
    assert np.sum(deviations.totals**2) / 60**2 == pytest.approx(float(fit.bse[0]) ** 2 * 12 / 11)
    assert deviations.freedom == 11
    assert deviations.size == pytest.approx(np.sum(np.bincount(clusters) ** 2) / 60)


def test_strata_keep_the_difference_between_biases_out() -> None:
    strata = np.repeat([0, 1, 2], [4, 3, 1])
    values = np.array([1.0, 2.0, 3.0, 4.0, 10.0, 11.0, 12.0, 43 / 7])
    deviations = cluster_deviations(values[:, None], ids(8), strata)
    squares = 5.0 * 4 / 3 + 2.0 * 3 / 2
    assert np.sum(deviations.totals**2) == pytest.approx(squares)
    assert deviations.freedom == 8 - 3


def test_series_that_cross_biases_are_counted_as_series() -> None:
    """Four series, each with every one of three biases."""
    values = np.array([0.0, 1, 2, 1, 2, 3, 0, 1, 2, 3, 4, 5])
    deviations = cluster_deviations(values[:, None], np.repeat(ids(4), 3), np.tile(ids(3), 4))
    totals = np.array([-3.0, 0.0, -3.0, 6.0])
    assert np.sum(deviations.totals**2) == pytest.approx(np.sum(totals**2) * 4 / 3)
    assert deviations.freedom == 3


def test_a_design_effect_is_drawn_to_its_prior_where_errors_are_few() -> None:
    none = design_effect(0.0, 0.0, 19, DesignEffect(4.0, math.inf))
    assert (none.ratio, none.freedom) == (4.0, math.inf)
    large_sample = design_effect(30.0, 60.0, 99, DesignEffect(4.0, math.inf))
    assert large_sample.ratio == pytest.approx(0.5, abs=0.002)
    assert large_sample.freedom == pytest.approx(99, rel=0.01)
    weighted_effect = design_effect(5.0, 5.0, 10, DesignEffect(3.0, 40.0), weight=5.0)
    assert weighted_effect.ratio == pytest.approx(2.0)
    assert weighted_effect.freedom == pytest.approx(20**2 / (25 / 10 + 225 / 40))
    single = design_effect(1.0, 1.0, 10, DesignEffect(2.0, math.inf))
    assert single.ratio == pytest.approx((1 + 0.25 * 2) / 1.25)


def test_the_pooled_design_effect_is_the_variance_over_the_binomial_one() -> None:
    """Runs that agree in half of the cases: var = p (1 - p) (0.5 + 0.5 / 5)."""
    rng = np.random.default_rng(2)
    rates, strata = np.array([0.1, 0.4]), np.repeat([0, 1], 3000)
    chances = rng.beta(rates[strata], 1 - rates[strata])
    prior = pooled_design_effect(rng.binomial(5, chances) / 5, ids(6000), strata)
    assert prior.ratio == pytest.approx(0.6, abs=0.03)
    assert prior.freedom == pytest.approx(5998, rel=0.01)


def test_a_bias_takes_its_width_from_the_subject_where_it_has_few_errors() -> None:
    prior = DesignEffect(0.25, 1000.0)
    small_bias, large_bias = np.zeros(30), np.concatenate([np.zeros(200), np.ones(100)])
    small_bias[0] = 1.0
    pooled = [
        rate(shares, cluster_deviations(shares[:, None], ids(len(shares))), prior=prior, weight=POOLED_PRIOR)
        for shares in (small_bias, large_bias)
    ]
    assert pooled[0].trials == pytest.approx(30 / ((29 / 30 * 30 / 29 + 5 * 0.25) / (29 / 30 + 5)), rel=0.01)
    assert pooled[1].trials == pytest.approx(300 / ((200 / 3 + 1.25) / (200 / 3 + 5)), rel=0.01)


@pytest.mark.parametrize(("freedom", "p"), [(3.0, 0.05), (19.0, 0.01), (math.inf, 0.05)])
def test_critical_values_are_students(freedom: float, p: float) -> None:
    expected = stats.norm.isf(p / 2) if math.isinf(freedom) else stats.t.isf(p / 2, freedom)
    assert critical_value(freedom, p) == pytest.approx(expected)
    assert tail_probability(-expected, freedom) == pytest.approx(p)


def test_less_than_one_degree_of_freedom_counts_as_one() -> None:
    assert critical_value(0.0) == pytest.approx(stats.t.isf(0.025, 1))
    assert tail_probability(12.706, 0.2) == pytest.approx(0.05, abs=1e-5)
