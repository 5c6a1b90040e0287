"""The parent's side of the embedding process: the most urgent texts first, no more at once than it can compute."""

import heapq
import subprocess
import sys
import threading
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import IO, cast

import numpy as np
from numpy.typing import NDArray

from probe.embeddings.worker import FRAME
from probe.errors import MissingError, ProbeError, StoppedError

Vector = NDArray[np.float32]
_WORKER = Path(__file__).with_name("worker.py")
AHEAD = 2
"""How many texts are queued per thread of the process, so that no thread waits for the parent."""


class EmbeddingProcess:
    """Computes vectors in a separate process, so that its imports and Python code delay nothing else.

    ``submit`` may be called from any thread. The process ends when its parent does, however the parent ends.
    """

    def __init__(self, threads: int) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(_WORKER), str(threads)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # standard error is for our own messages
            start_new_session=True,  # Ctrl-C lets calls in progress end, and they need their vectors
        )
        self._most = AHEAD * threads
        self._changing = threading.Lock()
        self._ready = False
        self._closed = False
        self._fault: ProbeError | None = None
        self._numbers = count(1)
        self._waiting: list[tuple[int, int, str]] = []
        self._vectors: dict[int, Future[Vector]] = {}
        self._sent: set[int] = set()
        threading.Thread(target=self._listen, name="embedding", daemon=True).start()

    def submit(self, text: str, rank: int) -> tuple[int, Future[Vector]]:
        """Request the vector of ``text``, lower ranks first; return the request's number and a future of the vector."""
        with self._changing:
            number, vector = next(self._numbers), Future[Vector]()
            if self._fault is not None:
                vector.set_exception(self._fault)
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
            self._sent.add(number)
            payload = text.encode("utf-8", "replace")  # a lone surrogate has no meaning to embed
            with suppress(OSError):  # the listener notices that the process has ended
                requests = cast(IO[bytes], self._process.stdin)
                requests.write(FRAME.pack(number, len(payload)) + payload)
                requests.flush()

    def _listen(self) -> None:
        """Receive what the process sends until it ends."""
        replies = cast(IO[bytes], self._process.stdout)
        fault: ProbeError | None = None
        while fault is None and len(head := replies.read(FRAME.size)) == FRAME.size:
            number, length = FRAME.unpack(head)
            fault = self._take(number, replies.read(length))
        self._end(fault)

    def _take(self, number: int, payload: bytes) -> ProbeError | None:
        """Handle one frame; return the error that prevents all further answers, if it reports one."""
        if not number and payload:
            reason = payload.decode("utf-8", "replace")
            return MissingError(f"the embedding model cannot be loaded ({reason}): pip install --upgrade probe-swe")
        with self._changing:
            vector = self._vectors.pop(number, None)
            self._sent.discard(number)
            self._ready = True
            self._send()
        if vector is not None:
            with suppress(InvalidStateError):  # the caller was cancelled
                vector.set_result(np.frombuffer(payload, dtype="<f4").astype(np.float32))
        return None

    def _end(self, fault: ProbeError | None) -> None:
        """Fail every pending request: no further answer will come."""
        code = self._process.wait()
        with self._changing:
            text = f"the process that embeds texts ended with {code} (out of memory?): repeat the command"
            self._fault = fault or StoppedError(text)
            left = list(self._vectors.values())
            self._vectors.clear()
            self._waiting.clear()
        for vector in left:
            with suppress(InvalidStateError):
                if not (self._closed and vector.cancel()):
                    vector.set_exception(self._fault)
