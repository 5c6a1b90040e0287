"""The embedding model: the same vector for a text, whoever asks and whatever stands beside it."""

import asyncio
from collections.abc import Iterator

import numpy as np
import pytest

from probe.embeddings import MiniLmEmbedder
from probe.errors import StoppedError
from probe.values import Corpus

pytestmark = pytest.mark.xdist_group("embedding")


@pytest.fixture(scope="module")
def single() -> Iterator[MiniLmEmbedder]:
    """An embedder with a process of its own, which computes one text at a time."""
    made = MiniLmEmbedder(threads=1)
    yield made
    made.close()


async def test_a_vector_does_not_depend_on_its_company(
    corpus: Corpus, single: MiniLmEmbedder, embedder: MiniLmEmbedder
) -> None:
    """To the last bit, or two equal runs could accept different pairs; and two threads compute what one does."""
    texts = [seed.texts.unbiased for seed in corpus.seeds]
    alone = np.concatenate([await single.embed([text]) for text in texts])
    together = await embedder.embed(list(reversed(texts)))
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


async def test_the_end_of_the_process_is_told_to_whoever_waits() -> None:
    """In one line that a person can act on, at once and for every later question; nobody waits for ever."""
    embedder = MiniLmEmbedder(threads=1)
    waiting = asyncio.create_task(embedder.embed(["A text whose vector never comes."]))
    await asyncio.sleep(0)
    embedder.warm_up()._process.kill()
    with pytest.raises(StoppedError, match="ended with -9"):
        await waiting
    with pytest.raises(StoppedError, match="ended with -9"):
        await embedder.embed(["Another text."])


async def test_what_is_waited_for_goes_before_what_is_foreseen(single: MiniLmEmbedder) -> None:
    """With one thread, only the texts that were handed on already can be computed before it."""
    single.foresee([f"Foreseen text number {number}." for number in range(40)])
    await single.embed(["An urgent text."])
    await single.embed(["Foreseen text number 39."])
    open_still = [text for text, known in single._known.items() if not known.vector.done()]
    assert len(open_still) > 20


async def test_half_a_surrogate_pair_does_no_harm(embedder: MiniLmEmbedder) -> None:
    """A model's JSON can hold one; no tokenizer takes it."""
    assert (await embedder.embed(["Half \ud800 a character."])).shape == (1, 384)


async def test_a_closed_embedder_leaves_no_process_behind() -> None:
    embedder = MiniLmEmbedder(threads=1)
    process = embedder.warm_up()._process
    embedder.close()
    assert process.returncode is not None
