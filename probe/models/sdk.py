"""Open either SDK the same way: one generator produced both, and they differ only in names."""

import importlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from probe.models.endpoint import PROVIDERS, Endpoint

CONNECT_TIMEOUT = 10.0
"""The timeout for opening a connection, in seconds."""


@dataclass(frozen=True)
class Sdk:
    """An open client of either SDK: its call, and the errors to distinguish.

    ``complete`` sends the body of a chat completion and returns the response with its body read but not parsed.
    ``connect_errors`` are the transport's errors that mean "no connection could be opened".
    """

    complete: Callable[[Mapping[str, Any]], Awaitable[Any]]
    close: Callable[[], Awaitable[None]]
    any_error: type[Exception]
    status_error: type[Exception]
    timeout_error: type[Exception]
    connection_error: type[Exception]
    connect_errors: tuple[type[Exception], ...]


def open_sdk(endpoint: Endpoint, *, connections: int, timeout: float) -> Sdk:
    """Open a client that keeps up to ``connections`` alive; ``timeout`` is the limit of one read in seconds.

    The SDK's own retries are off: the gateway counts and waits differently. The SDK is imported here, because the
    import takes as long as the rest of a command's start.
    """
    module = importlib.import_module(endpoint.sdk)
    transport = _transport(module)
    limits = transport.Limits(max_connections=connections, max_keepalive_connections=connections)
    wait = module.Timeout(timeout, connect=min(timeout, CONNECT_TIMEOUT))
    client_class = module.AsyncGroq if endpoint.sdk == "groq" else module.AsyncOpenAI
    client = client_class(
        api_key=endpoint.key,
        base_url=endpoint.url,
        max_retries=0,
        timeout=wait,
        http_client=module.DefaultAsyncHttpxClient(limits=limits, timeout=wait),
    )
    path = f"{PROVIDERS[endpoint.provider].own_path}/chat/completions"

    async def complete(body: Mapping[str, Any]) -> Any:
        # The SDK's documented call for any path. It skips validating the body against the SDK's types, a third of its
        # work.
        return await client.post(path, cast_to=transport.Response, body=body)

    return Sdk(
        complete=complete,
        close=client.close,
        any_error=module.GroqError if endpoint.sdk == "groq" else module.OpenAIError,
        status_error=module.APIStatusError,
        timeout_error=module.APITimeoutError,
        connection_error=module.APIConnectionError,
        connect_errors=(transport.ConnectError, transport.ConnectTimeout),
    )


def _transport(module: ModuleType) -> ModuleType:
    """Return the HTTP library that an SDK is built on: httpx, or its successor in the SDK's newer versions."""
    name = type(module.DEFAULT_CONNECTION_LIMITS).__module__.partition(".")[0]
    return importlib.import_module(name)
