"""The interval of a mean over clusters of items."""

import numpy as np
import pytest
from scipy import stats

from probe.analysis.statistics.differences import clustered_mean, paired_difference


def test_independent_values_have_student_s_interval() -> None:
    values = np.random.default_rng(3).normal(0.3, 0.5, 40)
    found = clustered_mean(values, np.arange(40))
    expected = stats.t.interval(0.95, 39, values.mean(), stats.sem(values))
    assert found is not None
    assert (found.estimate, found.low, found.high) == pytest.approx((values.mean(), *expected))
    assert found.p == pytest.approx(stats.ttest_1samp(values, 0).pvalue)


def test_few_clusters_that_differ_from_zero_are_read_with_caution() -> None:
    values = np.zeros(60)
    values[:4] = 1
    assert clustered_mean(values, np.arange(60)) == paired_difference(values, np.zeros(60), np.arange(60))
    assert clustered_mean(np.array([]), np.array([])) is None


def test_it_covers_clustered_effects() -> None:
    """Twenty scenarios of 29 items that share an effect: within four standard errors of 95 %."""
    generator = np.random.default_rng(1)
    clusters = np.repeat(np.arange(20), 29)
    covered = 0
    for _ in range(400):
        values = 0.3 + 0.15 * generator.standard_normal(20)[clusters] + 0.5 * generator.standard_normal(580)
        found = clustered_mean(values, clusters)
        assert found is not None
        covered += found.low <= 0.3 <= found.high
    assert covered / 400 == pytest.approx(0.95, abs=0.044)
