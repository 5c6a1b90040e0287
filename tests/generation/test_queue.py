"""Candidates enter the cascade only when they may be needed."""

import asyncio
import random
from typing import cast

import pytest

from probe.filters.cascade import Cascade, Hold
from probe.filters.stage import accept, reject
from probe.generation.rounds import CandidateQueue
from probe.values import Bias, Candidate, Texts


class Scripted:
    """A cascade that rejects the given positions after a random delay."""

    def __init__(self, rejected_numbers: set[int], seed: int = 0) -> None:
        self.rejected = rejected_numbers
        self.started: list[int] = []
        self._random = random.Random(seed)

    def near_duplicates(self) -> None:
        """No stage compares the candidates."""

    async def run(self, candidate: Candidate, hold: Hold | None = None) -> Candidate:
        self.started.append(candidate.position)
        await asyncio.sleep(self._random.random() / 200)
        is_rejected = candidate.position in self.rejected
        return candidate.after((reject if is_rejected else accept)("template", ""))


def candidates(number: int) -> list[Candidate]:
    texts = Texts(unbiased="u", biased="b")
    return [
        Candidate(bias=Bias.FRAMING, author="x", expansion=0, position=position, texts=texts)
        for position in range(number)
    ]


@pytest.mark.parametrize("seed", range(5))
async def test_what_is_begun_depends_on_outcomes_alone(seed: int) -> None:
    """Three are needed and two of the first four are rejected: five are started, however long each takes."""
    cascade = Scripted({1, 2}, seed)
    queue = CandidateQueue(cast(Cascade, cascade), candidates(9), 3, lambda candidate: None)
    await queue.advance()
    assert sorted(cascade.started) == [0, 1, 2, 3, 4]
    assert [candidate.position for candidate in queue.take_decided()] == [0, 1, 2, 3, 4]
    assert len(queue.waiting) == 4


async def test_a_later_want_goes_on_where_it_stopped() -> None:
    cascade = Scripted(set())
    queue = CandidateQueue(cast(Cascade, cascade), candidates(4), 1, lambda candidate: None)
    await queue.advance()
    queue.take_decided()
    queue.target = 2
    await queue.advance()
    assert [candidate.position for candidate in queue.take_decided()] == [1, 2]


async def test_an_error_ends_all_that_is_under_way() -> None:
    class Failing(Scripted):
        async def run(self, candidate: Candidate, hold: Hold | None = None) -> Candidate:
            if candidate.position == 1:
                raise RuntimeError("defect")
            self.started.append(candidate.position)
            await asyncio.sleep(60)
            return candidate

    queue = CandidateQueue(cast(Cascade, Failing(set())), candidates(3), 3, lambda candidate: None)
    with pytest.raises(RuntimeError, match="defect"):
        await queue.advance()
    assert len(asyncio.all_tasks()) == 1
