"""Near-duplicates among the pairs of several datasets: of nearly equal unbiased texts, the first is kept."""

from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import aclosing
from itertools import islice
from typing import NamedTuple

import numpy as np

from probe.similarity import TextIndex, Vector, Vectors
from probe.values import Bias, Pair

ROUND = 64
"""How many texts are compared with all earlier ones in one matrix product."""


class Entry(NamedTuple):
    """A pair without its texts; ``source`` is the number of its dataset, from 0.

    ``series`` begins with that number: series of different datasets are different ones, whatever their names.
    """

    id: str
    bias: Bias
    source: int
    series: str | None

    @classmethod
    def of(cls, pair: Pair, source: int) -> "Entry":
        """Return the entry of a pair."""
        series = pair.provenance.series
        return cls(pair.id, pair.bias, source, None if series is None else f"{source} {series}")


class Known(NamedTuple):
    """An earlier pair that a pair repeats, and the cosine of their unbiased texts."""

    id: str
    cosine: float


async def near_duplicates(
    entries: Sequence[Entry], vectors: AsyncGenerator[Vector, None], cosine_at_most: float
) -> AsyncGenerator[tuple[Entry, Known | None], None]:
    """Yield each entry and the kept one that it repeats, as the stage ``collision`` compares texts.

    ``vectors`` are those of the entries, in the same order. Entries of one series are not compared with one another.
    """
    index, rest = TextIndex(), iter(entries)
    async with aclosing(vectors):
        async for some in _rounds(vectors):
            found = _compare(index, list(islice(rest, len(some))), some, cosine_at_most)
            for one in found:
                yield one


async def _rounds(vectors: AsyncGenerator[Vector, None]) -> AsyncGenerator[Vectors, None]:
    waiting: list[Vector] = []
    async for vector in vectors:
        waiting.append(vector)
        if len(waiting) == ROUND:
            yield np.stack(waiting)
            waiting = []
    if waiting:
        yield np.stack(waiting)


def _compare(
    index: TextIndex, entries: Sequence[Entry], vectors: Vectors, cosine_at_most: float
) -> Iterator[tuple[Entry, Known | None]]:
    """Compare with what was kept before the round in one product, then with what the round has kept; keep the rest."""
    before = len(index)
    earlier = index.nearest_of_each(vectors, [one.series for one in entries])
    for one, vector, first in zip(entries, vectors, earlier, strict=True):
        second = index.nearest(vector, one.series, before)
        nearest = max(
            (Known(*found) for found in (first, second) if found), key=lambda known: known.cosine, default=None
        )
        if nearest is not None and nearest.cosine > cosine_at_most:
            yield one, nearest
        else:
            index.add(one.id, vector, one.series)
            yield one, None
