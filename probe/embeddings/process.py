"""The embedding process, seen from its parent: most urgent texts first, no more at once than it can compute."""

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
"""Texts that a thread of the process may have before it, so that it never waits for its parent."""


class EmbeddingProcess:
    """Computes vectors in a separate process, whose import and Python code then delay nothing else.

    ``submit`` may be called from any thread. The process ends with its parent, however that ends.
    """

    def __init__(self, threads: int) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(_WORKER), str(threads)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # standard error is for our own messages
            start_new_session=True,  # Ctrl-C lets calls under way end, and these need their vectors
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
        """Ask for the vector of ``text``, a lower rank first; return the number of the request and the vector to be."""
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
        """Let a request that still waits be served at a lower rank."""
        with self._changing:
            if number in self._vectors and number not in self._sent:
                heapq.heappush(self._waiting, (rank, number, text))

    def close(self) -> None:
        """End the process at once; what it was asked for is given up."""
        with self._changing:
            self._closed = True
        self._process.kill()
        self._process.wait()

    def _send(self) -> None:
        """Hand on what waits, as far as there is room; ``_changing`` is held."""
        while self._ready and self._waiting and len(self._sent) < self._most:
            _, number, text = heapq.heappop(self._waiting)
            if number in self._sent or number not in self._vectors:
                continue  # it was hurried, and served
            self._sent.add(number)
            payload = text.encode("utf-8", "replace")  # half a surrogate pair has no meaning to embed
            with suppress(OSError):  # a process that has ended is noticed by the listener
                requests = cast(IO[bytes], self._process.stdin)
                requests.write(FRAME.pack(number, len(payload)) + payload)
                requests.flush()

    def _listen(self) -> None:
        """Take what the process sends until it ends."""
        replies = cast(IO[bytes], self._process.stdout)
        fault: ProbeError | None = None
        while fault is None and len(head := replies.read(FRAME.size)) == FRAME.size:
            number, length = FRAME.unpack(head)
            fault = self._take(number, replies.read(length))
        self._end(fault)

    def _take(self, number: int, payload: bytes) -> ProbeError | None:
        """Take one frame; return what is in the way of all others."""
        if not number and payload:
            reason = payload.decode("utf-8", "replace")
            return MissingError(f"the embedding model cannot be loaded ({reason}): pip install --upgrade probe-swe")
        with self._changing:
            vector = self._vectors.pop(number, None)
            self._sent.discard(number)
            self._ready = True
            self._send()
        if vector is not None:
            with suppress(InvalidStateError):  # the caller has gone away
                vector.set_result(np.frombuffer(payload, dtype="<f4").astype(np.float32))
        return None

    def _end(self, fault: ProbeError | None) -> None:
        """Fail every request that still waits: nothing more will come."""
        code = self._process.wait()
        with self._changing:
            told = f"the process that embeds texts ended with {code} (out of memory?): repeat the command"
            self._fault = fault or StoppedError(told)
            left = list(self._vectors.values())
            self._vectors.clear()
            self._waiting.clear()
        for vector in left:
            with suppress(InvalidStateError):
                if not (self._closed and vector.cancel()):
                    vector.set_exception(self._fault)
