"""Candidates that are like each other: one is paid for, and which one depends on their order alone."""

import asyncio
from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from probe.filters.collision import CollisionSettings, NearDuplicates
from probe.filters.stage import accept, reject
from probe.values import Bias, Candidate, StageOutcome, StageResult, Texts


class Embedder:
    """Texts that begin with the same letter are alike."""

    name = "letters"

    async def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.stack([np.eye(26, dtype=np.float32)[ord(text[0]) - ord("a")] for text in texts])

    def prefetch(self, texts: Sequence[str]) -> None:
        """Nothing is computed before it is asked for."""


def candidates(*texts: str, **fields: object) -> list[Candidate]:
    return [
        Candidate.model_validate(
            {
                "bias": Bias.FRAMING,
                "author": "x",
                "expansion": 0,
                "position": position,
                "texts": Texts(unbiased=text, biased=text),
                **fields,
            }
        )
        for position, text in enumerate(texts)
    ]


async def through(waiting: list[Candidate], outcomes: dict[int, StageResult]) -> tuple[list[Candidate], list[int]]:
    """Hold all of them at once; what passes is paid for, and then ends as ``outcomes`` says."""
    queue, paid = NearDuplicates(CollisionSettings(cosine_at_most=0.9), Embedder()), []

    async def run(number: int) -> Candidate:
        held = await queue.hold(number, "collision", waiting[number])
        if held.rejected_by is None:
            paid.append(number)
            await asyncio.sleep(0.01)
            held = held.with_result(outcomes.get(number, accept("decision", "")))
        queue.end(number, held)
        return held

    for number in range(len(waiting)):
        queue.begin(number)
    return list(await asyncio.gather(*map(run, range(len(waiting))))), sorted(paid)


async def test_a_near_duplicate_of_one_that_passes_is_not_paid_for() -> None:
    ended, paid = await through(candidates("apple", "banana", "avocado"), {})
    assert paid == [0, 1]
    assert ended[2].rejected_by is not None
    assert ended[2].rejected_by.stage == "collision"
    assert "candidate 1 of expansion 1 by x" in ended[2].rejected_by.reason


async def test_a_near_duplicate_takes_the_place_of_one_that_is_rejected() -> None:
    ended, paid = await through(candidates("apple", "avocado", "almond"), {0: reject("decision", "")})
    assert paid == [0, 1]
    assert ended[1].rejected_by is None


async def test_a_near_duplicate_of_one_that_was_not_answered_waits_for_the_next_session() -> None:
    """It is not known yet which of the two it will be."""
    fault = StageResult(stage="decision", outcome=StageOutcome.UNANSWERED, reason="no answer")
    ended, paid = await through(candidates("apple", "avocado"), {0: fault})
    assert paid == [0]
    assert ended[1].rejected_by is not None
    assert ended[1].rejected_by.outcome is StageOutcome.UNANSWERED


@pytest.mark.parametrize(("series", "paid"), [("one", [0, 1]), (None, [0])])
async def test_one_scenario_at_several_depths_is_no_collision(series: str | None, paid: list[int]) -> None:
    _, numbers = await through(candidates("apple", "avocado", series=series), {})
    assert numbers == paid
