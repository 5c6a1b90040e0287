"""A worker's side: open the resource once, then answer one chunk after another."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from typing import Any, NamedTuple

Opening = Callable[[], AbstractAsyncContextManager[Any]]
"""Opens what a worker owns, such as an oracle: a function of a module, or a partial of one, which workers import."""
Work = Callable[[Any, Any], Awaitable[Any]]
"""Computes the result of a chunk with the open resource. Equal chunks have equal results, whichever worker it is."""


class ChunkOutcome(NamedTuple):
    """What came of a chunk: ``value``, or the ``error`` that was raised."""

    value: Any = None
    error: Exception | None = None

    def result(self) -> Any:
        """Return the value, or raise the error."""
        if self.error is not None:
            raise self.error
        return self.value


class Server:
    """Owns a resource and an event loop, for one worker."""

    def __init__(self, opening: Opening) -> None:
        # One event loop for all chunks, because an open resource belongs to the loop that opened it.
        self._runner = asyncio.Runner()
        self._stack = AsyncExitStack()
        self._opening = opening
        self._resource: Any = None

    def open(self) -> ChunkOutcome:
        """Open the resource; the outcome has no value."""
        opened = self._run(self._stack.enter_async_context(self._opening()))
        self._resource = opened.value
        return ChunkOutcome(error=opened.error)

    def answer(self, work: Work, chunk: Any) -> ChunkOutcome:
        """Return the outcome of one chunk."""
        return self._run(work(self._resource, chunk))

    def close(self) -> None:
        """Close the resource."""
        self._run(self._stack.aclose())
        self._runner.close()

    def _run(self, awaited: Awaitable[Any]) -> ChunkOutcome:
        # A runner takes coroutines only, and work may return any awaitable.
        async def waiting() -> Any:
            return await awaited

        try:
            return ChunkOutcome(self._runner.run(waiting()))
        except Exception as error:  # noqa: BLE001 - the process that asked raises it again
            return ChunkOutcome(error=error)
