"""Depth within scenarios: the same scenario at several depths, with the rules and words that each depth takes."""

from typing import NamedTuple

import numpy as np
from scipy import special

from probe.analysis.statistics.differences import Effect
from probe.analysis.statistics.intervals import LEVEL, ROUNDING, Codes, Floats, Labels, codes_of
from probe.values.base import fingerprint

PERMUTATIONS = 1999
"""Random permutations of the depths within scenarios: the smallest p is 1 in 2,000."""

_LARGEST_CRITICAL = 1e3
"""A critical value beyond this comes from arrangements without any difference between scenarios."""


class Slope(Effect):
    """A mean slope; ``p_rise`` is the p of the one-sided test against a slope of zero or below."""

    p_rise: float


class MeanSlopes(NamedTuple):
    """The mean slope of each arrangement of depths, its standard error and the error's degrees of freedom."""

    means: Floats
    errors: Floats
    freedom: Floats

    def tails(self) -> Floats:
        """Return the two-sided p of Student's t for each mean."""
        sizes = np.abs(self.means) / np.maximum(self.errors, ROUNDING)
        return np.asarray(2 * special.stdtr(self.freedom, -sizes), dtype=np.float64)

    def upper_tails(self) -> Floats:
        """Return the p of Student's t for each mean against a rise."""
        ratios = self.means / np.maximum(self.errors, ROUNDING)
        return np.asarray(special.stdtr(self.freedom, -ratios), dtype=np.float64)


def within_scenario(effects: Floats, depth: Floats, series: Labels, permutations: int = PERMUTATIONS) -> Slope | None:
    """Return the mean slope of ``effects`` over ``depth`` within series; None with fewer than two usable series.

    Series at one depth are left out; where the rest has too few arrangements of depths for a p below 0.05, there is no
    result. The mean slope weighs a scenario by its sum of squared depths (least squares with an intercept per
    scenario). Its standard error and degrees of freedom are those of a mixed model with random slopes. p is the share
    of permutations of the depths within scenarios whose t is as unlikely by Student's distribution at its own degrees
    of freedom (a studentised permutation test, Chung and Romano 2013, prepivoted, Beran 1988): exact if depth does
    nothing in any scenario, and nearly valid for the mean if slopes or noise differ. The interval inverts it: it leaves
    out zero exactly where p is below 0.05. ``p_rise`` counts the permutations with so unlikely a rise: the test of the
    directed hypothesis that depth raises the effect, which the paper tests one-sided as well (Appendix E).
    """
    codes = codes_of(series)
    counts = np.bincount(codes)
    centred = depth - (np.bincount(codes, weights=depth) / counts)[codes]
    weights: Floats = np.bincount(codes, weights=centred**2).astype(np.float64)
    usable_series: Codes = np.flatnonzero(weights > ROUNDING)
    in_usable_series = np.isin(codes, usable_series)
    # A two-sided p of 0.05 needs 40 arrangements, since the mirror image of each is as extreme.
    if len(usable_series) < 2 or _arrangements(codes[in_usable_series], depth[in_usable_series]) < np.log(
        2 / (1 - LEVEL)
    ):
        return None
    groups: Codes = np.searchsorted(usable_series, codes[in_usable_series]).astype(np.int64)
    values = effects[in_usable_series] - (np.bincount(codes, weights=effects) / counts)[codes][in_usable_series]
    moments: Floats = np.bincount(groups, weights=centred[in_usable_series] * values).astype(np.float64)
    weights = weights[usable_series]
    total, count = float(values @ values), len(values)
    observed = mean_slopes(moments[None, :], weights, total, count)
    # Equal slopes without noise leave no error to divide by.
    if observed.errors[0] < ROUNDING:
        return None
    permuted_moments = _permute_depths(values, centred[in_usable_series], groups, permutations)
    return _test_slope(observed, mean_slopes(permuted_moments, weights, total, count))


def _arrangements(codes: Codes, depth: Floats) -> float:
    """Return the logarithm of the number of ways to arrange the depths within scenarios."""
    sizes = np.bincount(codes)
    repetitions = np.unique(np.column_stack([codes, depth]), axis=0, return_counts=True)[1]
    return float(special.gammaln(sizes + 1).sum() - special.gammaln(repetitions + 1).sum())


def mean_slopes(moments: Floats, weights: Floats, total: float, count: int) -> MeanSlopes:
    """Return the mean slopes from products of depth and effect, shape (draws, scenarios).

    ``total`` is the sum of squares of the ``count`` centred effects. The variance is the one between slopes. Where this
    is below the variance of the residuals around them, slopes are estimated not to differ, and both estimate the same:
    they are averaged by degrees of freedom, as restricted maximum likelihood does in a balanced design (Corbeil and
    Searle 1976).
    """
    scenarios = len(weights)
    means = moments.sum(axis=1) / weights.sum()
    variances = np.sum((moments - means[:, None] * weights) ** 2, axis=1) * scenarios / (scenarios - 1)
    freedom = np.full(len(means), scenarios - 1.0)
    residual_freedom = count - 2 * scenarios
    if residual_freedom > 0:
        residual_variances = (
            np.maximum(total - np.sum(moments**2 / weights, axis=1), 0.0) / residual_freedom * weights.sum()
        )
        pooled_variances = ((scenarios - 1) * variances + residual_freedom * residual_variances) / (
            scenarios - 1 + residual_freedom
        )
        is_pooled = variances <= residual_variances
        variances = np.where(is_pooled, pooled_variances, variances)
        freedom[is_pooled] += residual_freedom
    return MeanSlopes(means, np.sqrt(variances) / weights.sum(), freedom)


def _permute_depths(values: Floats, depth: Floats, groups: Codes, permutations: int) -> Floats:
    """Return the moments with depths permuted within scenarios, shape (permutations, scenarios)."""
    # The seed follows from the sizes alone, so that repeating a report gives the same p.
    rng = np.random.default_rng(int(fingerprint([len(values), permutations]), 16))
    order = np.argsort(groups, kind="stable")
    values, depth, groups = values[order], depth[order], groups[order]
    # One sort permutes all scenarios: the number of the scenario, which is added, keeps their depths together.
    keys = rng.random((permutations, len(values)), dtype=np.float32) + groups
    products = depth[np.argsort(keys, axis=1)] * values
    starts = np.flatnonzero(np.diff(groups, prepend=-1))
    moments: Floats = np.add.reduceat(products, starts, axis=1)
    return moments


def _test_slope(observed: MeanSlopes, permuted_slopes: MeanSlopes) -> Slope | None:
    """Return the mean slope with the permutations' p and interval; None where too few arrangements bound it."""
    tails, (observed_tail,) = np.sort(permuted_slopes.tails()), observed.tails()
    draws = len(tails) + 1
    # The observed arrangement counts as one of the permutations, in the quantile as in p.
    rarer_count = int(np.ceil((1 - LEVEL) * draws - ROUNDING)) - 1
    critical = (
        float(special.stdtrit(observed.freedom[0], 1 - tails[rarer_count - 1] / 2)) if rarer_count > 0 else np.inf
    )
    if critical > _LARGEST_CRITICAL:
        return None
    mean, half_width = float(observed.means[0]), critical * float(observed.errors[0])
    p, p_rise = (
        # Permutations that repeat the observed arrangement count, although rounding may make them differ.
        (1 + int(np.sum(permuted_tails <= own_tail * (1 + ROUNDING)))) / draws
        for permuted_tails, own_tail in (
            (tails, observed_tail),
            (permuted_slopes.upper_tails(), observed.upper_tails()[0]),
        )
    )
    return Slope(estimate=mean, low=mean - half_width, high=mean + half_width, p=p, p_rise=p_rise)
