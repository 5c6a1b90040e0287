"""Numbers of dilemmas, each of which is a separate cluster."""

import numpy as np


def ids(count: int, first: int = 0) -> np.ndarray:
    """Return ``count`` numbers that start at ``first``."""
    return np.arange(first, first + count)
