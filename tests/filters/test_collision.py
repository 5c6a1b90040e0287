"""No dilemma is accepted twice, even under different biases."""

import asyncio

import numpy as np
import pytest

from probe import similarity
from probe.filters.cascade import load_settings
from probe.filters.collision import Collision, CollisionSettings, Searches
from probe.generation.generate import known_texts, remember
from probe.similarity import TextIndex, Vectors
from probe.values import Candidate, Corpus, Profile, StageOutcome, pair_id
from tests.conftest import MakeResources

SETTINGS = load_settings(Profile.STRICT).of(CollisionSettings)


async def test_the_first_has_nothing_to_collide_with(candidate: Candidate, resources: MakeResources) -> None:
    result = (await Collision(SETTINGS, resources()).examine(candidate)).results[-1]
    assert result.outcome is StageOutcome.ACCEPTED
    assert result.evidence["compared_with"] == 0


async def test_one_word_more_is_the_same_dilemma(candidate: Candidate, resources: MakeResources) -> None:
    resources_with_known = resources()
    (vector,) = await resources_with_known.open_embedder().embed([candidate.texts.unbiased.replace(" ", " really ", 1)])
    resources_with_known.known.add("first", vector)
    result = (await Collision(SETTINGS, resources_with_known).examine(candidate)).results[-1]
    assert result.outcome is StageOutcome.REJECTED
    assert result.evidence["nearest"] == "first"


def test_the_nearest_is_found_among_many() -> None:
    """The index grows past its initial capacity, and finds what a plain comparison finds."""
    vectors, index = unit_vectors(1000, 1), TextIndex()
    assert index.nearest(vectors[0]) is None
    for number, vector in enumerate(vectors[:-1]):
        index.add(str(number), vector)
    best = int(np.argmax(vectors[:-1] @ vectors[-1]))
    nearest = index.nearest(vectors[-1])
    assert len(index) == 999
    assert nearest is not None
    assert nearest[0] == str(best)
    assert abs(nearest[1] - float(vectors[best] @ vectors[-1])) < 1e-6


def unit_vectors(number: int, seed: int) -> Vectors:
    vectors = np.random.default_rng(seed).normal(size=(number, 16)).astype(np.float32)
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), dtype=np.float32)


def test_a_search_for_many_finds_what_searches_for_each_find(monkeypatch: pytest.MonkeyPatch) -> None:
    """Over several blocks, with series and with a start position."""
    monkeypatch.setattr(similarity, "BLOCK", 64)
    vectors, queries, index = unit_vectors(300, 1), unit_vectors(40, 2), TextIndex()
    series = [f"s{number % 7}" if number % 3 else None for number in range(300)]
    for number, (vector, label) in enumerate(zip(vectors, series, strict=True)):
        index.add(str(number), vector, label)
    for start in (0, 63, 64, 200, 299, 300):
        nearest_of_all = index.nearest_of_each(queries, series[:40], start)
        for query, label, nearest in zip(queries, series, nearest_of_all, strict=False):
            allowed = [n for n in range(start, 300) if label is None or series[n] != label]
            best = max(allowed, key=lambda n: float(vectors[n] @ query), default=None)
            assert (nearest and nearest[0]) == (None if best is None else str(best))
            assert nearest == index.nearest(query, label, start)


def test_every_planted_duplicate_is_found() -> None:
    vectors, index = unit_vectors(20_000, 3), TextIndex()
    for number, vector in enumerate(vectors):
        index.add(str(number), vector)
    planted_numbers = range(0, 20_000, 400)
    nearest = index.nearest_of_each(vectors[planted_numbers], [None] * len(planted_numbers))
    assert [entry and entry[0] for entry in nearest] == [str(number) for number in planted_numbers]


def test_vectors_are_single_precision() -> None:
    """A product with double precision would convert every vector of the index first."""
    index = TextIndex()
    index.add("a", unit_vectors(1, 1)[0])
    for wrong_call in (index.add, lambda label, vector: index.nearest(vector)):
        with pytest.raises(TypeError, match="float64"):
            wrong_call("b", unit_vectors(1, 1)[0].astype(np.float64))


async def test_searches_that_arrive_together_share_a_product(monkeypatch: pytest.MonkeyPatch) -> None:
    vectors, index, sizes = unit_vectors(30, 4), TextIndex(), []
    for number, vector in enumerate(vectors):
        index.add(str(number), vector)
    nearest_of_each = index.nearest_of_each

    def counting(vectors: Vectors, series: list[str | None]) -> object:
        sizes.append(len(vectors))
        return nearest_of_each(vectors, series)

    monkeypatch.setattr(index, "nearest_of_each", counting)
    searches = Searches(index)
    results = await asyncio.gather(*(searches.nearest(vector, None) for vector in vectors))
    assert [nearest and nearest[0] for nearest, _ in results] == [str(number) for number in range(30)]
    assert sum(sizes) == 30
    assert len(sizes) <= 2


async def test_settling_compares_with_those_accepted_since(candidate: Candidate, resources: MakeResources) -> None:
    """What passed is compared with newer texts only, and rejected with the same evidence as in a full search."""
    resources_with_known = resources()
    stage = Collision(SETTINGS, resources_with_known)
    passed_candidate = await stage.examine(candidate)
    (vector,) = await resources_with_known.open_embedder().embed([candidate.texts.unbiased])
    resources_with_known.known.add("newer", vector)
    rejected_by = (await stage.settle(passed_candidate)).rejected_by
    assert rejected_by is not None
    assert rejected_by.evidence == (await stage.examine(candidate)).results[-1].evidence


async def test_a_series_does_not_collide_with_itself(candidate: Candidate, resources: MakeResources) -> None:
    """One scenario at several depths is alike by intention; it still collides with others."""
    resources_with_known = resources()
    (vector,) = await resources_with_known.open_embedder().embed([candidate.texts.unbiased])
    resources_with_known.known.add("shallow", vector, "s1")
    stage = Collision(SETTINGS, resources_with_known)
    for series, outcome in (
        ("s1", StageOutcome.ACCEPTED),
        ("s2", StageOutcome.REJECTED),
        (None, StageOutcome.REJECTED),
    ):
        result = (await stage.examine(candidate.model_copy(update={"series": series}))).results[-1]
        assert result.outcome is outcome


async def test_what_is_accepted_is_known_from_then_on(candidate: Candidate, resources: MakeResources) -> None:
    """The same dilemma can pass twice side by side; it is settled once."""
    assert candidate.programs is not None
    stage = Collision(SETTINGS, resources())
    first, second = await stage.settle(candidate), await stage.settle(candidate)
    assert first.rejected_by is None
    assert second.rejected_by is not None
    assert second.rejected_by.evidence["nearest"] == pair_id(candidate.bias, candidate.texts, candidate.programs)


async def test_seeds_and_other_datasets_are_known_from_the_start(
    corpus: Corpus, candidate: Candidate, resources: MakeResources
) -> None:
    """A model that repeats its two examples, or a pair of an earlier benchmark, has none of the copies accepted."""
    resources_with_known = resources()
    other_texts = candidate.texts.model_copy(update={"unbiased": "I have to choose a lamp for the porch, A or B?"})
    earlier = corpus.seeds[0].to_pair().model_copy(update={"unbiased": other_texts.unbiased})
    assert (await Collision(SETTINGS, resources_with_known).examine(candidate)).rejected_by is None
    await remember(
        resources_with_known.known,
        known_texts(corpus, {earlier.id: earlier.unbiased}),
        resources_with_known.open_embedder(),
    )
    stage = Collision(SETTINGS, resources_with_known)
    for copy in corpus.seeds_of(candidate.bias):
        rejected_by = (await stage.examine(candidate.model_copy(update={"texts": copy.texts}))).rejected_by
        assert rejected_by is not None
        assert rejected_by.evidence["nearest"] == f"the seed {copy.id}"
    rejected_by = (await stage.examine(candidate.model_copy(update={"texts": other_texts}))).rejected_by
    assert rejected_by is not None
    assert rejected_by.evidence["nearest"] == f"pair {earlier.id}"
