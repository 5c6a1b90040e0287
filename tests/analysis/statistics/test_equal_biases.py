"""Means over biases: each bias has the same weight, and the interval is that of this mean."""

import numpy as np
import pytest

from probe.analysis.statistics.differences import Arms, bounds_of_mean, clustered_mean
from probe.analysis.statistics.groups import group_difference
from probe.analysis.statistics.intervals import bounds_of_rate, rate_interval
from probe.analysis.statistics.weights import balanced_mean, equal_weights
from tests.defined import defined

SIZES = (30, 90)
BIASES = np.repeat([0, 1], SIZES)
IDS = np.arange(120)
SHIFTS = np.concatenate([np.tile([0.0, 0.6], 15), np.tile([0.0, 0.0, 0.3], 30)])
"""Effects of 30 and of 10 points: 20 with equal weights, 15 over dilemmas."""


def test_the_effect_is_the_mean_of_the_biases_and_its_variance_that_of_two_independent_means() -> None:
    effect = defined(clustered_mean(SHIFTS, IDS, BIASES))
    assert effect.estimate == pytest.approx(0.2)
    error = np.sqrt(sum(np.var(part, ddof=1) / len(part) for part in np.split(SHIFTS, [30]))) / 2
    assert 3.9 * error < effect.high - effect.low < 5 * error


def test_the_dilemmas_of_a_bias_with_fewer_than_twenty_count_like_the_average_dilemma() -> None:
    biases = np.repeat([0, 1, 2], (4, 24, 72))
    weights = equal_weights(biases, 100)
    assert [weights[biases == bias].sum() for bias in range(3)] == pytest.approx([4, 48, 48])


def test_biases_of_one_size_and_small_ones_alone_are_averaged_over_dilemmas() -> None:
    assert np.all(equal_weights(np.repeat([0, 1], 25), 50) == 1)
    assert np.all(equal_weights(np.repeat([0, 1], (3, 19)), 22) == 1)


def test_a_bias_of_one_dilemma_deviates_from_the_mean_by_its_own_weight() -> None:
    values, biases = np.append(SHIFTS, 0.2), np.append(BIASES, 2)
    with_it, without = (
        defined(clustered_mean(part, np.arange(len(part)), biases[: len(part)])) for part in (values, SHIFTS)
    )
    assert with_it.estimate == pytest.approx(without.estimate)
    assert with_it.high - with_it.low == pytest.approx(without.high - without.low, rel=0.03)


def test_degrees_of_freedom_are_those_of_the_bias_that_decides() -> None:
    """A bias of 20 beside one of 2,000 has nearly all of the error: t of about 19 degrees of freedom."""
    values = np.concatenate([np.tile([-0.2, 0.2], 10), np.tile([-0.2, 0.2], 1000)])
    effect = defined(clustered_mean(values, np.arange(2020), np.repeat([0, 1], (20, 2000))))
    error = np.sqrt(sum(np.var(part, ddof=1) / len(part) for part in np.split(values, [20]))) / 2
    assert effect.high / error == pytest.approx(2.093, rel=0.03)


def test_rates_and_differences_between_groups_count_biases_equally() -> None:
    rates = (SHIFTS > 0).astype(float)
    share = balanced_mean(rates, BIASES)
    assert share == pytest.approx((1 / 2 + 1 / 3) / 2)
    interval = defined(rate_interval(rates, IDS, BIASES))
    assert interval.low < share < interval.high
    for second in (None, np.zeros(120)):
        high, low = Arms(rates, IDS, second, BIASES), Arms(np.zeros(120), IDS + 120, second, BIASES)
        effect = defined(group_difference(high, low))
        assert effect.estimate == pytest.approx(share)


def test_bounds_are_about_the_mean_of_the_biases_and_widened_at_each_end() -> None:
    effect = defined(bounds_of_mean(SHIFTS, SHIFTS, IDS, BIASES))
    mean = defined(clustered_mean(SHIFTS, IDS, BIASES))
    assert (effect.low, effect.high) == pytest.approx((mean.low, mean.high))
    rates = (SHIFTS > 0).astype(float)
    one_bias_bounds, unequal_bounds = (
        defined(bounds_of_rate(rates, rates, IDS, BIASES)),
        defined(bounds_of_rate(rates / 2, rates, IDS, BIASES)),
    )
    interval = defined(rate_interval(rates, IDS, BIASES))
    assert (one_bias_bounds.low, one_bias_bounds.high) == pytest.approx((interval.low, interval.high))
    assert unequal_bounds.low < 0.5 * balanced_mean(rates, BIASES)
    assert balanced_mean(rates, BIASES) < unequal_bounds.high < interval.high
    assert bounds_of_rate(rates[:0], rates[:0], IDS[:0], BIASES[:0]) is None
