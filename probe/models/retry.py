"""When and how often a failed attempt is retried."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from tenacity import AsyncRetrying, RetryCallState, retry_if_exception_type, wait_random_exponential

from probe.models.faults import TransientFault, Trouble
from probe.models.flights import Flight


@dataclass(frozen=True)
class RetryPolicy:
    """How often and how long the gateway retries; attempts are counts, waits are seconds.

    Waits double from ``first_wait`` up to ``longest_wait``, each drawn uniformly from zero to that ("full jitter"), or
    last as long as the server requests, up to ``longest_retry_after``. Twelve attempts take two and a half minutes on
    average, so that a provider's short outage passes. Truncated answers are paid for, so they are retried less often.
    An endpoint that has never answered is given up soon: most likely its address is wrong.
    """

    attempts: int = 12
    truncated_attempts: int = 4
    unreachable_attempts: int = 3
    first_wait: float = 0.5
    longest_wait: float = 60.0
    longest_retry_after: float = 60.0


class Patience:
    """The retries left for one call; ``reached`` returns whether its endpoint has answered before."""

    def __init__(self, policy: RetryPolicy, flight: Flight, *, reached: Callable[[], bool]) -> None:
        self._policy = policy
        self._flight = flight
        self._reached = reached
        self._truncated = 0
        self._backoff = wait_random_exponential(multiplier=policy.first_wait, max=policy.longest_wait)

    def retrying(self) -> AsyncRetrying:
        """Return a loop that retries until an attempt is answered or the limit is reached; it raises the last fault."""
        return AsyncRetrying(
            retry=retry_if_exception_type(TransientFault), stop=self._at_its_end, wait=self._wait, reraise=True
        )

    def _at_its_end(self, state: RetryCallState) -> bool:
        fault = _fault(state)
        if fault.trouble is Trouble.TRUNCATED:
            self._truncated += 1
            if self._truncated >= self._policy.truncated_attempts:
                return True
        unreached = fault.trouble is Trouble.UNREACHABLE and not self._reached()
        attempts = self._policy.unreachable_attempts if unreached else self._policy.attempts
        return state.attempt_number >= attempts or not self._flight.wanted

    def _wait(self, state: RetryCallState) -> float:
        asked = _fault(state).retry_after
        if asked is None:
            return self._backoff(state)
        # Slightly longer than requested, so that the calls of one burst do not return as one burst.
        return min(asked, self._policy.longest_retry_after) + random.uniform(0, self._policy.first_wait)


def _fault(state: RetryCallState) -> TransientFault:
    fault = state.outcome.exception() if state.outcome else None
    assert isinstance(fault, TransientFault)
    return fault
