"""Anthropic as a provider: what its API takes, and how a client for it is opened."""

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from probe.answers import json_object
from probe.errors import InputError
from probe.models.batches import BatchEndpoint
from probe.models.endpoint import Endpoint, Sdk, errors_of, open_client, stream_lines, transport_of
from probe.models.parameters import Parameters, whole_number, word
from probe.models.providers import Provider
from probe.providers.anthropic.batches import MessageBatches
from probe.providers.anthropic.messages import completion_of, message_of
from probe.values import ModelSpec

LONGEST_ANSWER = 16_000
"""Tokens that an answer may have at most, thinking included, unless the model's name says otherwise: the API requires a
limit. All models since Claude 3.7 allow more; they answer in far less."""
LEAST_BUDGET = 1024
"""The smallest budget for thinking (https://platform.claude.com/docs/en/build-with-claude/extended-thinking)."""
_THINKING = ("adaptive", "disabled")


def _thinking(text: str) -> str:
    if word(text) not in _THINKING:
        raise ValueError(text)
    return text


class Anthropic:
    """The extension for ``anthropic/…`` (https://platform.claude.com/docs/en/api/messages)."""

    requirement = "anthropic>=2.0"
    provider = Provider(
        sdk="anthropic",
        url="https://api.anthropic.com",
        url_variable="ANTHROPIC_BASE_URL",
        keys=("ANTHROPIC_API_KEY",),
        own_path="/v1",
        batches=True,
        structured=True,
        names={"reasoning_effort": "effort"},
        ignored=(  # no field of the API: it would refuse them
            "seed",
            "logprobs",
            "top_logprobs",
            "frequency_penalty",
            "presence_penalty",
            "min_p",
            "verbosity",
        ),
        most={"temperature": 1},
        required={"max_tokens": LONGEST_ANSWER},
        options={
            "thinking": (_thinking, " or ".join(_THINKING)),
            "thinking_budget": (whole_number(LEAST_BUDGET), f"a whole number from {LEAST_BUDGET}"),
        },
    )

    def check(self, spec: ModelSpec, parameters: Parameters) -> None:
        """See Extension."""
        if spec.batched and spec.options["batch"] != "24h":
            raise InputError(f"{spec}: a batch of Anthropic may take 24 hours: write batch=24h")
        if "thinking_budget" not in parameters:
            return
        if "thinking" in parameters:
            raise InputError(f"{spec}: thinking_budget turns thinking on by itself: remove thinking from the name")
        budget, limit = int(parameters["thinking_budget"]), int(parameters.get("max_tokens", LONGEST_ANSWER))
        if budget >= limit:
            raise InputError(f"{spec}: thinking_budget has to be below max_tokens ({limit}): set both")

    def open(self, endpoint: Endpoint, *, connections: int, timeout: float) -> Sdk:
        """See Extension; the SDK's retries are off, and its types are not checked at run time."""
        import anthropic

        client = open_client(endpoint, anthropic, anthropic.AsyncAnthropic, connections=connections, timeout=timeout)
        return _Calls(anthropic, client, self.provider.own_path).sdk()

    def batches(self, spec: ModelSpec, endpoint: Endpoint, sdk: Sdk) -> BatchEndpoint:
        """See Extension."""
        return MessageBatches(spec, endpoint, sdk)


@dataclass(frozen=True)
class _Response:
    """A response with its body, as the functions of ``Sdk`` return it."""

    content: bytes


@dataclass(frozen=True)
class _Calls:
    """The calls of an open client."""

    module: ModuleType
    client: Any
    own_path: str

    def sdk(self) -> Sdk:
        return Sdk(
            complete=self.complete,
            get=self.get,
            post=self.post,
            upload=self.upload,
            download=self.download,
            close=self.client.close,
            any_error=self.module.AnthropicError,
            **errors_of(self.module),
        )

    async def complete(self, body: Mapping[str, Any]) -> _Response:
        response = await self.post("/messages", message_of(body))
        return _Response(_completion(response.content))

    async def get(self, path: str) -> Any:
        return await self.client.get(f"{self.own_path}{path}", cast_to=transport_of(self.module).Response)

    async def post(self, path: str, body: Mapping[str, Any]) -> Any:
        # The SDK's typed method has no sampling parameters since its version 1, which older models still take.
        return await self.client.post(f"{self.own_path}{path}", cast_to=transport_of(self.module).Response, body=body)

    async def upload(self, name: str, lines: bytes) -> Any:
        raise NotImplementedError("a batch of messages has no file")

    def download(self, file_id: str) -> Any:
        """Yield the results of the batch ``file_id``."""
        return stream_lines(self.module, self._results(file_id))

    @asynccontextmanager
    async def _results(self, batch_id: str) -> AsyncIterator[Any]:
        # The SDK's method would send the key to any address in the description of the batch.
        response = await self.client.get(
            f"{self.own_path}/messages/batches/{batch_id}/results",
            cast_to=bytes,
            options={"headers": {"Accept": "application/binary", "X-Stainless-Raw-Response": "stream"}},
        )
        try:
            yield response
        finally:
            await response.close()


def _completion(body: bytes) -> bytes:
    """Return the body of a message as that of a chat completion; any other body is unchanged."""
    message = json_object(body)
    completion = None if message is None else completion_of(message)
    return body if completion is None else json.dumps(completion).encode()
