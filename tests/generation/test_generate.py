"""The loop of generation: order, rounds, surplus, and why it ends."""

import asyncio
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import cast

import numpy as np
import pytest
from numpy.typing import NDArray

from probe.errors import BudgetError
from probe.filters.cascade import Cascade, Hold
from probe.filters.collision import Collision, CollisionSettings, NearDuplicates
from probe.filters.stage import Resources, accept, reject
from probe.generation.command import GenerateSettings
from probe.generation.progress import Generation, Widening
from probe.generation.rounds import Generator
from probe.generation.writing import yields
from probe.ports import CandidateStore, Oracle
from probe.prompts import Prompts
from probe.store import open_run, read_run
from probe.values import (
    Bias,
    Candidate,
    CandidateState,
    Corpus,
    Option,
    Profile,
    Programs,
    StageOutcome,
    StageResult,
    Texts,
)

TWO_BIASES = (Bias.ANCHORING, Bias.FRAMING)
ResultOf = Callable[[Candidate], StageResult]


class Author:
    """Writes five numbered pairs per expansion until none are left."""

    def __init__(self, name: str = "author", last_expansion: int = 100) -> None:
        self.name = name
        self._last = last_expansion

    async def expand(self, bias: Bias, expansion: int) -> Sequence[Candidate]:
        await asyncio.sleep(random.random() / 500)
        return [
            Candidate(
                bias=bias,
                author=self.name,
                expansion=expansion,
                position=position,
                texts=Texts(unbiased=f"{self.name} {bias} {min(expansion, self._last)} {position}", biased="b"),
            )
            for position in range(5)
        ]

    async def replacement(self, candidate: Candidate) -> Candidate | None:
        return None


class Embedder:
    """Gives every text a direction of its own, so that none collides unless it says ``twin``."""

    name = "directions"

    async def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        seeds = [7 if "twin" in text else abs(hash(text)) % 2**32 for text in texts]
        rows = [np.random.default_rng(seed).normal(size=64) for seed in seeds]
        vectors = np.array(rows, dtype=np.float32).reshape(len(rows), 64)
        return cast(NDArray[np.float32], vectors / np.linalg.norm(vectors, axis=1, keepdims=True))

    def prefetch(self, texts: Sequence[str]) -> None:
        """Nothing is computed before it is asked for."""


class OneStage:
    """A cascade of one stage, whose results a function gives after a random delay."""

    def __init__(self, result_of: ResultOf, collision: Collision) -> None:
        self._result_of = result_of
        self._collision = collision

    def near_duplicates(self) -> NearDuplicates:
        return self._collision.watch()

    async def run(self, candidate: Candidate, hold: Hold | None = None) -> Candidate:
        if hold:
            candidate = await hold("collision", candidate)
            if candidate.rejected_by:
                return candidate
        await asyncio.sleep(random.random() / 500)
        programs = Programs(axioms="", unbiased=candidate.texts.unbiased, biased="")
        return candidate.after(self._result_of(candidate), programs=programs, correct_option=Option.A)

    async def settle(self, candidate: Candidate) -> Candidate:
        return await self._collision.settle(candidate)


class Store:
    """Remembers the last state of every candidate."""

    def __init__(self) -> None:
        self.states: dict[tuple[str, str, int, int], CandidateState] = {}

    def keep_candidate(self, candidate: Candidate, state: CandidateState) -> None:
        self.states[candidate.bias, candidate.author, candidate.expansion, candidate.position] = state


async def run_generator(
    result_of: ResultOf,
    *authors: Author,
    per_bias: int = 7,
    keep_trying: bool = False,
    store: CandidateStore | None = None,
    widening: Widening | None = None,
) -> tuple[Generation, Store]:
    used_store, embedder = Store(), Embedder()
    resources = Resources(
        Profile.STRICT, cast(Prompts, None), cast(Corpus, None), lambda: cast(Oracle, None), lambda: embedder
    )
    cascade = OneStage(result_of, Collision(CollisionSettings(cosine_at_most=0.9), resources))
    generator = Generator(
        GenerateSettings(per_bias=per_bias, biases=TWO_BIASES, keep_trying=keep_trying),
        authors or (Author(),),
        cascade=cast(Cascade, cascade),
        embedder=embedder,
        store=store or used_store,
        widening=widening,
    )
    return await generator.run(), used_store


def accept_all(candidate: Candidate) -> StageResult:
    return accept("template", "")


def unanswered_at(expansion: int, position: int) -> ResultOf:
    """Accept all but one candidate, whose model never answers."""

    def result_of(candidate: Candidate) -> StageResult:
        if (candidate.expansion, candidate.position) == (expansion, position):
            return StageResult(stage="decision", outcome=StageOutcome.UNANSWERED, reason="no answer")
        return accept_all(candidate)

    return result_of


def positions(generation: Generation, bias: Bias) -> list[tuple[int, int]]:
    return [(pair.expansion, pair.position) for pair in generation.accepted if pair.bias is bias]


async def test_exactly_n_pairs_per_bias_in_order() -> None:
    generation, store = await run_generator(accept_all)
    assert generation.ended is None
    for bias in TWO_BIASES:
        assert positions(generation, bias) == [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (1, 0), (1, 1)]
    assert store.states["framing effect", "author", 1, 2] is CandidateState.SURPLUS


async def test_acceptance_does_not_depend_on_timing() -> None:
    """Random delays everywhere; the same pairs in the same order."""

    def result_of(candidate: Candidate) -> StageResult:
        return (reject if candidate.position in (1, 3) else accept)("template", "")

    runs = [await run_generator(result_of) for _ in range(5)]
    orders = {tuple((pair.bias, pair.expansion, pair.position) for pair in run.accepted) for run, _ in runs}
    assert len(orders) == 1
    assert len({tuple(sorted((key, state.value) for key, state in store.states.items())) for _, store in runs}) == 1


async def test_a_collision_between_biases_is_seen_when_a_pair_is_accepted() -> None:
    """Both pass the cascade at once; the second in the order of biases is rejected, and the next takes its place."""

    class Twins(Author):
        async def expand(self, bias: Bias, expansion: int) -> Sequence[Candidate]:
            candidates = list(await super().expand(bias, expansion))
            texts = Texts(unbiased=f"twin of {bias}", biased="b")
            candidates[0] = candidates[0].model_copy(update={"texts": texts})
            return candidates

    generation, store = await run_generator(accept_all, Twins(), per_bias=2)
    assert positions(generation, Bias.ANCHORING) == [(0, 0), (0, 1)]
    assert positions(generation, Bias.FRAMING) == [(0, 1), (0, 2)]
    assert store.states["framing effect", "author", 0, 0] is CandidateState.REJECTED


class Replacing(Author):
    """Replaces a rejected pair twice; some of its pairs are nearly the same, also across biases."""

    async def expand(self, bias: Bias, expansion: int) -> Sequence[Candidate]:
        return [self._similar_candidate(candidate) for candidate in await super().expand(bias, expansion)]

    async def replacement(self, candidate: Candidate) -> Candidate | None:
        await asyncio.sleep(random.random() / 500)
        position = candidate.position + 5
        texts = Texts(unbiased=f"{candidate.bias} {candidate.expansion} {position}", biased="b")
        other_candidate = candidate.model_copy(
            update={"position": position, "texts": texts, "results": (), "programs": None}
        )
        return self._similar_candidate(other_candidate) if position < 15 else None

    def _similar_candidate(self, candidate: Candidate) -> Candidate:
        if candidate.position % 4:
            return candidate
        return candidate.model_copy(update={"texts": Texts(unbiased=f"twin {candidate.texts.unbiased}", biased="b")})


async def test_what_replaces_a_rejected_candidate_has_its_place() -> None:
    """Positions 0, 4 and 8 are near-duplicates; 1 is rejected, and so is 6, which replaces it; 3 ends for good."""

    def result_of(candidate: Candidate) -> StageResult:
        return (reject if candidate.position in (1, 6, 3, 8, 13) else accept)("template", "")

    runs = [
        await run_generator(result_of, Replacing(), per_bias=6, widening=widening)
        for widening in (None, None, Widening(1.0, 5))
    ]
    for generation, store in runs:
        assert positions(generation, Bias.ANCHORING) == [(0, 0), (0, 11), (0, 2), (0, 9), (1, 5), (1, 11)]
        assert positions(generation, Bias.FRAMING) == [(0, 5), (0, 11), (0, 2), (0, 9), (1, 5), (1, 11)]
        assert store.states["framing effect", "author", 0, 0] is CandidateState.REJECTED
        progress = generation.progress
        total = progress.accepted + progress.surplus
        for (bias, _), number in progress.rejected.items():
            total[bias] += number
        assert total == progress.offered


async def test_a_round_without_anything_new_ends_the_run() -> None:
    generation, store = await run_generator(accept_all, Author(last_expansion=0))
    assert generation.ended
    assert len(generation.accepted) == 10
    assert store.states["framing effect", "author", 1, 0] is CandidateState.REPEATED


async def test_a_hopeless_author_is_stopped_after_ten_expansions() -> None:
    def result_of(candidate: Candidate) -> StageResult:
        return reject("template", "")

    generation, _ = await run_generator(result_of)
    assert generation.progress.offered[Bias.FRAMING] == 50
    assert any(Bias.FRAMING.value in notice for notice in generation.progress.notices)


async def test_acceptance_stops_before_an_unanswered_candidate() -> None:
    """So that a retry gives the same dataset as an immediate answer."""
    generation, _ = await run_generator(unanswered_at(0, 2))
    assert generation.ended
    assert positions(generation, Bias.ANCHORING) == [(0, 0), (0, 1)]


async def test_a_pair_whose_model_never_answered_is_unanswered_and_asked_again_on_resume(tmp_path: Path) -> None:
    """It is kept as unanswered, never as rejected, and the same command then gives the undisturbed run's pairs."""

    def states() -> dict[tuple[int, int], CandidateState]:
        with read_run(tmp_path) as store:
            return {
                (candidate.expansion, candidate.position): state
                for candidate, state in store.candidates()
                if candidate.bias is Bias.FRAMING
            }

    with open_run(tmp_path, {"kind": "test"}) as store:
        stopped_generation, _ = await run_generator(unanswered_at(0, 2), store=store)
    assert states()[0, 2] is CandidateState.UNANSWERED
    assert (stopped_generation.progress.unanswered[Bias.FRAMING], stopped_generation.progress.rejected.total()) == (
        1,
        0,
    )
    with open_run(tmp_path, {"kind": "test"}) as store:
        resumed_generation, _ = await run_generator(accept_all, store=store)
    assert states()[0, 2] is CandidateState.ACCEPTED
    assert resumed_generation.accepted == (await run_generator(accept_all))[0].accepted


async def test_a_spent_budget_ends_the_run_and_keeps_what_is_there() -> None:
    def result_of(candidate: Candidate) -> StageResult:
        if candidate.expansion == 1:
            raise BudgetError("REASON")
        return accept_all(candidate)

    generation, _ = await run_generator(result_of)
    assert generation.ended == "REASON"
    assert len(generation.accepted) == 10


async def test_two_authors_take_turns() -> None:
    generation, _ = await run_generator(accept_all, Author("one"), Author("two"), per_bias=4)
    authors = [pair.author for pair in generation.accepted if pair.bias is Bias.FRAMING]
    assert authors == ["one", "two", "one", "two"]


async def test_a_defect_is_not_swallowed() -> None:
    """Only what stops a run on purpose ends it quietly."""

    def result_of(candidate: Candidate) -> StageResult:
        raise ZeroDivisionError

    with pytest.raises(ExceptionGroup) as error:
        await run_generator(result_of)
    assert error.group_contains(ZeroDivisionError)


async def test_an_interruption_gives_back_what_was_accepted() -> None:
    """So that it can be saved; a cancellation that no caller requested is a defect, not an interruption."""
    start_event = asyncio.Event()

    class Slow(Author):
        async def expand(self, bias: Bias, expansion: int) -> Sequence[Candidate]:
            if expansion == 1:
                start_event.set()
                await asyncio.sleep(60)
            return await super().expand(bias, expansion)

    task = asyncio.create_task(run_generator(accept_all, Slow()))
    await start_event.wait()
    await asyncio.sleep(0.05)
    task.cancel()
    generation, _ = await task
    assert generation.interrupted
    assert len(generation.accepted) == 10
    assert len(asyncio.all_tasks()) == 1

    class BrokenAuthor(Author):
        async def expand(self, bias: Bias, expansion: int) -> Sequence[Candidate]:
            raise asyncio.CancelledError

    with pytest.raises((asyncio.CancelledError, BaseExceptionGroup)):
        await run_generator(accept_all, BrokenAuthor())


async def test_yields_account_for_every_offered_candidate() -> None:
    def result_of(candidate: Candidate) -> StageResult:
        return (reject if candidate.position == 1 else accept)("template", "")

    generation, _ = await run_generator(result_of, Author("one"), Author("two"))
    progress = generation.progress
    for bias in TWO_BIASES:
        rejections = sum(number for (rejected_bias, _), number in progress.rejected.items() if rejected_bias is bias)
        assert progress.offered[bias] == progress.accepted[bias] + rejections + progress.surplus[bias]
    counts = yields(progress)
    assert counts["by_author"] == {
        "one": {"accepted": 8, "of": 10, "yield": 0.8},
        "two": {"accepted": 6, "of": 10, "yield": 0.6},
    }
