"""Many questions at once: the effect of one fault, and what ends all of the work."""

import asyncio

import pytest

from probe.errors import BudgetError, FatalModelFault, InputError, ModelFault
from probe.measuring.work import work_through


async def test_a_fault_leaves_its_item_open_and_the_rest_is_finished() -> None:
    finished_items: list[int] = []

    async def handle(item: int) -> None:
        if item == 1:
            raise ModelFault("no answer")
        finished_items.append(item)

    outcome = await work_through([0, 1, 2], handle, concurrency=1)
    assert finished_items == [0, 2]
    assert (outcome.faults, outcome.end_reason, outcome.reason) == (("no answer",), None, "no answer")


@pytest.mark.parametrize("error", [FatalModelFault("bad key"), BudgetError("spent")])
async def test_a_permanent_fault_ends_the_work_and_is_reported(error: Exception) -> None:
    started_items: list[int] = []

    async def handle(item: int) -> None:
        started_items.append(item)
        await asyncio.sleep(0)
        raise error

    outcome = await work_through(list(range(50)), handle, concurrency=2)
    assert outcome.reason == str(error)
    assert len(started_items) <= 2


async def test_a_user_error_is_raised_unchanged() -> None:
    """A group of errors would be a bug to the command line."""

    async def handle(item: int) -> None:
        raise InputError(f"wrong {item}")

    with pytest.raises(InputError, match="wrong"):
        await work_through([1, 2, 3], handle)


async def test_no_more_than_the_allowed_number_runs_at_once() -> None:
    active = peak = 0

    async def handle(item: int) -> None:
        nonlocal active, peak
        active += 1
        peak = max(peak, active)
        await asyncio.sleep(0)
        active -= 1

    await work_through(list(range(20)), handle, concurrency=3)
    assert peak == 3
