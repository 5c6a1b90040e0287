"""Plan a study whose size a recipe fixes."""

from dataclasses import replace

from probe.measuring.plan import PlanCommand
from probe.options.analyzing import PlanOptions
from probe.options.form import refuse
from probe.study.recipe import read_recipe

SIZED = ("half_width", "power", "dilemmas", "budget", "runs", "people")
"""What a standard study fixes."""


def planned(given: PlanOptions) -> PlanCommand:
    """Return what the options ask for. Raises InputError for an unknown study, or a size beside one."""
    if given.study is None:
        return PlanCommand.of(given)
    refuse(given, SIZED, " is fixed by --study: leave it out")
    return replace(PlanCommand.of(given), fixed=read_recipe(given.study).fixed_size)
