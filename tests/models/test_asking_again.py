"""The text of a repeated question, which subjects never get."""

import json

from probe.models import Gateway
from tests.models.conftest import question
from tests.server.chat import ChatServer


async def test_the_body_of_a_repeated_question_says_what_was_wrong(gateway: Gateway, server: ChatServer) -> None:
    """It is sent in the last message, once per attempt; the first attempt is sent as it is."""
    for attempt, problem in enumerate(["", "no line 'Decision'", "no line 'Decision'"]):
        await gateway.ask(question(attempt=attempt, problem=problem))
    bodies = [json.dumps(request.body["messages"]) for request in server.received]
    assert len(set(bodies)) == 3
    assert [len(request.body["messages"]) for request in server.received] == [1, 1, 1]
    assert ["no line" in body for body in bodies] == [False, True, True]


def test_the_identity_of_a_call_does_not_change_with_the_note() -> None:
    """Calls that earlier versions stored are reused."""
    assert question(attempt=1).key("e", "m") == question(attempt=1, problem="no line").key("e", "m")
