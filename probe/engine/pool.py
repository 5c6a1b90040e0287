"""Workers that answer chunks as they come."""

import asyncio
from collections.abc import Callable
from typing import Any

from probe.engine.mapping import TRIES, Worker, WorkerLost, too_many_lost
from probe.engine.serving import ChunkOutcome, Work


class Pool:
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
                    raise too_many_lost(lost) from lost

    def close(self) -> None:
        """End every worker."""
        for worker in tuple(self._open):
            self._end(worker)

    async def _outcome(self, chunk: Any) -> ChunkOutcome:
        worker = await self._idle.get()
        try:
            worker = worker or await self._started()
            return await asyncio.wrap_future(worker.submit(self._work, chunk))
        except WorkerLost:
            self._end(worker)
            worker = None
            raise
        finally:
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
