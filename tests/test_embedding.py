"""The embedding model: the same vector for a text, whoever asks and whatever stands beside it."""

import asyncio

import numpy as np

from probe.embeddings import MiniLmEmbedder
from probe.values import Corpus


async def test_a_vector_does_not_depend_on_its_company(corpus: Corpus) -> None:
    """To the last bit, or two equal runs could accept different pairs; and two threads compute what one does."""
    texts = [seed.texts.unbiased for seed in corpus.seeds]
    one, two = MiniLmEmbedder(threads=1), MiniLmEmbedder(threads=2)
    try:
        alone = np.concatenate([await one.embed([text]) for text in texts])
        together = await two.embed(list(reversed(texts)))
    finally:
        one.close()
        two.close()
    assert np.array_equal(alone, together[::-1])
    assert np.allclose(np.linalg.norm(alone, axis=1), 1)


async def test_a_text_is_computed_once(embedder: MiniLmEmbedder) -> None:
    """Also when many ask for it at the same time."""
    before = len(embedder._known)
    first, *rest = await asyncio.gather(*(embedder.embed(["A text that is new here."] * 2) for _ in range(5)))
    assert len(embedder._known) == before + 1
    assert all(np.array_equal(first, other) for other in rest)


async def test_no_texts_are_no_vectors(embedder: MiniLmEmbedder) -> None:
    assert (await embedder.embed([])).shape == (0, 384)
