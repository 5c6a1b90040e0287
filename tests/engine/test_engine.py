"""Engines: results in the order of the chunks, lost workers, errors, and nothing of Ray unless it is chosen."""

import asyncio
import subprocess
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

TWO = Placement(workers=2)
CHUNKS = [[number, number + 1] for number in range(0, 20, 2)]


def results(opening: Opening, done: Work, chunks: Any = CHUNKS, placement: Placement | None = TWO) -> list[Any]:
    async def all_of() -> list[Any]:
        return [result async for result in spread(placement, opening, done, chunks)]

    return asyncio.run(all_of())


@pytest.mark.parametrize("placement", [None, Placement(workers=1), Placement(workers=3)])
def test_results_come_in_the_order_of_the_chunks(placement: Placement | None) -> None:
    found = results(partial(work.open_factor, 3), work.multiply, placement=placement)
    assert found == [[3 * number for number in chunk] for chunk in CHUNKS]


def test_no_chunks_give_no_results() -> None:
    assert results(partial(work.open_factor, 3), work.multiply, []) == []


def test_a_worker_that_dies_costs_only_its_chunk(tmp_path: Path) -> None:
    assert results(partial(work.open_folder, tmp_path), work.die_once) == CHUNKS
    assert (tmp_path / "died").exists()


def test_a_chunk_that_ends_every_worker_stops_the_work() -> None:
    with pytest.raises(StoppedError, match="exit code 3"):
        results(partial(work.open_factor, 1), work.die)


def test_an_error_is_raised_after_the_results_before_it() -> None:
    found = []

    async def collect() -> None:
        async for result in spread(TWO, partial(work.open_factor, 1), work.refuse_seven, CHUNKS):
            found.append(result)  # noqa: PERF401 - the results before the error are kept

    with pytest.raises(InputError, match="seven"):
        asyncio.run(collect())
    assert found == CHUNKS[:3]


def test_a_resource_that_cannot_be_opened_is_the_users_error() -> None:
    with pytest.raises(MissingError, match="no such factor"):
        results(partial(work.open_factor, -1), work.multiply)


def test_only_a_few_chunks_are_taken_ahead() -> None:
    taken = 0

    def endless() -> Iterator[list[int]]:
        nonlocal taken
        while True:
            taken += 1
            yield [taken]

    async def first() -> Any:
        async with aclosing(spread(TWO, partial(work.open_factor, 1), work.multiply, endless())) as found:
            return await anext(found)

    assert asyncio.run(first()) == [1]
    assert taken <= 10


def test_without_ray_its_engine_is_refused_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.delitem(sys.modules, "probe.engines.cluster", raising=False)
    with pytest.raises(MissingError, match=r"pip install 'ray>=2\.30'"):
        results(partial(work.open_factor, 1), work.multiply, placement=Placement("ray"))


def test_the_default_engine_imports_nothing_of_ray() -> None:
    code = "import sys, probe.engine, probe.session, probe.cli.verify; print('ray' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
