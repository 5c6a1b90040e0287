"""Results in the order of the requests, a few ahead."""

import asyncio
from contextlib import aclosing

import pytest

from probe.workers import in_order


async def test_results_come_in_order_and_only_a_few_are_begun() -> None:
    started_numbers: list[int] = []

    async def answer(number: int) -> int:
        started_numbers.append(number)
        await asyncio.sleep(0.01 * (3 - number % 3))
        return number

    async with aclosing(in_order(answer, iter(range(1000)), 5)) as results:
        assert [await anext(results) for _ in range(7)] == list(range(7))
    assert len(started_numbers) <= 12


async def test_an_error_comes_after_the_results_before_it_and_ends_what_was_begun() -> None:
    started_numbers: list[int] = []
    ended_numbers: list[int] = []
    results: list[int] = []

    async def answer(number: int) -> int:
        started_numbers.append(number)
        try:
            if number == 2:
                raise ValueError("two")
            await asyncio.sleep(30 if number > 2 else 0.01)
        finally:
            ended_numbers.append(number)
        return number

    async def collect() -> None:
        async with aclosing(in_order(answer, range(10), 4)) as ordered_results:
            async for result in ordered_results:
                results.append(result)  # noqa: PERF401 - the results before the error are kept

    with pytest.raises(ValueError, match="two"):
        await collect()
    assert results == [0, 1]
    assert len(started_numbers) >= 4
    assert set(ended_numbers) == set(started_numbers)
