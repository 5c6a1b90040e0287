"""One bias's candidates of one round, let through the cascade no faster than they can be needed."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable

from probe.filters.cascade import Cascade
from probe.values import Candidate, StageOutcome


class CandidateQueue:
    """Runs candidates in order, with at most as many open or passed as are ``wanted``.

    A candidate is begun only if too few of those before it can still pass, so no call is spent on surplus; which ones
    are begun depends on outcomes, not on timing. ``heard`` is told of each outcome as it happens.
    """

    def __init__(
        self, cascade: Cascade, candidates: Iterable[Candidate], wanted: int, heard: Callable[[Candidate], None]
    ) -> None:
        self.wanted = wanted
        self.waiting = deque(candidates)
        self._cascade = cascade
        self._heard = heard
        self._begun = 0
        self._passed = 0
        self._decided: dict[int, Candidate] = {}
        self._twins = cascade.twins()

    async def advance(self) -> None:
        """Run until ``wanted`` candidates passed or none is left; an error ends all that is under way."""
        running: dict[asyncio.Task[Candidate], int] = {}
        try:
            while True:
                while self.waiting and self._passed + len(running) < self.wanted:
                    self._twins.begin(self._begun)
                    task = asyncio.create_task(self._run(self._begun, self.waiting.popleft()))
                    running[task] = self._begun
                    self._begun += 1
                if not running:
                    return
                done, _ = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    self._decided[running.pop(task)] = decided = task.result()
                    self._passed += decided.rejected_by is None
                    self._heard(decided)
        finally:
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)

    async def _run(self, number: int, candidate: Candidate) -> Candidate:
        """Let one candidate through the cascade; it waits behind the free stages for an earlier one that is like it."""
        decided = await self._cascade.run(candidate, lambda passed: self._twins.hold(number, passed))
        self._twins.end(number, decided)
        return decided

    def take_decided(self) -> tuple[Candidate, ...]:
        """Return what was decided since the last call, in the candidates' order."""
        decided = tuple(self._decided[number] for number in sorted(self._decided))
        self._decided.clear()
        self._passed = 0
        return decided


def was_unanswered(candidate: Candidate) -> bool:
    """Whether a model failed to answer for this candidate."""
    ended = candidate.rejected_by
    return ended is not None and ended.outcome is StageOutcome.UNANSWERED
