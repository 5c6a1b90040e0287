"""Keep a generation fast without unnecessary calls.

Expansions are requested one round ahead if they are certain to be needed, and the cascade runs no more candidates than
can be accepted.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from probe.filters.cascade import Cascade
from probe.ports import Author, Embedder
from probe.values import Bias, Candidate, StageOutcome


class Expansions:
    """The authors' expansions by bias and round, requested early or when they are taken.

    Requesting early saves only time: an expansion is identified by its number, and it is begun early only if it is
    certain to be taken later. The same holds for the vectors of its first candidates.
    """

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._begun: dict[tuple[Bias, int], asyncio.Task[list[Candidate]]] = {}

    def begin(self, bias: Bias, expansion: int, authors: Sequence[Author], *, needed: int) -> None:
        """Request an expansion, and compute the vectors of its first ``needed`` candidates when it arrives."""
        task = self._begun[bias, expansion] = asyncio.create_task(_written(bias, expansion, authors))
        task.add_done_callback(lambda done: self._written(done, needed))

    async def take(self, bias: Bias, expansion: int, authors: Sequence[Author]) -> list[Candidate]:
        """Return the candidates of ``authors``, ordered by position, then by author."""
        begun = self._begun.pop((bias, expansion), None)
        return await (begun or _written(bias, expansion, authors))

    async def close(self) -> None:
        """Cancel expansions that were begun and are no longer needed."""
        for task in self._begun.values():
            task.cancel()
        await asyncio.gather(*self._begun.values(), return_exceptions=True)

    def _written(self, task: asyncio.Task[list[Candidate]], needed: int) -> None:
        if task.cancelled() or task.exception():
            return  # take() raises it
        self._embedder.foresee([text for candidate in task.result()[:needed] for _, text in candidate.texts if text])


async def _written(bias: Bias, expansion: int, authors: Sequence[Author]) -> list[Candidate]:
    written = await asyncio.gather(*(author.expand(bias, expansion) for author in authors))
    return sorted((candidate for batch in written for candidate in batch), key=lambda one: one.position)


class CandidateQueue:
    """Runs one bias's candidates of one round in order, with at most ``wanted`` of them running or passed.

    A candidate is begun only if too few earlier ones can still pass, so no call is spent on surplus. Which ones are
    begun depends on outcomes, not on timing. ``listener`` receives each outcome as it happens.
    """

    def __init__(
        self, cascade: Cascade, candidates: Iterable[Candidate], wanted: int, listener: Callable[[Candidate], None]
    ) -> None:
        self.wanted = wanted
        self.waiting = deque(candidates)
        self._cascade = cascade
        self._listener = listener
        self._begun = 0
        self._passed = 0
        self._decided: dict[int, Candidate] = {}
        self._flight = cascade.flight()

    async def advance(self) -> None:
        """Run until ``wanted`` candidates passed or none is left; an error cancels all running candidates."""
        running: dict[asyncio.Task[Candidate], int] = {}
        try:
            while True:
                while self.waiting and self._passed + len(running) < self.wanted:
                    self._flight.begin(self._begun)
                    task = asyncio.create_task(self._run(self._begun, self.waiting.popleft()))
                    running[task] = self._begun
                    self._begun += 1
                if not running:
                    return
                done, _ = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    self._decided[running.pop(task)] = decided = task.result()
                    self._passed += decided.rejected_by is None
                    self._listener(decided)
        finally:
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)

    async def _run(self, number: int, candidate: Candidate) -> Candidate:
        """Run one candidate through the cascade; a near-duplicate waits for the earlier one before it makes a call."""
        decided = await self._cascade.run(candidate, partial(self._flight.hold, number))
        self._flight.end(number, decided)
        return decided

    def take_decided(self) -> tuple[Candidate, ...]:
        """Return the candidates decided since the last call, in their order."""
        decided = tuple(self._decided[number] for number in sorted(self._decided))
        self._decided.clear()
        self._passed = 0
        return decided


def was_unanswered(candidate: Candidate) -> bool:
    """Whether a model failed to answer for this candidate."""
    ended = candidate.rejected_by
    return ended is not None and ended.outcome is StageOutcome.UNANSWERED
