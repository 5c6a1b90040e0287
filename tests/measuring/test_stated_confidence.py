"""``--confidence``: it adds a turn after each decision and changes nothing else."""

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


async def measure(
    subject: ScriptedModel, store: DecisionMemory, item: Dilemma, *, confidence: bool = True
) -> Measurement:
    evaluator = Evaluator(LetterAsking(), subject, load_prompts(), store, confidence=confidence)
    return await evaluator.run(list(conversations([item], Showing(runs=1))))


def confident_subject(confidence_text: str, decision_text: str = "Decision: Option A") -> ScriptedModel:
    return ScriptedModel(lambda request: confidence_text if request.purpose == "confidence" else decision_text)


async def test_the_second_turn_follows_the_decision(pair: Dilemma) -> None:
    """The first question is the same call as without it, so that the decision is the same too."""
    store, subject, plain_subject = DecisionMemory(), confident_subject("Confidence: 85"), confident_subject("")
    await measure(subject, store, pair)
    await measure(plain_subject, DecisionMemory(), pair, confidence=False)
    first = [request for request in subject.requests if request.purpose == "decide"]
    second = [request for request in subject.requests if request.purpose == "confidence"]
    assert [request.key("e", "m") for request in first] == [request.key("e", "m") for request in plain_subject.requests]
    message = Message(role="assistant", content="Decision: Option A")
    assert [request.messages for request in second] == [(*request.messages, message, *QUESTION) for request in first]
    assert [(request.about.turn, request.about.decides) for request in second if request.about] == [(1, 0), (1, 0)]
    assert [decision.confidence for decision in store.kept] == [0.85, 0.85]


async def test_without_it_no_call_is_made_and_nothing_is_stored(pair: Dilemma) -> None:
    store, subject = DecisionMemory(), confident_subject("Confidence: 85")
    await measure(subject, store, pair, confidence=False)
    assert [request.purpose for request in subject.requests] == ["decide", "decide"]
    assert [decision.confidence for decision in store.kept] == [None, None]


async def test_a_statement_that_cannot_be_read_is_counted_and_asked_once(pair: Dilemma) -> None:
    store, subject = DecisionMemory(), confident_subject("Quite sure.")
    measurement = await measure(subject, store, pair)
    assert [decision.confidence for decision in store.kept] == ["unparsed", "unparsed"]
    assert (measurement.unreadable_confidences, measurement.unanswered_count, len(subject.requests)) == (2, 0, 4)


async def test_a_decision_that_cannot_be_read_is_not_asked_about(pair: Dilemma) -> None:
    store, subject = DecisionMemory(), confident_subject("Confidence: 85", decision_text="Decision: it depends")
    measurement = await measure(subject, store, pair)
    assert [(decision.decision, decision.confidence) for decision in store.kept] == [("unparsed", None)] * 2
    assert (measurement.unreadable_confidences, len(subject.requests)) == (0, 2)


async def test_a_decision_is_stored_with_its_confidence_or_asked_again(pair: Dilemma) -> None:
    """Otherwise a run that ends between the two would never get the confidence."""

    def stop_at_confidence(request: Request) -> str | Exception:
        return BudgetError("spent") if request.purpose == "confidence" else "Decision: Option A"

    store = DecisionMemory()
    stopped_measurement = await measure(ScriptedModel(stop_at_confidence), store, pair)
    assert (store.kept, stopped_measurement.unanswered_count) == ([], 2)
    resumed_measurement = await measure(confident_subject("70 %"), store, pair)
    assert (resumed_measurement.unanswered_count, [decision.confidence for decision in store.kept]) == (0, [0.7, 0.7])


def test_it_is_rejected_where_no_decision_between_two_options_is_made_in_words(pair: Dilemma) -> None:
    dilemmas, triage = protocol_named(""), protocol_named("triage")
    with pytest.raises(InputError, match="--logprobs"):
        dilemmas.complete_showing([pair], Showing(confidence=True, direct=True))
    with pytest.raises(InputError, match="triage"):
        triage.complete_showing([], Showing(confidence=True))
    assert dilemmas.complete_showing([pair], Showing(confidence=True)).confidence


def test_rows_of_decisions_have_it(pair: Dilemma) -> None:
    decisions = []
    for run, stated_confidence in enumerate((0.85, "unparsed", None)):
        fields = {"item_id": pair.id, "arm": "biased", "run": run, "decision": 0, "confidence": stated_confidence}
        decisions.append(Decision.model_validate(fields))
    rows = decision_rows(evaluation_of([pair], decisions, runs=3))
    assert [row["confidence"] for row in rows] == [0.85, None, None]


def test_readers_see_it_beside_each_decision(pair: Dilemma) -> None:
    """A decision without a confidence is unchanged, also in JSON."""
    dilemmas = protocol_named("")
    decisions = [
        Decision.model_validate(
            {"item_id": pair.id, "arm": "biased", "run": run, "decision": 0, "confidence": stated_confidence}
        )
        for run, stated_confidence in enumerate((0.85, "unparsed", None))
    ]
    (shown_decisions,) = zip(*(session.decisions for session in dilemmas.sessions(pair, decisions, {})), strict=True)
    assert [shown_decision.mark for shown_decision in shown_decisions] == ["A 85%", "A ?", "A"]
    assert all(shown_decision.short for shown_decision in shown_decisions)
