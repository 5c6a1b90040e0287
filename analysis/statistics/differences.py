"""Tests of differences: the published variants, and those whose unit is the dilemma."""

from collections.abc import Sequence

import numpy as np
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.proportion import confint_proportions_2indep, proportions_ztest

from probe.analysis.statistics.intervals import LEVEL, Codes, Floats, bootstrap, residuals, wilson
from probe.values.base import Value

MINIMUM = 20
"""Dilemmas that a cell needs before anything is tested in it (design section 6)."""


class Difference(Value):
    """A difference of two rates with its interval; ``p`` is None where it cannot be computed."""

    estimate: float
    low: float
    high: float
    p: float | None


def two_proportions(high: tuple[int, int], low: tuple[int, int]) -> Difference:
    """Return ``high`` less ``low``, each (flips, trials): Newcombe's interval and the one-sided z-test for an increase.

    This is the variant that the paper describes (Appendix E); it takes runs for independent trials. The z-test has no
    value where all trials or none flipped.
    """
    (more, many), (less, few) = high, low
    interval = confint_proportions_2indep(more, many, less, few, method="newcomb", compare="diff", alpha=1 - LEVEL)
    tested = 0 < more + less < many + few
    p = proportions_ztest([more, less], [many, few], alternative="larger")[1] if tested else None
    return Difference(estimate=more / many - less / few, low=interval[0], high=interval[1], p=p)


def welch(high: Floats, low: Floats) -> Difference | None:
    """Return the mean share of ``high`` less that of ``low``, one share a dilemma: Welch's interval and two-sided p.

    None below two dilemmas on a side; p is None where neither side has any spread.
    """
    if min(len(high), len(low)) < 2:
        return None
    estimate = float(high.mean() - low.mean())
    if high.std() == 0 and low.std() == 0:
        return Difference(estimate=estimate, low=estimate, high=estimate, p=None)
    result = stats.ttest_ind(high, low, equal_var=False)
    interval = result.confidence_interval(LEVEL)
    return Difference(estimate=estimate, low=float(interval.low), high=float(interval.high), p=float(result.pvalue))


def two_groups(high: Floats, low: Floats) -> Difference | None:
    """Return the mean share of ``high`` less that of ``low``, one share in [0, 1] a dilemma; None below two on a side.

    Newcombe's (1998) interval from the two Wilson intervals at their effective numbers, which keeps its coverage where
    a tier is small and flips are rare; p is Welch's, two-sided.
    """
    tested = welch(high, low)
    above, below = wilson(high), wilson(low)
    if tested is None or above is None or below is None:
        return None
    more, less = float(high.mean()), float(low.mean())
    down = np.hypot(more - above.low, below.high - less)
    up = np.hypot(above.high - more, less - below.low)
    return Difference(estimate=more - less, low=more - less - float(down), high=more - less + float(up), p=tested.p)


def paired_t(high: Sequence[float], low: Sequence[float]) -> Difference | None:
    """Return the mean paired difference with its t interval and two-sided p: one pair a subject; None below two.

    The published figures of section 7 were computed so, over six models.
    """
    differences = np.array(high) - np.array(low)
    if len(differences) < 2:
        return None
    mean = float(differences.mean())
    error = float(stats.sem(differences))
    if error == 0:
        return Difference(estimate=mean, low=mean, high=mean, p=None)
    reach = float(stats.t.ppf((1 + LEVEL) / 2, len(differences) - 1)) * error
    p = float(stats.ttest_1samp(differences, 0.0).pvalue)
    return Difference(estimate=mean, low=mean - reach, high=mean + reach, p=p)


def exact_mcnemar(only_first: int, only_second: int) -> float:
    """Return the two-sided exact p of McNemar's test from the two discordant counts; 1 where there are none."""
    return float(mcnemar([[0, only_first], [only_second, 0]], exact=True).pvalue)


def paired_bootstrap(first: Floats, second: Floats, seed: str, strata: Codes, resamples: int) -> Difference | None:
    """Return the mean of ``first`` less ``second`` over shared dilemmas, with its bootstrap interval and a t-based p.

    None below two dilemmas; an interval without width where no dilemma differs from its stratum.
    """
    if len(first) < 2:
        return None
    differences = first - second
    estimate = float(differences.mean())
    drawn = bootstrap(differences, seed, strata, resamples)
    if drawn is None:
        return Difference(estimate=estimate, low=estimate, high=estimate, p=None)
    _, variance = residuals(differences, strata)
    freedom = len(differences) - int(strata.max()) - 1
    p = float(2 * stats.t.sf(abs(estimate) / np.sqrt(variance), max(freedom, 1)))
    return Difference(estimate=estimate, low=drawn.low, high=drawn.high, p=p)


def holm(p_values: Sequence[float | None]) -> list[float | None]:
    """Return Holm's adjusted p-values; what was not tested (None) stays None and counts for nothing.

    Written out because statsmodels' multipletests collects garbage at each call: 0.2 s in a process that holds runs.
    """
    tested = sorted((p, place) for place, p in enumerate(p_values) if p is not None)
    adjusted: list[float | None] = [None] * len(p_values)
    largest = 0.0
    for rank, (p, place) in enumerate(tested):
        largest = max(largest, min(1.0, (len(tested) - rank) * p))
        adjusted[place] = largest
    return adjusted
