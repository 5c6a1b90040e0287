"""Every fact of the proof has to be in both texts, and only the cue between them."""

import pytest

from probe.filters.grounding import Grounding
from probe.filters.stage import StageSettings
from probe.models import ScriptedModel
from probe.values import Candidate, StageOutcome, StageResult, Texts
from tests.conftest import MakeResources

TEXTS = Texts(unbiased="It is tested. Option A or Option B?", biased="It is tested, they cheer. Option A or Option B?")
QUOTING_ANSWER = 'Fact 1\nFirst: "it is tested"\nSecond: "It is  tested"\n\nExplanation: a cue\nDecision: Yes'


async def result_for(candidate: Candidate, resources: MakeResources, answer: str) -> StageResult:
    grounded_candidate = candidate.model_copy(update={"texts": TEXTS, "case_facts": ("tested(x)",)})
    stage = Grounding(StageSettings(), resources(judge=ScriptedModel(lambda request: answer)))
    return (await stage.examine(grounded_candidate)).results[-1]


async def test_quoted_facts_are_accepted(candidate: Candidate, resources: MakeResources) -> None:
    result = await result_for(candidate, resources, QUOTING_ANSWER)
    assert result.outcome is StageOutcome.ACCEPTED
    assert result.evidence == {
        "facts": [{"fact": "tested(x)", "unbiased": "it is tested", "biased": "It is  tested"}],
        "difference": "a cue",
        "asked_again": 0,
    }


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (QUOTING_ANSWER.replace('First: "it is tested"', "First: NONE"), "the unbiased text does not state it"),
        (QUOTING_ANSWER.replace("It is  tested", "it is proven"), "quoted from the biased text are not in it"),
        (QUOTING_ANSWER.replace("Yes", "No"), "differences other than the cue"),
        ("I cannot say.", "cannot be read"),
    ],
)
async def test_what_is_not_there_is_rejected(
    candidate: Candidate, resources: MakeResources, answer: str, reason: str
) -> None:
    """A judge that makes up quotations is detected."""
    result = await result_for(candidate, resources, answer)
    assert result.outcome is StageOutcome.REJECTED
    assert reason in result.reason


async def test_facts_are_numbered_from_one_and_each_is_looked_up(
    candidate: Candidate, resources: MakeResources
) -> None:
    second = 'Fact 2\nFirst: "Option A"\nSecond: "they jeer"\n\nExplanation'
    judge = ScriptedModel([QUOTING_ANSWER, QUOTING_ANSWER.replace("Explanation", second)])
    grounded_candidate = candidate.model_copy(update={"texts": TEXTS, "case_facts": ("tested(x)", "loud(y)")})
    result = (await Grounding(StageSettings(), resources(judge=judge)).examine(grounded_candidate)).results[-1]
    assert "Fact 1: tested(x)\nFact 2: loud(y)" in judge.requests[0].messages[-1].content
    assert result.outcome is StageOutcome.REJECTED
    assert result.reason.startswith("loud(y): ")
    assert result.evidence["asked_again"] == 1
    assert isinstance(result.evidence["facts"], list)
    assert len(result.evidence["facts"]) == 2


async def test_each_quotation_is_looked_up_in_its_own_text(candidate: Candidate, resources: MakeResources) -> None:
    """Each text may put a fact in words that the other lacks."""
    texts = Texts(unbiased="It is tested. Option A or B?", biased="Tests exist, they cheer. Option A or B?")
    grounded_candidate = candidate.model_copy(update={"texts": texts, "case_facts": ("tested(x)",)})
    answer = QUOTING_ANSWER.replace("It is  tested", "Tests exist")
    stage = Grounding(StageSettings(), resources(judge=ScriptedModel([answer])))
    assert (await stage.examine(grounded_candidate)).results[-1].outcome is StageOutcome.ACCEPTED


async def test_typographic_quotes_and_capitals_do_not_change_a_quotation(
    candidate: Candidate, resources: MakeResources
) -> None:
    texts = Texts(unbiased="IT’S “done”\nnow. Option A or Option B?", biased='It\'s "done" now, they say.')
    grounded_candidate = candidate.model_copy(update={"texts": texts, "case_facts": ("tested(x)",)})
    answer = 'Fact 1\nFirst: it\'s "done" now\nSecond: It’s “done” now\n\nExplanation: a cue\nDecision: Yes'
    stage = Grounding(StageSettings(), resources(judge=ScriptedModel([answer])))
    assert (await stage.examine(grounded_candidate)).results[-1].outcome is StageOutcome.ACCEPTED


async def test_without_a_judge_nothing_is_grounded(candidate: Candidate, resources: MakeResources) -> None:
    result = (await Grounding(StageSettings(), resources()).examine(candidate)).results[-1]
    assert result.outcome is StageOutcome.NOT_RUN
