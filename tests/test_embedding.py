"""The embedding model: the same vector for a text, whatever else is embedded."""

import asyncio
from pathlib import Path

import numpy as np
import pytest

from probe.embeddings import MiniLmEmbedder
from probe.embeddings.worker import check_weights
from probe.values import Corpus


async def test_a_vector_does_not_depend_on_the_other_texts(corpus: Corpus, embedder: MiniLmEmbedder) -> None:
    """Bit for bit, whether texts are embedded singly or together; otherwise equal runs could accept different pairs."""
    texts = [seed.texts.unbiased for seed in corpus.seeds]
    single_vectors = np.concatenate([await embedder.embed([text]) for text in texts])
    embedder._cache.clear()
    batch_vectors = await embedder.embed(list(reversed(texts)))
    assert np.array_equal(single_vectors, batch_vectors[::-1])
    assert np.allclose(np.linalg.norm(single_vectors, axis=1), 1)


async def test_a_text_is_computed_once(embedder: MiniLmEmbedder) -> None:
    """Even if it is requested several times at once."""
    cached_before = len(embedder._cache)
    first, *later_results = await asyncio.gather(*(embedder.embed(["A text that is new here."] * 2) for _ in range(5)))
    assert len(embedder._cache) == cached_before + 1
    assert all(np.array_equal(first, later) for later in later_results)


async def test_no_texts_give_no_vectors(embedder: MiniLmEmbedder) -> None:
    assert (await embedder.embed([])).shape == (0, 384)


async def test_what_is_waited_for_goes_before_what_is_foreseen(embedder: MiniLmEmbedder) -> None:
    """Only the few texts that were already sent are computed before it."""
    embedder.prefetch([f"Foreseen text number {number}." for number in range(40)])
    await embedder.embed(["An urgent text."])
    await embedder.embed(["Foreseen text number 39."])
    pending = [text for text, entry in embedder._cache.items() if not entry.vector.done()]
    assert len(pending) > 20


async def test_half_a_surrogate_pair_does_no_harm(embedder: MiniLmEmbedder) -> None:
    """A model's JSON can contain one, but no tokenizer accepts it."""
    assert (await embedder.embed(["Half \ud800 a character."])).shape == (1, 384)


def test_other_weights_are_refused(tmp_path: Path) -> None:
    """Cosines of another model look similar but mean something else."""
    weights = tmp_path / "model.safetensors"
    weights.write_bytes(b"other weights")
    with pytest.raises(ImportError, match="SHA-256"):
        check_weights(weights)


async def test_the_end_of_a_long_text_counts(embedder: MiniLmEmbedder) -> None:
    """The model reads 256 tokens; what comes after them must still change the vector."""
    start = "Our team runs a service that moves bookings between hotels and travel sites. " * 30
    first, second = await embedder.embed([start + "Choose the cheaper plan.", start + "The violin is out of tune."])
    assert 0.9 < float(first @ second) < 0.9999
    assert float(first @ first) == pytest.approx(1.0, abs=1e-5)


async def test_windows_are_equally_long(embedder: MiniLmEmbedder) -> None:
    """The vector of a text that fills two windows is the mean of its halves, which count equally."""
    halves = ["The queue grows while its reader sleeps. " * 24, "A violin needs new strings every other year. " * 24]
    first, second, both_halves = await embedder.embed([halves[0].strip(), halves[1].strip(), "".join(halves).strip()])
    mean = (first + second) / np.linalg.norm(first + second)
    assert float(mean @ both_halves) > 0.9
    assert abs(float(first @ both_halves) - float(second @ both_halves)) < 0.35
