"""Anthropic's messages and batches of messages, in front of a behaviour; every body is checked by the SDK's types."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

from anthropic.types import Message
from anthropic.types.message_create_params import MessageCreateParamsNonStreaming
from anthropic.types.messages import MessageBatch, MessageBatchIndividualResponse
from anthropic.types.messages.batch_create_params import BatchCreateParams
from pydantic import TypeAdapter

from tests.server.chat import Behaviour, ReceivedRequest, Reply

SAMPLING = {"temperature", "top_p", "top_k"}
"""Parameters of older models, for which the SDK has had no types since version 1."""
MESSAGE = TypeAdapter(MessageCreateParamsNonStreaming)
BATCH = TypeAdapter(BatchCreateParams)


def check(body: Mapping[str, Any]) -> None:
    """Raise an error if the SDK's types do not allow this body of a message."""
    allowed = MessageCreateParamsNonStreaming.__annotations__.keys() | SAMPLING
    assert body.keys() <= allowed, body.keys() - allowed
    MESSAGE.validate_python({name: value for name, value in body.items() if name not in SAMPLING})


def says(
    text: str | None, stop: str = "end_turn", thinking: str = "", usage: Mapping[str, object] | None = None
) -> Reply:
    """Return a message with ``text``, as Anthropic's API has it."""
    thinking_blocks = [{"type": "thinking", "thinking": thinking, "signature": "s"}] if thinking else []
    body = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "claude-test-20260101",
        "content": [*thinking_blocks, *([{"type": "text", "text": text}] if text is not None else [])],
        "stop_reason": stop,
        "stop_sequence": None,
        "usage": {"input_tokens": 10, "output_tokens": 3} | dict(usage or {}),
    }
    Message.model_validate(body)
    return Reply(body=body)


def fails(status: int, kind: str, message: str, headers: Mapping[str, str] | None = None) -> Reply:
    """Return an error, as Anthropic's API has it."""
    error = {"type": kind, "message": message}
    return Reply(status, {"type": "error", "error": error, "request_id": "req_1"}, headers or {})


@dataclass
class SentMessages:
    """A batch that a client has sent; ``looks`` counts how often it was described."""

    id: str
    calls: list[dict[str, Any]]
    created: datetime
    looks: int = 0
    lines: list[dict[str, Any]] = field(default_factory=list)


@dataclass
class Messages:
    """A behaviour with Anthropic's endpoints: a batch ends when it is described for the ``looks``-th time.

    Each call is answered by ``behaviour``. In a batch that ``ends`` expired or canceled, every second call has no
    result. The address of results is the provider's, as behind a gateway that passes on what the provider answers.
    """

    behaviour: Behaviour
    looks: int = 2
    ends: str = "ended"
    batches: dict[str, SentMessages] = field(default_factory=dict)
    disturb: Callable[[ReceivedRequest], Reply | None] = lambda _: None

    def __call__(self, request: ReceivedRequest, number: int) -> Reply:
        """Answer one request (a Behaviour)."""
        if (reply := self.disturb(request)) is not None:
            return reply
        assert request.headers["anthropic-version"]
        parts = urlsplit(request.path).path.removeprefix("/v1/").split("/")
        match (request.method, parts):
            case ("POST", ["messages"]):
                check(request.body)
                return self.behaviour(request, number)
            case ("POST", ["messages", "batches"]):
                return self._begin(request)
            case ("GET", ["messages", "batches"]):
                return self._list(parse_qs(urlsplit(request.path).query))
            case ("GET", ["messages", "batches", name]):
                return self._state(name)
            case ("GET", ["messages", "batches", name, "results"]):
                return Reply(body="".join(json.dumps(line) + "\n" for line in self.batches[name].lines).encode())
        return fails(404, "not_found_error", f"no such path: {request.path}")

    def _begin(self, request: ReceivedRequest) -> Reply:
        BATCH.validate_python(request.body)
        for call in request.body["requests"]:
            check(call["params"])
        batch = SentMessages(f"msgbatch_{len(self.batches)}", list(request.body["requests"]), datetime.now(UTC))
        self.batches[batch.id] = batch
        return Reply(body=self._description_of(batch))

    def _list(self, query: Mapping[str, list[str]]) -> Reply:
        newest_first = list(reversed(self.batches.values()))
        after = query.get("after_id", [""])[0]
        start = next((n for n, batch in enumerate(newest_first, 1) if batch.id == after), 0)
        page = [self._look_at(batch) for batch in newest_first[start : start + 1]]
        return Reply(body={"data": page, "has_more": start + 1 < len(newest_first)})

    def _state(self, name: str) -> Reply:
        if name not in self.batches:
            return fails(404, "not_found_error", "no such batch")
        return Reply(body=self._look_at(self.batches[name]))

    def _look_at(self, batch: SentMessages) -> dict[str, Any]:
        batch.looks += 1
        if batch.looks == self.looks:
            batch.lines = [self._line(call, number) for number, call in enumerate(batch.calls)][::-1]
        return self._description_of(batch)

    def _line(self, call: Mapping[str, Any], number: int) -> dict[str, Any]:
        if self.ends != "ended" and number % 2:
            result: dict[str, Any] = {"type": self.ends}
        else:
            reply = self.behaviour(ReceivedRequest("/v1/messages", {}, call["params"]), number)
            succeeded = reply.status == 200
            result = (
                {"type": "succeeded", "message": reply.body} if succeeded else {"type": "errored", "error": reply.body}
            )
        line = {"custom_id": call["custom_id"], "result": result}
        MessageBatchIndividualResponse.model_validate(line)
        return line

    def _description_of(self, batch: SentMessages) -> dict[str, Any]:
        has_ended = batch.looks >= self.looks
        kinds = [line["result"]["type"] for line in batch.lines]
        counts = {kind: kinds.count(kind) for kind in ("succeeded", "errored", "canceled", "expired")}
        description = {
            "id": batch.id,
            "type": "message_batch",
            "processing_status": "ended" if has_ended else "in_progress",
            "request_counts": counts | {"processing": 0 if has_ended else len(batch.calls)},
            "created_at": batch.created.isoformat(),
            "expires_at": (batch.created + timedelta(hours=24)).isoformat(),
            "ended_at": batch.created.isoformat() if has_ended else None,
            "cancel_initiated_at": batch.created.isoformat() if self.ends == "canceled" and has_ended else None,
            "archived_at": None,
            "results_url": f"https://api.anthropic.invalid/v1/messages/batches/{batch.id}/results"
            if has_ended
            else None,
        }
        MessageBatch.model_validate(description)
        return description
