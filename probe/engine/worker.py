"""A worker of bulk work: a script (see probe/workers/child.py), or an actor on a cluster (probe/engines/cluster.py)."""

import asyncio
import pickle
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from probe.workers.child import ParentLink


class ChunkServer:
    """Owns a resource, and one event loop for all chunks: an open resource belongs to the loop that opened it."""

    def __init__(self) -> None:
        self._runner = asyncio.Runner()
        self._stack = AsyncExitStack()
        self._resources: list[Any] = []

    def answer(self, request: bytes) -> bytes:
        """Return the result of a chunk and the error, one of them None; all pickled. The first opens the resource."""

        # Run the loop in this method: Ray runs a class with a coroutine method in a separate event loop.
        async def run_work(opening: Callable[[], Any], work: Callable[[Any, Any], Awaitable[Any]], chunk: Any) -> Any:
            if not self._resources:
                self._resources.append(await self._stack.enter_async_context(opening()))
            return await work(self._resources[0], chunk)

        result, error = None, None
        try:
            result = self._runner.run(run_work(*pickle.loads(request)))
        except Exception as exception:  # noqa: BLE001 - the process that asked raises it again
            error = exception
        return pickle.dumps((result, error), protocol=pickle.HIGHEST_PROTOCOL)

    def close(self) -> None:
        """Close the resource."""
        self._runner.run(self._stack.aclose())
        self._runner.close()


def serve(link: "ParentLink", settings: dict[str, Any]) -> None:
    """Greet the parent, and answer chunks until the input ends."""
    server = ChunkServer()
    link.send(b"")
    while (request := link.receive()) is not None:
        link.reply(server.answer(request))
    server.close()
