"""All-pairs similarities of texts: cosine as one matrix product, Levenshtein on all cores."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cdist

Floats = NDArray[np.float64]


def cosines(vectors: NDArray[np.floating]) -> Floats:
    """Return the cosine of every two rows, shape (texts, texts), in float64 regardless of the vectors' precision.

    A row without length has cosine 0 to all.
    """
    rows = np.asarray(vectors, dtype=np.float64)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    units = rows / np.where(lengths > 0, lengths, 1.0)
    product: Floats = units @ units.T
    return product


def levenshteins(texts: Sequence[str]) -> NDArray[np.float32]:
    """Return Levenshtein similarity (1 - distance / longer length) of every two texts, shape (texts, texts)."""
    similarities: NDArray[np.float32] = cdist(texts, texts, scorer=Levenshtein.normalized_similarity, workers=-1)
    return similarities


def mean_off_diagonal(matrix: NDArray[np.floating], mask: NDArray[np.bool_] | None = None) -> float | None:
    """Return the mean over pairs of different texts (those in ``mask``), None where there is no pair.

    Both have to be symmetric: each pair is summed twice, which is faster than picking half of a matrix.
    """
    diagonal = np.ones(len(matrix), dtype=np.bool_) if mask is None else mask.diagonal()
    count = (matrix.size if mask is None else int(mask.sum())) - int(diagonal.sum())
    total = matrix.sum(dtype=np.float64) if mask is None else matrix.sum(dtype=np.float64, where=mask)
    return float(total - matrix.diagonal()[diagonal].sum(dtype=np.float64)) / count if count else None
