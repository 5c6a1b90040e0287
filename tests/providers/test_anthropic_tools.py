"""Tools in Anthropic's own form: bodies and answers that the SDK's types accept, and hostile ones."""

import json

from anthropic.types import Message as SentMessage

from probe.calling import definitions
from probe.models.chat import body_of, read_completion
from probe.models.secrets import Secrets
from probe.providers.anthropic.messages import completion_of, message_of
from probe.values import Answer, Message, ModelSpec, Request, Tool, ToolCall
from tests.server.messages import check, says

READ_FILE = Tool(
    name="read_file",
    description="Return a file.",
    parameters={"path": {"type": "string", "description": "the path"}},
    required=("path",),
)
SPEC = ModelSpec.parse("anthropic/claude-test")
SENT_PARAMETERS: dict[str, bool | float | int | str] = {"max_tokens": 100, "tools": "functions"}


def request(*arguments: str) -> Request:
    calls = tuple(ToolCall(id=f"call_{n}", name="read_file", arguments=text) for n, text in enumerate(arguments))
    results = tuple(Message(role="tool", content="1: text", call_id=call.id) for call in calls)
    history = (Message(role="assistant", content="I look.", calls=calls), *results) if calls else ()
    messages = (Message(role="system", content="Decide."), Message(role="user", content="Which?"), *history)
    return Request(purpose="decide", messages=messages, tools=(READ_FILE,))


def test_definitions_calls_and_results_are_blocks_of_the_sdk_s_types() -> None:
    body = message_of(body_of(SPEC, request('{"path": "a.md"}', '{"path": "b.md"}'), SENT_PARAMETERS))
    check(body)
    assert body["tools"][0]["input_schema"] == definitions([READ_FILE])[0]["function"]["parameters"]
    assistant, results = body["messages"][1:]
    assert [block["type"] for block in assistant["content"]] == ["text", "tool_use", "tool_use"]
    assert [block["tool_use_id"] for block in results["content"]] == ["call_0", "call_1"]


def test_arguments_that_were_not_json_are_repeated_as_an_object() -> None:
    body = message_of(body_of(SPEC, request("{", "[1]"), SENT_PARAMETERS))
    check(body)
    assert [block["input"] for block in body["messages"][1]["content"][1:]] == [
        {"arguments": "{"},
        {"arguments": "[1]"},
    ]


def answer_to(*blocks: object) -> Answer:
    message = {**says("I look.", stop="tool_use").body, "content": [{"type": "text", "text": "I look."}, *blocks]}  # type: ignore[dict-item]
    body = json.dumps(completion_of(message)).encode()
    return read_completion(body, request(), Secrets([]), 0.0, left_out=(), sent_parameters=SENT_PARAMETERS)


def test_a_tool_use_is_a_call() -> None:
    block = {"type": "tool_use", "id": "toolu_1", "name": "read_file", "input": {"path": "a.md"}}
    message = {**says("I look.", stop="tool_use").body, "content": [block]}  # type: ignore[dict-item]
    SentMessage.model_validate(message)
    answer = answer_to(block)
    assert (answer.text, answer.finish_reason) == ("I look.", "tool_calls")
    assert [(call.name, json.loads(call.arguments)) for call in answer.calls] == [("read_file", {"path": "a.md"})]


def test_blocks_that_are_not_calls_are_left_out() -> None:
    malformed_blocks = ({"type": "tool_use"}, {"type": "tool_use", "name": 3, "input": []}, None, 5)
    assert answer_to(*malformed_blocks).calls == ()
