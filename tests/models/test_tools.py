"""Tools: how they are offered, how calls are read, and what a model without tools is asked instead."""

from typing import Any

import pytest
from openai.types.chat import ChatCompletion
from openai.types.chat.completion_create_params import CompletionCreateParamsNonStreaming
from pydantic import TypeAdapter

from probe.calling import MAX_CALLS, MAX_LINES, calls_in, in_plain_text, read_arguments
from probe.models import Gateway
from probe.models.budget import question_bound
from probe.values import Answer, Message, ModelSpec, Request, Tool, ToolCall
from tests.models.conftest import OpenModels
from tests.server.chat import ChatServer, ReceivedRequest, Reply, fails, says

READ_TOOL = Tool(
    name="read_file",
    description="Return a file.",
    parameters={"path": {"type": "string", "description": "the path"}, "from": {"type": "integer"}},
    required=("path",),
)
CALL = ToolCall(id="call_0_0", name="read_file", arguments='{"path": "a.md"}')
HISTORY = (
    Message(role="system", content="Decide."),
    Message(role="user", content="Which option?"),
    Message(role="assistant", content="", calls=(CALL,)),
    Message(role="tool", content="1: text", call_id="call_0_0"),
)
KEY_BEFORE = "0e5a3fd6c3b4d1c0f406c7aefa8e2242e8ff2131772c631c576ae39bdd0e4fcc"
BODY: TypeAdapter[Any] = TypeAdapter(CompletionCreateParamsNonStreaming)


def make_request(*messages: Message, **fields: Any) -> Request:
    return Request(purpose="decide", messages=messages or HISTORY, tools=(READ_TOOL,), **fields)


def calls(*functions: dict[str, object]) -> Reply:
    tool_calls = [{"id": f"x{n}", "type": "function", "function": function} for n, function in enumerate(functions)]
    reply = says(None, finish="tool_calls", tool_calls=tool_calls)
    if all(isinstance(function.get("arguments"), str) for function in functions):
        ChatCompletion.model_validate(reply.body)
    return reply


async def test_calls_and_results_have_the_form_of_the_sdk_s_own_types(gateway: Gateway, server: ChatServer) -> None:
    def check_request(request: ReceivedRequest, _: int) -> Reply:
        BODY.validate_python(dict(request.body), strict=False)
        return calls({"name": "read_file", "arguments": '{"path": "b.md", "from": 3}'})

    server.behaviour = check_request
    answer = await gateway.ask(make_request())
    assert answer.calls == (ToolCall(name="read_file", arguments='{"path": "b.md", "from": 3}'),)
    assert answer.sent["tools"] == "functions"
    body = server.received[0].body
    assert [message["role"] for message in body["messages"]] == ["system", "user", "assistant", "tool"]
    assert body["messages"][2]["tool_calls"][0]["id"] == body["messages"][3]["tool_call_id"]
    assert body["tools"][0]["function"]["parameters"]["required"] == ["path"]


async def test_a_model_that_refuses_tools_is_asked_in_plain_text(open_models: OpenModels, server: ChatServer) -> None:
    def refuses(request: ReceivedRequest, _: int) -> Reply:
        if "tools" in request.body:
            return fails(400, "m does not support tools")
        return says('{"tool": "read_file", "path": "b.md"}')

    server.behaviour = refuses
    models = open_models()
    answer = await models.open(ModelSpec.parse("openai/m")).ask(make_request())
    assert answer.left_out == ("tools",)
    assert calls_in(answer, (READ_TOOL,))[1] == (ToolCall(name="read_file", arguments='{"path": "b.md"}'),)
    messages = server.received[-1].body["messages"]
    assert {message["role"] for message in messages} == {"system", "user", "assistant"}
    assert "read_file" in messages[0]["content"]


async def test_what_is_not_a_call_is_left_out(open_models: OpenModels, server: ChatServer) -> None:
    malformed_calls = [{"function": {"name": 3}}, None, {"function": None}, {"function": {"name": "read_file"}}]
    server.behaviour = lambda _, __: says("text", tool_calls=malformed_calls)
    answer = await open_models().open(ModelSpec.parse("openai/m")).ask(make_request())
    assert answer.calls == (ToolCall(name="read_file", arguments=""),)
    server.behaviour = lambda _, __: calls({"name": "read_file", "arguments": {"path": "b.md"}})
    answer = await open_models().open(ModelSpec.parse("openai/m")).ask(make_request(run=1))
    assert read_arguments(answer.calls[0]) == {"path": "b.md"}


def test_a_question_without_tools_has_the_key_that_it_had_before_there_were_any() -> None:
    request = Request(purpose="decide", messages=(Message(role="user", content="Which option?"),))
    assert request.key("http://x/v1", "openai/m") == KEY_BEFORE
    assert request.key("http://x/v1", "openai/m") != request.model_copy(update={"tools": (READ_TOOL,)}).key(
        "http://x/v1", "openai/m"
    )


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ('{"tool": "read_file", "path": "a.md"}', {"path": "a.md"}),
        ('Let me look.\n\n```json\n{"tool": "read_file", "path": "a.md"}\n```\nResult: made up', {"path": "a.md"}),
        ('<tool_call>\n{"name": "read_file", "arguments": {"path": "a.md"}}\n</tool_call>', {"path": "a.md"}),
        ('- {"tool":\n "read_file",\n "parameters": {"path": "a.md"}}', {"path": "a.md"}),
    ],
)
def test_a_call_in_plain_text_is_the_first_line_that_is_one(text: str, arguments: dict[str, str]) -> None:
    remaining_text, tool_calls = calls_in(Answer(text=text), (READ_TOOL,))
    assert [read_arguments(call) for call in tool_calls] == [arguments]
    assert "made up" not in remaining_text


@pytest.mark.parametrize(
    "text",
    [
        "Decision: Option A",
        '{"tool": "delete_file"}',
        '{"tool": ["read_file"]}',
        "{" * 100_000,
        '{"tool": "read_file"' * 50_000,
        "[" * 100_000,
        '\n{"a": ' * 50_000,
    ],
)
def test_hostile_text_is_no_call(text: str) -> None:
    assert calls_in(Answer(text=text), (READ_TOOL,)) == (text, ())


def test_an_answer_cannot_make_endless_calls() -> None:
    answer = Answer(text="", calls=(CALL,) * 1000)
    assert len(calls_in(answer, (READ_TOOL,))[1]) == MAX_CALLS
    long_text = '{"other": 1}\n' * MAX_LINES + '{"tool": "read_file"}'
    assert calls_in(Answer(text=long_text), (READ_TOOL,))[1] == ()


@pytest.mark.parametrize("arguments", ["{", "[1]", '"a"', "[" * 100_000])
def test_arguments_that_cannot_be_read_are_described_for_the_model(arguments: str) -> None:
    assert isinstance(read_arguments(ToolCall(name="read_file", arguments=arguments)), str)


def test_in_plain_text_results_are_messages_of_the_user() -> None:
    plain_messages = in_plain_text(make_request())
    assert [message.role for message in plain_messages] == ["system", "user", "assistant", "user"]
    assert "a.md" in plain_messages[2].content
    assert plain_messages[3].content == "1: text"


def test_a_budget_covers_the_definitions_of_tools() -> None:
    request_without = Request(purpose="decide", messages=HISTORY)
    assert question_bound(make_request()) > question_bound(request_without) + len(READ_TOOL.description)
