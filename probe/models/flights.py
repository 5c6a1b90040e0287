"""Equal calls made at the same time are one call; a caller that goes away does not take a paid answer with it."""

import asyncio
from collections.abc import Callable, Coroutine

from probe.values import Answer


class Flight:
    """One call under way: ``waiting`` callers want its answer, ``sent`` tells that an attempt is out on the wire."""

    def __init__(self) -> None:
        self.waiting = 0
        self.sent = False
        self.task: asyncio.Task[Answer] | None = None

    @property
    def wanted(self) -> bool:
        """Whether anybody still waits for the answer; where nobody does, no further attempt is made."""
        return self.waiting > 0


class Flights:
    """The calls under way, by key."""

    def __init__(self) -> None:
        self._under_way: dict[str, Flight] = {}
        self._tasks: set[asyncio.Task[Answer]] = set()

    def under_way(self, key: str) -> bool:
        """Whether the call of ``key`` is being made now."""
        return key in self._under_way

    async def join(self, key: str, start: Callable[[Flight], Coroutine[None, None, Answer]]) -> Answer:
        """Return the answer of the call ``key``: join it where it is under way, else ``start`` it.

        A cancelled caller leaves at once. The call itself is cancelled when its last caller leaves before an attempt
        was sent; what is out already comes back and is stored (``drain`` waits for it).
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
        """Wait until everything that is under way has ended."""
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
            task.exception()  # seen here, so that asyncio does not complain where no caller is left

    def _forget(self, key: str, flight: Flight) -> None:
        if self._under_way.get(key) is flight:
            del self._under_way[key]
