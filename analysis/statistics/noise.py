"""The noise floor: how often two runs of one text, its options in the same order, get different decisions."""

import numpy as np
from numpy.typing import NDArray

from probe.analysis.statistics.intervals import Floats

UNREADABLE = 1000
"""Decision codes from this one on are not decisions: unparsed or missing. No scale has as many options."""

Letters = NDArray[np.int16]
"""Decisions as indices on the scale as written, shape (items, runs)."""
Mask = NDArray[np.bool_]


def noise_floor(letters: Letters, exchanged: Mask) -> Floats:
    """Return each dilemma's flip rate between two independent runs of the same text in the same order.

    Both arrays have the shape (dilemmas, runs); ``letters`` are indices of options, or unreadable. In each order, the
    share of differing pairs among all pairs of readable runs is unbiased (a U statistic, Hoeffding 1948). Orders count
    by their readable runs, as in the flip rate, not by their pairs: five runs are three and two, with three pairs and
    one. NaN where no order has a pair.
    """
    floors, runs = zip(*(_floor(letters, exchanged == order) for order in (False, True)), strict=True)
    return _weighted_mean(np.stack(floors), np.stack(runs))


def excess_flips(letters: Letters, other_letters: Letters, exchanged: Mask) -> Floats:
    """Return each dilemma's flips between two arms minus half the sum of both arms' noise floors, from -1 to 1.

    Arrays are as for ``noise_floor``; run by run, both arms are in the same order. Flips and floors are compared within
    each order of the options, weighted by its runs that are readable in both arms: a preference for a position changes
    both. The expectation is (p - q)² for the chances p and q of one answer, averaged over orders. NaN where no order
    has two readable runs in each arm.
    """
    readable = (letters < UNREADABLE) & (other_letters < UNREADABLE)
    excess_by_order, runs = [], []
    for order in (False, True):
        in_order = exchanged == order
        weight = (readable & in_order).sum(axis=1).astype(np.float64)
        flips = (readable & in_order & (letters != other_letters)).sum(axis=1) / np.maximum(weight, 1)
        excess_by_order.append(flips - (_floor(letters, in_order)[0] + _floor(other_letters, in_order)[0]) / 2)
        runs.append(weight)
    return _weighted_mean(np.stack(excess_by_order), np.stack(runs))


def _floor(letters: Letters, in_order: Mask) -> tuple[Floats, Floats]:
    """Return the share of differing pairs of the readable runs that are ``in_order``, and the number of these runs."""
    readable = in_order & (letters < UNREADABLE)
    runs = readable.sum(axis=1).astype(np.float64)
    options = np.unique(letters[readable])
    counts = (readable[:, :, None] & (letters[:, :, None] == options)).sum(axis=1).astype(np.float64)
    pairs, differing_pairs = runs * (runs - 1) / 2, (runs**2 - (counts**2).sum(axis=1)) / 2
    return np.divide(differing_pairs, pairs, out=np.full(len(runs), np.nan), where=pairs > 0), runs


def _weighted_mean(values: Floats, weights: Floats) -> Floats:
    """Return the weighted mean over the first axis of the values that are not NaN; NaN without any."""
    # An order without two runs has no floor, and no weight in the mean.
    used_weights = np.where(np.isnan(values), 0.0, weights)
    total = used_weights.sum(axis=0)
    sums = (used_weights * np.nan_to_num(values)).sum(axis=0)
    means: Floats = np.divide(sums, total, out=np.full(len(total), np.nan), where=total > 0)
    return means
