"""The similarity of two texts, by spelling and by meaning."""

import Levenshtein
import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float32]
Vectors = NDArray[np.float32]


def levenshtein_similarity(first: str, second: str) -> float:
    """Return 1 − distance / longer length, in [0, 1]; two empty texts have similarity 1.0.

    The published datasets call this similarity ``pair_levenshtein_distance``.
    """
    longer = max(len(first), len(second))
    return 1.0 - Levenshtein.distance(first, second) / longer if longer else 1.0


def cosine(first: Vector, second: Vector) -> float:
    """Return the cosine of two unit vectors, in [-1, 1]; computed in double precision."""
    return float(np.dot(first.astype(np.float64), second.astype(np.float64)))


class TextIndex:
    """The unit vectors of accepted texts, searched for the nearest one in a single matrix product.

    The capacity doubles when it is exhausted, so that adding n texts copies O(n) vectors in total.
    """

    def __init__(self) -> None:
        self._labels: list[str] = []
        self._series: dict[str, list[int]] = {}
        self._vectors: NDArray[np.float32] = np.empty((0, 0), dtype=np.float32)

    def __len__(self) -> int:
        return len(self._labels)

    def add(self, label: str, vector: Vector, series: str | None = None) -> None:
        """Add a text's unit vector, shape (dimension,), under ``label``, optionally as one of a ``series``."""
        used = len(self._labels)
        if used == len(self._vectors):
            grown = np.empty((max(256, 2 * used), len(vector)), dtype=np.float32)
            grown[:used] = self._vectors[:used].reshape(used, len(vector))
            self._vectors = grown
        self._vectors[used] = vector
        if series is not None:
            self._series.setdefault(series, []).append(used)
        self._labels.append(label)

    def nearest(self, vector: Vector, series: str | None = None) -> tuple[str, float] | None:
        """Return the label and the cosine of the text nearest to ``vector``, None if there is none to compare.

        Texts of the same ``series`` are one scenario at several depths, similar by design, and are skipped.
        """
        used = len(self._labels)
        own = self._series.get(series, []) if series is not None else []
        if used == len(own):
            return None
        cosines = self._vectors[:used] @ vector
        cosines[own] = -np.inf
        best = int(np.argmax(cosines))
        return self._labels[best], cosine(self._vectors[best], vector)
