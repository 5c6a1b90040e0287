"""Worker processes on this machine."""

import os
import pickle
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, cast

from probe.engine.serving import ChunkOutcome, Opening, Work
from probe.workers import WorkerProcess, WorkerScript

SCRIPT = Path(__file__).with_name("worker.py")


class LocalWorkers:
    """Makes worker processes that own what ``opening`` opens. They end with this process, however it ends.

    ``quiet`` workers print nothing, whatever their libraries do.
    """

    def __init__(self, opening: Opening, workers: int | None = None, *, quiet: bool = False) -> None:
        self.workers = workers or os.cpu_count() or 1
        self._opening, self._quiet = opening, quiet

    def make(self) -> "LocalWorker":
        """Return a worker that is not started."""
        return LocalWorker(self._opening, quiet=self._quiet)


class LocalWorker:
    """One process, and the thread that waits for it."""

    def __init__(self, opening: Opening, *, quiet: bool = False) -> None:
        self._opening, self._quiet = opening, quiet
        # A single thread, since only one may speak to a process at a time.
        self._waiting = ThreadPoolExecutor(1, thread_name_prefix="engine")
        self._process: WorkerProcess | None = None

    @property
    def pid(self) -> int | None:
        """The process id, None before the process is started."""
        return self._process.pid if self._process else None

    def start(self) -> Future[ChunkOutcome]:
        """Start the process; it opens its resource."""
        # Workers import the functions that they are given, so they need the modules that this process finds.
        path = os.pathsep.join(dict.fromkeys(part for part in (str(Path.cwd()), *sys.path) if part))
        # There is a worker for each core, so the libraries within one use a single thread.
        variables = {"PYTHONPATH": path, "OMP_NUM_THREADS": "1"}
        self._process = WorkerProcess(WorkerScript("a worker", SCRIPT, audible=not self._quiet, variables=variables))
        return self._waiting.submit(self._ask, self._process, self._opening)

    def submit(self, work: Work, chunk: Any) -> Future[ChunkOutcome]:
        """Give the process a chunk."""
        assert self._process is not None
        return self._waiting.submit(self._ask, self._process, (work, chunk))

    def close(self) -> None:
        """End the process at once."""
        if self._process is not None:
            # First, because the thread below waits for a reply of this process.
            self._process.interrupt()
        self._waiting.shutdown()
        if self._process is not None:
            self._process.kill()

    @staticmethod
    def _ask(process: WorkerProcess, request: Any) -> ChunkOutcome:
        process.send(pickle.dumps(request, protocol=pickle.HIGHEST_PROTOCOL))
        # From our own worker, through a pipe that nothing else can open.
        return cast(ChunkOutcome, pickle.loads(process.receive()))
