"""The decider has to decide the unbiased text as the program does."""

import pytest

from probe.filters.cascade import load_settings
from probe.filters.decision import DecisionSettings, DecisionStage
from probe.models import ScriptedModel
from probe.values import Candidate, Profile, StageOutcome
from tests.conftest import MakeResources

SETTINGS = load_settings(Profile.STRICT)


@pytest.mark.parametrize(
    ("right_runs", "outcome", "request_count"),
    [
        ({0, 1, 2, 3, 4}, StageOutcome.ACCEPTED, 4),
        ({0, 2, 3, 4}, StageOutcome.ACCEPTED, 5),
        ({0, 1, 2}, StageOutcome.REJECTED, 5),
        (set(), StageOutcome.REJECTED, 2),
    ],
)
async def test_four_of_five_runs_have_to_agree(
    candidate: Candidate, resources: MakeResources, right_runs: set[int], outcome: StageOutcome, request_count: int
) -> None:
    assert candidate.correct_option is not None
    right, wrong_letter = candidate.correct_option.letter, candidate.correct_option.other.letter
    decider = ScriptedModel(lambda request: f"Decision: Option {right if request.run in right_runs else wrong_letter}")
    result = (
        await DecisionStage(SETTINGS.of(DecisionSettings), resources(decider=decider)).examine(candidate)
    ).results[-1]
    assert result.outcome is outcome
    assert len(decider.requests) == request_count
    assert result.evidence["agreement"] == len(right_runs & set(range(request_count))) / request_count
    assert decider.requests[0].messages[-1].content == candidate.texts.unbiased


async def test_without_a_decider_the_stage_says_so(candidate: Candidate, resources: MakeResources) -> None:
    result = (await DecisionStage(SETTINGS.of(DecisionSettings), resources()).examine(candidate)).results[-1]
    assert result.outcome is StageOutcome.NOT_RUN
