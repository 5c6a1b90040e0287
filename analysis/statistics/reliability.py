"""Reliability of scores, and where their variance comes from."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from scipy import stats

from probe.analysis.statistics.differences import Effect
from probe.analysis.statistics.intervals import LEVEL, ROUNDING, Codes, Floats, Labels, codes_of

FEWEST = 3
"""Units (subjects, biases) below which the variance between them says nothing."""


class Reliability(NamedTuple):
    """How far differences between ``units`` are differences of their true means, 0 to 1, with its interval."""

    effect: Effect
    units: int


class _Errors(NamedTuple):
    """The mean error variance of the units' means, as it enters their differences, with its degrees of freedom."""

    variance: float
    freedom: float


def reliability_of_crossed(values: Floats, clusters: Labels) -> Reliability | None:
    """Return the reliability of the row means of ``values``, shape (units, parts): all units have the same parts.

    It is the generalizability coefficient (Cronbach and others 1972): what a part adds equally to all units is not an
    error of their differences. With one part in each cluster it is Cronbach's (1951) alpha, with Feldt's (1965)
    interval. None with fewer than ``FEWEST`` units or two clusters, or without spread.
    """
    codes = codes_of(clusters)
    unit_count, cluster_count = len(values), int(codes.max(initial=-1)) + 1
    if unit_count < FEWEST or cluster_count < 2:
        return None
    residuals = values - values.mean(axis=1, keepdims=True) - values.mean(axis=0) + values.mean()
    totals = np.stack([np.bincount(codes, weights=row) for row in residuals])
    freedom = (unit_count - 1) * (cluster_count - 1)
    variance = float(np.sum(totals**2)) * cluster_count / freedom / values.shape[1] ** 2
    return _coefficient(values.mean(axis=1), _Errors(variance, freedom))


def reliability_of_nested(units: Sequence[tuple[Floats, Labels]]) -> Reliability | None:
    """Return the reliability of the means of units that have parts of their own: values and clusters of each.

    An intraclass correlation of means (Shrout and Fleiss 1979, ICC(1, k)) with a variance of its own for each unit's
    mean. Units with fewer than two clusters are left out. None with fewer than ``FEWEST`` others, or without spread.
    """
    means, variances, freedom = [], [], []
    for values, clusters in units:
        totals = np.bincount(codes_of(clusters), weights=values - values.mean()) if len(values) else np.zeros(0)
        if (cluster_count := len(totals)) > 1:
            means.append(float(values.mean()))
            variances.append(float(np.sum(totals**2)) * cluster_count / (cluster_count - 1) / len(values) ** 2)
            freedom.append(cluster_count - 1)
    if len(means) < FEWEST:
        return None
    variance_array = np.array(variances)
    squares = float(np.sum(variance_array**2 / np.array(freedom)))
    satterthwaite = float(variance_array.sum()) ** 2 / squares if squares > 0 else float(sum(freedom))
    return _coefficient(np.array(means), _Errors(float(variance_array.mean()), satterthwaite))


def _coefficient(means: Floats, errors: _Errors) -> Reliability | None:
    """Return 1 - error variance / variance of the means, with the interval from the F ratio of both variances."""
    variance_between = float(means.var(ddof=1))
    if variance_between < ROUNDING**2:
        return None
    ratio = errors.variance / variance_between
    lower, upper = (float(stats.f.ppf(p, len(means) - 1, errors.freedom)) for p in ((1 - LEVEL) / 2, (1 + LEVEL) / 2))
    low, estimate, high = (max(0.0, 1 - ratio * factor) for factor in (upper, 1.0, lower))
    return Reliability(Effect(estimate=estimate, low=low, high=high, p=None), len(means))


class Component(NamedTuple):
    """The variance that one factor adds, and its share of the sum of all components."""

    factor: str
    variance: float
    share: float


def variance_components(values: Floats, factors: Mapping[str, Labels]) -> tuple[Component, ...] | None:
    """Return the variance of ``values`` from each random factor, crossed or nested, and ``residual``.

    ``factors`` name a level for each value: scenario, dilemma, run, order, author. Rao's (1971) MINQUE(0), which solves
    the expectations of the factors' sums of squares (Searle, Casella and McCulloch 1992, chapter 11); the analysis of
    variance where the design is balanced. Negative components are printed as 0. None where the factors cannot be
    separated.
    """
    count, names = len(values), [*factors, "residual"]
    codes = [codes_of(labels) for labels in factors.values()] + [np.arange(count)]
    centred = values - values.mean() if count else values
    squares = np.array([np.sum(np.bincount(code, weights=centred) ** 2) for code in codes])
    traces = np.array([[_expected(factor, other_factor, count) for other_factor in codes] for factor in codes])
    # Scaled to a unit diagonal, the condition number shows whether factors can be separated, regardless of their
    # numbers of levels.
    scale = np.sqrt(np.diag(traces))
    if count < 3 or np.any(scale < ROUNDING) or np.linalg.cond(traces / np.outer(scale, scale)) > 1 / ROUNDING:
        return None
    variances = np.maximum(np.linalg.solve(traces, squares), 0.0)
    total = float(variances.sum())
    if total < ROUNDING:
        return None
    return tuple(
        Component(name, float(component), float(component) / total)
        for name, component in zip(names, variances, strict=True)
    )


def _expected(factor: Codes, other_factor: Codes, count: int) -> float:
    """Return the part of a factor's expected sum of squares that a variance of 1 of another factor makes."""
    sizes, other_sizes = np.bincount(factor), np.bincount(other_factor)
    joint = np.unique(factor * len(other_sizes) + other_factor, return_counts=True)
    joint_squares = float(np.sum(joint[1].astype(np.float64) ** 2))
    joint_products = float(
        np.sum(sizes[joint[0] // len(other_sizes)] * joint[1] * other_sizes[joint[0] % len(other_sizes)])
    )
    return (
        joint_squares
        - 2 * joint_products / count
        + float(np.sum(sizes.astype(np.float64) ** 2) * np.sum(other_sizes**2)) / count**2
    )
