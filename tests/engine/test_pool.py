"""A pool of workers: chunks as they come, lost workers, and errors."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from probe.engine import ChunkPool, Opening, Work
from probe.errors import InputError, MissingError, StoppedError
from tests.engine import work


@asynccontextmanager
async def pool(opening: Opening, run: Work, workers: int = 2) -> AsyncIterator[ChunkPool]:
    chunk_pool = ChunkPool(opening, run, workers)
    try:
        yield chunk_pool
    finally:
        chunk_pool.close()


async def test_more_chunks_than_workers_are_all_answered() -> None:
    async with pool(partial(work.open_factor, 3), work.multiply) as workers:
        answers = await asyncio.gather(*(workers.answer([number]) for number in range(9)))
    assert answers == [[3 * number] for number in range(9)]


async def test_a_worker_that_dies_costs_only_its_chunk(tmp_path: Path) -> None:
    async with pool(partial(work.open_folder, tmp_path), work.die_once, workers=1) as workers:
        answers = [await workers.answer([number]) for number in (4, 5, 6)]
    assert answers == [[4], [5], [6]]
    assert (tmp_path / "died").exists()


async def test_a_chunk_that_ends_every_worker_stops_the_work() -> None:
    async with pool(partial(work.open_factor, 1), work.die, workers=1) as workers:
        with pytest.raises(StoppedError, match="exit code 3"):
            await workers.answer([1])


async def test_an_error_of_the_work_leaves_the_worker() -> None:
    async with pool(partial(work.open_factor, 1), work.refuse_seven, workers=1) as workers:
        with pytest.raises(InputError, match="seven"):
            await workers.answer([7])
        assert await workers.answer([8]) == [8]


async def test_a_resource_that_cannot_be_opened_is_the_users_error_each_time() -> None:
    async with pool(partial(work.open_factor, -1), work.multiply, workers=1) as workers:
        for _ in range(2):
            with pytest.raises(MissingError, match="no such factor"):
                await workers.answer([1])


async def test_no_worker_starts_before_the_first_chunk() -> None:
    async with pool(partial(work.open_factor, 2), work.multiply, workers=3) as workers:
        assert workers.pids == ()
        assert await workers.answer([1]) == [2]
        assert len(workers.pids) == 1
