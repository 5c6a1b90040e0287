"""Limit the concurrent calls to one endpoint: up to a ceiling, halved when the endpoint is busy."""

import asyncio
from collections import deque

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
        self._begun = 0
        self._last_cut = 0
        self._waiting: deque[asyncio.Future[None]] = deque()

    @property
    def current(self) -> int:
        """The current limit of concurrent calls."""
        return int(self._limit)

    async def acquire(self) -> int:
        """Wait for a slot; return its number, which ``busy`` takes."""
        if self._waiting or self._active >= self.current:
            await self._wait()
        else:
            self._active += 1
        self._begun += 1
        return self._begun

    def release(self) -> None:
        """Release a slot, whatever the outcome of its call."""
        self._active -= 1
        self._hand_out()

    def succeeded(self) -> None:
        """Record an answered call: the limit grows."""
        self._limit = min(float(self._ceiling), self._limit + GROWTH)

    def busy(self, slot: int) -> None:
        """Record that the endpoint was busy for the call of ``slot``: the limit halves, once per burst."""
        if slot > self._last_cut:
            self._limit = max(1.0, self._limit / 2)
            self._last_cut = self._begun

    async def _wait(self) -> None:
        waiter = asyncio.get_running_loop().create_future()
        self._waiting.append(waiter)
        try:
            await waiter
        except asyncio.CancelledError:
            if waiter.done() and not waiter.cancelled():
                self.release()
            else:
                self._waiting.remove(waiter)
            raise

    def _hand_out(self) -> None:
        while self._waiting and self._active < self.current:
            waiter = self._waiting.popleft()
            if not waiter.done():
                self._active += 1
                waiter.set_result(None)
