"""Batches of messages (https://platform.claude.com/docs/en/build-with-claude/batch-processing)."""

import json
import time
from collections.abc import Awaitable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from probe.errors import ModelFault, PendingFault
from probe.models.batches import BatchEndpoint, BatchState
from probe.providers.anthropic.messages import completion_of, message_of

CLOCK_DIFFERENCE = 300
"""Seconds by which this machine's clock and the provider's may differ."""
LONGEST_SENDING = 7200
"""Seconds after which no attempt to send a batch is still under way."""
_STATUS_OF = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "billing_error": 402,
    "permission_error": 403,
    "not_found_error": 404,
    "request_too_large": 413,
    "rate_limit_error": 429,
    "api_error": 500,
    "timeout_error": 504,
    "overloaded_error": 529,
}
"""The status of a response with an error of this type (https://platform.claude.com/docs/en/api/errors)."""


@dataclass(frozen=True)
class MessageBatches(BatchEndpoint):
    """The batch endpoints of Anthropic.

    A batch has no file: its calls are sent with it. So its "file" is named after the time, the number of its calls and
    the first of them. A batch whose name was lost is searched for among those of that time with as many calls; only
    the results show which one it is.
    """

    unsent: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    """The calls of the batches of this session, by the name of the "file"."""

    async def upload(self, name: str, lines: bytes) -> str:
        """Name a batch with one call per line."""
        calls = [json.loads(line) for line in lines.splitlines()]
        file_id = f"since-{time.time():.3f}-calls-{len(calls)}-first-{calls[0]['custom_id']}"
        self.unsent[file_id] = [{"custom_id": call["custom_id"], "params": message_of(call["body"])} for call in calls]
        return file_id

    def _start_batch(self, file_id: str, window: str) -> Awaitable[Any]:
        return self.sdk.post("/messages/batches", {"requests": self.unsent[file_id]})

    async def find(self, file_id: str) -> str | None:
        """Return the name of the batch that was sent under this name, None if there is none.

        Raise PendingFault while a batch may be the right one but has no results yet.
        """
        _, start, _, call_count, _, first_call = file_id.split("-")
        unfinished_batch = None
        async for batch in self._list_batches("/messages/batches", "after_id"):
            created_time = _time(batch.get("created_at"))
            # The newest come first, so all further ones are too old.
            if created_time is not None and created_time < float(start) - CLOCK_DIFFERENCE:
                break
            late = created_time is not None and created_time > float(start) + LONGEST_SENDING + CLOCK_DIFFERENCE
            if late or sum(_counts(batch).values()) != int(call_count):
                continue
            name = self._checked_name(batch.get("id"))
            # Only its results would show whether it is the right batch, but it has none yet.
            if batch.get("processing_status") != "ended":
                unfinished_batch = name
            elif not batch.get("archived_at") and await self._has_call(name, first_call):
                return name
        if unfinished_batch is not None:
            raise PendingFault(
                f"{self.spec}: a batch was sent, but its name was lost; it may be {unfinished_batch}, which is pending:"
                " run the same command again later to collect it"
            )
        return None

    async def _has_call(self, batch_id: str, call: str) -> bool:
        """Whether the results of a batch that has ended contain this call."""
        state = BatchState(id=batch_id, status="completed", files=(batch_id,))
        with closing(await self.results(state)) as results:
            return results.get(call) is not None

    async def state(self, batch_id: str) -> BatchState:
        """See BatchEndpoint; the states are those of OpenAI's batches."""
        batch = await self._get_object(f"/messages/batches/{batch_id}")
        status = batch.get("processing_status")
        if not isinstance(status, str):
            raise ModelFault(f"{self._location}: {batch_id} has no status; run the same command again")
        counts = _counts(batch)
        is_ended = status == "ended"
        return BatchState(
            id=batch_id,
            status=_final_status(batch, counts) if is_ended else self.endpoint.secrets.line(status),
            done=counts["succeeded"] + counts["errored"],
            files=(batch_id,) if is_ended else (),
        )

    def standard(self, line: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
        """See BatchEndpoint."""
        return None if line is None else _line_of(line)


def _final_status(batch: Mapping[str, Any], counts: Mapping[str, int]) -> str:
    if batch.get("cancel_initiated_at"):
        return "cancelled"
    return "expired" if counts["expired"] else "completed"


def _counts(batch: Mapping[str, Any]) -> dict[str, int]:
    reported_counts = batch.get("request_counts")
    names = ("processing", "succeeded", "errored", "canceled", "expired")
    counts = {name: reported_counts.get(name) if isinstance(reported_counts, dict) else 0 for name in names}
    return {name: count if isinstance(count, int) else 0 for name, count in counts.items()}


def _time(text: object) -> float | None:
    try:
        return datetime.fromisoformat(text).timestamp() if isinstance(text, str) else None
    except (ValueError, OverflowError):
        return None


def _line_of(line: Mapping[str, Any]) -> dict[str, Any]:
    """Return a line of results in the format of OpenAI's batches, without a response if the call has no result."""
    result = line.get("result")
    result = result if isinstance(result, dict) else {}
    message = result.get("message")
    if result.get("type") == "succeeded" and isinstance(message, dict):
        return {"response": {"status_code": 200, "body": completion_of(message) or {}}}
    if result.get("type") != "errored":
        return {"error": {"message": f"the call was {result.get('type') or 'lost'}"}}
    error = next(_errors(result.get("error")), {})
    return {"response": {"status_code": _STATUS_OF.get(str(error.get("type")), 500), "body": {"error": error}}}


def _errors(error: object) -> Iterator[dict[str, Any]]:
    """Yield the error within the body of an error response."""
    inner_error = error.get("error") if isinstance(error, dict) else None
    yield from (details for details in (inner_error, error) if isinstance(details, dict))
