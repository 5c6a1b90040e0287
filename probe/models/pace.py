"""Rate limits of an endpoint: requests and tokens per minute, as providers count them."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import KW_ONLY, dataclass, field

MINUTE = 60.0


@dataclass(eq=False)
class Pace:
    """Spaces the calls to one endpoint evenly, so that no minute has more requests or tokens than allowed.

    ``rpm`` and ``tpm`` are requests and tokens per minute, None for no limit. A call counts with the
    most tokens that its question can have, and is corrected once their number is known.
    """

    rpm: int | None = None
    tpm: int | None = None
    _: KW_ONLY
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    _next_turn: float = field(default=0.0, init=False)
    _held_until: float = field(default=0.0, init=False)

    def __post_init__(self) -> None:
        self._interval = MINUTE / self.rpm if self.rpm else 0.0
        self._per_token = MINUTE / self.tpm if self.tpm else 0.0

    async def wait(self, tokens: int) -> None:
        """Wait for the turn of a call with a question of ``tokens``."""
        # Checked again after each sleep: a longer limit may have been reported in the meantime.
        while (remaining := self._held_until - self.clock()) > 0:
            await self.sleep(remaining)
        if not (self._interval or self._per_token):
            return
        turn = max(self.clock(), self._next_turn)
        # Advanced before the sleep, so that calls that arrive during it take later turns.
        self._next_turn = turn + self._seconds(tokens)
        await self.sleep(turn - self.clock())

    def hold(self, seconds: float) -> bool:
        """Begin no call for ``seconds``; return whether this is longer than the known wait by more than a second."""
        end = self.clock() + seconds
        longer = end > self._held_until + 1
        self._held_until = max(self._held_until, end)
        return longer

    def correct(self, counted_tokens: int, used_tokens: int) -> None:
        """Count ``used_tokens`` for a call that was counted with ``counted_tokens`` before its answer."""
        self._next_turn += self._seconds(used_tokens) - self._seconds(counted_tokens)

    def _seconds(self, tokens: int) -> float:
        return max(self._interval, tokens * self._per_token)
