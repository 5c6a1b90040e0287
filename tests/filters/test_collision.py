"""No dilemma is accepted twice, of whatever bias."""

import numpy as np

from probe.filters.cascade import load_settings
from probe.filters.collision import Collision, CollisionSettings
from probe.generation.generate import known_texts, remember
from probe.similarity import TextIndex
from probe.values import Candidate, Corpus, Profile, StageOutcome, pair_id
from tests.conftest import MakeResources

SETTINGS = load_settings(Profile.STRICT).of(CollisionSettings)


async def test_the_first_has_nothing_to_collide_with(candidate: Candidate, resources: MakeResources) -> None:
    result = (await Collision(SETTINGS, resources()).examine(candidate)).results[-1]
    assert result.outcome is StageOutcome.ACCEPTED
    assert result.evidence["compared_with"] == 0


async def test_one_word_more_is_the_same_dilemma(candidate: Candidate, resources: MakeResources) -> None:
    given = resources()
    (vector,) = await given.open_embedder().embed([candidate.texts.unbiased.replace(" ", " really ", 1)])
    given.known.add("first", vector)
    result = (await Collision(SETTINGS, given).examine(candidate)).results[-1]
    assert result.outcome is StageOutcome.REJECTED
    assert result.evidence["nearest"] == "first"


def test_the_nearest_is_found_among_many() -> None:
    """The index grows past its first room, and finds what plain comparison finds."""
    random = np.random.default_rng(1)
    vectors = random.normal(size=(1000, 16)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    index = TextIndex()
    assert index.nearest(vectors[0]) is None
    for number, vector in enumerate(vectors[:-1]):
        index.add(str(number), vector)
    best = int(np.argmax(vectors[:-1] @ vectors[-1]))
    found = index.nearest(vectors[-1])
    assert len(index) == 999
    assert found is not None
    assert found[0] == str(best)
    assert abs(found[1] - float(vectors[best] @ vectors[-1])) < 1e-6


async def test_a_series_does_not_collide_with_itself(candidate: Candidate, resources: MakeResources) -> None:
    """One scenario at several depths is alike by intention; it still collides with others."""
    given = resources()
    (vector,) = await given.open_embedder().embed([candidate.texts.unbiased])
    given.known.add("shallow", vector, "s1")
    stage = Collision(SETTINGS, given)
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
    given = resources()
    other = candidate.texts.model_copy(update={"unbiased": "I have to choose a lamp for the porch, A or B?"})
    earlier = corpus.seeds[0].to_pair().model_copy(update={"unbiased": other.unbiased})
    assert (await Collision(SETTINGS, given).examine(candidate)).rejected_by is None
    await remember(given.known, known_texts(corpus, [earlier]), given.open_embedder())
    stage = Collision(SETTINGS, given)
    for copy in corpus.seeds_of(candidate.bias):
        rejected = (await stage.examine(candidate.model_copy(update={"texts": copy.texts}))).rejected_by
        assert rejected is not None
        assert rejected.evidence["nearest"] == f"the seed {copy.id}"
    rejected = (await stage.examine(candidate.model_copy(update={"texts": other}))).rejected_by
    assert rejected is not None
    assert rejected.evidence["nearest"] == f"pair {earlier.id}"
