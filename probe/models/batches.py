"""A provider's batch endpoints: send a file of calls, look at a batch, read its results."""

import logging
import os
import re
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from probe.answers import json_object
from probe.errors import FatalModelFault, InputError, ModelFault
from probe.models.endpoint import Endpoint, Sdk
from probe.models.faults import FaultKind, TransientFault, diagnose
from probe.models.gateway import MAX_WAIT, NOTABLE_WAIT, Patience, RetryPolicy, clock_time
from probe.models.providers import provider_named, provider_names
from probe.models.transport import LARGEST_BODY
from probe.values import ModelSpec

_LOG = logging.getLogger(__name__)
_Result = TypeVar("_Result")
_WINDOW = re.compile(r"[1-9]\d{0,3}[hd]")
_NAME = re.compile(r"[\w.:-]{1,200}")
ATTEMPTS = 5
"""Attempts at each request about a batch; after a failure, the next command continues from what is stored."""
END_STATES = frozenset({"completed", "expired", "cancelled", "failed"})
"""The states after which a batch does not change (OpenAI's words; Groq uses the same)."""
_PAGE = 100
LONGEST_LINE = LARGEST_BODY
"""The longest line of a batch's results, in bytes: the limit of a single response."""


def window_of(spec: ModelSpec) -> str:
    """Return how long the provider may take for a batch of this model, such as 24h. Raise InputError if unusable."""
    window = spec.options["batch"]
    if not provider_named(spec.provider).batches:
        supporting_providers = ", ".join(name for name in provider_names() if provider_named(name).batches)
        raise InputError(
            f"{spec}: {spec.provider} has no batches here: leave batch out, or use one of {supporting_providers}"
        )
    if not _WINDOW.fullmatch(window):
        raise InputError(f"{spec}: batch={window}: write how long it may take, such as 24h")
    return window


@dataclass(frozen=True)
class BatchState:
    """The state of a batch at the provider, in its words.

    ``done`` counts answered calls, failed ones included. ``problem`` is why the provider rejected the batch; ``files``
    are the names of the files with results.
    """

    id: str
    status: str
    done: int = 0
    problem: str = ""
    files: tuple[str, ...] = ()

    @property
    def is_ended(self) -> bool:
        """Whether there is nothing more to wait for."""
        return self.status in END_STATES


@dataclass(frozen=True)
class BatchEndpoint:
    """The batch endpoints of one address. Each method raises ModelFault if it gets no usable response.

    ``max_wait`` is the longest wait for a rate limit, in seconds.
    """

    spec: ModelSpec
    endpoint: Endpoint
    sdk: Sdk
    first_wait: float = 0.5
    max_wait: float = MAX_WAIT

    async def upload(self, name: str, lines: bytes) -> str:
        """Send a file with one call per line; return its name at the provider."""
        answer = await self._with_retries(lambda: self._send_for_object(lambda: self.sdk.upload(name, lines)))
        return self._checked_name(answer.get("id"))

    async def create(self, file_id: str, window: str) -> str:
        """Start the batch of an uploaded file and return its name; it is never started twice.

        A request whose response was lost may have started it, so each further attempt looks for it first.
        """
        attempts = 0

        async def attempt() -> str:
            nonlocal attempts
            attempts += 1
            batch_id = await self.find(file_id) if attempts > 1 else None
            return batch_id or self._checked_name(
                (await self._send_for_object(lambda: self._start_batch(file_id, window))).get("id")
            )

        return await self._with_retries(attempt)

    def _start_batch(self, file_id: str, window: str) -> Awaitable[Any]:
        body = {"input_file_id": file_id, "endpoint": "/v1/chat/completions", "completion_window": window}
        return self.sdk.post("/batches", body)

    async def find(self, file_id: str) -> str | None:
        """Return the name of the batch of an uploaded file, None if there is none.

        Raise PendingFault if that is not known yet.
        """
        async for batch in self._list_batches("/batches", "after"):
            if batch.get("input_file_id") == file_id:
                return self._checked_name(batch.get("id"))
        return None

    async def _list_batches(self, path: str, cursor: str) -> AsyncIterator[dict[str, Any]]:
        """Yield the provider's batches, newest first; ``cursor`` is the parameter that names the last one seen."""
        after = ""
        while True:
            page = await self._get_object(f"{path}?limit={_PAGE}{after and f'&{cursor}={after}'}")
            batches = [entry for entry in page.get("data") or () if isinstance(entry, dict)]
            for batch in batches:
                yield batch
            last_id = batches[-1].get("id") if batches else None
            # A server that ignores the cursor would send its first page forever.
            if not page.get("has_more") or not last_id or last_id == after:
                return
            after = self._checked_name(last_id)

    async def state(self, batch_id: str) -> BatchState:
        """Return the present state of a batch."""
        batch = await self._get_object(f"/batches/{batch_id}")
        status = batch.get("status")
        if not isinstance(status, str):
            raise ModelFault(f"{self._location}: {batch_id} has no status; run the same command again")
        file_ids = [batch.get(name) for name in ("output_file_id", "error_file_id")]
        return BatchState(
            id=batch_id,
            status=self.endpoint.secrets.line(status),
            done=_done_count(batch.get("request_counts")),
            problem=self.endpoint.secrets.line(_problem_text(batch.get("errors"))),
            files=tuple(self._checked_name(name) for name in file_ids if name),
        )

    async def results(self, state: BatchState) -> "Results":
        """Return the lines of a batch's output and error files; close them after use."""
        results = Results()
        try:
            for file_id in state.files:
                await self._with_retries(partial(self._send, partial(self._download, file_id, results)))
        except BaseException:
            results.close()
            raise
        return results

    def standard(self, line: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
        """Return a line of results in the format of OpenAI's batches."""
        return line

    async def _download(self, file_id: str, results: "Results") -> None:
        results.begin_file()
        async for chunk in self.sdk.download(file_id):
            results.add(chunk)
        results.add(b"\n")

    async def _get_object(self, path: str) -> dict[str, Any]:
        return await self._with_retries(lambda: self._send_for_object(lambda: self.sdk.get(path)))

    async def _send_for_object(self, request: Callable[[], Awaitable[Any]]) -> dict[str, Any]:
        response = await self._send(request)
        body = json_object(response.content)
        if not body:
            raise TransientFault("the response about a batch is not a JSON object", FaultKind.SERVER)
        return body

    async def _send(self, request: Callable[[], Awaitable[Any]]) -> Any:
        try:
            return await request()
        except self.sdk.any_error as error:
            if getattr(error, "status_code", None) == 404:
                raise FatalModelFault(
                    f"{self._location}: no such batch, file or batch endpoint (404); check the address, and that the"
                    " key belongs to the project that sent the batch"
                ) from None
            raise diagnose(error, self.sdk, self.endpoint, self.spec) from None

    async def _with_retries(self, attempt: Callable[[], Awaitable[_Result]]) -> _Result:
        """Return the result of an attempt, made again after a passing fault; raise ModelFault after the last one."""

        async def call_once() -> _Result:
            try:
                return await attempt()
            except TransientFault as fault:
                seconds = fault.retry_after or 0
                if seconds > self.max_wait:
                    # Stopping loses nothing: the batch is in the run's file, and the next command looks for it.
                    message = (
                        f"{self._location}: {fault}; limit until {clock_time(seconds)}; the same command resumes then"
                    )
                    raise FatalModelFault(message) from None
                if seconds > NOTABLE_WAIT:
                    _LOG.warning("%s: limit until %s; waiting", self._location, clock_time(seconds))
                raise

        policy = RetryPolicy(attempts=ATTEMPTS, first_wait=self.first_wait)
        try:
            result: _Result = await Patience(policy).retrying(self._location)(call_once)
        except TransientFault as fault:
            raise ModelFault(f"{self._location}: {fault}; run the same command again") from None
        return result

    def _checked_name(self, value: object) -> str:
        """Return a name that the provider gave; it becomes part of an address, so no other characters may occur."""
        if not isinstance(value, str) or not _NAME.fullmatch(value):
            raise ModelFault(f"{self._location}: the server returned an invalid ID for a batch or file")
        return value

    @property
    def _location(self) -> str:
        return f"{self.spec} at {self.endpoint.url}"


class Results:
    """The lines of results of a batch, in a temporary file, by the ``custom_id`` of their calls.

    Lines that cannot be read, or have more than ``LONGEST_LINE`` bytes, are left out. If a call has several
    lines, the first counts.
    """

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 - closed by ``close``
        self._positions: dict[str, tuple[int, int]] = {}
        self.begin_file()

    def begin_file(self) -> None:
        """Begin a file, or begin it again after a broken download; lines that were read in full are kept."""
        self._line = bytearray()
        self._skipping = False

    def add(self, chunk: bytes) -> None:
        """Add the next chunk of the current file."""
        *line_ends, remainder = chunk.split(b"\n")
        for line_end in line_ends:
            if not self._skipping:
                self._store_line(bytes(self._line) + line_end)
            self.begin_file()
        # Dropped as it arrives, so that an endless line does not fill the memory.
        if len(self._line) + len(remainder) > LONGEST_LINE:
            self._line.clear()
            self._skipping = True
        if not self._skipping:
            self._line += remainder

    def _store_line(self, line: bytes) -> None:
        key = (json_object(line) or {}).get("custom_id") if len(line) <= LONGEST_LINE else None
        if isinstance(key, str) and key not in self._positions:
            self._positions[key] = (self._file.seek(0, os.SEEK_END), len(line))
            self._file.write(line)

    def get(self, key: str) -> dict[str, Any] | None:
        """Return the line of a call, None if there is none."""
        if key not in self._positions:
            return None
        start, length = self._positions[key]
        self._file.seek(start)
        return json_object(self._file.read(length))

    def close(self) -> None:
        """Remove the file."""
        self._file.close()


def _done_count(counts: object) -> int:
    numbers = [counts.get(name) for name in ("completed", "failed")] if isinstance(counts, dict) else []
    return sum(number for number in numbers if isinstance(number, int))


def _problem_text(errors: object) -> str:
    entries = errors.get("data") if isinstance(errors, dict) else None
    first = entries[0] if isinstance(entries, list) and entries and isinstance(entries[0], dict) else {}
    return ": ".join(str(first[name]) for name in ("code", "message") if first.get(name))


def response_of(line: Mapping[str, Any] | None) -> tuple[int, dict[str, Any]]:
    """Return status and body of a call's response; a call without one counts as a failure of the server."""
    response = (line or {}).get("response")
    if isinstance(response, dict) and isinstance(response.get("body"), dict):
        status = response.get("status_code")
        return status if isinstance(status, int) else 502, response["body"]
    error = (line or {}).get("error")
    # Treated like a failure of the server: the call is not paid for and is sent again.
    return 503, {"error": error if isinstance(error, dict) else {"message": "the batch has no result for the call"}}


def details_of(body: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of the error object in a response's body."""
    error = body.get("error", body)
    return dict(error) if isinstance(error, dict) else {"message": str(error)}


def ago(seconds: float) -> str:
    """Return a time in the past in words."""
    minutes = int(seconds // 60)
    if minutes < 1:
        return "just now"
    number, unit = (minutes, "minute") if minutes < 120 else (minutes // 60, "hour")
    return f"{number} {unit}{'' if number == 1 else 's'} ago"
