"""Partial pooling over biases: how far they differ beyond sampling error, and estimates drawn towards their mean."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from scipy import stats
from statsmodels.stats.meta_analysis import combine_effects

from probe.analysis.statistics.differences import Effect
from probe.analysis.statistics.intervals import Floats, critical_value

FEWEST = 3
"""Effects that are needed: two have no spread to estimate."""


class Heterogeneity(NamedTuple):
    """The test that all effects are equal: Cochran's Q, its degrees of freedom and p; between-variance and I²."""

    q: float
    freedom: int
    p: float
    tau2: float
    i2: float


class Pooled(NamedTuple):
    """The test of heterogeneity, and each name's pooled effect."""

    heterogeneity: Heterogeneity
    effects: dict[str, Effect]


def partial_pooling(effects: Mapping[str, Effect], limits: tuple[float, float] = (-1.0, 1.0)) -> Pooled | None:
    """Return the random-effects analysis of ``effects``, differences of rates by name; None below ``FEWEST``.

    The standard error of an effect is that of its interval: half its width over the normal quantile. Q and pooled
    intervals therefore follow from the intervals that are printed. An interval of zero width has no error to weigh
    with, so there is no analysis with one. Between-variance by Paule and Mandel (1982), from
    statsmodels; pooled estimates by Morris (1983), whose interval grows with the uncertainty of the between-variance.
    """
    if len(effects) < FEWEST:
        return None
    estimates, errors = np.array([(effect.estimate, standard_error(effect, limits)) for effect in effects.values()]).T
    if errors.min() <= 0:
        return None
    with np.errstate(divide="ignore"):  # equal effects have a Q of zero, which statsmodels divides by
        combined = combine_effects(estimates, errors**2, method_re="iterated")
    q, freedom, tau2 = float(combined.q), len(effects) - 1, max(float(combined.tau2), 0.0)
    i2 = max(0.0, 1 - freedom / q) if q > 0 else 0.0
    test = Heterogeneity(q, freedom, float(stats.chi2.sf(q, freedom)), tau2, i2)
    pooled = _morris(estimates, errors**2, tau2)
    return Pooled(test, dict(zip(effects, pooled, strict=True)))


def standard_error(effect: Effect, limits: tuple[float, float] = (-1.0, 1.0)) -> float:
    """Return the standard error of a normal estimate with an interval as wide as that of ``effect``.

    An interval ends at the ``limits`` of what is measured, -1 and 1 for a difference of rates; where it is cut off,
    only its other side counts.
    """
    half_widths = (
        (effect.high - effect.estimate, effect.high < limits[1]),
        (effect.estimate - effect.low, effect.low > limits[0]),
    )
    uncut_widths = [width for width, is_uncut in half_widths if is_uncut] or [width for width, _ in half_widths]
    return sum(uncut_widths) / len(uncut_widths) / critical_value(np.inf)


def _morris(estimates: Floats, variances: Floats, tau2: float) -> list[Effect]:
    """Return Morris's (1983, section 5) empirical Bayes estimates with their intervals."""
    count, freedom = len(estimates), len(estimates) - 1
    weights = 1 / (variances + tau2)
    centre = float(np.sum(weights * estimates) / np.sum(weights))
    # Morris's factor allows for the between-variance being estimated; with three effects it is 0, and nothing is drawn
    # to the mean.
    shrinkage = (freedom - 2) / freedom * variances * weights if freedom > 2 else np.zeros(count)
    pooled = estimates - shrinkage * (estimates - centre)
    leverage = weights / np.sum(weights)
    posterior_variances = variances * (1 - (1 - leverage) * shrinkage)
    # What the uncertainty of the shrinkage adds to the interval.
    posterior_variances += 2 / max(freedom - 2, 1) * shrinkage**2 * (estimates - centre) ** 2
    critical = critical_value(np.inf)
    return [
        Effect(
            estimate=float(value),
            low=float(value - critical * error),
            high=float(value + critical * error),
            p=float(2 * stats.norm.sf(abs(value) / error)),
        )
        for value, error in zip(pooled, np.sqrt(posterior_variances), strict=True)
    ]
