"""The weights with which biases count equally in a mean over dilemmas."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

MINIMUM = 20
"""Dilemmas that a cell needs before anything in it is tested."""

EQUALLY = (
    f"Over all biases, each bias counts equally; the dilemmas of one that has fewer than {MINIMUM} count like the "
    "average dilemma, so that few do not decide a mean over many."
)
"""How means over biases are weighted."""


def equal_weights(strata: NDArray[Any] | None, count: int) -> Floats:
    """Return the weight of each of ``count`` dilemmas, 1 on average, with which strata (biases) count equally.

    Dilemmas of strata with fewer than ``MINIMUM``, on which nothing is tested, weigh 1; the others share the rest.
    """
    if strata is None or not count:
        return np.ones(count)
    _, codes, sizes = np.unique(strata, return_inverse=True, return_counts=True)
    # With fully equal weights, two dilemmas that happen to agree, and so show no spread, would decide a third of a mean
    # over three biases.
    is_tested = sizes >= MINIMUM
    share = sizes[is_tested].sum() / max(is_tested.sum(), 1)
    weights: Floats = np.where(is_tested, share / sizes, 1.0)[codes]
    return weights


def balanced_mean(shares: NDArray[Any], strata: NDArray[Any]) -> float:
    """Return the mean of ``shares``, which are not empty, with ``equal_weights``."""
    return float(np.mean(shares * equal_weights(strata, len(shares))))
