"""Worker processes on this machine."""

import os
import subprocess
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import IO, Any, cast

from probe.engine.frames import receive, send
from probe.engine.mapping import WorkerLost
from probe.engine.serving import ChunkOutcome, Opening, Work
from probe.errors import how_ended


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
        self._waiting = ThreadPoolExecutor(1, thread_name_prefix="engine")
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int | None:
        """The process id, None before the process is started."""
        return self._process.pid if self._process else None

    def start(self) -> Future[ChunkOutcome]:
        """Start the process; it opens its resource."""
        path = os.pathsep.join(dict.fromkeys(part for part in (str(Path.cwd()), *sys.path) if part))
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "probe.engine.process"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL if self._quiet else None,
            env={**os.environ, "PYTHONPATH": path, "OMP_NUM_THREADS": "1"},
            start_new_session=True,  # Ctrl-C is for the command, which then ends its workers
        )
        return self._waiting.submit(self._ask, self._opening)

    def submit(self, work: Work, chunk: Any) -> Future[ChunkOutcome]:
        """Give the process a chunk."""
        return self._waiting.submit(self._ask, (work, chunk))

    def close(self) -> None:
        """End the process at once."""
        if self._process is not None:
            self._process.kill()
        self._waiting.shutdown()
        if self._process is not None:
            self._process.wait()
            for pipe in (self._process.stdin, self._process.stdout):
                cast(IO[bytes], pipe).close()

    def _ask(self, request: Any) -> ChunkOutcome:
        process = cast("subprocess.Popen[bytes]", self._process)
        try:
            send(cast(IO[bytes], process.stdin), request)
            return cast(ChunkOutcome, receive(cast(IO[bytes], process.stdout)))
        except (OSError, EOFError) as error:
            raise WorkerLost(f"the last one ended {how_ended(process.wait())}") from error
