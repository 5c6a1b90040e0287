"""Where a model answers: the address and key of its provider, and a client for it.

Keys are removed from everything that is shown or stored.
"""

import importlib
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any
from urllib.parse import urlsplit

from probe.errors import InputError, MissingError
from probe.models.providers import all_variants, provider_named
from probe.models.secrets import Secrets
from probe.models.transport import ACCOUNT, custom_header_values, hidden_account, limit_body
from probe.values import ModelSpec

PLACEHOLDER_KEY = "no-key"
"""Sent to a user's own endpoint if no key is set: the SDKs refuse to send none."""


@dataclass(frozen=True)
class Endpoint:
    """An address and its key; show or store only ``url``."""

    provider: str
    sdk: str
    url: str
    key: str = field(repr=False)
    secrets: Secrets

    @property
    def is_provider_address(self) -> bool:
        """Whether this is an address of the SDK's own provider, so that account settings may be sent there.

        Regional addresses are subdomains of it (``eu.api.openai.com``).
        """
        address, maker_address = urlsplit(self.url), urlsplit(provider_named(self.provider).url)
        # With the dots, so that only the host itself and its subdomains match.
        same_host = f".{address.hostname}".endswith(f".{maker_address.hostname}")
        return (
            self.provider == self.sdk
            and address.scheme == maker_address.scheme
            and address.port == maker_address.port
            and same_host
        )


def resolve_endpoint(spec: ModelSpec, base_url: str | None, environment: Mapping[str, str]) -> Endpoint:
    """Return the endpoint of ``spec``: from its option ``base_url``, else the flag, the environment, the default.

    Raise MissingError if the provider's own address is used without a key, InputError if an address is unusable.
    """
    provider = provider_named(spec.provider)
    address = spec.options.get("base_url") or base_url or environment.get(provider.url_variable, "").strip()
    if not address and not provider.url:
        raise MissingError(f"{spec}: no address: set {provider.url_variable}, or give it with --base-url")
    variable = next((name for name in provider.keys if environment.get(name, "").strip()), "")
    key = environment.get(variable, "").strip()
    if not key and not address and provider.needs_key:
        raise MissingError(f"{spec}: no key: set {provider.keys[0]}, or give your own endpoint with --base-url")
    if not (key.isascii() and key.isprintable()):
        raise InputError(f"{variable}: contains characters that are not allowed in a key; set it again")
    return Endpoint(
        provider=spec.provider,
        sdk=provider.sdk,
        # The client appends this part of the path itself.
        url=_checked_url(address or provider.url, environment).removesuffix(provider.own_path),
        key=key or PLACEHOLDER_KEY,
        secrets=known_secrets(environment),
    )


def known_secrets(environment: Mapping[str, str]) -> Secrets:
    """Return every key that the environment has for a provider: none of them may ever be shown or stored."""
    names = {name for provider in all_variants() for name in provider.keys} | set(ACCOUNT)
    return Secrets([*(environment.get(name) for name in names), *custom_header_values(environment)])


def _checked_url(url: str, environment: Mapping[str, str]) -> str:
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        usable = False
    if not usable:
        shown_url = known_secrets(environment).line(url)
        raise InputError(f"base URL {shown_url!r}: write it in full, for example http://localhost:8000/v1")
    # Addresses are stored with every answer, so nothing secret may be part of them.
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise InputError("base URL: leave out user, password and query; keys come from the environment only")
    return url.rstrip("/")


CONNECT_TIMEOUT = 10.0
"""The timeout for opening a connection, in seconds."""


@dataclass(frozen=True)
class Sdk:
    """An open client of either SDK: its call, and the errors to distinguish.

    ``complete`` sends the body of a chat completion and returns the response with its body read but not parsed.
    ``get`` and ``post`` do the same for any path, ``upload`` for a file with this name that contains a batch's calls.
    ``download`` yields the parts of a file with results, of any size.
    ``connect_errors`` are the transport's errors that mean "no connection could be opened".
    """

    complete: Callable[[Mapping[str, Any]], Awaitable[Any]]
    get: Callable[[str], Awaitable[Any]]
    post: Callable[[str, Mapping[str, Any]], Awaitable[Any]]
    upload: Callable[[str, bytes], Awaitable[Any]]
    download: Callable[[str], AsyncIterator[bytes]]
    close: Callable[[], Awaitable[None]]
    any_error: type[Exception]
    status_error: type[Exception]
    timeout_error: type[Exception]
    connection_error: type[Exception]
    connect_errors: tuple[type[Exception], ...]


def open_sdk(endpoint: Endpoint, *, connections: int, timeout: float) -> Sdk:
    """Open a client that keeps up to ``connections`` alive; ``timeout`` is the limit of one read in seconds.

    The SDK is imported here, because the import takes as long as the rest of a command's start.
    """
    module = importlib.import_module(endpoint.sdk)
    client_class = module.AsyncGroq if endpoint.sdk == "groq" else module.AsyncOpenAI
    client = open_client(endpoint, module, client_class, connections=connections, timeout=timeout)
    transport = transport_of(module)
    own_path = provider_named(endpoint.provider).own_path

    async def post(path: str, body: Mapping[str, Any]) -> Any:
        # The SDK's documented call for any path. It skips validating the body against the SDK's types, a third of its
        # work.
        return await client.post(f"{own_path}{path}", cast_to=transport.Response, body=body)

    async def get(path: str) -> Any:
        return await client.get(f"{own_path}{path}", cast_to=transport.Response)

    async def upload(name: str, lines: bytes) -> Any:
        return await client.post(
            f"{own_path}/files",
            cast_to=transport.Response,
            body={"purpose": "batch"},
            files=[("file", (name, lines, "application/jsonl"))],
            options={"headers": {"Content-Type": "multipart/form-data"}},
        )

    return Sdk(
        complete=lambda body: post("/chat/completions", body),
        get=get,
        post=post,
        upload=upload,
        download=lambda file_id: stream_lines(module, client.files.with_streaming_response.content(file_id)),
        close=client.close,
        any_error=module.GroqError if endpoint.sdk == "groq" else module.OpenAIError,
        **errors_of(module),
    )


def open_client(
    endpoint: Endpoint, module: ModuleType, client_class: Callable[..., Any], *, connections: int, timeout: float
) -> Any:
    """Open the asynchronous client of an SDK; its own retries are off: the gateway counts and waits differently."""
    transport = transport_of(module)
    limits = transport.Limits(max_connections=connections, max_keepalive_connections=connections)
    timeouts = module.Timeout(timeout, connect=min(timeout, CONNECT_TIMEOUT))
    http_client = module.DefaultAsyncHttpxClient(
        # A redirect would take the key to an address that the user did not choose.
        limits=limits,
        timeout=timeouts,
        follow_redirects=False,
        event_hooks={"response": [limit_body(transport)]},
    )
    with hidden_account(provider_address=endpoint.is_provider_address):
        return client_class(
            api_key=endpoint.key, base_url=endpoint.url, max_retries=0, timeout=timeouts, http_client=http_client
        )


async def stream_lines(module: ModuleType, response_context: Any) -> AsyncIterator[bytes]:
    """Yield the chunks of a response of any size, which ``response_context`` opens."""
    transport = transport_of(module)
    try:
        async with response_context as response:
            async for chunk in response.iter_bytes():
                yield chunk
    except transport.HTTPError as error:  # the SDK maps errors only until a body begins
        raise module.APIConnectionError(request=error.request) from error


def errors_of(module: ModuleType) -> dict[str, Any]:
    """Return the errors of an SDK and its transport, as ``Sdk`` names them."""
    transport = transport_of(module)
    return {
        "status_error": module.APIStatusError,
        "timeout_error": module.APITimeoutError,
        "connection_error": module.APIConnectionError,
        "connect_errors": (transport.ConnectError, transport.ConnectTimeout),
    }


def transport_of(module: ModuleType) -> ModuleType:
    """Return the HTTP library that an SDK is built on: httpx, or its successor in the SDK's newer versions."""
    name = type(module.DEFAULT_CONNECTION_LIMITS).__module__.partition(".")[0]
    return importlib.import_module(name)
