"""Partial pooling over biases: how far they differ beyond sampling error, and estimates drawn towards their mean."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy import stats
from statsmodels.stats.meta_analysis import combine_effects

from probe.analysis.statistics.differences import Effect
from probe.analysis.statistics.intervals import LEVEL, Floats, Labels, cluster_deviations

TYPICAL = 10.0
"""Degrees of freedom that the variance pooled over all strata has against a stratum's own."""


class Heterogeneity(NamedTuple):
    """The test that all effects are equal: Cochran's Q, its degrees of freedom and p; between-variance and I²."""

    q: float
    freedom: int
    p: float
    tau2: float
    i2: float


class Pooled(NamedTuple):
    """The mean over all names with its interval, the test of heterogeneity, and each name's pooled effect."""

    mean: Effect
    heterogeneity: Heterogeneity
    effects: dict[str, Effect]


class StratumEffect(NamedTuple):
    """One stratum's mean effect, the variance of that mean, and the degrees of freedom of that variance."""

    name: str
    estimate: float
    variance: float
    freedom: float


def stratum_effects(effects: Floats, clusters: Labels, strata: Labels) -> tuple[StratumEffect, ...]:
    """Return each stratum's mean effect with a variance moderated over strata, as ``partial_pooling`` needs it.

    A stratum's variance per dilemma is averaged with the one of all strata, weighted by degrees of freedom (Smyth 2004,
    with ``TYPICAL`` prior degrees): a variance of zero over few dilemmas is chance, not knowledge.
    """
    found = []
    for name in dict.fromkeys(strata):
        mine = strata == name
        deviations = cluster_deviations(effects[mine][:, None], clusters[mine])
        found.append((name, mine, float(np.sum(deviations.totals**2)), deviations.freedom))
    typical = sum(squares for _, _, squares, _ in found) / len(effects)
    rows = []
    for name, mine, squares, freedom in found:
        count = int(mine.sum())
        moderated = (freedom * squares / count + TYPICAL * typical) / (freedom + TYPICAL)
        rows.append(StratumEffect(str(name), float(effects[mine].mean()), moderated / count, freedom + TYPICAL))
    return tuple(rows)


def partial_pooling(
    estimates: Floats, variances: Floats, names: Sequence[str], freedom: Floats | None = None
) -> Pooled | None:
    """Return the random-effects analysis of ``estimates`` (of one unit) with sampling ``variances``.

    ``freedom`` are the degrees of freedom of each variance; None if all are known. The test of heterogeneity refers
    Cochran's Q to Welch's (1951) F, whose limit for known variances is the chi-squared distribution.

    Between-variance by Paule and Mandel (1982), mean by Hartung and Knapp (2001), both from statsmodels; pooled
    estimates by Morris (1983), whose interval grows with the uncertainty of the between-variance. None below three
    names, or where a variance is not positive.
    """
    count = len(estimates)
    if count < 3 or np.any(variances <= 0):
        return None
    found = combine_effects(estimates, variances, method_re="iterated", use_t=True, alpha=1 - LEVEL)
    tau2 = max(float(found.tau2), 0.0)
    test = _heterogeneity(float(found.q), variances, tau2, freedom)
    weights = 1 / (variances + tau2)
    centre = float(np.sum(weights * estimates) / np.sum(weights))
    error = float(np.sqrt(max(found.scale_hksj_re, 1.0) / np.sum(weights)))
    half = float(stats.t.ppf((1 + LEVEL) / 2, count - 1)) * error
    p = float(2 * stats.t.sf(abs(centre) / error, count - 1))
    mean = Effect(estimate=centre, low=centre - half, high=centre + half, p=p)
    return Pooled(mean, test, _morris(estimates, variances, names, tau2=tau2, centre=centre))


def _heterogeneity(q: float, variances: Floats, tau2: float, freedom: Floats | None) -> Heterogeneity:
    """Return the test of ``q`` by Welch (1951), with the degrees of freedom of the variances."""
    count = len(variances)
    weights = 1 / variances
    levers = (1 - weights / weights.sum()) ** 2
    uncertain = 0.0 if freedom is None else float(np.sum(levers / freedom))
    if uncertain > 0:
        statistic = q / (count - 1) / (1 + 2 * (count - 2) / (count**2 - 1) * uncertain)
        p = float(stats.f.sf(statistic, count - 1, (count**2 - 1) / (3 * uncertain)))
    else:
        p = float(stats.chi2.sf(q, count - 1))
    return Heterogeneity(q, count - 1, p, tau2, max(0.0, 1 - (count - 1) / q) if q > 0 else 0.0)


def _morris(
    estimates: Floats, variances: Floats, names: Sequence[str], *, tau2: float, centre: float
) -> dict[str, Effect]:
    """Return Morris's (1983, section 5) empirical Bayes estimates with their intervals."""
    count, freedom = len(estimates), len(estimates) - 1
    weights = 1 / (variances + tau2)
    shrinkage = (freedom - 2) / freedom * variances * weights if freedom > 2 else np.zeros(count)
    pooled = estimates - shrinkage * (estimates - centre)
    lever = weights / np.sum(weights)
    spread = variances * (1 - (1 - lever) * shrinkage)
    spread += 2 / max(freedom - 2, 1) * shrinkage**2 * (estimates - centre) ** 2
    critical = float(stats.norm.ppf((1 + LEVEL) / 2))
    errors = np.sqrt(spread)
    return {
        name: Effect(
            estimate=float(value),
            low=float(value - critical * error),
            high=float(value + critical * error),
            p=float(2 * stats.norm.sf(abs(value) / error)),
        )
        for name, value, error in zip(names, pooled, errors, strict=True)
    }
