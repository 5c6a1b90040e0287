"""Engines: results in the order of the chunks, lost workers, errors, and nothing of Ray unless it is chosen."""

import asyncio
import sys
from collections.abc import Iterator
from contextlib import aclosing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from probe.engine import Opening, Work
from probe.errors import InputError, MissingError, StoppedError
from probe.session import Placement, spread
from tests.engine import work
from tests.shared import python

TWO_WORKERS = Placement(workers=2)
CHUNKS = [[number, number + 1] for number in range(0, 20, 2)]


def results(opening: Opening, run: Work, chunks: Any = CHUNKS, placement: Placement | None = TWO_WORKERS) -> list[Any]:
    async def collect() -> list[Any]:
        return [result async for result in spread(placement, opening, run, chunks)]

    return asyncio.run(collect())


@pytest.mark.parametrize("placement", [None, Placement(workers=1), Placement(workers=3)])
def test_results_come_in_the_order_of_the_chunks(placement: Placement | None) -> None:
    products = results(partial(work.open_factor, 3), work.multiply, placement=placement)
    assert products == [[3 * number for number in chunk] for chunk in CHUNKS]


def test_no_chunks_give_no_results() -> None:
    assert results(partial(work.open_factor, 3), work.multiply, []) == []


def test_a_worker_that_dies_costs_only_its_chunk(tmp_path: Path) -> None:
    assert results(partial(work.open_folder, tmp_path), work.die_once) == CHUNKS
    assert (tmp_path / "died").exists()


def test_a_chunk_that_ends_every_worker_stops_the_work() -> None:
    with pytest.raises(StoppedError, match="exit code 3"):
        results(partial(work.open_factor, 1), work.die)


def test_an_error_is_raised_after_the_results_before_it() -> None:
    collected = []

    async def collect() -> None:
        async for result in spread(TWO_WORKERS, partial(work.open_factor, 1), work.refuse_seven, CHUNKS):
            collected.append(result)  # noqa: PERF401 - the results before the error are kept

    with pytest.raises(InputError, match="seven"):
        asyncio.run(collect())
    assert collected == CHUNKS[:3]


def test_a_resource_that_cannot_be_opened_is_the_users_error() -> None:
    with pytest.raises(MissingError, match="no such factor"):
        results(partial(work.open_factor, -1), work.multiply)


def test_only_a_few_chunks_are_taken_ahead() -> None:
    chunks_read = 0

    def endless() -> Iterator[list[int]]:
        nonlocal chunks_read
        while True:
            chunks_read += 1
            yield [chunks_read]

    async def first_result() -> Any:
        async with aclosing(
            spread(TWO_WORKERS, partial(work.open_factor, 1), work.multiply, endless())
        ) as chunk_results:
            return await anext(chunk_results)

    assert asyncio.run(first_result()) == [1]
    assert chunks_read <= 10


def test_without_ray_its_engine_is_refused_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.delitem(sys.modules, "probe.engines.cluster", raising=False)
    with pytest.raises(MissingError, match=r"pip install 'ray>=2\.30'"):
        results(partial(work.open_factor, 1), work.multiply, placement=Placement("ray"))


def test_the_default_engine_imports_nothing_of_ray() -> None:
    code = "import sys, probe.engine, probe.session, probe.cli.verify; print('ray' in sys.modules)"
    assert python(code).stdout.strip() == "False"
