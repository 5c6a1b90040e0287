"""Plan a study: its size, precision, power and cost."""

import asyncio
from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from typing import Literal

from probe.analysis.planning.sizing import SIMULATION, Simulation
from probe.analysis.planning.table import TARGETS, PlanRequest
from probe.analysis.tables import Table
from probe.api.evaluating import Measured
from probe.api.options import PathName, one_of, whole
from probe.api.running import in_python, synchronous
from probe.errors import InputError
from probe.measuring.plan import USUAL, PlanCommand, wanted_sizes
from probe.measuring.plan import plan as make_plan

Pilot = Measured | PathName
"""An evaluation, or its folder."""


@in_python
async def plan_async(
    pilots: Pilot | Iterable[Pilot] = (),
    *,
    half_width: float | None = None,
    power: float | None = None,
    dilemmas: int | None = None,
    budget: float | None = None,
    price: float | None = None,
    target: Literal["effect", "trend"] | None = None,
    effect: float | None = None,
    slope: float | None = None,
    error: float | None = None,
    icc: float | None = None,
    runs: int | None = None,
    simulations: int = SIMULATION.studies,
    seed: int = 1,
) -> Table:
    """Return a plan: a row for each study that a ``half_width``, ``power``, number of ``dilemmas`` or ``budget`` sizes.

    ``pilots`` are evaluations of any protocol; without one, ``error``, ``icc`` and ``runs`` say what is expected.
    ``effect`` and ``slope`` (for one rule more) are what there is to find, as shares; ``price`` and ``budget`` are US
    dollars, the former for one decision. ``target`` plans for the effect or its trend with depth only. Raises
    InputError if a pilot or a number cannot be used.
    """
    given = (pilots,) if isinstance(pilots, (Measured, str, PathLike)) else tuple(pilots)
    read = {"error": error, "icc": icc, "runs": runs}
    if given and (named := next((name for name, value in read.items() if value is not None), None)):
        raise InputError(f"{named} is read from the pilot: leave it out")
    targets = TARGETS if target is None else tuple(one for one in TARGETS if one == one_of("target", target, TARGETS))
    wanted = wanted_sizes(half_width, power, None if dilemmas is None else whole("dilemmas", dilemmas, 2), budget)
    request = PlanRequest(
        wanted, targets, price, Simulation(whole("simulations", simulations, 0, 10_000), whole("seed", seed, 0))
    )
    changes = {"reference": error, "icc": icc, "runs": runs}
    fields = USUAL.model_dump() | {name: value for name, value in changes.items() if value is not None}
    folders = tuple(one.folder if isinstance(one, Measured) else Path(one) for one in given)
    command = PlanCommand(request, folders, type(USUAL).model_validate(fields), effect, slope)
    return await asyncio.to_thread(make_plan, command)


plan = synchronous(plan_async)
