"""The noise floor: how often two runs of one text, its options in the same order, get different decisions."""

import numpy as np
from numpy.typing import NDArray

from probe.analysis.statistics.intervals import Floats

UNREADABLE = 2
"""Decision codes from this one on are not decisions: unparsed or missing."""


def noise_floor(letters: NDArray[np.int8], exchanged: NDArray[np.bool_]) -> Floats:
    """Return each dilemma's flip rate between two independent runs of the same text in the same order.

    Both arrays have the shape (dilemmas, runs); ``letters`` are 0 or 1, or unreadable. The share of differing pairs
    among all pairs of readable runs of equal order is unbiased (a U statistic, Hoeffding 1948). NaN where there is no
    such pair.
    """
    differing = np.zeros(len(letters))
    pairs = np.zeros(len(letters))
    for order in (False, True):
        shown = (exchanged == order) & (letters < UNREADABLE)
        counts = shown.sum(axis=1).astype(np.float64)
        ones = (shown & (letters == 1)).sum(axis=1).astype(np.float64)
        differing += ones * (counts - ones)
        pairs += counts * (counts - 1) / 2
    with np.errstate(invalid="ignore", divide="ignore"):
        floor: Floats = np.where(pairs > 0, differing / pairs, np.nan)
    return floor
