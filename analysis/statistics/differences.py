"""Tests of differences: the published variants, and those whose unit is the dilemma."""

from collections.abc import Sequence

import numpy as np
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.proportion import confint_proportions_2indep, proportions_ztest

from probe.analysis.statistics.intervals import LEVEL, Codes, Floats, Interval, bootstrap, residuals, wilson
from probe.analysis.tables import Gap

MINIMUM = 20
"""Dilemmas that a cell needs before anything in it is tested."""


class Difference(Interval):
    """A difference of two rates with its interval; ``p`` is None where it cannot be computed."""

    estimate: float
    p: float | None


def two_proportions(high: tuple[int, int], low: tuple[int, int]) -> Difference:
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
    return Difference(estimate=flips / trials - low_flips / low_trials, low=interval[0], high=interval[1], p=p)


def welch(high: Floats, low: Floats) -> Difference | None:
    """Return the mean share of ``high`` minus that of ``low``, one share per dilemma: Welch's interval and two-sided p.

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
    """Return the mean share of ``high`` minus that of ``low``, one share in [0, 1] per dilemma.

    The interval is Newcombe's (1998) from the two Wilson intervals at their effective numbers, which keeps its coverage
    where a tier is small and flips are rare; p is Welch's, two-sided. None below two dilemmas on a side.
    """
    tested = welch(high, low)
    above, below = wilson(high), wilson(low)
    if tested is None or above is None or below is None:
        return None
    first, second = float(high.mean()), float(low.mean())
    down = float(np.hypot(first - above.low, below.high - second))
    up = float(np.hypot(above.high - first, second - below.low))
    return Difference(estimate=first - second, low=first - second - down, high=first - second + up, p=tested.p)


def paired_t(high: Sequence[float], low: Sequence[float]) -> Difference | None:
    """Return the mean paired difference with its t interval and two-sided p: one pair per subject; None below two.

    The published figures of section 7 were computed this way, over six models.
    """
    differences = np.array(high) - np.array(low)
    if len(differences) < 2:
        return None
    mean = float(differences.mean())
    error = float(stats.sem(differences))
    if error == 0:
        return Difference(estimate=mean, low=mean, high=mean, p=None)
    half_width = float(stats.t.ppf((1 + LEVEL) / 2, len(differences) - 1)) * error
    p = float(stats.ttest_1samp(differences, 0.0).pvalue)
    return Difference(estimate=mean, low=mean - half_width, high=mean + half_width, p=p)


def exact_mcnemar(only_first: int, only_second: int) -> float:
    """Return the two-sided exact p of McNemar's test from the two discordant counts; 1 where there are none."""
    return float(mcnemar([[0, only_first], [only_second, 0]], exact=True).pvalue)


def paired_bootstrap(first: Floats, second: Floats, seed: str, strata: Codes, resamples: int) -> Difference | None:
    """Return the mean of ``first`` minus ``second`` over shared dilemmas, with its bootstrap interval and a t-based p.

    None below two dilemmas. The interval has no width where no dilemma differs from its stratum.
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


def p_value(found: Difference | Gap, reason: str) -> float | Gap:
    """Return a difference's p-value; where it has none, a gap with ``reason``, or the gap that ``found`` is."""
    if isinstance(found, Gap):
        return found
    return Gap(reason=reason) if found.p is None else found.p


def holm_or_gap(p_values: Sequence[float | Gap]) -> list[float | Gap]:
    """Return Holm's adjusted p-values; a gap stays the same gap and is not counted."""
    adjusted = holm([None if isinstance(p, Gap) else p for p in p_values])
    return [given if p is None else p for given, p in zip(p_values, adjusted, strict=True)]
