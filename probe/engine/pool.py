"""The pool of bulk work: each worker opens a resource once, and then answers one chunk after another."""

import asyncio
import os
import pickle
import sys
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from functools import partial
from pathlib import Path
from typing import Any

from probe.errors import StoppedError
from probe.workers import Pool, Worker, WorkerLost, WorkerScript

SCRIPT = Path(__file__).with_name("worker.py")
MAX_LOST_WORKERS = 3
"""How many workers one chunk may lose before the work stops: a worker may be killed, its node switched off."""

Opening = Callable[[], AbstractAsyncContextManager[Any]]
"""Opens what a worker owns, such as an oracle: a function of a module, or a partial of one, which workers import."""
Work = Callable[[Any, Any], Awaitable[Any]]
"""Computes the result of a chunk with the open resource. Equal chunks have equal results, whichever worker it is."""


def start_here(*, quiet: bool = False) -> Worker:
    """Start a process on this machine, which ends with this one; a ``quiet`` one prints nothing, nor its libraries."""
    # Workers import the functions that they receive, so they need the module path of this process.
    path = os.pathsep.join(dict.fromkeys(folder for folder in (str(Path.cwd()), *sys.path) if folder))
    # There is a worker for each core, so the libraries within one use a single thread.
    variables = {"PYTHONPATH": path, "OMP_NUM_THREADS": "1"}
    return WorkerScript("a worker", SCRIPT, audible=not quiet, variables=variables).worker()


class ChunkPool:
    """At most ``workers`` workers that do ``work`` on chunks with what ``opening`` opens in each of them.

    ``start`` starts one for the first chunk that no other takes: a small input needs few of them.
    """

    def __init__(self, opening: Opening, work: Work, workers: int, start: Callable[[], Worker] = start_here) -> None:
        self.workers = workers
        self._request = opening, work
        self._pool = Pool(start, workers, tries=MAX_LOST_WORKERS, lazy=True)

    @property
    def pids(self) -> tuple[int, ...]:
        """The process ids of the workers that run on this machine."""
        return self._pool.pids

    async def answer(self, chunk: Any) -> Any:
        """Return the result of the work for ``chunk``, from the first worker that is free.

        Raises what the work or the opening of a resource raises, or StoppedError if the chunk loses several workers.
        """
        request = partial(pickle.dumps, (*self._request, chunk), protocol=pickle.HIGHEST_PROTOCOL)
        try:
            reply = await asyncio.wrap_future(self._pool.submit(request))
        except WorkerLost as lost:
            problem = f"worker processes end before they answer (the last one {lost})"
            raise StoppedError(f"{problem}: repeat the command") from lost
        # The data is from a worker of this pool, through a pipe that no other process can open.
        result, error = pickle.loads(reply)
        if error is not None:
            raise error
        return result

    def close(self) -> None:
        """End every worker."""
        self._pool.close()
