"""The text that is rebuilt from the program has to mean what the dilemma says."""

from probe.filters.asking import Asker
from probe.filters.round_trip import RoundTrip
from probe.filters.settings import load_settings
from probe.models import ScriptedModel
from probe.values import Candidate, Profile, StageOutcome
from tests.conftest import MakeTools

PAPER, STRICT = load_settings(Profile.PAPER), load_settings(Profile.STRICT)


async def test_a_faithful_retelling_is_accepted(candidate: Candidate, tools: MakeTools) -> None:
    translator = ScriptedModel([candidate.texts.unbiased])
    stage = RoundTrip(PAPER.round_trip, Asker(PAPER.asking.attempts), tools(translator=translator))
    result = (await stage.examine(candidate)).results[-1]
    assert result.outcome is StageOutcome.ACCEPTED
    assert isinstance(result.evidence["unbiased"], dict)
    assert result.evidence["unbiased"]["cosine"] == 1.0


async def test_the_program_is_shown_without_axioms_and_consult(candidate: Candidate, tools: MakeTools) -> None:
    translator = ScriptedModel([candidate.texts.unbiased])
    await RoundTrip(PAPER.round_trip, Asker(PAPER.asking.attempts), tools(translator=translator)).examine(candidate)
    asked = translator.requests[0].messages[0].content
    assert candidate.programs is not None
    assert candidate.programs.unbiased.split("\n", 1)[1].strip() in asked
    assert candidate.programs.axioms.splitlines()[0] not in asked
    assert "consult" not in asked


async def test_a_story_about_something_else_is_rejected(candidate: Candidate, tools: MakeTools) -> None:
    stage = RoundTrip(
        PAPER.round_trip, Asker(PAPER.asking.attempts), tools(translator=ScriptedModel(["I need a lamp, A or B?"]))
    )
    assert (await stage.examine(candidate)).results[-1].outcome is StageOutcome.REJECTED


async def test_a_retelling_that_gives_the_practice_away_is_rejected(candidate: Candidate, tools: MakeTools) -> None:
    told = candidate.texts.unbiased + " The best practice is to take the first."
    stage = RoundTrip(PAPER.round_trip, Asker(PAPER.asking.attempts), tools(translator=ScriptedModel([told])))
    result = (await stage.examine(candidate)).results[-1]
    assert result.outcome is StageOutcome.REJECTED
    assert "best practice" in result.reason


async def test_a_practice_that_the_dilemma_names_itself_may_be_retold(candidate: Candidate, tools: MakeTools) -> None:
    """Nothing is brought in: people do say that they followed best practices."""
    told = candidate.texts.unbiased.replace("I ", "By best practices, I ", 1)
    said = candidate.model_copy(update={"texts": candidate.texts.model_copy(update={"unbiased": told})})
    stage = RoundTrip(PAPER.round_trip, Asker(PAPER.asking.attempts), tools(translator=ScriptedModel([told])))
    assert (await stage.examine(said)).results[-1].outcome is StageOutcome.ACCEPTED


async def test_strict_compares_the_biased_text_too(candidate: Candidate, tools: MakeTools) -> None:
    translator = ScriptedModel([candidate.texts.unbiased, "I need a lamp, A or B?"])
    stage = RoundTrip(STRICT.round_trip, Asker(STRICT.asking.attempts), tools(translator=translator))
    result = (await stage.examine(candidate)).results[-1]
    assert result.outcome is StageOutcome.REJECTED
    assert result.reason.startswith("the biased program")
