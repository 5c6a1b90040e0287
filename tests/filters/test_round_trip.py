"""The text that is rebuilt from the program has to mean what the dilemma says."""

from probe.filters.cascade import CascadeSettings, load_settings
from probe.filters.round_trip import RoundTrip, RoundTripSettings
from probe.models import ScriptedModel
from probe.values import Candidate, Profile, StageOutcome, StageResult
from tests.conftest import MakeResources

PAPER, STRICT = load_settings(Profile.PAPER), load_settings(Profile.STRICT)


async def retell(
    candidate: Candidate, resources: MakeResources, *answers: str, settings: CascadeSettings = PAPER
) -> StageResult:
    """Return the result where a translator rebuilds the texts like this."""
    stage = RoundTrip(settings.of(RoundTripSettings), resources(translator=ScriptedModel(answers)))
    return (await stage.examine(candidate)).results[-1]


async def test_a_faithful_retelling_is_accepted(candidate: Candidate, resources: MakeResources) -> None:
    result = await retell(candidate, resources, candidate.texts.unbiased)
    assert result.outcome is StageOutcome.ACCEPTED
    assert isinstance(result.evidence["unbiased"], dict)
    assert result.evidence["unbiased"]["cosine"] == 1.0


async def test_the_program_is_shown_without_axioms_and_consult(candidate: Candidate, resources: MakeResources) -> None:
    translator = ScriptedModel([candidate.texts.unbiased])
    await RoundTrip(PAPER.of(RoundTripSettings), resources(translator=translator)).examine(candidate)
    prompt = translator.requests[0].messages[0].content
    assert candidate.programs is not None
    assert candidate.programs.unbiased.split("\n", 1)[1].strip() in prompt
    assert candidate.programs.axioms.splitlines()[0] not in prompt
    assert "consult" not in prompt


async def test_a_story_about_something_else_is_rejected(candidate: Candidate, resources: MakeResources) -> None:
    assert (await retell(candidate, resources, "I need a lamp, A or B?")).outcome is StageOutcome.REJECTED


async def test_a_retelling_that_gives_the_practice_away_is_rejected(
    candidate: Candidate, resources: MakeResources
) -> None:
    rebuilt_text = candidate.texts.unbiased + " The best practice is to take the first."
    result = await retell(candidate, resources, rebuilt_text)
    assert result.outcome is StageOutcome.REJECTED
    assert "best practice" in result.reason


async def test_a_practice_that_the_dilemma_names_itself_may_be_retold(
    candidate: Candidate, resources: MakeResources
) -> None:
    """The retelling adds nothing: people do say that they followed best practices."""
    rebuilt_text = candidate.texts.unbiased.replace("I ", "By best practices, I ", 1)
    naming = candidate.model_copy(update={"texts": candidate.texts.model_copy(update={"unbiased": rebuilt_text})})
    assert (await retell(naming, resources, rebuilt_text)).outcome is StageOutcome.ACCEPTED


async def test_strict_compares_the_biased_text_too(candidate: Candidate, resources: MakeResources) -> None:
    result = await retell(candidate, resources, candidate.texts.unbiased, "I need a lamp, A or B?", settings=STRICT)
    assert result.outcome is StageOutcome.REJECTED
    assert result.reason.startswith("the biased program")
