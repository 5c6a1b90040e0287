"""``--confidence``: a turn after each decision, and nothing more."""

import pytest

from probe.errors import BudgetError, InputError
from probe.measuring.conversing import Evaluator, Measurement
from probe.measuring.decisions import decision_rows
from probe.models import ScriptedModel
from probe.prompts import load_prompts
from probe.protocols import protocol_named
from probe.protocols.base import Showing
from probe.protocols.questions import LetterAsking
from probe.values import Decision, Dilemma, Message, Request
from tests.analysis.made_datasets import evaluation_of
from tests.measuring.memory import DecisionMemory
from tests.measuring.questions import conversations

QUESTION = load_prompts().fill("confidence")


async def hold(subject: ScriptedModel, store: DecisionMemory, item: Dilemma, *, confidence: bool = True) -> Measurement:
    evaluator = Evaluator(LetterAsking(), subject, load_prompts(), store, confidence=confidence)
    return await evaluator.run(list(conversations([item], Showing(runs=1))))


def answering(stated: str, decided: str = "Decision: Option A") -> ScriptedModel:
    return ScriptedModel(lambda request: stated if request.purpose == "confidence" else decided)


async def test_the_second_turn_has_the_decision_before_it(pair: Dilemma) -> None:
    """The first question is the same call as without it, so that the decision is the same too."""
    store, subject, plain = DecisionMemory(), answering("Confidence: 85"), answering("")
    await hold(subject, store, pair)
    await hold(plain, DecisionMemory(), pair, confidence=False)
    first = [request for request in subject.requests if request.purpose == "decide"]
    second = [request for request in subject.requests if request.purpose == "confidence"]
    assert [one.key("e", "m") for one in first] == [one.key("e", "m") for one in plain.requests]
    said = Message(role="assistant", content="Decision: Option A")
    assert [one.messages for one in second] == [(*one.messages, said, *QUESTION) for one in first]
    assert [(one.about.turn, one.about.decides) for one in second if one.about] == [(1, 0), (1, 0)]
    assert [one.confidence for one in store.kept] == [0.85, 0.85]


async def test_without_it_no_call_is_made_and_nothing_is_stored(pair: Dilemma) -> None:
    store, subject = DecisionMemory(), answering("Confidence: 85")
    await hold(subject, store, pair, confidence=False)
    assert [request.purpose for request in subject.requests] == ["decide", "decide"]
    assert [one.confidence for one in store.kept] == [None, None]


async def test_a_statement_that_cannot_be_read_is_counted_and_asked_once(pair: Dilemma) -> None:
    store, subject = DecisionMemory(), answering("Quite sure.")
    measured = await hold(subject, store, pair)
    assert [one.confidence for one in store.kept] == ["unparsed", "unparsed"]
    assert (measured.unreadable_confidences, measured.unanswered_count, len(subject.requests)) == (2, 0, 4)


async def test_a_decision_that_cannot_be_read_is_not_asked_about(pair: Dilemma) -> None:
    store, subject = DecisionMemory(), answering("Confidence: 85", decided="Decision: it depends")
    measured = await hold(subject, store, pair)
    assert [(one.decision, one.confidence) for one in store.kept] == [("unparsed", None)] * 2
    assert (measured.unreadable_confidences, len(subject.requests)) == (0, 2)


async def test_a_decision_is_stored_with_its_confidence_or_asked_again(pair: Dilemma) -> None:
    """Else a run that ends between both would lack it for good."""

    def stopping(request: Request) -> str | Exception:
        return BudgetError("spent") if request.purpose == "confidence" else "Decision: Option A"

    store = DecisionMemory()
    stopped = await hold(ScriptedModel(stopping), store, pair)
    assert (store.kept, stopped.unanswered_count) == ([], 2)
    resumed = await hold(answering("70 %"), store, pair)
    assert (resumed.unanswered_count, [one.confidence for one in store.kept]) == (0, [0.7, 0.7])


def test_it_is_refused_where_no_decision_between_two_options_is_made_in_words(pair: Dilemma) -> None:
    dilemmas, triage = protocol_named(""), protocol_named("triage")
    with pytest.raises(InputError, match="--logprobs"):
        dilemmas.complete_showing([pair], Showing(confidence=True, direct=True))
    with pytest.raises(InputError, match="triage"):
        triage.complete_showing([], Showing(confidence=True))
    assert dilemmas.complete_showing([pair], Showing(confidence=True)).confidence


def test_rows_of_decisions_have_it(pair: Dilemma) -> None:
    decisions = []
    for run, stated in enumerate((0.85, "unparsed", None)):
        made = {"item_id": pair.id, "arm": "biased", "run": run, "decision": 0, "confidence": stated}
        decisions.append(Decision.model_validate(made))
    rows = decision_rows(evaluation_of([pair], decisions, runs=3))
    assert [row["confidence"] for row in rows] == [0.85, None, None]


def test_readers_see_it_beside_each_decision(pair: Dilemma) -> None:
    """A decision without one looks as before, also in JSON."""
    dilemmas = protocol_named("")
    made = [
        Decision.model_validate({"item_id": pair.id, "arm": "biased", "run": run, "decision": 0, "confidence": stated})
        for run, stated in enumerate((0.85, "unparsed", None))
    ]
    (seen,) = zip(*(one.decisions for one in dilemmas.sessions(pair, made, {})), strict=True)
    assert [one.mark for one in seen] == ["A 85%", "A ?", "A"]
    assert all(one.short for one in seen)
