"""What a client sends to an address and takes from it: no header of another account, no redirect, no endless body."""

import os
from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from types import ModuleType
from typing import Any

LARGEST_BODY = 16 * 2**20
"""The largest body of a response, in bytes after decompression; the longest answers have a few hundred kilobytes."""
MAX_PARTS = 2**14
"""The most parts in the body of a response: in parts of a few bytes, 16 MiB would take minutes."""
CUSTOM_HEADERS = ("OPENAI_CUSTOM_HEADERS", "GROQ_CUSTOM_HEADERS", "ANTHROPIC_CUSTOM_HEADERS")
"""Variables from which the SDKs take headers for every address, one ``Name: value`` per line."""
ACCOUNT = (
    "OPENAI_ORG_ID",
    "OPENAI_PROJECT_ID",
    "OPENAI_ADMIN_KEY",
    "OPENAI_WEBHOOK_SECRET",
    "ANTHROPIC_AUTH_TOKEN",
    "ANTHROPIC_WEBHOOK_SIGNING_KEY",
)
"""Further variables that the SDKs read by themselves."""

Hook = Callable[[Any], Awaitable[None]]


class TooLargeError(Exception):
    """A response is larger than ``LARGEST_BODY``."""


def custom_header_values(environment: Mapping[str, str]) -> Iterator[str]:
    """Yield the values of all custom headers, in full and without their scheme: either may be a key."""
    for variable in CUSTOM_HEADERS:
        for line in environment.get(variable, "").splitlines():
            value = line.partition(":")[2].strip()
            yield value
            yield value.rpartition(" ")[2]


@contextmanager
def hidden_account(*, provider_address: bool) -> Iterator[None]:
    """Hide an account from an SDK that opens a client for another address than its provider's.

    The SDKs read these variables themselves, whatever the address, and have no argument that prevents it.
    """
    names = () if provider_address else (*CUSTOM_HEADERS, *ACCOUNT)
    hidden_variables = {name: os.environ.pop(name) for name in names if name in os.environ}
    try:
        yield
    finally:
        os.environ.update(hidden_variables)


def _excess(part_count: int, size: int) -> str | None:
    """Return which limit a body of ``part_count`` parts and ``size`` bytes exceeds, None if it exceeds neither."""
    if size > LARGEST_BODY:
        return f"the response is larger than {LARGEST_BODY // 2**20} MiB"
    return f"the response comes in more than {MAX_PARTS} parts" if part_count > MAX_PARTS else None


def limit_body(transport: ModuleType) -> Hook:
    """Return a hook that makes the client read a response's body in parts, and no more than ``LARGEST_BODY``.

    The file with a batch's results is not bounded: it is written to disk as it comes.
    """

    class TooLarge(transport.ReadError, TooLargeError):  # type: ignore[misc, name-defined]
        """An error of the transport, which the SDK turns into one of its own."""

    class LimitedStream(transport.AsyncByteStream):  # type: ignore[misc, name-defined]
        """The parts of a body, which end in an error where they exceed a limit."""

        def __init__(self, parts: AsyncIterable[bytes], source: Any, *, limited: bool) -> None:
            self._parts = parts
            self._source = source
            self._limited = limited

        async def __aiter__(self) -> AsyncIterator[bytes]:
            part_count = size = 0
            async for part in self._parts:
                part_count, size = part_count + 1, size + len(part)
                if self._limited and (excess := _excess(part_count, size)):
                    raise TooLarge(excess)
                yield part

        async def aclose(self) -> None:
            await self._source.aclose()

    async def hook(response: Any) -> None:
        is_file = response.request.url.path.endswith(("/content", "/results"))
        # An error in place of a file is a response like any other.
        is_limited = not (is_file and response.is_success)
        # Limited before and after decompression: a small body may unpack to a huge or endless one.
        packed_stream = LimitedStream(response.stream, response.stream, limited=is_limited)
        unread_response = transport.Response(response.status_code, headers=response.headers, stream=packed_stream)
        response.stream = LimitedStream(unread_response.aiter_bytes(), unread_response, limited=is_limited)
        # The body is already unpacked, so the SDK must not unpack or measure it by these headers.
        for name in ("content-encoding", "content-length"):
            if name in response.headers:
                del response.headers[name]

    return hook
