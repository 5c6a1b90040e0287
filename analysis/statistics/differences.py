"""Effects and differences with an interval and the p of the test that this interval inverts."""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from scipy import optimize, stats
from statsmodels.stats.proportion import confint_proportions_2indep, proportions_ztest

from probe.analysis.statistics.intervals import (
    LEVEL,
    ROUNDING,
    Codes,
    Floats,
    Interval,
    Labels,
    PeopleVariance,
    cluster_deviations,
    codes_of,
    critical_of_bounds,
    critical_value,
    rate_interval,
    tail_probability,
)
from probe.analysis.statistics.weights import balanced_mean, equal_weights

SMALLEST_P = 1e-15
"""The smallest p that is reported: beyond it the distributions are not known so well."""

FEWEST_DIRECT = 5
"""Dilemmas that a mean of probabilities needs for an interval: the spread of fewer says nothing about others."""


class Effect(Interval):
    """An effect or a difference with its interval and two-sided p; ``p`` is None where it cannot be computed.

    p is below 0.05 exactly where the interval leaves out zero.
    """

    estimate: float
    p: float | None


def mean_share(
    shares: Floats, clusters: Labels, strata: Labels | None = None, crossed: PeopleVariance | None = None
) -> Effect | None:
    """Return the mean of shares, strata counted equally, with the interval of ``rate_interval``; None without any."""
    interval = rate_interval(shares, clusters, strata, crossed=crossed) if len(shares) else None
    if interval is None:
        return None
    estimate = float(np.mean(shares)) if strata is None else balanced_mean(shares, strata)
    return Effect(estimate=estimate, low=interval.low, high=interval.high, p=None)


class Arms(NamedTuple):
    """A group of dilemmas: the shares of one arm, or of two arms whose difference is meant; codes as for a rate.

    ``direct`` shares are probabilities that a subject showed, not shares of its decisions. ``crossed`` is what people
    add to the variance of the mean.
    """

    first: Floats
    clusters: Labels
    second: Floats | None = None
    strata: Labels | None = None
    direct: bool = False
    crossed: PeopleVariance | None = None


def mover(
    first: float,
    first_limits: tuple[float, float],
    second: float,
    second_limits: tuple[float, float],
    correlation: float = 0.0,
) -> tuple[float, float]:
    """Return the limits of ``first`` minus ``second`` from the limits of each (Newcombe 1998, method 10).

    Each limit of the difference takes the distances from the estimates to the limits that lie in its direction.
    """
    first_down, first_up = first - first_limits[0], first_limits[1] - first
    second_down, second_up = second - second_limits[0], second_limits[1] - second
    squared_down = first_down**2 - 2 * correlation * first_down * second_up + second_up**2
    squared_up = first_up**2 - 2 * correlation * first_up * second_down + second_down**2
    estimate = first - second
    return estimate - math.sqrt(max(squared_down, 0.0)), estimate + math.sqrt(max(squared_up, 0.0))


def invert_limits(estimate: float, limits: Callable[[float], tuple[float, float]], span: float = 1.0) -> Effect:
    """Return an effect in [-span, span] from ``limits``, a function of the two-sided p: p is where one reaches zero."""
    low, high = limits(1 - LEVEL)

    def nearest(exponent: float) -> float:
        ends = limits(math.exp(exponent))
        return ends[0] if estimate > 0 else -ends[1]

    # The search is over the logarithm of p, which spans fifteen orders of magnitude.
    smallest = math.log(SMALLEST_P)
    if abs(estimate) < ROUNDING or nearest(0.0) <= 0:
        p = 1.0
    elif nearest(smallest) >= 0:
        p = SMALLEST_P
    else:
        p = math.exp(float(optimize.brentq(nearest, smallest, 0.0, xtol=1e-6)))
    return Effect(estimate=estimate, low=max(low, -span), high=min(high, span), p=p)


class ClusterMean(NamedTuple):
    """The mean of signed values, one per dilemma, over clusters, with the variance and degrees of freedom of its t.

    The variance grows with the distance of the true mean from the estimate: by ``growth_away`` per unit away from zero,
    by ``growth_to_zero`` towards it, of which the part ``bend`` vanishes as zero is reached, and grows from there again
    beyond it.
    """

    estimate: float
    variance: float
    freedom: float
    growth_to_zero: float = 0.0
    growth_away: float = 0.0
    bend: float = 0.0

    def with_people(self, crossed: PeopleVariance | None) -> "ClusterMean":
        """Return the mean with what people add, who answered several dilemmas each."""
        if crossed is None:
            return self
        freedom = min(self.freedom, crossed.freedom)
        return self._replace(variance=self.variance + crossed.variance, freedom=freedom)

    def limits(self, p: float) -> tuple[float, float]:
        """Return the limits at two-sided ``p``: where the squared distance is t² times the variance there."""
        square, size = critical_value(self.freedom, p) ** 2, abs(self.estimate)
        distance_away = _distance(square, self.growth_away, self.variance)
        # Towards zero the correction fades, so that zero itself is tested by plain t, with all of its power.
        distance_to_zero = _distance(
            square, self.growth_to_zero, self.variance, 1 + square * self.bend / max(size, ROUNDING)
        )
        if distance_to_zero > size:  # beyond zero
            distance_to_zero = _distance(square, self.growth_to_zero, self.variance - self.bend * size)
        distance_below, distance_above = (
            (distance_to_zero, distance_away) if self.estimate > 0 else (distance_away, distance_to_zero)
        )
        return self.estimate - distance_below, self.estimate + distance_above

    def effect(self, span: float) -> Effect:
        """Return the mean, which is in [-span, span], with its interval and the p at which a limit reaches zero."""
        low, high = self.limits(1 - LEVEL)
        distance = abs(self.estimate)
        # The error if the true mean were zero: p then agrees with the limit on that side.
        error = math.sqrt(self.variance + (self.growth_to_zero - self.bend) * distance)
        p = max(tail_probability(distance / error, self.freedom), SMALLEST_P) if distance > ROUNDING else 1.0
        return Effect(estimate=self.estimate, low=max(low, -span), high=min(high, span), p=p)


def _distance(square: float, growth: float, variance: float, scale: float = 1.0) -> float:
    """Return the distance d at which scale · d² is ``square`` times a variance that grows by ``growth`` per unit."""
    half = square * growth / 2
    return (half + math.sqrt(max(half**2 + scale * square * variance, 0.0))) / scale


def cluster_mean(values: Floats, clusters: Labels, strata: Labels | None = None) -> ClusterMean:
    """Return the mean of ``values``, effects of at most 1 or so, one per dilemma, with a skewed Student's t.

    A mean and its estimated variance covary as the third moment (Johnson 1978): where a cue moves few clusters a lot, a
    sample with fewer of them has both a smaller mean and a smaller variance. So the variance grows by third over second
    moment on the side of the long tail. Zero itself is tested by plain t, whose sums of clusters that may move either
    way need no such correction. Where k clusters moved, 1 / (1 + k)³ of one more is added to both moments: away from
    zero one that moves by 1, as clusters that never moved may still do; towards zero one of typical size, as clusters
    that all moved equally may still differ. Where clusters have several weights, this is done for each weight
    separately. Strata count as ``equal_weights`` has it.
    """
    weights = equal_weights(strata, len(values))
    deviations = cluster_deviations(values[:, None], clusters, strata, weights)
    totals, count, estimate = deviations.totals[:, 0], len(values), float(np.mean(weights * values))
    codes = codes_of(clusters)
    movements = np.abs(np.bincount(codes, weights=weights * values))
    moved_count = int(np.sum(movements > ROUNDING))
    typical = float(np.sum(movements**2) / np.sum(movements)) if moved_count else deviations.size
    squares, cubes = float(np.sum(totals**2)), float(np.sum(totals**3))
    signed_cubes = math.copysign(cubes, cubes * estimate) if abs(estimate) > ROUNDING else abs(cubes)

    def growth(tail: float, unseen_clusters: Sequence[tuple[float, int]]) -> float:
        added = [(size, size**2 / (1 + moved_of_weight) ** 3) for size, moved_of_weight in unseen_clusters]
        cubed, squared = (sum(square * size**power for size, square in added) for power in (1, 0))
        return (max(tail, 0.0) + cubed) / (squares + squared) / count

    unseen_typical = [(typical, moved_count)]
    growth_away, growth_to_zero = (
        growth(signed_cubes, _unseen_clusters(movements, weights, codes, deviations.size)),
        growth(-signed_cubes, unseen_typical),
    )
    if abs(estimate) <= ROUNDING:  # both sides lead away from zero
        return ClusterMean(estimate, squares / count**2, deviations.freedom, growth_away, growth_away)
    bend = growth_to_zero - growth(0.0, unseen_typical)
    return ClusterMean(estimate, squares / count**2, deviations.freedom, growth_to_zero, growth_away, bend)


def _unseen_clusters(movements: Floats, weights: Floats, codes: Codes, size: float) -> list[tuple[float, int]]:
    """Return, for each weight that clusters have, how far one more of them would move, and how many moved."""
    # Rounded, as weights that are meant to be equal may differ in their last digits.
    weight_of = np.round(np.bincount(codes, weights=weights) / np.bincount(codes), 9)
    return [
        (float(weight) * size, int(np.sum(movements[weight_of == weight] > ROUNDING)))
        for weight in np.unique(weight_of)
    ]


def direct_mean(values: Floats, clusters: Labels, strata: Labels | None = None) -> ClusterMean:
    """Return the mean of ``values``, differences of the probabilities that a subject showed for one dilemma or more.

    A probability has no sampling noise, so that clusters may deviate little, and their own spread is trusted. A rise
    and a fall of typical size are added to their squares, after Bonett and Price (2012): few clusters with a large
    deviation are weighed as such.
    """
    weights = equal_weights(strata, len(values))
    deviations = cluster_deviations(values[:, None], clusters, strata, weights)
    totals = deviations.totals[:, 0]
    squares = float(np.sum(totals**2)) + 2 * typical_deviation(totals, deviations.size) ** 2
    return ClusterMean(float(np.mean(weights * values)), squares / len(values) ** 2, deviations.freedom)


def typical_deviation(totals: Floats, size: float) -> float:
    """Return the typical size of a cluster's deviation, whose clusters have ``size`` dilemmas on average.

    It is the mean one, weighed by size; without any deviation, a whole cluster that changes by 1.
    """
    sizes = np.abs(totals)
    weight = 1 / (1 + float(sizes.sum()) / size) ** 2
    return (float(np.sum(sizes**2)) + weight * size**2) / (float(sizes.sum()) + weight * size)


def clustered_mean(
    values: Floats,
    clusters: Labels,
    strata: Labels | None = None,
    *,
    direct: bool = False,
    crossed: PeopleVariance | None = None,
) -> Effect | None:
    """Return the mean of ``values``, one effect per dilemma, with its interval and p over clusters; None without any.

    It is that of ``cluster_mean``; where effects are ``direct``, that of ``direct_mean``, and None below
    ``FEWEST_DIRECT`` dilemmas. ``crossed`` is what people add who answered several dilemmas.
    """
    if len(values) < (FEWEST_DIRECT if direct else 1):
        return None
    mean = direct_mean(values, clusters, strata) if direct else cluster_mean(values, clusters, strata)
    mean = mean.with_people(crossed)
    return mean.effect(float(max(1.0, np.max(np.abs(values)))))


def bounds_of_mean(
    lower: Floats,
    upper: Floats,
    clusters: Labels,
    strata: Labels | None = None,
    *,
    direct: bool = False,
    crossed: PeopleVariance | None = None,
) -> Interval | None:
    """Return where the mean of values may be of which only limits are known, with the sampling error at each end.

    It covers the mean in 95 % of studies wherever it lies between those of ``lower`` and ``upper`` (Imbens and Manski
    2004): with equal ends it is the interval of the mean, with ends far apart each has a one-sided error of 5 %.
    """
    if len(lower) < (FEWEST_DIRECT if direct else 1):
        return None
    mean = direct_mean if direct else cluster_mean
    low, high = (mean(values, clusters, strata).with_people(crossed) for values in (lower, upper))
    return bounds_between(low, high, float(max(1.0, np.max(np.abs([lower, upper])))))


def bounds_between(lower: ClusterMean, upper: ClusterMean, span: float) -> Interval:
    """Return where a mean in [-span, span] may be that lies between two means, as ``bounds_of_mean`` does."""
    ends = lower, upper
    # The larger error and the fewer degrees of freedom: where ends differ in these, bounds err on the wide side.
    error, freedom = math.sqrt(max(end.variance for end in ends)), min(end.freedom for end in ends)
    standardised_distance = (ends[1].estimate - ends[0].estimate) / max(error, ROUNDING)
    p = tail_probability(critical_of_bounds(standardised_distance, freedom), freedom)
    return Interval(low=max(lower.limits(p)[0], -span), high=min(upper.limits(p)[1], span))


def paired_difference(
    first: Floats,
    second: Floats,
    clusters: Labels,
    strata: Labels | None = None,
    *,
    direct: bool = False,
    crossed: PeopleVariance | None = None,
) -> Effect | None:
    """Return the mean of ``first`` minus ``second`` as ``clustered_mean`` does.

    They are error rates in two arms of the same dilemmas, or effects on two subjects.
    """
    return clustered_mean(first - second, clusters, strata, direct=direct, crossed=crossed)


FARTHEST = 64.0
"""How far from a ratio its limits are searched."""


def ratio_of_means(
    values: Floats, denominators: Floats, clusters: Labels, strata: Labels | None = None, *, direct: bool = False
) -> Effect | None:
    """Return mean of ``values`` / mean of ``denominators``, paired by dilemma; None if the latter may be zero or less.

    Fieller's (1954) interval: the ratios r for which zero is in the interval of ``clustered_mean`` for values - r *
    others.
    """
    # Where the denominator may be zero, Fieller's set of ratios is unbounded.
    denominator_mean = clustered_mean(denominators, clusters, strata, direct=direct)
    if denominator_mean is None or denominator_mean.low <= 0:
        return None

    weights = equal_weights(strata, len(values))
    estimate = float(np.mean(weights * values) / np.mean(weights * denominators))

    def end(sign: float) -> float:
        def margin(ratio: float) -> float:
            residual_mean = clustered_mean(values - ratio * denominators, clusters, strata, direct=direct)
            assert residual_mean is not None, "the mean below has an interval"
            return residual_mean.high if sign > 0 else -residual_mean.low

        step = 1.0
        while margin(estimate + sign * step) > 0 and step < FARTHEST:
            step *= 2
        return (
            estimate + sign * step
            if step >= FARTHEST
            else float(optimize.brentq(margin, estimate, estimate + sign * step))
        )

    return Effect(estimate=estimate, low=end(-1.0), high=end(1.0), p=None)


def linearise(values: Floats, weights: Floats) -> Floats:
    """Return a value per item whose mean is Σ value / Σ weight, and whose spread is that of this ratio (Taylor)."""
    ratio = values.sum() / weights.sum()
    return np.asarray(ratio + (values - ratio * weights) / weights.mean())


def two_proportions(high: tuple[int, int], low: tuple[int, int]) -> Effect:
    """Return ``high`` minus ``low``, each (flips, trials): Newcombe's interval and a one-sided z-test for an increase.

    This is the variant that the paper describes (Appendix E); it treats runs as independent trials. The z-test is
    undefined where all trials or none flipped.
    """
    (flips, trials), (low_flips, low_trials) = high, low
    interval = confint_proportions_2indep(
        flips, trials, low_flips, low_trials, method="newcomb", compare="diff", alpha=1 - LEVEL
    )
    is_tested = 0 < flips + low_flips < trials + low_trials
    p = proportions_ztest([flips, low_flips], [trials, low_trials], alternative="larger")[1] if is_tested else None
    return Effect(estimate=flips / trials - low_flips / low_trials, low=interval[0], high=interval[1], p=p)


def paired_t(high: Sequence[float], low: Sequence[float]) -> Effect | None:
    """Return the mean paired difference with its t interval and two-sided p: one pair per subject; None below two.

    The published figures of section 7 were computed this way, over six models.
    """
    differences = np.array(high) - np.array(low)
    if len(differences) < 2:
        return None
    mean = float(differences.mean())
    error = float(stats.sem(differences))
    if error == 0:
        return Effect(estimate=mean, low=mean, high=mean, p=None)
    half_width = float(stats.t.ppf((1 + LEVEL) / 2, len(differences) - 1)) * error
    p = float(stats.ttest_1samp(differences, 0.0).pvalue)
    return Effect(estimate=mean, low=mean - half_width, high=mean + half_width, p=p)
