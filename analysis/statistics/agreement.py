"""Agreement coefficients: Fleiss' kappa (Fleiss 1971) and Gwet's AC1 (Gwet 2008), for any number of raters.

Answers may be missing; intervals are from Gwet's linearised variance over items. Kappa estimates chance agreement from
how often each answer was given: where nearly all answers are yes it attributes nearly all agreement to chance, and is 0
or below although raters hardly ever differ. AC1 does not, so both are reported.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from probe.analysis.statistics.intervals import LEVEL
from probe.values.base import Value

Counts = NDArray[np.int64] | NDArray[np.float64]
"""How many raters gave each answer, shape (items, answers); expected numbers where answers have probabilities."""


class AgreementCoefficient(Value):
    """An agreement beyond chance with its standard error and interval, cut at -1 and 1; None below two items."""

    value: float
    error: float | None
    low: float | None
    high: float | None


def pairwise_agreement(counts: Counts) -> float | None:
    """Return the share of pairs of raters that agree, a mean over items with two raters or more, or None."""
    return _agreement(counts, counts.sum(axis=1))


def fleiss_kappa(counts: Counts, self_agreement: NDArray[np.float64] | None = None) -> AgreementCoefficient | None:
    """Return Fleiss' kappa; None where no item has two raters, or all answers are the same (0/0).

    Where ``counts`` are sums of probabilities, ``self_agreement`` is the sum of their squares for each item: how often
    raters would agree with themselves, which is not agreement between two.
    """
    shares = _shares(counts)
    prevalence = shares.mean(axis=0)
    return _coefficient(counts, float(prevalence @ prevalence), shares @ prevalence, self_agreement)


def gwet_ac1(counts: Counts) -> AgreementCoefficient | None:
    """Return Gwet's AC1; None where no item has two raters."""
    shares = _shares(counts)
    prevalence = shares.mean(axis=0)
    other_answer_count = counts.shape[1] - 1
    chance = float(prevalence @ (1 - prevalence)) / other_answer_count
    return _coefficient(counts, chance, shares @ (1 - prevalence) / other_answer_count)


def _shares(counts: Counts) -> NDArray[np.float64]:
    """Return the share of each answer among an item's raters."""
    shares: NDArray[np.float64] = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    return shares


def _agreement(counts: Counts, self_agreement: NDArray[Any]) -> float | None:
    has_pairs = _has_pairs(counts)
    return float(_item_agreement(counts, self_agreement)[has_pairs].mean()) if has_pairs.any() else None


def _has_pairs(counts: Counts) -> NDArray[np.bool_]:
    # Half a rater less, since sums of probabilities are rounded.
    has_pairs: NDArray[np.bool_] = counts.sum(axis=1) > 1.5
    return has_pairs


def _item_agreement(counts: Counts, self_agreement: NDArray[Any]) -> NDArray[np.float64]:
    raters = counts.sum(axis=1)
    agreeing: NDArray[np.float64] = ((counts**2).sum(axis=1) - self_agreement) / np.maximum(raters * (raters - 1), 1)
    return agreeing


def _coefficient(
    counts: Counts, chance: float, item_chance: NDArray[np.float64], self_agreement: NDArray[np.float64] | None = None
) -> AgreementCoefficient | None:
    """Return (agreement - chance) / (1 - chance) with its variance (Gwet 2008; 2014, chapter 5)."""
    has_pairs, total = _has_pairs(counts), len(counts)
    self_agreeing = counts.sum(axis=1) if self_agreement is None else self_agreement
    observed_agreement = _agreement(counts, self_agreeing)
    if observed_agreement is None or chance >= 1:
        return None
    value = (observed_agreement - chance) / (1 - chance)
    if total < 2:
        return AgreementCoefficient(value=value, error=None, low=None, high=None)
    # Items with one rater show how often answers are given, but not agreement; the factor makes up for their zeros.
    by_item = np.where(has_pairs, (_item_agreement(counts, self_agreeing) - chance) / (1 - chance), 0.0) * (
        total / has_pairs.sum()
    )
    # Chance agreement is estimated from the same answers, which is part of the variance.
    corrected_values = by_item - 2 * (1 - value) * (item_chance - chance) / (1 - chance)
    error = float(np.sqrt(np.sum((corrected_values - value) ** 2) / (total * (total - 1))))
    half_width = float(stats.t.ppf((1 + LEVEL) / 2, total - 1)) * error
    return AgreementCoefficient(
        value=value, error=error, low=max(-1.0, value - half_width), high=min(1.0, value + half_width)
    )
