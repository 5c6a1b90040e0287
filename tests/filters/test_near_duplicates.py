"""Near-duplicate candidates: only one is paid for, and which one depends on their order alone."""

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


async def hold_all(
    waiting_candidates: list[Candidate], outcomes: dict[int, StageResult]
) -> tuple[list[Candidate], list[int]]:
    """Hold all candidates at once; those that pass are paid for, and then end as ``outcomes`` says."""
    queue, paid_numbers = NearDuplicates(CollisionSettings(cosine_at_most=0.9), Embedder()), []

    async def run(number: int) -> Candidate:
        outcome = await queue.hold(number, "collision", waiting_candidates[number])
        if outcome.rejected_by is None:
            paid_numbers.append(number)
            await asyncio.sleep(0.01)
            outcome = outcome.after(outcomes.get(number, accept("decision", "")))
        queue.end(number, outcome)
        return outcome

    for number in range(len(waiting_candidates)):
        queue.begin(number)
    return list(await asyncio.gather(*map(run, range(len(waiting_candidates))))), sorted(paid_numbers)


async def test_a_near_duplicate_of_one_that_passes_is_not_paid_for() -> None:
    results, paid_numbers = await hold_all(candidates("apple", "banana", "avocado"), {})
    assert paid_numbers == [0, 1]
    assert results[2].rejected_by is not None
    assert results[2].rejected_by.stage == "collision"
    assert "candidate 1 of expansion 1 by x" in results[2].rejected_by.reason


async def test_a_near_duplicate_takes_the_place_of_one_that_is_rejected() -> None:
    results, paid_numbers = await hold_all(candidates("apple", "avocado", "almond"), {0: reject("decision", "")})
    assert paid_numbers == [0, 1]
    assert results[1].rejected_by is None


async def test_a_near_duplicate_of_one_that_was_not_answered_waits_for_the_next_session() -> None:
    """It is not known yet which of the two it will be."""
    fault = StageResult(stage="decision", outcome=StageOutcome.UNANSWERED, reason="no answer")
    results, paid_numbers = await hold_all(candidates("apple", "avocado"), {0: fault})
    assert paid_numbers == [0]
    assert results[1].rejected_by is not None
    assert results[1].rejected_by.outcome is StageOutcome.UNANSWERED


@pytest.mark.parametrize(("series", "paid_numbers"), [("one", [0, 1]), (None, [0])])
async def test_one_scenario_at_several_depths_is_no_collision(series: str | None, paid_numbers: list[int]) -> None:
    _, numbers = await hold_all(candidates("apple", "avocado", series=series), {})
    assert numbers == paid_numbers
