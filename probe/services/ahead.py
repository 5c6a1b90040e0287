"""Expansions, asked for one round ahead where they are certain to be needed."""

import asyncio
from collections.abc import Sequence

from probe.ports import Author, Embedder
from probe.values import Bias, Candidate


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
        """Give up what was begun and is not wanted any more."""
        for task in self._begun.values():
            task.cancel()
        await asyncio.gather(*self._begun.values(), return_exceptions=True)

    def _written(self, task: asyncio.Task[list[Candidate]], needed: int) -> None:
        if task.cancelled() or task.exception():
            return  # whoever takes the expansion hears of it
        self._embedder.foresee([text for candidate in task.result()[:needed] for _, text in candidate.texts if text])


async def _written(bias: Bias, expansion: int, authors: Sequence[Author]) -> list[Candidate]:
    written = await asyncio.gather(*(author.expand(bias, expansion) for author in authors))
    return sorted((candidate for batch in written for candidate in batch), key=lambda one: one.position)
