"""Structured answers: who is asked for them, what is stored, and what happens if a server does not support them."""

import json
from typing import Any

import pytest

from probe.errors import InputError, ModelFault
from probe.forms import response_format
from probe.models import Gateway
from probe.values import Message, ModelSpec, Request
from tests.models.conftest import OpenModels
from tests.models.memory import MemoryStore
from tests.server.chat import ChatServer, ReceivedRequest, Reply, fails, says
from tests.server.structured import Structured, Unstructured

TEXT = "Explanation: it leans.\nDecision: Yes"


def make_request(purpose: str = "judge", **fields: Any) -> Request:
    return Request(purpose=purpose, messages=(Message(role="user", content="Does it lean?"),), **fields)


def text(request: ReceivedRequest, number: int) -> Reply:
    return says(TEXT)


def formats(server: ChatServer) -> list[object]:
    return [request.body.get("response_format") for request in server.received]


async def test_an_answer_in_the_schema_is_stored_as_the_text_of_the_prompt(
    open_models: OpenModels, server: ChatServer, store: MemoryStore
) -> None:
    """Another server, without schemas, gives the same text; so a resumed run does not notice the difference."""
    server.behaviour = Structured(text)
    answer = await open_models().open(ModelSpec.parse("openai/m")).ask(make_request())
    assert answer.text == TEXT
    assert json.loads(answer.raw or "") == {"explanation": "it leans.", "decision": "Yes"}
    assert answer.sent["response_format"] == "json_schema"
    assert formats(server) == [response_format("judge")]
    second_answer = await open_models(store=store).open(ModelSpec.parse("openai/m")).ask(make_request())
    assert (second_answer.text, second_answer.cached, len(server.received)) == (TEXT, True, 1)


@pytest.mark.parametrize("purpose", ["decide", "mitigate", "extract", "polish"])
async def test_subjects_and_deciders_are_never_asked_for_one(
    open_models: OpenModels, server: ChatServer, purpose: str
) -> None:
    await open_models().open(ModelSpec.parse("openai/m?structured=on")).ask(make_request(purpose))
    assert set(server.received[0].body) == {"model", "messages", "temperature", "seed"}


@pytest.mark.usefixtures("no_sdks")
@pytest.mark.parametrize(
    ("name", "is_sent"),
    [
        ("openai/m", True),
        ("groq/m", True),
        ("openai/m?structured=auto", True),
        ("openai/m?structured=off", False),
        ("anthropic/m", False),
        ("deepseek/m", False),
        ("deepseek/m?structured=on", True),
    ],
)
async def test_the_provider_decides_unless_the_name_does(
    open_models: OpenModels, server: ChatServer, name: str, is_sent: bool
) -> None:
    server.behaviour = text
    answer = await open_models().open(ModelSpec.parse(name)).ask(make_request())
    assert ("response_format" in server.received[0].body) == is_sent == ("response_format" in answer.sent)
    assert answer.text == TEXT  # also if the server ignores schemas


REFUSALS = {
    "openai": fails(400, "Invalid parameter: not supported with this model.", param="response_format"),
    "nested": fails(400, "no", param="response_format.json_schema"),
    "deepseek": fails(400, "This response_format type is unavailable now", param=None),
    "wordless": fails(400, "This model does not support structured outputs"),
    "fastapi": Reply(422, {"detail": [{"loc": ["body", "response_format"], "msg": "extra fields not permitted"}]}),
}


@pytest.mark.parametrize("form", REFUSALS)
async def test_a_server_without_schemas_is_asked_in_free_text_from_then_on(
    open_models: OpenModels, server: ChatServer, form: str
) -> None:
    server.behaviour = refusing = Unstructured(text, REFUSALS[form])
    models = open_models()
    gateway = models.open(ModelSpec.parse("openai/m"))
    for run in range(3):
        answer = await gateway.ask(make_request(run=run))
        assert (answer.text, answer.left_out) == (TEXT, ("response_format",))
    assert (refusing.refused, len(server.received)) == (1, 4)
    assert models.notices()[0] == "openai/m refuses response_format: calls omit it"


async def test_another_error_teaches_nothing_about_schemas(gateway: Gateway, server: ChatServer) -> None:
    """A question that is too long fails with and without a schema; the next one still asks for one."""
    server.behaviour = lambda _, number: fails(400, "too long") if number < 2 else says(TEXT)
    with pytest.raises(ModelFault, match="too long"):
        await gateway.ask(make_request())
    await gateway.ask(make_request(run=1))
    assert [response_format is not None for response_format in formats(server)] == [True, False, True]


async def test_a_refusal_is_an_error_where_the_name_demands_schemas(
    open_models: OpenModels, server: ChatServer
) -> None:
    server.behaviour = Unstructured(text)
    with pytest.raises(InputError, match="remove structured=on"):
        await open_models().open(ModelSpec.parse("openai/m?structured=on")).ask(make_request())
    assert len(server.received) == 1


@pytest.mark.parametrize("value", ["yes", "", "ON", "json"])
def test_an_unknown_value_is_refused(open_models: OpenModels, value: str) -> None:
    with pytest.raises(InputError, match="write on, off or auto"):
        open_models().open(ModelSpec.parse(f"openai/m?structured={value}"))


def test_the_identity_of_a_call_is_what_it_was() -> None:
    """Answers that were stored before schemas existed are found."""
    before = "d3f49ff65983ca963f8e6a8f8d7251ea980017da91cf24e33818770abd799578"
    assert make_request().key("http://here/v1", "openai/m") == before
