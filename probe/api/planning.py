"""Plan a study: its size, precision, power and cost."""

import asyncio

from probe.analysis.tables import Table
from probe.api.running import function, synchronous
from probe.measuring.plan import plan as make_plan
from probe.options.analyzing import PlanOptions
from probe.study.planning import plan_of_study


@function(PlanOptions)
async def plan_async(options: PlanOptions) -> Table:
    """Return a plan: a row for each study that a ``half_width``, ``power``, number of ``dilemmas`` or ``budget`` sizes.

    ``pilots`` are evaluations of any protocol; without one, ``error``, ``icc`` and ``runs`` say what is expected.
    ``effect`` and ``slope`` (for one rule more) are what there is to find, as shares; ``price`` and ``budget`` are US
    dollars, the former for one decision. ``target`` plans for the effect or its trend with depth only. Raises
    InputError if a pilot or a number cannot be used.
    """
    return await asyncio.to_thread(make_plan, plan_of_study(options))


plan = synchronous(plan_async)
