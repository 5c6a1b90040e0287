"""Concurrent calls: their number per endpoint is limited, and equal calls share one request."""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine

from probe.values import Answer

GROWTH = 0.5
"""What each success adds to the limit. At a steady share p of 429s the limit settles near 2 * GROWTH / p."""


class AdaptiveLimit:
    """Slots for calls to one endpoint: at most ``ceiling``, halved on a 429, growing again with every success.

    The 429s of one burst halve it once: only those of calls that began after the last cut count. Waiting callers are
    served in order of arrival.
    """

    def __init__(self, ceiling: int) -> None:
        self._ceiling = ceiling
        self._limit = float(ceiling)
        self._active = 0
        self._begun_count = 0
        self._last_cut = 0
        self._waiters: deque[asyncio.Future[None]] = deque()

    @property
    def current(self) -> int:
        """The current limit of concurrent calls."""
        return int(self._limit)

    async def acquire(self) -> int:
        """Wait for a slot; return its number, which ``record_busy`` takes."""
        if self._waiters or self._active >= self.current:
            await self._wait()
        else:
            self._active += 1
        self._begun_count += 1
        return self._begun_count

    def release(self) -> None:
        """Release a slot, regardless of the outcome of its call."""
        self._active -= 1
        self._hand_out()

    def record_success(self) -> None:
        """Record an answered call: the limit grows."""
        self._limit = min(float(self._ceiling), self._limit + GROWTH)

    def record_busy(self, slot: int) -> None:
        """Record that the endpoint was busy for the call of ``slot``: the limit halves, once per burst."""
        if slot > self._last_cut:
            self._limit = max(1.0, self._limit / 2)
            self._last_cut = self._begun_count

    async def _wait(self) -> None:
        waiter = asyncio.get_running_loop().create_future()
        self._waiters.append(waiter)
        try:
            await waiter
        except asyncio.CancelledError:
            # Cancelled after it got a slot and before it ran: the slot goes to the next task.
            if waiter.done() and not waiter.cancelled():
                self.release()
            else:
                self._waiters.remove(waiter)
            raise

    def _hand_out(self) -> None:
        while self._waiters and self._active < self.current:
            waiter = self._waiters.popleft()
            if not waiter.done():
                self._active += 1
                waiter.set_result(None)


class Flight:
    """One call in progress: ``waiting`` callers want its answer; ``sent`` means that an attempt has been sent."""

    def __init__(self) -> None:
        self.waiting = 0
        self.sent = False
        self.task: asyncio.Task[Answer] | None = None

    @property
    def is_wanted(self) -> bool:
        """Whether a caller still waits for the answer; otherwise no further attempt is made."""
        return self.waiting > 0


class Flights:
    """The calls in progress, by key."""

    def __init__(self) -> None:
        self._flights: dict[str, Flight] = {}
        self._tasks: set[asyncio.Task[Answer]] = set()

    def is_in_progress(self, key: str) -> bool:
        """Whether the call of ``key`` is in progress."""
        return key in self._flights

    async def join(self, key: str, start: Callable[[Flight], Coroutine[None, None, Answer]]) -> Answer:
        """Return the answer of the call ``key``: join it if it is in progress, else ``start`` it.

        A cancelled caller leaves at once. The call itself is cancelled if its last caller leaves before an attempt was
        sent; the answer of a sent attempt is still received and stored (``drain`` waits for it).
        """
        flight = self._flights.get(key) or self._launch(key, start)
        task = flight.task
        assert task is not None
        flight.waiting += 1
        try:
            # A caller that is cancelled must not cancel the call: others may wait for it, and it may be paid for.
            return await asyncio.shield(task)
        finally:
            flight.waiting -= 1
            if not (flight.is_wanted or flight.sent or task.done()):
                self._forget(key, flight)
                task.cancel()

    async def drain(self) -> None:
        """Wait until all calls in progress have ended."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    def _launch(self, key: str, start: Callable[[Flight], Coroutine[None, None, Answer]]) -> Flight:
        flight = self._flights[key] = Flight()
        flight.task = asyncio.create_task(start(flight))
        self._tasks.add(flight.task)
        flight.task.add_done_callback(lambda task: self._finish(key, flight, task))
        return flight

    def _finish(self, key: str, flight: Flight, task: asyncio.Task[Answer]) -> None:
        self._forget(key, flight)
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # retrieved here, so that asyncio does not warn if no caller is left

    def _forget(self, key: str, flight: Flight) -> None:
        # Another call with this key may have begun since.
        if self._flights.get(key) is flight:
            del self._flights[key]
