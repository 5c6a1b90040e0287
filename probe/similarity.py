"""How alike two texts are, by spelling and by meaning."""

import Levenshtein
import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float32]
Vectors = NDArray[np.float32]


def levenshtein_similarity(first: str, second: str) -> float:
    """Return 1 − distance / longer length, in [0, 1]; two empty texts are alike (1.0).

    The published datasets call this number ``pair_levenshtein_distance``.
    """
    longer = max(len(first), len(second))
    return 1.0 - Levenshtein.distance(first, second) / longer if longer else 1.0


def cosine(first: Vector, second: Vector) -> float:
    """Return the cosine of two unit vectors, in [-1, 1]; computed in double precision."""
    return float(np.dot(first.astype(np.float64), second.astype(np.float64)))


class TextIndex:
    """The unit vectors of accepted texts, searched for the nearest one in a single matrix product.

    Room doubles as it fills, so that adding n texts copies O(n) numbers in all.
    """

    def __init__(self) -> None:
        self._labels: list[str] = []
        self._series: dict[str, list[int]] = {}
        self._vectors: NDArray[np.float32] = np.empty((0, 0), dtype=np.float32)

    def __len__(self) -> int:
        return len(self._labels)

    def add(self, label: str, vector: Vector, series: str | None = None) -> None:
        """Put a text's unit vector, shape (dimension,), into the index under ``label``, as one of a series or alone."""
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
        """Return the label and the cosine of the text most like ``vector``, None if there is none to compare with.

        Texts of the same ``series`` are one scenario at several depths, alike by intention: they are left out.
        """
        used = len(self._labels)
        own = self._series.get(series, []) if series is not None else []
        if used == len(own):
            return None
        cosines = self._vectors[:used] @ vector
        cosines[own] = -np.inf
        best = int(np.argmax(cosines))
        return self._labels[best], cosine(self._vectors[best], vector)
