"""The accuracy of guesses over clustered cases, with ends of intervals adjusted over several guessers (Holm 1979)."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from probe.analysis.statistics.intervals import LEVEL, Floats, Interval

CHANCE = 0.5

TAIL = (1 - LEVEL) / 2
"""Error probability of one end of an interval."""


class Accuracy(NamedTuple):
    """A share of hits from 0 to 1, the effective number of cases behind it, and its degrees of freedom."""

    share: float
    effective: float
    freedom: int

    def end(self, tail: float, upper: bool) -> float:
        """Return one end of Wilson's interval at the effective number, t for the normal quantile."""
        # Wilson's formula takes a normal quantile; reducing the trials makes it as wide as with Student's t.
        trials = self.effective * (stats.norm.isf(tail) / stats.t.isf(tail, self.freedom)) ** 2
        ends = proportion_confint(self.share * trials, trials, alpha=2 * tail, method="wilson")
        return float(np.clip(ends[1 if upper else 0], 0.0, 1.0))

    def tail(self, limit: float, above: bool) -> float:
        """Return the one-sided p of a share ``above`` the limit, or below it; it agrees with ``end``."""
        # The standard error is the one at the limit, as in Wilson's interval, so that test and interval agree.
        distance = (self.share - limit) / np.sqrt(limit * (1 - limit) / self.effective)
        return float(stats.t.sf(distance if above else -distance, self.freedom))


def accuracy(hits: Floats, clusters: Sequence[str]) -> Accuracy | None:
    """Return the accuracy of ``hits``, each 0 to 1, over clusters; None below two clusters.

    The variance is that of a ratio over clusters of unequal size (Korn and Graubard 1998). The effective number never
    exceeds the number of cases: balanced cases, such as twins, would otherwise look more certain than independent ones.
    """
    _, codes = np.unique(np.array(clusters, dtype=str), return_inverse=True)
    cluster_count = int(codes.max()) + 1 if len(codes) else 0
    # A single cluster does not show how clusters differ.
    if cluster_count < 2:
        return None
    share = float(hits.mean())
    totals = np.bincount(codes, weights=hits - share)
    variance = cluster_count / (cluster_count - 1) * float(np.sum(totals**2)) / len(hits) ** 2
    effective_count = float(len(hits))
    if variance > 0:
        effective_count = min(effective_count, share * (1 - share) / variance)
    # Unequal clusters that disagree completely would leave an effective size below one case.
    return Accuracy(share, max(effective_count, 1.0), cluster_count - 1)


def holm_intervals(accuracies: Sequence[Accuracy], limit: float) -> list[Interval]:
    """Return the interval of each guesser, adjusted over all of them.

    Lower ends test "no better than chance", upper ends "at least as good as ``limit``", each family by Holm's
    step-down: the lower end is above chance, and the upper end below the limit, exactly where Holm's test rejects.
    """
    # Two families, since the questions differ: whether a guesser leaks, and whether it meets its target.
    lower_tails = _levels([guesser.tail(CHANCE, above=True) for guesser in accuracies])
    upper_tails = _levels([guesser.tail(limit, above=False) for guesser in accuracies])
    return [
        Interval(
            low=min(guesser.end(lower_tail, upper=False), guesser.share),
            high=max(guesser.end(upper_tail, upper=True), guesser.share),
        )
        for guesser, lower_tail, upper_tail in zip(accuracies, lower_tails, upper_tails, strict=True)
    ]


def _levels(p_values: Sequence[float]) -> list[float]:
    """Return the level at which Holm's procedure tests each hypothesis; it stays after the first not rejected."""
    levels = [TAIL] * len(p_values)
    level, is_accepted = TAIL / max(len(p_values), 1), False
    for rank, index in enumerate(sorted(range(len(p_values)), key=lambda index: p_values[index])):
        if not is_accepted:
            level = TAIL / (len(p_values) - rank)
            is_accepted = p_values[index] > level
        levels[index] = level
    return levels
