"""Bounds of a mean of values of which only limits are known, after Imbens and Manski (2004)."""

import numpy as np
import pytest
from scipy import stats

from probe.analysis.statistics.differences import bounds_of_mean, clustered_mean
from tests.defined import defined

IDS = np.arange(60)
VALUES = np.tile([0.1, -0.1], 30)


def test_equal_ends_have_the_interval_of_the_mean() -> None:
    bounds, mean = defined(bounds_of_mean(VALUES + 0.2, VALUES + 0.2, IDS)), defined(clustered_mean(VALUES + 0.2, IDS))
    assert (bounds.low, bounds.high) == pytest.approx((mean.low, mean.high), abs=1e-6)


def test_ends_far_apart_have_an_error_of_five_percent_on_one_side_each() -> None:
    bounds = defined(bounds_of_mean(VALUES, VALUES + 0.5, IDS))
    half_width = stats.t.ppf(0.95, 59) * stats.sem(VALUES)
    assert (bounds.low, bounds.high) == pytest.approx((-half_width, 0.5 + half_width), rel=0.01)


def test_a_mean_at_an_end_is_covered_in_95_percent() -> None:
    """Three in ten errors of the cued arm cannot be read: the truth is the largest of the possible effects."""
    generator, covered_count = np.random.default_rng(1), 0
    for _ in range(600):
        reference, cued_errors = (generator.binomial(5, generator.beta(rate, 1 - rate, 60)) for rate in (0.2, 0.35))
        unparsed = generator.binomial(cued_errors, 0.3)
        bounds = defined(bounds_of_mean((cued_errors - unparsed - reference) / 5, (cued_errors - reference) / 5, IDS))
        covered_count += bounds.low <= 0.15 <= bounds.high
    assert covered_count / 600 == pytest.approx(0.95, abs=0.03)


def test_few_dilemmas_with_probabilities_have_no_bounds() -> None:
    assert bounds_of_mean(VALUES[:4], VALUES[:4] + 0.1, IDS[:4], direct=True) is None
    assert bounds_of_mean(np.array([]), np.array([]), IDS[:0]) is None
