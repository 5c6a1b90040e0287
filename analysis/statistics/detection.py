"""Signal detection: sensitivity and criterion from shares of one answer, one share per dilemma and condition."""

import math

import numpy as np
from scipy import special

from probe.analysis.statistics.differences import Effect
from probe.analysis.statistics.intervals import Floats, Labels, cluster_deviations, critical_value, tail_probability


def probit_contrast(shares: Floats, weights: Floats, clusters: Labels, strata: Labels | None = None) -> Effect | None:
    """Return the sum over conditions of weight × z(rate); None without any dilemma.

    ``shares``, shape (dilemmas, conditions), are in [0, 1]; a condition's rate is the mean of its column, and z the
    quantile of the normal distribution. With the weights 1 and -1 for hits and false alarms this is d' (Green and
    Swets 1966), with -1/2 for both the criterion c.

    Rates take the log-linear correction (Hautus 1995): half a dilemma more with the answer and half a dilemma more
    without it, so that rates of 0 and 1 have a z. The interval is the delta method's, from the clustered covariance of
    the rates in which the dilemma that was added counts as a cluster of mean size, with Student's t.
    """
    count = len(shares)
    if count == 0:
        return None
    deviations = cluster_deviations(shares, clusters, strata)
    rates = (shares.sum(axis=0) + 0.5) / (count + 1)
    added = deviations.size * (0.5 * (1 - rates) ** 2 + 0.5 * rates**2)
    covariance = (deviations.totals.T @ deviations.totals + np.diag(added)) / (count + 1) ** 2
    z = special.ndtri(rates)
    slopes = weights * math.sqrt(2 * math.pi) * np.exp(z**2 / 2)
    error = math.sqrt(float(slopes @ covariance @ slopes))
    estimate = float(weights @ z)
    half = critical_value(deviations.freedom) * error
    p = tail_probability(estimate / error, deviations.freedom)
    return Effect(estimate=estimate, low=estimate - half, high=estimate + half, p=p)
