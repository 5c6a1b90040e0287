"""Intervals for a rate: one share per dilemma, dilemmas in clusters, clusters sampled independently within strata."""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import optimize, special
from statsmodels.stats.proportion import proportion_confint

from probe.analysis.statistics.weights import equal_weights
from probe.values.base import Value

LEVEL = 0.95
"""Confidence level of every interval."""


POOLED_PRIOR = 5.0
"""Errors that a subject's pooled design effect weighs against that of one bias."""

LEAST_DESIGN_EFFECT = 0.1
"""The smallest design effect, that of ten independent runs: shares that vary less may do so by accident."""

ROUNDING = 1e-9
"""Sums of squares below this are rounding, not spread."""

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]
Labels = NDArray[np.int64] | NDArray[np.object_] | NDArray[np.str_]
"""Which dilemmas belong together; only equality counts."""


class Interval(Value):
    """A confidence interval at ``LEVEL``."""

    low: float
    high: float

    def enclosing(self, interval: "Interval") -> "Interval":
        """Return the shortest interval that contains both, so that bounds are never inside their interval."""
        return Interval(low=min(self.low, interval.low), high=max(self.high, interval.high))


class DesignEffect(NamedTuple):
    """The variance of a rate over that of independent dilemmas with one run each, and its degrees of freedom.

    Below 1 where runs of a dilemma differ, above 1 where dilemmas of a cluster resemble each other.
    """

    ratio: float
    freedom: float


class PeopleVariance(NamedTuple):
    """The variance that people add to that of dilemmas, and their degrees of freedom: people minus 1."""

    variance: float
    freedom: float


class Deviations(NamedTuple):
    """Clusters' totals of deviations from their stratum's mean; their sum of squares is n² times the mean's variance.

    Each column is one of the variables given. ``size`` is the mean number of dilemmas in a dilemma's cluster.
    """

    totals: Floats
    freedom: float
    size: float

    def with_people(self, crossed: PeopleVariance | None, count: int) -> "Deviations":
        """Return the deviations with what people add to the mean of ``count`` dilemmas, as one further total."""
        if crossed is None:
            return self
        total = np.full((1, self.totals.shape[1]), count * math.sqrt(crossed.variance))
        return self._replace(totals=np.vstack([self.totals, total]), freedom=min(self.freedom, crossed.freedom))


def cluster_deviations(
    values: Floats, clusters: Labels, strata: Labels | None = None, weights: Floats | None = None
) -> Deviations:
    """Return the deviations of ``values``, shape (dilemmas, variables), times the dilemmas' ``weights``.

    Where clusters lie within strata, a stratum of k clusters is scaled by sqrt(k / (k - 1)); one of a single cluster is
    compared with the overall mean. Where clusters cross strata, all are scaled in the same way. Degrees of freedom are
    those of clusters with equal deviations (Satterthwaite 1946): where few of them weigh most, they are fewer.
    """
    codes, strata_codes = (
        codes_of(clusters),
        codes_of(np.zeros(len(values), dtype=np.int64) if strata is None else strata),
    )
    sizes = np.bincount(codes)
    cluster_count = len(sizes)
    pairs = np.unique(codes * (int(strata_codes.max()) + 1) + strata_codes)
    stratum_of = pairs % (int(strata_codes.max()) + 1)
    nested = len(pairs) == cluster_count
    clusters_per_stratum = np.bincount(stratum_of) if nested else np.full(int(strata_codes.max()) + 1, cluster_count)
    counts = np.bincount(strata_codes)
    weights = np.ones(len(values)) if weights is None else weights
    stratum_weights = np.bincount(strata_codes, weights=weights) / counts
    totals = np.empty((cluster_count, values.shape[1]))
    for column, variable in enumerate((values * weights[:, None]).T):
        means = np.bincount(strata_codes, weights=variable) / counts
        centres = np.where(clusters_per_stratum > 1, means, variable.mean() * stratum_weights)
        totals[:, column] = np.bincount(codes, weights=variable - centres[strata_codes])
    inflation = np.sqrt(clusters_per_stratum / np.maximum(clusters_per_stratum - 1, 1))
    totals *= inflation[stratum_of][:, None] if nested else inflation[0]
    # Strata of a single cluster are all compared with one mean, which takes one degree of freedom for all of them.
    has_single_clusters = bool(np.any(clusters_per_stratum == 1))
    freedom = float(cluster_count - (int(np.sum(clusters_per_stratum > 1)) + has_single_clusters if nested else 1))
    # With unequal weights, a bias of few dilemmas may have nearly all of the error, and its clusters set the degrees of
    # freedom.
    if nested and np.ptp(weights) > ROUNDING:
        freedom = min(freedom, _freedom(counts * stratum_weights, clusters_per_stratum))
    return Deviations(totals, float(max(freedom, 0)), float(np.sum(sizes**2)) / len(values))


def _freedom(shares: Floats, members: Codes) -> float:
    """Return the degrees of freedom of a weighted sum of strata's means, whose clusters have equal deviations."""
    variances = shares**2 / members
    return float(np.sum(variances) ** 2 / np.sum(variances**2 / np.maximum(members - 1, 1)))


def codes_of(labels: Labels) -> Codes:
    """Return the index of each label among the sorted distinct labels."""
    return np.unique(labels, return_inverse=True)[1].astype(np.int64)


def design_effect(
    squares: float, errors: float, freedom: float, prior: DesignEffect, weight: float | None = None
) -> DesignEffect:
    """Return the design effect of ``squares`` (n² times a rate's variance) over ``errors`` (n p (1 - p)).

    It is drawn towards ``prior`` as if ``weight`` more errors had shown that, so that it exists without any error. By
    default, the weight of 1 fades as 1 / (1 + errors)², or with the degrees of freedom if these are fewer. The result
    is at least ``LEAST``, and its degrees of freedom are Satterthwaite's (1946). Without any, it is the prior.
    """
    # A single cluster shows no spread, so that only the prior is known.
    if freedom <= 0:
        return prior
    squares = squares if squares > ROUNDING else 0.0
    weight = 1 / (1 + min(errors, freedom)) ** 2 if weight is None else weight
    prior_squares = weight * prior.ratio
    total = squares + prior_squares
    uncertainty = squares**2 / max(freedom, 1.0) + prior_squares**2 / prior.freedom
    return DesignEffect(
        max(total / (errors + weight), LEAST_DESIGN_EFFECT), total**2 / uncertainty if uncertainty > 0 else math.inf
    )


def pooled_design_effect(shares: Floats, clusters: Labels, strata: Labels) -> DesignEffect:
    """Return one design effect for all strata (a subject's biases): summed variances over summed binomial ones.

    ``shares`` are error rates in [0, 1], one per dilemma. Without errors it is the size of a cluster, as if the
    dilemmas of one always agreed.
    """
    deviations = cluster_deviations(shares[:, None], clusters, strata)
    codes = codes_of(strata)
    rates = np.bincount(codes, weights=shares) / np.bincount(codes)
    errors = float(np.sum((rates * (1 - rates))[codes]))
    # Infinite degrees of freedom: this prior is assumed, not estimated.
    prior = DesignEffect(deviations.size, math.inf)
    return design_effect(float(np.sum(deviations.totals**2)), errors, deviations.freedom, prior)


class Rate(NamedTuple):
    """A rate with its effective number of independent trials; ``freedom`` is that of the estimated variance."""

    share: float
    trials: float
    freedom: float

    def limits(self, critical: float) -> tuple[float, float]:
        """Return Wilson's (1927) score limits, with ``critical`` standard errors."""
        return wilson_limits(self.share, self.trials, critical)


def wilson_limits(share: float, trials: float, critical: float) -> tuple[float, float]:
    """Return Wilson's (1927) limits of a rate of ``trials`` (a real number above 0), ``critical`` errors either way."""
    ratio = critical * critical / trials
    centre, width = share + ratio / 2, critical * math.sqrt(share * (1 - share) / trials + ratio / (4 * trials))
    low, high = (centre - width) / (1 + ratio), (centre + width) / (1 + ratio)
    # Wilson's lower limit of a rate of 0 is 0, and the upper one of a rate of 1 is 1; rounding may miss both.
    return (max(low, 0.0) if share > 0 else 0.0), (min(high, 1.0) if share < 1 else 1.0)


def critical_value(freedom: float, p: float = 1 - LEVEL) -> float:
    """Return the two-sided critical value of Student's t at ``p``; infinite ``freedom`` is the normal distribution."""
    return float(-special.ndtri(p / 2) if math.isinf(freedom) else -special.stdtrit(max(freedom, 1.0), p / 2))


def tail_probability(critical: float, freedom: float) -> float:
    """Return the two-sided p of ``critical`` standard errors, the inverse of ``critical_value``."""
    if math.isinf(freedom):
        return float(2 * special.ndtr(-abs(critical)))
    return float(2 * special.stdtr(max(freedom, 1.0), -abs(critical)))


def rate(
    shares: Floats,
    deviations: Deviations,
    column: int = 0,
    prior: DesignEffect | None = None,
    weight: float | None = None,
) -> Rate:
    """Return the mean of ``shares`` with its effective number of trials (Korn and Graubard 1998).

    ``prior`` and its ``weight`` are those of ``design_effect``; the default prior is the size of a cluster.
    """
    share = float(min(max(shares.mean(), 0.0), 1.0))
    # Weights may miss 0 and 1 by rounding, where Wilson's limits have to end exactly.
    share = 0.0 if share < ROUNDING else 1.0 if share > 1 - ROUNDING else share
    squares = float(np.sum(deviations.totals[:, column] ** 2))
    default_prior = DesignEffect(deviations.size, math.inf)
    effect = design_effect(
        squares, len(shares) * share * (1 - share), deviations.freedom, prior or default_prior, weight
    )
    return Rate(share, len(shares) / effect.ratio, effect.freedom)


def rate_interval(
    shares: Floats,
    clusters: Labels,
    strata: Labels | None = None,
    prior: DesignEffect | None = None,
    *,
    crossed: PeopleVariance | None = None,
) -> Interval | None:
    """Return Wilson's interval for the mean of ``shares`` in [0, 1], one per dilemma; None without any dilemma.

    The number of trials is the effective one, dilemmas / design effect (Korn and Graubard 1998), and Student's t
    replaces the normal quantile. ``clusters`` are series, or the dilemmas themselves; ``strata`` biases, which count as
    ``equal_weights`` has it. ``prior`` is the subject's pooled design effect, for a rate of one of its biases.
    ``crossed`` is what people add who answered several dilemmas.
    """
    if len(shares) == 0:
        return None
    # A bias with few errors says little about how similar its dilemmas are, so the subject's other biases are taken
    # into account.
    weight = None if prior is None else POOLED_PRIOR
    weights = equal_weights(strata, len(shares))
    deviations = cluster_deviations(shares[:, None], clusters, strata, weights).with_people(crossed, len(shares))
    estimated_rate = rate(shares * weights, deviations, prior=prior, weight=weight)
    low, high = estimated_rate.limits(critical_value(estimated_rate.freedom))
    return Interval(low=low, high=high)


def bounds_of_rate(lower: Floats, upper: Floats, clusters: Labels, strata: Labels | None = None) -> Interval | None:
    """Return where a rate may be of whose shares only limits are known, with the sampling error at each end.

    None without any dilemma; see ``bounds_of_mean``.
    """
    if len(lower) == 0:
        return None
    weights = equal_weights(strata, len(lower))
    ends = [
        rate(shares * weights, cluster_deviations(shares[:, None], clusters, strata, weights))
        for shares in (lower, upper)
    ]
    freedom = min(end.freedom for end in ends)
    # The error is read from Wilson's limits, since the plain standard error of a rate of 0 or 1 is 0.
    quantile = one_sided(freedom)
    error = max(high - low for low, high in (end.limits(quantile) for end in ends)) / (2 * quantile)
    critical = critical_of_bounds((ends[1].share - ends[0].share) / error, freedom)
    return Interval(low=ends[0].limits(critical)[0], high=ends[1].limits(critical)[1])


def critical_of_bounds(standardised_distance: float, freedom: float) -> float:
    """Return how many standard errors to add beyond each of two bounds, given their distance in standard errors.

    A quantity anywhere between the bounds is then covered in 95 % of studies (Imbens and Manski 2004).
    """

    def excess_error(critical: float) -> float:
        return (
            tail_probability(critical, freedom) + tail_probability(critical + standardised_distance, freedom)
        ) / 2 - (1 - LEVEL)

    # Ends far apart can be missed on one side only, equal ends on both sides: the result lies between the critical
    # values of these two cases.
    return float(optimize.brentq(excess_error, one_sided(freedom) - ROUNDING, critical_value(freedom) + ROUNDING))


def one_sided(freedom: float) -> float:
    """Return the one-sided critical value of Student's t at ``LEVEL``."""
    return critical_value(freedom, 2 * (1 - LEVEL))


def wilson_of_counts(hits: float, trials: float) -> Interval:
    """Return Wilson's interval for ``hits`` of this many independent ``trials``, more than 0."""
    low, high = proportion_confint(hits, trials, alpha=1 - LEVEL, method="wilson")
    return Interval(low=float(low) if hits > 0 else 0.0, high=float(high) if hits < trials else 1.0)
