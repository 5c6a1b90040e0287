"""Every fact of the proof has to stand in both texts, and only the cue between them."""

import pytest

from probe.filters.asking import Asker
from probe.filters.grounding import Grounding
from probe.filters.settings import load_settings
from probe.filters.stage import accept
from probe.models import ScriptedModel
from probe.values import Candidate, Profile, Request, StageOutcome, StageResult, Texts
from tests.conftest import MakeTools

ASKING = Asker(load_settings(Profile.STRICT).asking.attempts)
TEXTS = Texts(unbiased="It is tested. Option A or Option B?", biased="It is tested, they cheer. Option A or Option B?")
QUOTED = 'Fact 1\nFirst: "it is tested"\nSecond: "It is  tested"\n\nExplanation: a cue\nDecision: Yes'


async def examined(
    candidate: Candidate, tools: MakeTools, answer: str, asked: list[Request] | None = None
) -> StageResult:
    certified = accept("certificate", "", case_facts=["tested(x)"])
    grounded = candidate.model_copy(update={"texts": TEXTS, "results": (certified,)})
    judge = ScriptedModel(lambda request: answer)
    result = (await Grounding(ASKING, tools(judge=judge)).examine(grounded)).results[-1]
    if asked is not None:
        asked += judge.requests
    return result


async def test_quoted_facts_are_accepted(candidate: Candidate, tools: MakeTools) -> None:
    result = await examined(candidate, tools, QUOTED)
    assert result.outcome is StageOutcome.ACCEPTED
    assert result.evidence["difference"] == "a cue"


async def test_the_judge_sees_both_texts_and_the_facts_from_number_one(candidate: Candidate, tools: MakeTools) -> None:
    asked: list[Request] = []
    await examined(candidate, tools, QUOTED, asked)
    shown = "\n".join(message.content for message in asked[0].messages)
    assert "\nFact 1: tested(x)" in shown
    assert shown.index(TEXTS.unbiased) < shown.index(TEXTS.biased)


@pytest.mark.parametrize(("which", "grounded"), [("First", False), ("Second", True)])
async def test_a_quotation_is_looked_for_in_its_own_text(
    candidate: Candidate, tools: MakeTools, which: str, grounded: bool
) -> None:
    """The cue's words are in the biased text alone."""
    quoted = {"First": "it is tested", "Second": "it is tested", which: "they cheer"}
    answer = f'Fact 1\nFirst: "{quoted["First"]}"\nSecond: "{quoted["Second"]}"\n\nExplanation: x\nDecision: Yes'
    result = await examined(candidate, tools, answer)
    assert (result.outcome is StageOutcome.ACCEPTED) is grounded


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (QUOTED.replace('First: "it is tested"', "First: NONE"), "the unbiased text does not state it"),
        (QUOTED.replace("It is  tested", "it is proven"), "quoted from the biased text are not in it"),
        (QUOTED.replace("Yes", "No"), "more than the cue"),
        ("I cannot say.", "cannot be read"),
    ],
)
async def test_what_is_not_there_is_rejected(candidate: Candidate, tools: MakeTools, answer: str, reason: str) -> None:
    """A judge that makes quotations up is found out."""
    result = await examined(candidate, tools, answer)
    assert result.outcome is StageOutcome.REJECTED
    assert reason in result.reason
