"""A run stops early only if nothing is usable after a stated number of answers or candidates."""

import asyncio

import pytest

from probe.answers import read_judgement
from probe.asking import Asker, Trial
from probe.errors import ModelFault, StoppedError
from probe.filters.cascade import Rejections
from probe.filters.stage import accept, reject
from probe.models import ScriptedModel
from probe.models.simulated import Line
from probe.values import Candidate, Message, Request

REQUEST = Request(purpose="judge", messages=(Message(role="user", content="?"),))
YES = "Decision: Yes"


async def ask_many(model: ScriptedModel, allowed: int, questions: int = 40) -> list[object]:
    asker = Asker(model, "judge", attempts=3, trial=Trial(allowed))
    calls = (asker.ask(REQUEST.model_copy(update={"run": n}), read_judgement) for n in range(questions))
    return await asyncio.gather(*calls, return_exceptions=True)


async def test_no_more_unreadable_answers_are_paid_for_than_stated() -> None:
    """Even if many questions wait; the message names role, model, purpose and the last answer in one line."""
    model = ScriptedModel(lambda request: "I'd rather\n\x1b[31mnot say " + "x" * 1000)
    results = await ask_many(model, 7)
    assert len(model.requests) == 7
    errors = [result for result in results if isinstance(result, StoppedError)]
    assert len(errors) >= 40 - 7 // 3
    message = str(errors[0])
    assert "the judge scripted/model (judge)" in message
    assert "I'd rather" in message
    assert "\x1b" not in message
    assert len(message) < 600


async def test_one_readable_answer_ends_the_trial() -> None:
    """Also for questions that wait; the others stay unreadable."""
    model = ScriptedModel(lambda request: YES if (request.run, request.attempt) == (1, 0) else "no idea")
    results = await ask_many(model, 4)
    assert not [result for result in results if isinstance(result, StoppedError)]
    assert len(model.requests) == 39 * 3 + 1


async def test_what_is_not_answered_counts_neither_way() -> None:
    def script(request: Request) -> Line:
        return ModelFault("down") if request.run < 30 else "no idea"

    model = ScriptedModel(script)
    results = await ask_many(model, 5)
    assert sum(isinstance(result, ModelFault) for result in results) == 30
    assert sum(type(result) is StoppedError for result in results) == 9
    assert len(model.requests) == 35


async def test_without_a_limit_nothing_stops() -> None:
    model = ScriptedModel(lambda request: "no idea")
    assert not [result for result in await ask_many(model, 0) if isinstance(result, BaseException)]
    assert len(model.requests) == 120


def test_a_stage_that_rejects_every_candidate_stops_the_run(candidate: Candidate) -> None:
    rejections = Rejections(3)
    result = reject("bias_judge", "0 of 2 judges find the cue", said=["no", "I see no cue"])
    for _ in range(2):
        rejections.note(candidate, result, "judge openai/x")
    with pytest.raises(StoppedError) as error:
        rejections.note(candidate, result, "judge openai/x")
    for phrase in ("bias_judge", "judge openai/x", "0 of 2 judges find the cue", "I see no cue", "--keep-trying"):
        assert phrase in str(error.value)


def test_a_stage_that_has_accepted_one_never_stops_the_run(candidate: Candidate) -> None:
    rejections = Rejections(3)
    rejections.note(candidate, accept("template", ""), "")
    for _ in range(10):
        rejections.note(candidate, reject("template", "no"), "")
