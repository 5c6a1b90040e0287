"""Near-duplicates among the pairs of several datasets: of nearly equal unbiased texts, the first is kept.

Texts come in stretches. Those of a stretch are compared with the texts that were kept before it, an index for each
earlier stretch, by workers where there are some; and then with one another, in order.
"""

import asyncio
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import aclosing, nullcontext
from itertools import islice
from typing import NamedTuple

import numpy as np

from probe.session import Placement, spread
from probe.similarity import BLOCK, TextIndex, Vector, Vectors
from probe.values import Bias, Item

ROUND = 64
"""How many texts are compared with all earlier ones in one matrix product."""
STRETCH = BLOCK
"""How many texts are compared with earlier ones before any of them is kept."""


class Entry(NamedTuple):
    """An item without its texts; ``source`` is the number of its dataset, from 0.

    ``series`` begins with that number: series of different datasets are different even if their names agree.
    """

    id: str
    bias: Bias
    source: int
    series: str | None

    @classmethod
    def of(cls, item: Item, source: int) -> "Entry":
        """Return the entry of an item; members of a cluster, such as a series, are alike by design."""
        is_single = item.cluster == item.id
        return cls(item.id, item.bias, source, None if is_single else f"{source} {item.cluster}")


class EarlierPair(NamedTuple):
    """An earlier pair that a pair repeats, and the cosine of their unbiased texts."""

    id: str
    cosine: float


Neighbour = tuple[str, float] | None
"""The label and the cosine of the nearest text."""


async def near_duplicates(
    entries: Sequence[Entry],
    vectors: AsyncGenerator[Vector, None],
    cosine_at_most: float,
    placement: Placement | None = None,
) -> AsyncGenerator[tuple[Entry, EarlierPair | None], None]:
    """Yield each entry and the kept one that it repeats, as the stage ``collision`` compares texts.

    ``vectors`` are those of the entries, in the same order. Entries of one series are not compared with one another.
    Workers search where ``placement`` says; without one, this process does, and finds the same.
    """
    earlier_indices, remaining_entries = list[TextIndex](), iter(entries)
    async with aclosing(vectors):
        async for stretch_vectors in _stretches(vectors):
            stretch_entries, index = list(islice(remaining_entries, len(stretch_vectors))), TextIndex()
            # Compare the whole stretch at once: the texts kept before it do not change in the meantime.
            earlier_neighbours = await _nearest_in(
                earlier_indices, stretch_vectors, [entry.series for entry in stretch_entries], placement
            )
            for start in range(0, len(stretch_entries), ROUND):
                round_slice = slice(start, start + ROUND)
                for finding in _compare(
                    index,
                    stretch_entries[round_slice],
                    stretch_vectors[round_slice],
                    earlier_neighbours[round_slice],
                    cosine_at_most,
                ):
                    yield finding
            earlier_indices.append(index)


async def _stretches(vectors: AsyncGenerator[Vector, None]) -> AsyncGenerator[Vectors, None]:
    buffer: list[Vector] = []
    async for vector in vectors:
        buffer.append(vector)
        if len(buffer) == STRETCH:
            yield np.stack(buffer)
            buffer = []
    if buffer:
        yield np.stack(buffer)


async def _nearest_in(
    indices: Sequence[TextIndex], vectors: Vectors, series: Sequence[str | None], placement: Placement | None
) -> list[Neighbour]:
    """Return for each vector the nearest text in any of ``indices``."""
    best: list[Neighbour] = [None] * len(vectors)
    if indices:
        chunks = ((index, vectors, series) for index in indices)
        async with aclosing(spread(placement, nullcontext, _search, chunks)) as results:
            async for nearest in results:
                best = [_nearer(*neighbours) for neighbours in zip(best, nearest, strict=True)]
    return best


async def _search(_: None, chunk: tuple[TextIndex, Vectors, Sequence[str | None]]) -> list[Neighbour]:
    index, vectors, series = chunk
    nearest: list[Neighbour] = []
    for start in range(0, len(vectors), ROUND):
        nearest += index.nearest_of_each(vectors[start : start + ROUND], series[start : start + ROUND])
        await asyncio.sleep(0)  # so that Ctrl-C need not wait
    return nearest


def _nearer(*neighbours: Neighbour) -> Neighbour:
    """Return the nearest of texts that were found; of equally near ones, the first."""
    return max((neighbour for neighbour in neighbours if neighbour), key=lambda neighbour: neighbour[1], default=None)


def _compare(
    index: TextIndex,
    entries: Sequence[Entry],
    vectors: Vectors,
    earlier_neighbours: Sequence[Neighbour],
    cosine_at_most: float,
) -> Iterator[tuple[Entry, EarlierPair | None]]:
    """Compare with what was kept before the round in one product, then with what the round has kept; keep the rest."""
    kept_count = len(index)
    stretch_neighbours = index.nearest_of_each(vectors, [entry.series for entry in entries])
    for entry, vector, *neighbours in zip(entries, vectors, earlier_neighbours, stretch_neighbours, strict=True):
        # Entries of this round are compared one by one, because an entry that is left out must not reject a later one.
        neighbour = _nearer(*neighbours, index.nearest(vector, entry.series, kept_count))
        nearest = None if neighbour is None else EarlierPair(*neighbour)
        if nearest is not None and nearest.cosine > cosine_at_most:
            yield entry, nearest
        else:
            index.add(entry.id, vector, entry.series)
            yield entry, None
