"""No dilemma is accepted twice, of whatever bias."""

import numpy as np

from probe.filters.collision import Collision
from probe.filters.settings import load_settings
from probe.similarity import TextIndex
from probe.values import Candidate, Profile, StageOutcome
from tests.conftest import MakeTools

SETTINGS = load_settings(Profile.STRICT).collision


async def test_the_first_has_nothing_to_collide_with(candidate: Candidate, tools: MakeTools) -> None:
    result = (await Collision(SETTINGS, tools().embedder, TextIndex()).examine(candidate)).results[-1]
    assert result.outcome is StageOutcome.ACCEPTED
    assert result.evidence["compared_with"] == 0


async def test_one_word_more_is_the_same_dilemma(candidate: Candidate, tools: MakeTools) -> None:
    embedder, accepted = tools().embedder, TextIndex()
    (vector,) = await embedder.embed([candidate.texts.unbiased.replace(" ", " really ", 1)])
    accepted.add("first", vector)
    result = (await Collision(SETTINGS, embedder, accepted).examine(candidate)).results[-1]
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


async def test_a_series_does_not_collide_with_itself(candidate: Candidate, tools: MakeTools) -> None:
    """One scenario at several depths is alike by intention; it still collides with others."""
    embedder, accepted = tools().embedder, TextIndex()
    (vector,) = await embedder.embed([candidate.texts.unbiased])
    accepted.add("shallow", vector, "s1")
    stage = Collision(SETTINGS, embedder, accepted)
    for series, outcome in (
        ("s1", StageOutcome.ACCEPTED),
        ("s2", StageOutcome.REJECTED),
        (None, StageOutcome.REJECTED),
    ):
        result = (await stage.examine(candidate.model_copy(update={"series": series}))).results[-1]
        assert result.outcome is outcome
