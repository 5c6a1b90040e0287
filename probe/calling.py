"""Tools in the two forms that models know: functions of the OpenAI protocol, and lines of JSON in plain text.

Plain text is for models without tools: the first message explains the form, and the first line of an answer that is a
call counts. What follows it is cut off: a model that goes on makes up the result.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from probe.answers import LARGEST_ANSWER
from probe.values import Answer, Message, Request, Tool, ToolCall

MAX_CALLS = 16
"""Calls of one answer that are made; further ones are dropped, so that one answer cannot ask for endless results."""
MAX_LINES = 200
"""Lines of an answer that are tried as calls: to read a line that never ends takes as long as all that follows."""
NAMES = ("tool", "name")
"""The key of the tool's name: ours, and that of models which were trained on calls in text."""
GROUPS = ("arguments", "parameters")
"""The key of the arguments where they are not beside the name."""
_LINE = re.compile(r"^[ \t>`*_-]*+(?=\{)", re.MULTILINE)
_DECODER = json.JSONDecoder()


def definitions(tools: Sequence[Tool]) -> list[dict[str, Any]]:
    """Return tools as the functions of a chat completion."""
    return [
        {
            "type": "function",
            "function": {
                "name": tool.name,
                "description": tool.description,
                "parameters": {
                    "type": "object",
                    "properties": tool.parameters,
                    "required": list(tool.required),
                    "additionalProperties": False,
                },
            },
        }
        for tool in tools
    ]


def instructions(tools: Sequence[Tool]) -> str:
    """Return how to call the tools in plain text."""
    tool_list = "\n".join(f"- {_call_form(tool)}\n  {tool.description}" for tool in tools)
    return (
        "You have these tools:\n"
        f"{tool_list}\n\n"
        "To use a tool, answer with one line in the form above, with your own values and nothing else. You then get "
        "its result, and can use the next tool."
    )


def _call_form(tool: Tool) -> str:
    values = {name: _sample(name, schema, name in tool.required) for name, schema in tool.parameters.items()}
    return json.dumps({NAMES[0]: tool.name, **values}, ensure_ascii=False)


def _sample(name: str, schema: Mapping[str, Any], required: bool) -> str:
    choices = schema.get("enum")
    text = " or ".join(map(str, choices)) if choices else str(schema.get("description", name))
    return text if required else f"{text} (may be left out)"


def in_plain_text(request: Request) -> tuple[Message, ...]:
    """Return the messages of a request for a model without tools: calls and results are text."""
    messages = [_plain(message) for message in request.sent_messages]
    if request.tools and messages:
        first_message = messages[0]
        messages[0] = first_message.model_copy(
            update={"content": f"{first_message.content}\n\n{instructions(request.tools)}"}
        )
    return tuple(messages)


def _plain(message: Message) -> Message:
    if message.role == "tool":
        # Servers without tools do not know the role of a tool's result.
        return Message(role="user", content=message.content)
    if not message.calls:
        return message
    lines = (json.dumps({NAMES[0]: call.name, GROUPS[0]: call.arguments}, ensure_ascii=False) for call in message.calls)
    return Message(role="assistant", content="\n".join(filter(None, (message.content, *lines))))


def calls_in(answer: Answer, tools: Sequence[Tool]) -> tuple[str, tuple[ToolCall, ...]]:
    """Return what an answer says before its calls, and the calls: its own, else the first one in its text."""
    if answer.calls:
        return answer.text, answer.calls[:MAX_CALLS]
    names = {tool.name for tool in tools}
    # A longer answer is not read for a decision either.
    text = answer.text[:LARGEST_ANSWER]
    for start, end, content in _objects(text):
        call = _call(content, names)
        if call is not None:
            return text[: max(start, end)].strip(), (call,)
    return answer.text, ()


def _objects(text: str) -> Iterator[tuple[int, int, Mapping[str, Any]]]:
    """Yield the JSON objects with which lines begin, with where each begins and ends."""
    for number, line in enumerate(_LINE.finditer(text)):
        if number >= MAX_LINES:
            return
        try:
            content, end = _DECODER.raw_decode(text, line.end())
        except (ValueError, RecursionError):
            continue
        if isinstance(content, dict):
            yield line.end(), end, content


def _call(content: Mapping[str, Any], names: set[str]) -> ToolCall | None:
    """Return the call that an object states, None if it names no tool."""
    key = next((key for key in NAMES if isinstance(content.get(key), str) and content[key] in names), None)
    if key is None:
        return None
    group = next((content[key] for key in GROUPS if isinstance(content.get(key), dict)), None)
    values = {name: value for name, value in content.items() if name != key} if group is None else group
    return ToolCall(name=content[key], arguments=json.dumps(values, ensure_ascii=False))


def read_arguments(call: ToolCall) -> dict[str, Any] | str:
    """Return the arguments of a call by name, or what is wrong with them, for the model."""
    try:
        values = json.loads(call.arguments or "{}")
    except (ValueError, RecursionError):
        return "the arguments are not JSON"
    return values if isinstance(values, dict) else "the arguments are not a JSON object"
