"""All-pairs similarities of texts: cosine as one matrix product, Levenshtein on all cores."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cdist

Floats = NDArray[np.float64]


def cosines(vectors: NDArray[np.floating]) -> Floats:
    """Return the cosine of every two rows, shape (texts, texts), in float64 whatever the vectors' precision.

    A row without length has cosine 0 to all.
    """
    rows = np.asarray(vectors, dtype=np.float64)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    units = rows / np.where(lengths > 0, lengths, 1.0)
    product: Floats = units @ units.T
    return product


def levenshteins(texts: Sequence[str]) -> NDArray[np.float32]:
    """Return Levenshtein similarity (1 - distance / longer length) of every two texts, shape (texts, texts)."""
    found: NDArray[np.float32] = cdist(texts, texts, scorer=Levenshtein.normalized_similarity, workers=-1)
    return found


def mean_off_diagonal(matrix: NDArray[np.floating], mask: NDArray[np.bool_] | None = None) -> float | None:
    """Return the mean over pairs of different texts (those in ``mask``), None where there is no pair."""
    upper = np.triu(np.ones(matrix.shape, dtype=np.bool_), k=1)
    chosen = upper if mask is None else upper & mask
    return float(matrix[chosen].mean(dtype=np.float64)) if chosen.any() else None
