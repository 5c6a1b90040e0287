"""What keeps a generation fast without paying for anything that is not needed.

Expansions are asked for one round ahead where they are certain to be needed, and candidates go through the cascade no
faster than they can be accepted.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from probe.filters.cascade import Cascade
from probe.ports import Author, Embedder
from probe.values import Bias, Candidate, StageOutcome


class Expansions:
    """What authors write for a bias in one round, begun early or when it is taken.

    Asking early changes nothing but the time it takes: an expansion is known by its number, and only such are begun
    that are taken later in any case. So are the vectors of its first candidates.
    """

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._begun: dict[tuple[Bias, int], asyncio.Task[list[Candidate]]] = {}

    def begin(self, bias: Bias, expansion: int, authors: Sequence[Author], *, needed: int) -> None:
        """Ask for an expansion, and compute the vectors of the first ``needed`` candidates when it is there."""
        task = self._begun[bias, expansion] = asyncio.create_task(_written(bias, expansion, authors))
        task.add_done_callback(lambda done: self._written(done, needed))

    async def take(self, bias: Bias, expansion: int, authors: Sequence[Author]) -> list[Candidate]:
        """Return what ``authors`` write, position by position, authors in their order."""
        begun = self._begun.pop((bias, expansion), None)
        return await (begun or _written(bias, expansion, authors))

    async def close(self) -> None:
        """Cancel what was begun and is not needed any more."""
        for task in self._begun.values():
            task.cancel()
        await asyncio.gather(*self._begun.values(), return_exceptions=True)

    def _written(self, task: asyncio.Task[list[Candidate]], needed: int) -> None:
        if task.cancelled() or task.exception():
            return  # it is raised where the expansion is taken
        self._embedder.foresee([text for candidate in task.result()[:needed] for _, text in candidate.texts if text])


async def _written(bias: Bias, expansion: int, authors: Sequence[Author]) -> list[Candidate]:
    written = await asyncio.gather(*(author.expand(bias, expansion) for author in authors))
    return sorted((candidate for batch in written for candidate in batch), key=lambda one: one.position)


class CandidateQueue:
    """One bias's candidates of one round: runs them in order, with at most as many open or passed as are ``wanted``.

    A candidate is begun only if too few of those before it can still pass, so no call is spent on surplus; which ones
    are begun depends on outcomes, not on timing. ``listener`` gets each outcome as it happens.
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
        """Run until ``wanted`` candidates passed or none is left; an error ends all that is under way."""
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
        """Let one candidate through the cascade; a near-duplicate waits for the earlier one before it costs a call."""
        decided = await self._cascade.run(candidate, partial(self._flight.hold, number))
        self._flight.end(number, decided)
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
