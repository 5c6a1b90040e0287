"""Working through many questions at once, such that one that is not answered does not stop the others."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from probe.errors import FatalModelFault, ModelFault, ProbeError, StoppedError, first_of

Item = TypeVar("Item")
UNDER_WAY = 1024
"""How many items are under way at once: as many as the highest concurrency lets a model answer at a time."""


@dataclass(frozen=True)
class Worked:
    """What came in the way: the fault of each item that a model did not answer, and why the work ended early."""

    faults: tuple[str, ...] = ()
    ended: str | None = None

    @property
    def reason(self) -> str | None:
        """Why something is open, None where nothing is."""
        return self.ended or (self.faults[0] if self.faults else None)


async def work_through(
    items: Sequence[Item], work: Callable[[Item], Awaitable[None]], under_way: int = UNDER_WAY
) -> Worked:
    """Do ``work`` for all items, begun in their order.

    A fault of one item is noted and the rest goes on; a budget that is spent, or a provider that will never answer,
    ends the work and is told. Raises InputError and MissingError as they come.
    """
    waiting, faults = iter(items), list[str]()
    stopped: StoppedError | None = None
    wrong: ProbeError | None = None
    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(min(under_way, len(items))):
                group.create_task(_work(waiting, work, faults))
    except* StoppedError as found:
        stopped = first_of(found)
    except* ProbeError as found:
        wrong = first_of(found)
    if wrong is not None:
        raise wrong
    return Worked(faults=tuple(faults), ended=str(stopped) if stopped else None)


async def _work(waiting: Iterator[Item], work: Callable[[Item], Awaitable[None]], faults: list[str]) -> None:
    for item in waiting:
        try:
            await work(item)
        except FatalModelFault:
            raise
        except ModelFault as fault:
            faults.append(str(fault))
