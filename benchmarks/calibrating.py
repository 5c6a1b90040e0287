"""Simulate the worlds of ``benchmarks.calibration`` in worker processes, or on a Ray cluster."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing, nullcontext
from typing import NamedTuple

from threadpoolctl import threadpool_limits

from benchmarks import calibration, crowd, measures
from benchmarks.worlds import WORLDS
from probe.session import Placement, spread

OTHER_WORLDS = {
    "scenarios": calibration.scenarios,
    "mitigations": calibration.mitigations,
    **measures.WORLDS,
    **crowd.WORLDS,
}
NAMES = (*(world.name for world in WORLDS), *OTHER_WORLDS)
"""Every world, in the order of the table."""


class Studies(NamedTuple):
    """What to simulate: the name of a world, a seed, and how many studies."""

    name: str
    seed: int
    number: int


async def simulate_studies(_: None, studies: Studies) -> list[calibration.Line]:
    """Return the lines of one world."""
    with threadpool_limits(1):  # on a busy machine, matrices this small wait for threads most of the time
        if studies.name in OTHER_WORLDS:
            return list(OTHER_WORLDS[studies.name](studies.seed, studies.number))
        (world,) = (world for world in WORLDS if world.name == studies.name)
        return list(calibration.lines(world, studies.seed, studies.number))


async def all_lines(requests: Sequence[Studies], placement: Placement | None) -> AsyncGenerator[calibration.Line, None]:
    """Yield the lines of all worlds in their order; without a placement, this process simulates them."""
    async with aclosing(spread(placement, nullcontext, simulate_studies, requests)) as worlds:
        async for lines in worlds:
            for line in lines:
                yield line
