"""Read the body of a chat completion: an answer, or a fault that describes the problem."""

import json
from typing import Any

from probe.models.faults import TransientFault, Trouble
from probe.models.reasoning import strip_reasoning
from probe.models.secrets import Secrets
from probe.values import Answer


def read_completion(body: bytes, secrets: Secrets, latency: float, left_out: tuple[str, ...]) -> Answer:
    """Return the answer in the JSON ``body`` of a chat completion, without API keys; ``latency`` is in seconds.

    Raise TransientFault if the body cannot be read, or if the answer was cut off before its content: empty with finish
    reason ``length``, or inside its reasoning. Refusals and filtered answers are answers.
    """
    completion = _decoded(body)
    choice = _first_choice(completion)
    message = choice.get("message")
    content, refusal = _contents(message if isinstance(message, dict) else {})
    text = refusal or strip_reasoning(content)
    finish = _word(choice.get("finish_reason")) or "stop"
    usage = completion.get("usage")
    answer = Answer(
        text=_storable(secrets, text or ""),
        raw=_storable(secrets, content) if content and text != content else None,
        finish_reason="refusal" if refusal and finish == "stop" else _storable(secrets, finish),
        prompt_tokens=_count(usage, "prompt_tokens"),
        completion_tokens=_count(usage, "completion_tokens"),
        latency=latency,
        left_out=left_out,
    )
    if text is None:
        raise TransientFault("the answer ended inside its reasoning", Trouble.TRUNCATED, loss=answer)
    if finish == "length" and not answer.text.strip():
        raise TransientFault("the answer is empty: its token limit was used up", Trouble.TRUNCATED, loss=answer)
    return answer


def _decoded(body: bytes) -> dict[str, Any]:
    try:
        completion = json.loads(body)
    except (ValueError, RecursionError):
        raise TransientFault("the answer's body is not JSON", Trouble.SERVER) from None
    if not isinstance(completion, dict):
        raise TransientFault("the answer's body is not JSON object", Trouble.SERVER)
    return completion


def _first_choice(completion: dict[str, Any]) -> dict[str, Any]:
    choices = completion.get("choices")
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        raise TransientFault("the answer's body contains no choice", Trouble.SERVER)
    return choices[0]


def _contents(message: dict[str, Any]) -> tuple[str, str]:
    """Return content and refusal; join content that a server sends in parts."""
    content, refusal = message.get("content"), message.get("refusal")
    if isinstance(content, list):
        content = "".join(part["text"] for part in content if isinstance(part, dict) and _word(part.get("text")))
    return _word(content), _word(refusal)


def _word(value: object) -> str:
    return value if isinstance(value, str) else ""


def _count(usage: object, name: str) -> int:
    count = usage.get(name) if isinstance(usage, dict) else None
    return count if isinstance(count, int) and count >= 0 else 0


def _storable(secrets: Secrets, text: str) -> str:
    """Return ``text`` without keys and without lone surrogates, which databases and UTF-8 files reject."""
    return secrets.scrub(text.encode("utf-8", "replace").decode("utf-8"))
