"""Simulate the conditions of ``benchmarks.calibration`` in worker processes, or on a Ray cluster."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing, nullcontext
from typing import NamedTuple

from threadpoolctl import threadpool_limits

from benchmarks import calibration, crowd, measures
from benchmarks.conditions import CONDITIONS
from probe.session import Placement, spread

OTHER_CONDITIONS = {
    "scenarios": calibration.scenarios,
    "mitigations": calibration.mitigations,
    **measures.CONDITIONS,
    **crowd.CONDITIONS,
}
NAMES = (*(condition.name for condition in CONDITIONS), *OTHER_CONDITIONS)
"""Every condition, in the order of the table."""


class Studies(NamedTuple):
    """What to simulate: the name of a condition, a seed, and how many studies."""

    name: str
    seed: int
    number: int


async def simulate_studies(_: None, studies: Studies) -> list[calibration.Line]:
    """Return the lines of one condition."""
    with threadpool_limits(1):  # on a busy machine, matrices this small wait for threads most of the time
        if studies.name in OTHER_CONDITIONS:
            return list(OTHER_CONDITIONS[studies.name](studies.seed, studies.number))
        (condition,) = (condition for condition in CONDITIONS if condition.name == studies.name)
        return list(calibration.lines(condition, studies.seed, studies.number))


async def all_lines(requests: Sequence[Studies], placement: Placement | None) -> AsyncGenerator[calibration.Line, None]:
    """Yield the lines of all conditions in their order; without a placement, this process simulates them."""
    async with aclosing(spread(placement, nullcontext, simulate_studies, requests)) as conditions:
        async for lines in conditions:
            for line in lines:
                yield line
