"""Candidates of one round that are like each other: the later one waits for the earlier, and falls if that passes."""

import asyncio

from probe.filters.settings import CollisionSettings
from probe.filters.stage import reject
from probe.ports import Embedder
from probe.similarity import Vector, cosine
from probe.values import Candidate, StageOutcome, StageResult

STAGE = "collision"


class Twins:
    """Looks for collisions among candidates that are under way together, so that no more than one of them is paid for.

    Candidates are numbered in their order, and one may be held once all before it have begun. What becomes of it
    depends on the outcomes of those before it alone, never on timing.
    """

    def __init__(self, settings: CollisionSettings, embedder: Embedder) -> None:
        self._limit = settings.cosine_at_most
        self._embedder = embedder
        self._vectors: dict[int, asyncio.Future[Vector | None]] = {}
        self._outcomes: dict[int, asyncio.Future[Candidate]] = {}

    def begin(self, number: int) -> None:
        """Note that candidate ``number`` is on its way."""
        loop = asyncio.get_running_loop()
        self._vectors[number], self._outcomes[number] = loop.create_future(), loop.create_future()

    def end(self, number: int, candidate: Candidate) -> None:
        """Note what became of candidate ``number``: those that wait for it go on."""
        if not self._vectors[number].done():
            self._vectors[number].set_result(None)
        self._outcomes[number].set_result(candidate)

    async def hold(self, number: int, candidate: Candidate) -> Candidate:
        """Return the candidate when no earlier one can collide with it; rejected where one that passed does."""
        (vector,) = await self._embedder.embed([candidate.texts.unbiased])
        self._vectors[number].set_result(vector)
        for earlier in range(number):
            other = await self._vectors[earlier]
            if other is None or (likeness := cosine(vector, other)) <= self._limit:
                continue
            outcome = await self._outcomes[earlier]
            if outcome.rejected_by is None and not _of_one_series(candidate, outcome):
                return candidate.after(self._collides(outcome, likeness))
            if outcome.rejected_by and outcome.rejected_by.outcome is StageOutcome.UNANSWERED:
                return candidate.after(_left(outcome))
        return candidate

    def _collides(self, other: Candidate, likeness: float) -> StageResult:
        evidence = {"cosine": round(likeness, 6), "limit": self._limit, "nearest": _place(other)}
        return reject(STAGE, f"cosine {likeness:.4f} to {_place(other)}, which passed", **evidence)


def _of_one_series(first: Candidate, second: Candidate) -> bool:
    """Return whether both are one scenario at several depths: made to be alike."""
    return first.series is not None and first.series == second.series


def _left(other: Candidate) -> StageResult:
    reason = f"it is like {_place(other)}, which was not answered"
    return StageResult(stage=STAGE, outcome=StageOutcome.UNANSWERED, reason=reason)


def _place(candidate: Candidate) -> str:
    return f"candidate {candidate.position + 1} of expansion {candidate.expansion + 1} by {candidate.author}"
