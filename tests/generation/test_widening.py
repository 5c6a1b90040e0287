"""Rounds that are prepared together, because their calls are sent in batches."""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from probe.filters.stage import accept, reject
from probe.generation.generate import generate
from probe.generation.progress import PUBLISHED_YIELD, Widening
from probe.protocols.dilemmas.reading import read_dilemmas
from probe.values import Bias, Candidate, CandidateState, Profile, StageResult, Texts
from tests.generation.commands import writing
from tests.generation.test_generate import TWO_BIASES, Author, ResultOf, positions, run_generator, unanswered_at
from tests.server.answers import Answers
from tests.server.batches import Batching
from tests.server.chat import ChatServer

WIDENING = Widening(expected=PUBLISHED_YIELD, size=5)


@pytest.mark.parametrize(
    ("counts", "width"),
    [
        ((100, 0, 0, 1), 50),  # at 15 %, 134 expansions of five; at most 50 at once
        ((3, 0, 0, 1), 4),
        ((3, 0, 0, 2), 2),
        ((1, 99, 100, 1), 1),
        ((60, 40, 50, 1), 17),  # the run's own yield counts as soon as it has accepted a pair
    ],
)
def test_as_many_expansions_as_will_probably_do(counts: tuple[int, int, int, int], width: int) -> None:
    assert WIDENING.width(*counts) == width


def of_luck(seed: int, share: float) -> ResultOf:
    def result_of(candidate: Candidate) -> StageResult:
        draw = random.Random(f"{seed} {candidate.bias} {candidate.expansion} {candidate.position}").random()
        return (accept if draw < share else reject)("template", "")

    return result_of


class Alike(Author):
    """Some of its pairs are nearly the same, in one bias and across biases."""

    async def expand(self, bias: Bias, expansion: int) -> Sequence[Candidate]:
        candidates = await super().expand(bias, expansion)
        return [
            candidate.model_copy(update={"texts": Texts(unbiased=f"twin {candidate.texts.unbiased}", biased="b")})
            if (expansion + candidate.position) % 4 == 0
            else candidate
            for candidate in candidates
        ]


@pytest.mark.parametrize("seed", range(8))
async def test_the_same_pairs_are_accepted_in_the_same_order(seed: int) -> None:
    """Whatever passes, and although near-duplicates are checked at the same time."""
    result_of, authors = of_luck(seed, 0.1 + 0.1 * seed), (Alike(), Author("other"))
    narrow_generation, _ = await run_generator(result_of, *authors, per_bias=9)
    wide_generation, store = await run_generator(result_of, *authors, per_bias=9, widening=WIDENING)
    assert wide_generation.accepted_keys == narrow_generation.accepted_keys
    assert wide_generation.end_reason is narrow_generation.end_reason is None
    progress = wide_generation.progress
    total = progress.accepted + progress.surplus + progress.repeated
    for (bias, _), number in progress.rejected.items():
        total[bias] += number
    assert total == progress.offered
    assert len(store.states) == progress.offered.total()


async def test_a_hopeless_author_is_stopped_where_it_would_be() -> None:
    def result_of(candidate: Candidate) -> StageResult:
        return (accept if candidate.author == "good" and candidate.position == 0 else reject)("template", "")

    runs = [
        await run_generator(result_of, Author("good"), Author("bad"), per_bias=14, widening=widening)
        for widening in (None, WIDENING)
    ]
    (narrow_generation, _), (wide_generation, store) = runs
    assert wide_generation.accepted_keys == narrow_generation.accepted_keys
    assert wide_generation.progress.notices == narrow_generation.progress.notices
    assert len(wide_generation.progress.notices) == len(TWO_BIASES)
    assert max(expansion for (_, author, expansion, _) in store.states if author == "bad") == 9


async def test_nothing_is_accepted_after_an_unanswered_candidate() -> None:
    """Candidates prepared beyond the limit are not surplus: the next session may accept them."""
    generation, store = await run_generator(unanswered_at(1, 1), per_bias=12, widening=Widening(expected=0.5, size=5))
    assert "not answered" in str(generation.end_reason)
    assert [positions(generation, bias)[-1] for bias in TWO_BIASES] == [(1, 0), (1, 0)]
    assert CandidateState.SURPLUS not in store.states.values()


async def test_a_batched_generation_takes_few_waves_and_gives_the_same_dataset(
    tmp_path: Path, shared_processes: None
) -> None:
    """Two rounds of expansions and of every stage would take twice as many batches."""

    async def run(model: str, folder: Path, url: str) -> bool:
        command = writing(url, per_bias=4, model=model, profile=Profile.PAPER)
        return (await generate(command, folder)).generation.end_reason is None

    def texts(folder: Path) -> list[Any]:
        return [(pair.unbiased, pair.biased, pair.unbiased_program) for pair in read_dilemmas(folder)]

    batching = Batching(Answers())
    async with ChatServer() as server:
        server.behaviour = batching
        assert await run("openai/m", tmp_path / "single", server.url)
        sessions = 1
        while not await run("openai/m?batch=24h", tmp_path / "batched", server.url):
            sessions += 1
            assert sessions < 30
    assert texts(tmp_path / "batched") == texts(tmp_path / "single")
    assert len(texts(tmp_path / "batched")) == 4
    assert set(batching.sent.values()) == {1}
    assert len(batching.batches) <= 14
