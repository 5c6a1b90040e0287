"""Numbers of dilemmas, where each is a cluster of its own."""

import numpy as np


def ids(count: int, first: int = 0) -> np.ndarray:
    """Return ``count`` numbers from ``first`` on."""
    return np.arange(first, first + count)
