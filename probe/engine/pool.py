"""Workers that answer chunks as they come, or all chunks of an input in order."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable
from concurrent.futures import Future
from contextlib import aclosing
from typing import Any, Protocol

from probe.engine.serving import ChunkOutcome, Work
from probe.errors import StoppedError
from probe.workers import WorkerLost, in_order

TRIES = 3
"""How many workers one chunk may lose before the work stops: a worker may be killed, its node switched off."""
AHEAD = 4
"""How many chunks per worker are taken from the input before the first of them is returned."""


class Worker(Protocol):
    """One process that answers one chunk at a time. A future raises WorkerLost if the process ends."""

    def start(self) -> Future[ChunkOutcome]:
        """Start the process; its outcome is an error if its resource cannot be opened."""

    def submit(self, work: Work, chunk: Any) -> Future[ChunkOutcome]:
        """Give the process a chunk."""

    def close(self) -> None:
        """End the process at once."""


class WorkerMaker(Protocol):
    """Makes up to ``workers`` workers: processes on this machine, or what an engine starts elsewhere."""

    workers: int

    def make(self) -> Worker:
        """Return a worker that is not started."""


class ChunkPool:
    """At most ``workers`` workers, each started with its first chunk; one that ends is replaced.

    Use it in one event loop, and close it there.
    """

    def __init__(self, make: Callable[[], Worker], workers: int, work: Work) -> None:
        self.workers = workers
        self._make, self._work = make, work
        self._open: set[Worker] = set()
        self._idle: asyncio.Queue[Worker | None] = asyncio.Queue()
        for _ in range(workers):
            self._idle.put_nowait(None)

    async def answer(self, chunk: Any) -> Any:
        """Return the result of the work for ``chunk``, from the first worker that is free.

        Raises what the work or the opening of a resource raises, or StoppedError if the chunk loses several workers.
        """
        losses = 0
        while True:
            try:
                return (await self._outcome(chunk)).result()
            except WorkerLost as lost:
                losses += 1
                if losses == TRIES:
                    what = f"worker processes end before they answer (the last one {lost})"
                    raise StoppedError(f"{what}: repeat the command") from lost

    def close(self) -> None:
        """End every worker."""
        # A copy, because each worker is removed as it is ended.
        for worker in tuple(self._open):
            self._end(worker)

    async def _outcome(self, chunk: Any) -> ChunkOutcome:
        worker = await self._idle.get()
        try:
            # Started with its first chunk, so that a small input starts no worker that it does not need.
            worker = worker or await self._started()
            return await asyncio.wrap_future(worker.submit(self._work, chunk))
        except WorkerLost:
            self._end(worker)
            worker = None
            raise
        finally:
            # None in the place of a lost worker: the next chunk starts another one.
            self._idle.put_nowait(worker)

    async def _started(self) -> Worker:
        worker = self._make()
        self._open.add(worker)
        try:
            (await asyncio.wrap_future(worker.start())).result()
        except BaseException:
            self._end(worker)
            raise
        return worker

    def _end(self, worker: Worker | None) -> None:
        if worker in self._open:
            self._open.remove(worker)
            worker.close()


async def mapped(
    make: Callable[[], Worker], workers: int, work: Work, chunks: Iterable[Any]
) -> AsyncGenerator[Any, None]:
    """Yield the result of ``work`` for each of ``chunks``, in order, with at most a few chunks per worker in memory.

    A worker that ends is replaced, and only its chunk is computed again. Raises what ``work`` or the opening of a
    resource raises, or StoppedError if one chunk loses several workers.
    """
    pool = ChunkPool(make, workers, work)
    try:
        # Closed here and not by the garbage collector: a caller that stops early must not leave chunks running.
        async with aclosing(in_order(pool.answer, chunks, AHEAD * workers)) as results:
            async for result in results:
                yield result
    finally:
        pool.close()
