"""The vectors of any number of texts, computed in this process or by workers."""

from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Sequence
from contextlib import aclosing, asynccontextmanager
from functools import partial

from probe.files.streams import chunks
from probe.ports import Embedder
from probe.session import Placement, Session, spread
from probe.similarity import Vector, Vectors

CHUNK = 32
"""How many texts a worker embeds at a time: a second of work or two."""
NAME = "all-MiniLM-L6-v2"
"""The model that embeds texts."""


async def embed_texts(placement: Placement | None, texts: Iterable[str]) -> AsyncGenerator[Vector, None]:
    """Yield the unit vector of each of ``texts``, in order; few texts are in memory at once.

    A worker embeds with one thread; without a placement, this process does with up to four. The vectors are the same.
    """
    opening = partial(_open_embedder, None if placement is None else 1)
    async with aclosing(spread(placement, opening, _embed, chunks(texts, CHUNK))) as results:
        async for vectors in results:
            for vector in vectors:
                yield vector


@asynccontextmanager
async def _open_embedder(threads: int | None) -> AsyncIterator[Embedder]:
    async with Session() as session:
        yield session.embedder(threads)


async def _embed(embedder: Embedder, texts: Sequence[str]) -> Vectors:
    return await embedder.embed(texts)
