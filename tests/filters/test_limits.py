"""The limits of the stages that measure: a value exactly at the limit is on the side that the settings name."""

import dataclasses
from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from probe.filters.collision import Collision, CollisionSettings, NearDuplicates
from probe.filters.pair_similarity import PairSimilarity, PairSimilaritySettings, SimilarityRange
from probe.filters.round_trip import RoundTrip, RoundTripSettings
from probe.filters.stage import Resources
from probe.models import ScriptedModel
from probe.values import Bias, Candidate, Evidence, StageOutcome, StageResult, Texts
from tests.conftest import MakeResources

HALF_SIMILAR = np.array([[1, 0], [0.5, np.sqrt(0.75)]], dtype=np.float32)
"""Two unit vectors with a cosine of exactly one half."""
ACCEPTED, REJECTED = StageOutcome.ACCEPTED, StageOutcome.REJECTED


class HalfSimilar:
    """Texts that begin with the same word have cosine 1, others 0.5."""

    name = "half"

    async def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return HALF_SIMILAR[[int(not text.startswith("I ")) for text in texts]]

    def prefetch(self, texts: Sequence[str]) -> None:
        """Nothing is computed in advance."""


@pytest.fixture
def half_similar(resources: MakeResources) -> Resources:
    return dataclasses.replace(resources(), open_embedder=HalfSimilar)


def translating(half_similar: Resources, resources: MakeResources, *answers: str) -> Resources:
    return dataclasses.replace(half_similar, askers=resources(translator=ScriptedModel(answers)).askers)


@pytest.mark.parametrize(("limit", "outcome"), [(0.5, ACCEPTED), (0.499, REJECTED)])
async def test_a_known_text_at_the_limit_is_no_collision(
    candidate: Candidate, half_similar: Resources, limit: float, outcome: StageOutcome
) -> None:
    half_similar.known.add("the known one", HALF_SIMILAR[1])
    half_similar.known.add("the opposite", -HALF_SIMILAR[0])
    stage = Collision(CollisionSettings(cosine_at_most=limit), half_similar)
    result = (await stage.examine(candidate)).results[-1]
    assert result.outcome is outcome
    assert result.evidence == {"nearest": "the known one", "cosine": 0.5, "limit": limit, "compared_with": 2}


@pytest.mark.parametrize(("limit", "rejected"), [(0.5, False), (0.499, True)])
async def test_a_near_duplicate_in_the_queue_is_above_the_limit(
    candidate: Candidate, limit: float, rejected: bool
) -> None:
    other_candidate = candidate.model_copy(update={"texts": Texts(unbiased="You?", biased="You?"), "position": 1})
    queue = NearDuplicates(CollisionSettings(cosine_at_most=limit), HalfSimilar())
    queue.begin(0)
    queue.begin(1)
    assert await queue.hold(0, "collision", candidate) == candidate
    queue.end(0, candidate)
    second = await queue.hold(1, "collision", other_candidate)
    assert (second.rejected_by is not None) is rejected
    if second.rejected_by:
        nearest = "candidate 1 of expansion 1 by test"
        assert second.rejected_by.evidence == {"cosine": 0.5, "limit": limit, "nearest": nearest}


async def test_a_candidate_that_ends_before_it_is_compared_holds_no_other_up(candidate: Candidate) -> None:
    queue = NearDuplicates(CollisionSettings(), HalfSimilar())
    queue.begin(0)
    queue.begin(1)
    queue.end(0, candidate)
    assert await queue.hold(1, "collision", candidate) == candidate


@pytest.mark.parametrize(
    ("levenshtein", "cosine", "outcome", "measures"),
    [
        ((0.75, 0.99), (0.5, 0.99), ACCEPTED, {"levenshtein", "cosine"}),
        ((0.76, 0.99), (0.5, 0.99), REJECTED, {"levenshtein"}),
        ((0.5, 0.75), (0.5, 0.99), REJECTED, {"levenshtein"}),
        ((0.5, 0.76), (0.5, 0.99), ACCEPTED, {"levenshtein", "cosine"}),
        ((0.75, 0.99), (0.51, 0.99), REJECTED, {"levenshtein", "cosine"}),
        ((0.75, 0.99), (0.1, 0.5), REJECTED, {"levenshtein", "cosine"}),
        ((0.75, 0.99), (0.1, 0.51), ACCEPTED, {"levenshtein", "cosine"}),
    ],
)
async def test_a_range_contains_its_lower_end_only(
    candidate: Candidate,
    half_similar: Resources,
    levenshtein: tuple[float, float],
    cosine: tuple[float, float],
    outcome: StageOutcome,
    measures: set[str],
) -> None:
    settings = PairSimilaritySettings(levenshtein=levenshtein, cosine=cosine)
    texts = Texts(unbiased="I ab", biased="I_ab")
    stage = PairSimilarity(settings, half_similar)
    result = (await stage.examine(candidate.model_copy(update={"texts": texts}))).results[-1]
    assert result.outcome is outcome
    values: Evidence = {"levenshtein": 0.75, "cosine": 0.5}
    ranges: Evidence = {"levenshtein": [*levenshtein], "cosine": [*cosine]}
    assert result.evidence == {name: values[name] for name in measures} | {
        f"{name}_range": ranges[name] for name in measures
    }


def test_each_bias_has_its_own_range_or_the_general_one() -> None:
    settings = PairSimilaritySettings.model_validate({"cosine": (0.8, 0.9), "status_quo_bias": {"cosine": (0.5, 0.9)}})
    assert settings.of(Bias.ANCHORING).cosine == (0.8, 0.9)
    assert settings.of(Bias("status quo bias")).cosine == (0.5, 0.9)
    assert settings.of(Bias.FRAMING).cosine == (0.85, 0.99)
    by_bias = PairSimilaritySettings(own={Bias.ANCHORING: SimilarityRange(cosine=(0.1, 0.2))})
    assert by_bias.of(Bias.ANCHORING).cosine == (0.1, 0.2)
    assert by_bias.of(Bias.FRAMING).cosine == (0.90, 0.99)
    assert PairSimilaritySettings().of(Bias.ANCHORING) == PairSimilaritySettings()


async def rebuild(candidate: Candidate, resources: Resources, **settings: object) -> StageResult:
    return (await RoundTrip(RoundTripSettings.model_validate(settings), resources).examine(candidate)).results[-1]


@pytest.mark.parametrize(("minimum", "outcome"), [(0.5, ACCEPTED), (0.501, REJECTED)])
async def test_a_rebuilt_text_at_the_limit_is_close_enough(
    candidate: Candidate, half_similar: Resources, resources: MakeResources, minimum: float, outcome: StageOutcome
) -> None:
    with_half = translating(half_similar, resources, "You have to choose?")
    result = await rebuild(candidate, with_half, cosine_at_least=minimum)
    assert result.outcome is outcome
    assert result.evidence == {
        "cosine_at_least": minimum,
        "unbiased": {"rebuilt": "You have to choose?", "cosine": 0.5, "asked_again": 0},
    }


async def test_an_unreadable_rebuilt_text_is_evidence(candidate: Candidate, resources: MakeResources) -> None:
    result = await rebuild(candidate, resources(translator=ScriptedModel(["1", "2", "3"])))
    assert result.outcome is REJECTED
    assert result.evidence["unbiased"] == {"answer": "3"}
    assert "biased" not in result.evidence


async def test_the_text_of_each_program_is_compared_with_its_own(
    candidate: Candidate, resources: MakeResources
) -> None:
    """Without a translator the stage does not run."""
    translator = ScriptedModel(["", candidate.texts.unbiased, candidate.texts.biased])
    result = await rebuild(candidate, resources(translator=translator), biased_too=True)
    assert result.outcome is ACCEPTED
    evidence_by_arm = {arm: result.evidence[arm] for arm in ("unbiased", "biased")}
    assert evidence_by_arm == {
        "unbiased": {"rebuilt": candidate.texts.unbiased, "cosine": 1.0, "asked_again": 1},
        "biased": {"rebuilt": candidate.texts.biased, "cosine": 1.0, "asked_again": 0},
    }
    assert candidate.programs is not None
    assert candidate.programs.biased.split("\n", 1)[1].strip() in translator.requests[2].messages[-1].content
    assert (await rebuild(candidate, resources())).outcome is StageOutcome.NOT_RUN
