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
    Floats,
    Interval,
    Labels,
    Rate,
    cluster_deviations,
    codes_of,
    critical_value,
    joint_design_effect,
    rate,
    tail_probability,
)
from probe.analysis.tables import Gap

SMALLEST_P = 1e-15
"""The smallest p that is reported: beyond it the distributions are not known so well."""

MINIMUM = 20
"""Dilemmas that a cell needs before anything in it is tested."""


FEWEST_DIRECT = 5
"""Dilemmas that a mean of probabilities needs for an interval: the spread of fewer says nothing about others."""


class Effect(Interval):
    """An effect or a difference with its interval and two-sided p; ``p`` is None where it cannot be computed.

    p is below 0.05 exactly where the interval leaves out zero.
    """

    estimate: float
    p: float | None


class Arms(NamedTuple):
    """A group of dilemmas: the shares of one arm, or of two arms whose difference is meant; codes as for a rate.

    ``direct`` shares are probabilities that a subject showed, not shares of its decisions.
    """

    first: Floats
    clusters: Labels
    second: Floats | None = None
    strata: Labels | None = None
    direct: bool = False


class ArmRates(NamedTuple):
    """The rates of two arms over the same dilemmas, and the correlation of their errors."""

    first: Rate
    second: Rate
    correlation: float

    @property
    def estimate(self) -> float:
        """The difference of the rates, first minus second."""
        return self.first.share - self.second.share

    def limits(self, p: float) -> tuple[float, float]:
        """Return the limits of first minus second at two-sided ``p``: MOVER (Zou and Donner 2008, equation 4)."""
        one, other = (arm.limits(critical_value(arm.freedom, p)) for arm in (self.first, self.second))
        return mover(self.first.share, one, self.second.share, other, self.correlation)


def mover(
    first: float, limits: tuple[float, float], second: float, others: tuple[float, float], correlation: float = 0.0
) -> tuple[float, float]:
    """Return the limits of ``first`` minus ``second`` from the limits of each (Newcombe 1998, method 10).

    Each limit of the difference takes the distances from the estimates to the limits that lie in its direction.
    """
    down, up = first - limits[0], limits[1] - first
    other_down, other_up = second - others[0], others[1] - second
    below = down**2 - 2 * correlation * down * other_up + other_up**2
    above = up**2 - 2 * correlation * up * other_down + other_down**2
    estimate = first - second
    return estimate - math.sqrt(max(below, 0.0)), estimate + math.sqrt(max(above, 0.0))


def inverted(estimate: float, limits: Callable[[float], tuple[float, float]], span: float = 1.0) -> Effect:
    """Return an effect in [-span, span] from ``limits``, a function of the two-sided p: p is where one reaches zero."""
    low, high = limits(1 - LEVEL)

    def nearest(exponent: float) -> float:
        ends = limits(math.exp(exponent))
        return ends[0] if estimate > 0 else -ends[1]

    smallest = math.log(SMALLEST_P)
    if abs(estimate) < ROUNDING or nearest(0.0) <= 0:
        p = 1.0
    elif nearest(smallest) >= 0:
        p = SMALLEST_P
    else:
        p = math.exp(float(optimize.brentq(nearest, smallest, 0.0, xtol=1e-6)))
    return Effect(estimate=estimate, low=max(low, -span), high=min(high, span), p=p)


def cautious_correlation(products: Floats, size: float) -> float:
    """Return the correlation of two means from the sums of products of their deviations, shape (2, 2).

    It is what would remain if one more cluster (of ``size`` dilemmas) had differed between the two means, or less than
    one where several did: means that never differed in the sample may still differ.
    """
    squares = float(products[0, 0]), float(products[1, 1])
    if min(squares) < ROUNDING:
        return 0.0
    apart = sum(squares) - 2 * float(products[0, 1])
    unseen = size / (1 + apart / (4 * size))
    together = max(float(products[0, 1]) - unseen, min(float(products[0, 1]), 0.0))
    return max(together / math.sqrt(squares[0] * squares[1]), -1.0)


def arm_rates(group: Arms) -> ArmRates:
    """Return the two arms' rates and their correlation.

    An arm with hardly any errors borrows the design effect of both: its dilemmas and clusters are the same ones. The
    degrees of freedom are never more than those of the clusters: two dilemmas prove little.
    """
    assert group.second is not None
    both = np.column_stack([group.first, group.second])
    deviations = cluster_deviations(both, group.clusters, group.strata)
    correlation = cautious_correlation(deviations.totals.T @ deviations.totals, deviations.size)
    prior = joint_design_effect(both, deviations)
    rates = [rate(shares, deviations, column, prior) for column, shares in enumerate((group.first, group.second))]
    first, second = (each._replace(freedom=min(each.freedom, deviations.freedom)) for each in rates)
    return ArmRates(first, second, correlation)


class DirectMean(NamedTuple):
    """The mean of differences of probabilities, one per dilemma, with its standard error and degrees of freedom."""

    estimate: float
    error: float
    freedom: float

    def limits(self, p: float) -> tuple[float, float]:
        """Return the limits of the mean at two-sided ``p``."""
        half = critical_value(self.freedom, p) * self.error
        return self.estimate - half, self.estimate + half

    def effect(self, span: float) -> Effect:
        """Return the mean, which is in [-span, span], with its t interval and p."""
        low, high = self.limits(1 - LEVEL)
        p = max(tail_probability(self.estimate / self.error, self.freedom), SMALLEST_P)
        return Effect(estimate=self.estimate, low=max(low, -span), high=min(high, span), p=p)


def direct_mean(values: Floats, clusters: Labels, strata: Labels | None = None) -> DirectMean:
    """Return the mean of ``values``, differences of the probabilities that a subject showed for one dilemma or more.

    A probability has no sampling noise, so that clusters may deviate little, and their own spread is trusted. A rise
    and a fall of typical size are added to their squares, after Bonett and Price (2012): few clusters with a large
    deviation are weighed as such.
    """
    deviations = cluster_deviations(values[:, None], clusters, strata)
    totals = deviations.totals[:, 0]
    squares = float(np.sum(totals**2)) + 2 * typical_deviation(totals, deviations.size) ** 2
    return DirectMean(float(values.mean()), math.sqrt(squares) / len(values), deviations.freedom)


def typical_deviation(totals: Floats, size: float) -> float:
    """Return the typical size of a cluster's deviation, whose clusters have ``size`` dilemmas on average.

    It is the mean one, weighed by size; without any deviation, a whole cluster that changes by 1.
    """
    sizes = np.abs(totals)
    weight = 1 / (1 + float(sizes.sum()) / size) ** 2
    return (float(np.sum(sizes**2)) + weight * size**2) / (float(sizes.sum()) + weight * size)


def arm_difference(
    first: Floats, second: Floats, clusters: Labels, strata: Labels | None = None, *, direct: bool = False
) -> Effect | None:
    """Return the mean of ``first`` minus ``second``, error rates of two arms of the same dilemmas; None without any.

    MOVER from the arms' Wilson intervals at their effective numbers and the correlation of the arms; p inverts it.
    Where rates are ``direct``, the t interval of ``direct_mean``; None below ``FEWEST_DIRECT`` dilemmas.
    """
    if len(first) < (FEWEST_DIRECT if direct else 1):
        return None
    if direct:
        return direct_mean(first - second, clusters, strata).effect(1.0)
    arms = arm_rates(Arms(first, clusters, second, strata))
    return inverted(arms.estimate, arms.limits)


def paired_difference(
    first: Floats, second: Floats, clusters: Labels, strata: Labels | None = None, *, direct: bool = False
) -> Effect | None:
    """Return the mean of ``first`` minus ``second``, effects of two subjects on the same dilemmas; None without any.

    A t interval over clusters after adding one rise and one fall of typical size (Bonett and Price 2012, for
    proportions), so that the interval of subjects that hardly differ has a sound width. p is that of the same t. The
    typical size is the mean one of the clusters that changed; without any, it is a whole cluster that changes by 1. For
    the mean of one subject's effects, ``second`` is zero. Where effects are ``direct``, that of ``direct_mean``; None
    below ``FEWEST_DIRECT`` dilemmas.
    """
    if len(first) < (FEWEST_DIRECT if direct else 1):
        return None
    changes = first - second
    span = float(max(1.0, np.max(np.abs(changes))))
    if direct:
        return direct_mean(changes, clusters, strata).effect(span)
    deviations = cluster_deviations(changes[:, None], clusters, strata)
    totals = np.abs(np.bincount(codes_of(clusters), weights=changes))
    weight = 1 / (1 + float(totals.sum()) / deviations.size) ** 2
    typical = float(totals.sum() + weight * deviations.size) / (int(np.sum(totals > ROUNDING)) + weight)
    count = len(changes) + 2 * deviations.size
    error = math.sqrt(float(np.sum(deviations.totals**2)) + 2 * typical**2) / count
    centre, critical = float(changes.sum()) / count, critical_value(deviations.freedom)
    return Effect(
        estimate=float(changes.mean()),
        low=max(centre - critical * error, -span),
        high=min(centre + critical * error, span),
        p=tail_probability(centre / error, deviations.freedom),
    )


FARTHEST = 64.0
"""How far from a ratio its limits are searched."""


def ratio_of_means(
    values: Floats, others: Floats, clusters: Labels, strata: Labels | None = None, *, direct: bool = False
) -> Effect | None:
    """Return mean of ``values`` / mean of ``others``, paired by dilemma; None where the latter may be zero or below.

    Fieller's (1954) interval: the ratios r for which zero is in the interval of ``paired_difference`` for the mean of
    values - r * others.
    """
    below = paired_difference(others, np.zeros(len(others)), clusters, strata, direct=direct)
    if below is None or below.low <= 0:
        return None

    estimate = float(values.mean() / others.mean())

    def end(sign: float) -> float:
        def margin(ratio: float) -> float:
            rest = paired_difference(values, ratio * others, clusters, strata, direct=direct)
            assert rest is not None, "the mean below has an interval"
            return rest.high if sign > 0 else -rest.low

        step = 1.0
        while margin(estimate + sign * step) > 0 and step < FARTHEST:
            step *= 2
        return (
            estimate + sign * step
            if step >= FARTHEST
            else float(optimize.brentq(margin, estimate, estimate + sign * step))
        )

    return Effect(estimate=estimate, low=end(-1.0), high=end(1.0), p=None)


MOVED = 10
"""Clusters that must differ from zero before their own spread is trusted: fewer say too little about the others."""


def linearised(values: Floats, weights: Floats) -> Floats:
    """Return a value per item whose mean is Σ value / Σ weight, and whose spread is that of this ratio (Taylor)."""
    ratio = values.sum() / weights.sum()
    return np.asarray(ratio + (values - ratio * weights) / weights.mean())


def clustered_mean(values: Floats, clusters: Labels, strata: Labels | None = None) -> Effect | None:
    """Return the mean of ``values``, one per item, with a t interval over clusters; None without any.

    Where fewer than ``MOVED`` clusters differ from zero, or all are equal, it is the interval of ``paired_difference``.
    """
    if len(values) == 0:
        return None
    deviations = cluster_deviations(values[:, None], clusters, strata)
    error = math.sqrt(float(np.sum(deviations.totals**2))) / len(values)
    moved = int(np.sum(np.abs(np.bincount(codes_of(clusters), weights=values)) > ROUNDING))
    if moved < MOVED or error < ROUNDING or not deviations.freedom:
        return paired_difference(values, np.zeros(len(values)), clusters, strata)
    mean, half_width = float(values.mean()), critical_value(deviations.freedom) * error
    p = tail_probability(mean / error, deviations.freedom)
    return Effect(estimate=mean, low=mean - half_width, high=mean + half_width, p=p)


def two_proportions(high: tuple[int, int], low: tuple[int, int]) -> Effect:
    """Return ``high`` minus ``low``, each (flips, trials): Newcombe's interval and a one-sided z-test for an increase.

    This is the variant that the paper describes (Appendix E); it treats runs as independent trials. The z-test is
    undefined where all trials or none flipped.
    """
    (flips, trials), (low_flips, low_trials) = high, low
    interval = confint_proportions_2indep(
        flips, trials, low_flips, low_trials, method="newcomb", compare="diff", alpha=1 - LEVEL
    )
    tested = 0 < flips + low_flips < trials + low_trials
    p = proportions_ztest([flips, low_flips], [trials, low_trials], alternative="larger")[1] if tested else None
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


def holm(p_values: Sequence[float | None]) -> list[float | None]:
    """Return Holm's adjusted p-values; what was not tested (None) stays None and is not counted.

    Written out because statsmodels' multipletests runs the garbage collector at each call: 0.2 s in a process that
    has runs in memory.
    """
    tested = sorted((p, place) for place, p in enumerate(p_values) if p is not None)
    adjusted: list[float | None] = [None] * len(p_values)
    largest = 0.0
    for rank, (p, place) in enumerate(tested):
        largest = max(largest, min(1.0, (len(tested) - rank) * p))
        adjusted[place] = largest
    return adjusted


def p_value(found: Effect | Gap, reason: str) -> float | Gap:
    """Return a difference's p-value; where it has none, a gap with ``reason``, or the gap that ``found`` is."""
    if isinstance(found, Gap):
        return found
    return Gap(reason=reason) if found.p is None else found.p


def holm_or_gap(p_values: Sequence[float | Gap]) -> list[float | Gap]:
    """Return Holm's adjusted p-values; a gap stays the same gap and is not counted."""
    adjusted = holm([None if isinstance(p, Gap) else p for p in p_values])
    return [given if p is None else p for given, p in zip(p_values, adjusted, strict=True)]
