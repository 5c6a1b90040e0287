"""Equal concurrent calls are one call; a cancelled caller does not lose a paid answer."""

import asyncio
from collections.abc import Callable, Coroutine

from probe.values import Answer


class Flight:
    """One call in progress: ``waiting`` callers want its answer; ``sent`` means that an attempt has been sent."""

    def __init__(self) -> None:
        self.waiting = 0
        self.sent = False
        self.task: asyncio.Task[Answer] | None = None

    @property
    def wanted(self) -> bool:
        """Whether a caller still waits for the answer; otherwise no further attempt is made."""
        return self.waiting > 0


class Flights:
    """The calls in progress, by key."""

    def __init__(self) -> None:
        self._under_way: dict[str, Flight] = {}
        self._tasks: set[asyncio.Task[Answer]] = set()

    def under_way(self, key: str) -> bool:
        """Whether the call of ``key`` is in progress."""
        return key in self._under_way

    async def join(self, key: str, start: Callable[[Flight], Coroutine[None, None, Answer]]) -> Answer:
        """Return the answer of the call ``key``: join it if it is in progress, else ``start`` it.

        A cancelled caller leaves at once. The call itself is cancelled if its last caller leaves before an attempt was
        sent; the answer of a sent attempt is still received and stored (``drain`` waits for it).
        """
        flight = self._under_way.get(key) or self._launch(key, start)
        task = flight.task
        assert task is not None
        flight.waiting += 1
        try:
            return await asyncio.shield(task)
        finally:
            flight.waiting -= 1
            if not (flight.wanted or flight.sent or task.done()):
                self._forget(key, flight)
                task.cancel()

    async def drain(self) -> None:
        """Wait until all calls in progress have ended."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    def _launch(self, key: str, start: Callable[[Flight], Coroutine[None, None, Answer]]) -> Flight:
        flight = self._under_way[key] = Flight()
        flight.task = asyncio.create_task(start(flight))
        self._tasks.add(flight.task)
        flight.task.add_done_callback(lambda task: self._landed(key, flight, task))
        return flight

    def _landed(self, key: str, flight: Flight, task: asyncio.Task[Answer]) -> None:
        self._forget(key, flight)
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # retrieved here, so that asyncio does not warn if no caller is left

    def _forget(self, key: str, flight: Flight) -> None:
        if self._under_way.get(key) is flight:
            del self._under_way[key]
