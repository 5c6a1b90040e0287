"""Intervals and tests against textbook values, against each other, and in edge cases."""

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests

from probe.analysis.statistics.differences import paired_t, two_proportions
from probe.analysis.statistics.multiplicity import holm
from tests.defined import defined


def test_two_proportions_is_newcombes_example() -> None:
    """56 of 70 against 48 of 80 (Newcombe 1998, Table II, method 10): 0.2, from 0.0524 to 0.3339."""
    effect = two_proportions((56, 70), (48, 80))
    assert (round(effect.estimate, 4), round(effect.low, 4), round(effect.high, 4)) == (0.2, 0.0524, 0.3339)
    pooled = 104 / 150
    z = 0.2 / np.sqrt(pooled * (1 - pooled) * (1 / 70 + 1 / 80))
    assert effect.p == pytest.approx(stats.norm.sf(z))
    assert two_proportions((0, 70), (0, 80)).p is None


def test_paired_t_is_the_one_sample_test_of_the_differences() -> None:
    effect = defined(paired_t([3.0, 5.0, 4.0], [1.0, 1.0, 1.0]))
    assert effect.estimate == pytest.approx(3.0)
    assert effect.p == pytest.approx(stats.ttest_rel([3.0, 5.0, 4.0], [1.0, 1.0, 1.0]).pvalue)
    assert paired_t([1.0], [0.0]) is None
    two = defined(paired_t([3.0, 6.0], [1.0, 2.0]))
    assert (two.low, two.high) == pytest.approx((3 - 12.7062, 3 + 12.7062), abs=1e-3)
    equal = defined(paired_t([3.0, 4.0], [1.0, 2.0]))
    assert (equal.low, equal.high, equal.p) == (2.0, 2.0, None)


def test_holm_leaves_out_what_was_not_tested() -> None:
    assert holm([0.01, None, 0.04]) == [pytest.approx(0.02), None, pytest.approx(0.04)]
    assert holm([None]) == [None]


def test_holm_is_that_of_statsmodels() -> None:
    p_values = [0.04, 0.001, 0.2, 0.013, 0.013, 0.9]
    assert holm(p_values) == pytest.approx(list(multipletests(p_values, method="holm")[1]))
