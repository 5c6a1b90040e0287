"""Chat completions as messages of Anthropic's API, and messages as chat completions.

Fields as at https://platform.claude.com/docs/en/api/messages.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from probe.answers import json_object

SYSTEM = "system"
FINISHES = {
    "end_turn": "stop",
    "stop_sequence": "stop",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "refusal": "refusal",
    "tool_use": "tool_calls",
}
"""Reasons for which an answer ended, in the words of chat completions; other reasons keep their name."""


def message_of(completion: Mapping[str, Any]) -> dict[str, Any]:
    """Return the body of a message for the body of a chat completion."""
    remaining_fields = dict(completion)
    messages = remaining_fields.pop("messages")
    body: dict[str, Any] = {
        "model": remaining_fields.pop("model"),
        # In this API the system prompt is a field of its own.
        "messages": list(_turns(message for message in messages if message["role"] != SYSTEM)),
    }
    if tools := remaining_fields.pop("tools", None):
        functions = (tool["function"] for tool in tools)
        body["tools"] = [
            {"name": function["name"], "description": function["description"], "input_schema": function["parameters"]}
            for function in functions
        ]
    if system := "\n\n".join(message["content"] for message in messages if message["role"] == SYSTEM):
        body["system"] = system
    if (
        thinking := _thinking(remaining_fields.pop("thinking", None), remaining_fields.pop("thinking_budget", None))
    ) is not None:
        body["thinking"] = thinking
    if output := _output(remaining_fields.pop("effort", None), remaining_fields.pop("response_format", None)):
        body["output_config"] = output
    return body | remaining_fields


def _turns(messages: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Yield messages with calls of tools and their results as blocks; all results of one answer are one message."""
    results: list[dict[str, Any]] = []
    for message in messages:
        if message["role"] == "tool":
            block = {"type": "tool_result", "tool_use_id": message["tool_call_id"], "content": message["content"]}
            results.append(block)
            continue
        if results:
            yield {"role": "user", "content": results}
            results = []
        yield _with_calls(message) if message.get("tool_calls") else message
    if results:
        yield {"role": "user", "content": results}


def _with_calls(message: Mapping[str, Any]) -> dict[str, Any]:
    text = [{"type": "text", "text": message["content"]}] if message["content"] else []
    calls = [
        {"type": "tool_use", "id": call["id"], "name": call["function"]["name"], "input": _input(call["function"])}
        for call in message["tool_calls"]
    ]
    return {"role": message["role"], "content": [*text, *calls]}


def _input(function: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of an earlier call as an object, which the API requires; faulty ones are shown as text."""
    values = json_object(function["arguments"] or "{}")
    return {"arguments": function["arguments"]} if values is None else values


def _thinking(kind: str | None, budget: int | None) -> dict[str, Any] | None:
    if budget is not None:
        return {"type": "enabled", "budget_tokens": budget}
    return None if kind is None else {"type": kind}


def _output(effort: str | None, form: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the effort and the schema of the answer, in the API's fields."""
    from anthropic import transform_schema

    output: dict[str, Any] = {} if effort is None else {"effort": effort}
    if form is not None:
        output["format"] = {"type": "json_schema", "schema": transform_schema(form["json_schema"]["schema"])}
    return output


def completion_of(message: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return a chat completion for a message that may be anything, None if it has no content."""
    blocks = message.get("content")
    if not isinstance(blocks, list):
        return None
    reason = message.get("stop_reason")
    finish = FINISHES.get(reason, reason) if isinstance(reason, str) else "stop"
    answer: dict[str, Any] = {"role": "assistant", "content": _content(blocks)}
    if calls := list(_calls(blocks)):
        answer["tool_calls"] = calls
    choice = {"index": 0, "finish_reason": finish, "message": answer}
    return {"model": message.get("model"), "choices": [choice], "usage": _usage(message.get("usage"))}


def _calls(blocks: list[object]) -> Iterator[dict[str, Any]]:
    for block in blocks:
        if isinstance(block, dict) and block.get("type") == "tool_use":
            yield {"type": "function", "function": {"name": block.get("name"), "arguments": block.get("input")}}


def _content(blocks: list[object]) -> list[dict[str, str]]:
    """Return the thinking and the text of an answer as parts; in one text, a tag could look like their boundary."""
    parts = [(kind, text) for kind in ("thinking", "text") for text in _texts(blocks, kind)]
    return [{"type": kind, kind: text} for kind, text in parts]


def _texts(blocks: list[object], kind: str) -> Iterator[str]:
    for block in blocks:
        text = block.get(kind) if isinstance(block, dict) and block.get("type") == kind else None
        if isinstance(text, str) and text:
            yield text


def _usage(usage: object) -> object:
    """Return the tokens of a message as a chat completion counts them: prompt tokens include the cached ones."""
    if not isinstance(usage, dict):
        return None
    counts = [usage.get(name) for name in ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")]
    details = usage.get("output_tokens_details")
    return {
        "prompt_tokens": _sum(counts),
        "completion_tokens": usage.get("output_tokens"),
        "prompt_tokens_details": {"cached_tokens": usage.get("cache_read_input_tokens")},
        "completion_tokens_details": {
            "reasoning_tokens": details.get("thinking_tokens") if isinstance(details, dict) else None
        },
    }


def _sum(counts: list[object]) -> object:
    """Return the sum of counts, or a part that is not a count: the reader of completions treats it as unknown."""
    total = 0
    for count in counts:
        if count is None:
            continue
        if type(count) is not int:
            return count
        total += count
    return total
