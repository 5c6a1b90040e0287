"""Give chunks to workers, and return their results in the order of the chunks."""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Callable, Iterable
from concurrent.futures import Future
from itertools import count
from typing import Any, NamedTuple, Protocol

from probe.engine.serving import ChunkOutcome, Work
from probe.errors import StoppedError

TRIES = 3
"""How many workers one chunk may lose before the work stops: a worker may be killed, its node switched off."""
AHEAD = 4
"""How many chunks per worker are taken from the input before the first of them is returned."""


class WorkerLost(Exception):
    """A worker ended before it answered."""


def too_many_lost(last: WorkerLost) -> StoppedError:
    """Return the error for a chunk that lost several workers."""
    return StoppedError(f"worker processes end before they answer ({last}): repeat the command")


class Worker(Protocol):
    """One process that answers one chunk at a time. A future raises WorkerLost if the process ends."""

    def start(self) -> Future[ChunkOutcome]:
        """Start the process; its outcome is an error if its resource cannot be opened."""

    def submit(self, work: Work, chunk: Any) -> Future[ChunkOutcome]:
        """Give the process a chunk."""

    def close(self) -> None:
        """End the process at once."""


class _MappedChunk(NamedTuple):
    number: int
    chunk: Any
    losses: int = 0


async def mapped(
    make: Callable[[], Worker], workers: int, work: Work, chunks: Iterable[Any]
) -> AsyncGenerator[Any, None]:
    """Yield the result of ``work`` for each of ``chunks``, in order, with at most a few chunks per worker in memory.

    A worker that ends is replaced, and only its chunk is computed again. Raises what ``work`` or the opening of a
    resource raises, or StoppedError if one chunk loses several workers.
    """
    mapping = _Mapping(make, workers, work, chunks)
    try:
        while (outcome := await mapping.next()) is not None:
            yield outcome.result()
    finally:
        mapping.close()


class _Mapping:
    """The state of one call of ``mapped``."""

    def __init__(self, make: Callable[[], Worker], workers: int, work: Work, chunks: Iterable[Any]) -> None:
        self._make, self._work = make, work
        self._waiting = (_MappedChunk(number, chunk) for number, chunk in zip(count(), chunks, strict=False))
        self._ahead = AHEAD * workers
        self._again: deque[_MappedChunk] = deque()
        self._idle: list[Worker] = []
        self._busy: dict[asyncio.Future[ChunkOutcome], tuple[Worker, _MappedChunk | None]] = {}
        self._done: dict[int, ChunkOutcome] = {}
        self._returned = 0
        for _ in range(workers):
            self._start()

    async def next(self) -> ChunkOutcome | None:
        """Return the outcome of the next chunk, None after the last."""
        while self._returned not in self._done:
            self._employ()
            if not any(job for _, job in self._busy.values()) and not self._expects_work():
                return None
            done, _ = await asyncio.wait(self._busy, return_when=asyncio.FIRST_COMPLETED)
            for future in done:
                self._settle(future)
        self._returned += 1
        return self._done.pop(self._returned - 1)

    def close(self) -> None:
        """End every worker."""
        for future, (worker, _) in self._busy.items():
            future.cancel()
            worker.close()
        for worker in self._idle:
            worker.close()

    def _start(self) -> None:
        worker = self._make()
        self._busy[asyncio.wrap_future(worker.start())] = (worker, None)

    def _employ(self) -> None:
        """Give idle workers the next chunks; those that were lost come first."""
        while self._idle and (job := self._next_job()) is not None:
            worker = self._idle.pop()
            self._busy[asyncio.wrap_future(worker.submit(self._work, job.chunk))] = (worker, job)

    def _next_job(self) -> _MappedChunk | None:
        if self._again:
            return self._again.popleft()
        taken = len(self._done) + sum(job is not None for _, job in self._busy.values())
        return next(self._waiting, None) if taken < self._ahead else None

    def _expects_work(self) -> bool:
        """Whether a chunk is left for workers that are still starting."""
        if not self._again and (job := next(self._waiting, None)) is not None:
            self._again.append(job)
        return bool(self._again)

    def _settle(self, future: asyncio.Future[ChunkOutcome]) -> None:
        worker, job = self._busy.pop(future)
        try:
            outcome = future.result()
        except WorkerLost as lost:
            worker.close()
            self._lose(job, lost)
            return
        self._idle.append(worker)
        if job is not None:
            self._done[job.number] = outcome
        else:
            outcome.result()

    def _lose(self, job: _MappedChunk | None, lost: WorkerLost) -> None:
        if job is None or job.losses + 1 >= TRIES:
            raise too_many_lost(lost) from lost
        self._again.append(job._replace(losses=job.losses + 1))
        self._start()
