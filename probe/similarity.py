"""The similarity of two texts, by spelling and by meaning."""

from bisect import bisect_left
from collections.abc import Sequence

import Levenshtein
import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float32]
Vectors = NDArray[np.float32]


def levenshtein_similarity(first: str, second: str) -> float:
    """Return 1 − distance / longer length, in [0, 1]; two empty texts have similarity 1.0.

    The published datasets call this similarity ``pair_levenshtein_distance``.
    """
    longest = max(len(first), len(second))
    return 1.0 - Levenshtein.distance(first, second) / longest if longest else 1.0


def cosine(first: Vector, second: Vector) -> float:
    """Return the cosine of two unit vectors, in [-1, 1]; computed in double precision."""
    return float(np.dot(first.astype(np.float64), second.astype(np.float64)))


BLOCK = 2**14
"""How many vectors are compared at a time: 25 MB at 384 dimensions, and 64 KB of cosines for each query."""


class TextIndex:
    """The unit vectors of accepted texts, searched for the nearest ones in matrix products.

    Vectors are kept in blocks, so that adding copies nothing and a search needs little additional memory. The search is
    exact: an approximate index would let some near-duplicates through.
    """

    def __init__(self) -> None:
        self._labels: list[str] = []
        self._series: dict[str, list[int]] = {}
        self._blocks: list[Vectors] = []

    def __len__(self) -> int:
        return len(self._labels)

    def add(self, label: str, vector: Vector, series: str | None = None) -> None:
        """Add a text's unit vector, float32 of shape (dimension,), under ``label``, optionally as one of a ``series``.

        Raises TypeError for other numbers than float32.
        """
        block, offset = divmod(len(self._labels), BLOCK)
        if block == len(self._blocks):
            self._blocks.append(np.empty((BLOCK, len(vector)), dtype=np.float32))
        self._blocks[block][offset] = _float32(vector)
        if series is not None:
            self._series.setdefault(series, []).append(len(self._labels))
        self._labels.append(label)

    def nearest(self, vector: Vector, series: str | None = None, since: int = 0) -> tuple[str, float] | None:
        """Return the label and the cosine of the text nearest to ``vector``, None if there is none to compare.

        Texts of the same ``series`` are one scenario at several depths, similar by design, and are skipped; so are the
        first ``since`` texts.
        """
        return self.nearest_of_each(vector[None, :], [series], since)[0]

    def nearest_of_each(
        self, vectors: Vectors, series: Sequence[str | None], since: int = 0
    ) -> list[tuple[str, float] | None]:
        """Return what ``nearest`` returns for each of ``vectors``, shape (n, dimension), and its series.

        One matrix product for all is many times faster than one product for each. Raises TypeError for other numbers
        than float32.
        """
        text_count, queries = len(self._labels), _float32(vectors)
        best_positions, best_cosines = np.full(len(queries), -1), np.full(len(queries), -np.inf, dtype=np.float32)
        for block in range(since // BLOCK, -(-text_count // BLOCK) if since < text_count else 0):
            start, end = max(block * BLOCK, since), min((block + 1) * BLOCK, text_count)
            # Compute one product for all queries, because a matrix product reads each block from memory only once.
            similarities = self._blocks[block][start - block * BLOCK : end - block * BLOCK] @ queries.T
            for query, query_series in enumerate(series):
                similarities[
                    [position - start for position in self._series_positions(query_series, start, end)], query
                ] = -np.inf
            nearest_positions = similarities.argmax(axis=0)
            highest_cosines = similarities[nearest_positions, np.arange(len(queries))]
            is_better = highest_cosines > best_cosines
            best_positions[is_better], best_cosines[is_better] = (
                nearest_positions[is_better] + start,
                highest_cosines[is_better],
            )
        return [self._pair(position, query) for position, query in zip(best_positions.tolist(), queries, strict=True)]

    def _series_positions(self, series: str | None, start: int, end: int) -> list[int]:
        """Return the positions of a series from ``start`` to before ``end``."""
        positions = self._series.get(series, []) if series is not None else []
        return positions[bisect_left(positions, start) : bisect_left(positions, end)]

    def _pair(self, position: int, query: Vector) -> tuple[str, float] | None:
        if position < 0:
            return None
        # The winner once more in double precision: float32 products differ between machines in the last digits, and the
        # value is recorded.
        return self._labels[position], cosine(self._blocks[position // BLOCK][position % BLOCK], query)


def _float32(numbers: Vectors) -> Vectors:
    """Return ``numbers``. A product with other numbers would first convert every vector of the index."""
    if numbers.dtype != np.float32:
        raise TypeError(f"vectors are {numbers.dtype}, not float32")
    return numbers
