"""Intervals for a rate over dilemmas: each dilemma contributes one share, and dilemmas are what was sampled."""

import numpy as np
from numpy.typing import NDArray
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from probe.values.base import Value, fingerprint

LEVEL = 0.95
"""Confidence level of every interval."""

RESAMPLES = 2000
"""Bootstrap resamples of an interval."""

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]


class Interval(Value):
    """A confidence interval at ``LEVEL``."""

    low: float
    high: float


def strata_of(*labels: NDArray[np.object_]) -> Codes:
    """Return a code for each distinct combination of ``labels``: dilemmas are drawn within these."""
    if not labels or not len(labels[0]):
        return np.zeros(0, dtype=np.int64)
    codes = np.zeros(len(labels[0]), dtype=np.int64)
    for column in labels:
        _, inverse = np.unique(column.astype(str), return_inverse=True)
        codes = codes * (int(inverse.max()) + 1) + inverse
    return np.unique(codes, return_inverse=True)[1].astype(np.int64)


def residuals(values: Floats, strata: Codes) -> tuple[Floats, float]:
    """Return values minus their stratum's mean, and the squared standard error of the overall mean.

    A stratum of one dilemma has no spread of its own: its distance from the overall mean is used instead.
    """
    counts = np.bincount(strata)
    means = np.bincount(strata, weights=values) / np.maximum(counts, 1)
    centres = np.where(counts > 1, means, values.mean())
    inflation = np.where(counts > 1, counts / np.maximum(counts - 1, 1), 1.0)
    centred = values - centres[strata]
    return centred, float(np.sum(centred**2 * inflation[strata])) / len(values) ** 2


def wilson(shares: Floats, strata: Codes | None = None) -> Interval | None:
    """Return Wilson's interval for a mean of shares in [0, 1] at their effective number; None without any.

    Runs of one dilemma resemble each other, so neither runs nor dilemmas are the number of trials. The effective
    number comes from the spread between dilemmas (Korn and Graubard 1998, for survey clusters; t for z at few
    dilemmas). Where there is no spread, nothing was estimated from it: the number of dilemmas is taken as it is.
    """
    count = len(shares)
    if count == 0:
        return None
    strata = np.zeros(count, dtype=np.int64) if strata is None else strata
    rate = float(shares.mean())
    _, variance = residuals(shares, strata)
    effective = float(count)
    if variance > 0:
        effective = rate * (1 - rate) / variance
        freedom = count - int(strata.max()) - 1
        if freedom > 0:
            effective *= (stats.norm.ppf((1 + LEVEL) / 2) / stats.t.ppf((1 + LEVEL) / 2, freedom)) ** 2
    return wilson_of_counts(rate * effective, effective)


def wilson_of_counts(hits: float, trials: float) -> Interval:
    """Return Wilson's interval for ``hits`` of so many independent ``trials``, more than none."""
    low, high = proportion_confint(hits, trials, alpha=1 - LEVEL, method="wilson")
    return Interval(low=float(low) if hits > 0 else 0.0, high=float(high) if hits < trials else 1.0)


def bootstrap(values: Floats, seed: str, strata: Codes | None = None, resamples: int = RESAMPLES) -> Interval | None:
    """Return the cluster bootstrap's BCa interval for the mean of ``values`` (Efron 1987).

    Whole dilemmas are drawn, within strata. The draws depend on ``seed`` alone. None below two dilemmas, and where
    there is no spread.
    """
    count = len(values)
    strata = np.zeros(count, dtype=np.int64) if strata is None else strata
    if count < 2:
        return None
    centred, variance = residuals(values, strata)
    if variance == 0:
        return None
    means = resampled_means(values, strata, seed, resamples)
    below = (np.mean(means < values.mean()) + np.mean(means <= values.mean())) / 2
    shift = stats.norm.ppf(np.clip(below, 1 / resamples, 1 - 1 / resamples))
    acceleration = np.sum(centred**3) / (6 * np.sum(centred**2) ** 1.5)
    ends = shift + stats.norm.ppf([(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    low, high = np.quantile(means, stats.norm.cdf(shift + ends / (1 - acceleration * ends)))
    return Interval(low=float(low), high=float(high))


def resampled_means(values: Floats, strata: Codes, seed: str, resamples: int) -> Floats:
    """Return the means of ``resamples`` draws of as many dilemmas, each stratum drawn from itself."""
    rng = np.random.default_rng(int(fingerprint(seed), 16))
    totals = np.zeros(resamples)
    for stratum in np.unique(strata):
        members = values[strata == stratum]
        totals += members[rng.integers(0, len(members), size=(resamples, len(members)))].sum(axis=1)
    return totals / len(values)
