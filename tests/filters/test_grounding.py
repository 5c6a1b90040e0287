"""Every fact of the proof has to stand in both texts, and only the cue between them."""

import pytest

from probe.filters.grounding import Grounding
from probe.filters.stage import StageSettings
from probe.models import ScriptedModel
from probe.values import Candidate, StageOutcome, StageResult, Texts
from tests.conftest import MakeResources

TEXTS = Texts(unbiased="It is tested. Option A or Option B?", biased="It is tested, they cheer. Option A or Option B?")
QUOTED = 'Fact 1\nFirst: "it is tested"\nSecond: "It is  tested"\n\nExplanation: a cue\nDecision: Yes'


async def examined(candidate: Candidate, resources: MakeResources, answer: str) -> StageResult:
    grounded = candidate.model_copy(update={"texts": TEXTS, "case_facts": ("tested(x)",)})
    stage = Grounding(StageSettings(), resources(judge=ScriptedModel(lambda request: answer)))
    return (await stage.examine(grounded)).results[-1]


async def test_quoted_facts_are_accepted(candidate: Candidate, resources: MakeResources) -> None:
    result = await examined(candidate, resources, QUOTED)
    assert result.outcome is StageOutcome.ACCEPTED
    assert result.evidence["difference"] == "a cue"


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (QUOTED.replace('First: "it is tested"', "First: NONE"), "the unbiased text does not state it"),
        (QUOTED.replace("It is  tested", "it is proven"), "quoted from the biased text are not in it"),
        (QUOTED.replace("Yes", "No"), "differences other than the cue"),
        ("I cannot say.", "cannot be read"),
    ],
)
async def test_what_is_not_there_is_rejected(
    candidate: Candidate, resources: MakeResources, answer: str, reason: str
) -> None:
    """A judge that makes quotations up is found out."""
    result = await examined(candidate, resources, answer)
    assert result.outcome is StageOutcome.REJECTED
    assert reason in result.reason
