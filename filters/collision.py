"""Stage ``collision``: the dilemma does not repeat a known one, of any bias.

Known dilemmas are the seeds, the datasets that the run must not repeat, and every pair accepted so far. Two candidates
that are processed concurrently can also be near-duplicates of each other: the later one waits for the earlier.
"""

import asyncio
from typing import cast

import numpy as np

from probe.filters.stage import Resources, Share, Stage, StageSettings, accept, reject
from probe.ports import Embedder
from probe.similarity import TextIndex, Vector, Vectors, cosine
from probe.values import Candidate, Evidence, StageOutcome, StageResult, pair_id


class CollisionSettings(StageSettings):
    """The highest cosine to a known text (PROBE-SWE, section 4, inter-dilemma collision avoidance)."""

    cosine_at_most: Share = 0.90


class Collision(Stage[CollisionSettings]):
    """Accepts if the unbiased text's cosine to every known unbiased text is at most the limit.

    Candidates of one series (a scenario at several depths) are similar by design and not compared with one another.
    """

    name = "collision"
    form = CollisionSettings
    compares = True
    published_rejections = 79

    def __init__(self, settings: CollisionSettings, resources: Resources) -> None:
        super().__init__(settings, resources)
        self._searches = Searches(resources.existing_texts)

    async def examine(self, candidate: Candidate) -> Candidate:
        """Compare with the known texts, in one matrix product with the candidates that arrive in the meantime."""
        vector = await self._vector(candidate)
        nearest, compared_count = await self._searches.nearest(vector, candidate.series)
        return candidate.with_result(self._result(nearest, compared_count))

    async def settle(self, candidate: Candidate) -> Candidate:
        """Compare with those that were accepted since; remember the candidate if accepted."""
        # Only the texts that were added since `examine`: the earlier ones were compared there.
        vector, known_texts = await self._vector(candidate), self.resources.existing_texts
        result = self._result(
            known_texts.nearest(vector, candidate.series, _compared_count(candidate)), len(known_texts)
        )
        if result.outcome is StageOutcome.REJECTED:
            return candidate.with_result(result)
        assert candidate.programs is not None
        known_id = pair_id(candidate.bias, candidate.texts, candidate.programs)
        self.resources.existing_texts.add(known_id, vector, candidate.series)
        return candidate

    def watch(self) -> "NearDuplicates":
        """Return what avoids paying for near-duplicates in one queue."""
        return NearDuplicates(self.settings, self.resources.open_embedder())

    async def _vector(self, candidate: Candidate) -> Vector:
        vectors: Vectors = await self.resources.open_embedder().embed([candidate.texts.unbiased])
        first: Vector = vectors[0]
        return first

    def _result(self, nearest: tuple[str, float] | None, compared_count: int) -> StageResult:
        limit = self.settings.cosine_at_most
        if nearest is None:
            return accept(self.name, "there is no known text yet", limit=limit, compared_with=0)
        label, similarity = nearest
        evidence: dict[str, object] = {
            "nearest": label,
            "cosine": round(similarity, 6),
            "limit": limit,
            "compared_with": compared_count,
        }
        if similarity > limit:
            return reject(self.name, f"cosine {similarity:.4f} to {label}, a known text", **evidence)
        return accept(self.name, f"the nearest known text, {label}, has cosine {similarity:.4f}", **evidence)

    @classmethod
    def near_miss(cls, evidence: Evidence) -> str:
        """Return by how much the cosine is above the limit."""
        value, limit = evidence.get("cosine"), evidence.get("limit")
        if not isinstance(value, (int, float)) or not isinstance(limit, (int, float)):
            return ""
        return f"cosine {value:.3f}, {value - limit:.3f} above {limit}"


def _compared_count(candidate: Candidate) -> int:
    """Return with how many known texts this stage has compared the candidate already."""
    earlier_results = (result for result in reversed(candidate.results) if result.stage == Collision.name)
    compared_count = next((result.evidence.get("compared_with") for result in earlier_results), 0)
    return compared_count if isinstance(compared_count, int) else 0


class Searches:
    """Searches in one index: those that are requested while a product is computed share the next product."""

    def __init__(self, index: TextIndex) -> None:
        self._known = index
        self._waiting: list[tuple[Vector, str | None, asyncio.Future[tuple[tuple[str, float] | None, int]]]] = []
        self._searching: asyncio.Task[None] | None = None

    async def nearest(self, vector: Vector, series: str | None) -> tuple[tuple[str, float] | None, int]:
        """Return the nearest known text, and how many were compared."""
        future: asyncio.Future[tuple[tuple[str, float] | None, int]] = asyncio.get_running_loop().create_future()
        self._waiting.append((vector, series, future))
        if self._searching is None or self._searching.done():
            self._searching = asyncio.create_task(self._search())
        return await future

    async def _search(self) -> None:
        while self._waiting:
            vectors, series, futures = zip(*self._waiting, strict=True)
            self._waiting.clear()
            compared_count = len(self._known)
            try:
                neighbours = await asyncio.to_thread(self._known.nearest_of_each, np.stack(vectors), series)
            except Exception as error:  # noqa: BLE001 - raised where the result is awaited
                for future in futures:
                    if not future.done():
                        future.set_exception(error)
                continue
            for future, nearest in zip(futures, neighbours, strict=True):
                if not future.done():  # its candidate was cancelled
                    future.set_result((nearest, compared_count))


class NearDuplicates:
    """Near-duplicates among the candidates of one queue: the later one waits, and is rejected if the earlier passes.

    The outcome of a candidate depends only on the outcomes of earlier candidates, never on timing.
    """

    def __init__(self, settings: CollisionSettings, embedder: Embedder) -> None:
        self._limit = settings.cosine_at_most
        self._embedder = embedder
        self._vectors: dict[int, asyncio.Future[Vector | None]] = {}
        self._outcomes: dict[int, asyncio.Future[Candidate]] = {}

    def begin(self, number: int) -> None:
        """Record that candidate ``number`` has started."""
        loop = asyncio.get_running_loop()
        self._vectors[number], self._outcomes[number] = loop.create_future(), loop.create_future()

    def end(self, number: int, candidate: Candidate) -> None:
        """Record the outcome of candidate ``number``, so that candidates waiting for it continue."""
        if not self._vectors[number].done():
            self._vectors[number].set_result(None)
        self._outcomes[number].set_result(candidate)

    async def hold(self, number: int, stage: str, candidate: Candidate) -> Candidate:
        """Wait, after stage ``collision``, until no earlier candidate can collide with this one.

        Return it, rejected if an earlier one that passed collides. A replacement keeps the number of the candidate.
        Later candidates are compared with both of them.
        """
        if stage != Collision.name:
            return candidate
        vector = await self._vector(candidate)
        if not self._vectors[number].done():
            self._vectors[number].set_result(vector)
        for earlier_number in range(number):
            earlier_vector = await self._vectors[earlier_number]
            # An earlier candidate that left before this stage has no vector and cannot collide.
            if earlier_vector is None or cosine(vector, earlier_vector) <= self._limit:
                continue
            # Only now: waiting for every earlier candidate would make the queue sequential.
            outcome = await self._outcomes[earlier_number]
            if outcome.rejected_by is None and not _of_one_series(candidate, outcome):
                similarity = cosine(vector, await self._vector(outcome))
                if similarity > self._limit:
                    return candidate.with_result(self._collides(outcome, similarity))
            if outcome.unanswered:
                reason = f"it is a near-duplicate of {_position_text(outcome)}, which was not answered"
                return candidate.with_result(
                    StageResult(stage=Collision.name, outcome=StageOutcome.UNANSWERED, reason=reason)
                )
        return candidate

    async def _vector(self, candidate: Candidate) -> Vector:
        (vector,) = await self._embedder.embed([candidate.texts.unbiased])
        return cast(Vector, vector)

    def _collides(self, earlier_candidate: Candidate, similarity: float) -> StageResult:
        evidence = {"cosine": round(similarity, 6), "limit": self._limit, "nearest": _position_text(earlier_candidate)}
        return reject(
            Collision.name, f"cosine {similarity:.4f} to {_position_text(earlier_candidate)}, which passed", **evidence
        )


def _of_one_series(first: Candidate, second: Candidate) -> bool:
    """Return whether both are the same scenario at different depths, which are similar by design."""
    return first.series is not None and first.series == second.series


def _position_text(candidate: Candidate) -> str:
    return f"candidate {candidate.position + 1} of expansion {candidate.expansion + 1} by {candidate.author}"


STAGE = Collision
