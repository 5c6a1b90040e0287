"""Plan a study whose size a recipe fixes."""

from dataclasses import replace

from probe.measuring.plan import PlanCommand
from probe.options.analyzing import PlanOptions
from probe.options.form import refuse
from probe.study.recipe import read_recipe

FIXED_OPTIONS = ("half_width", "power", "dilemmas", "budget", "runs", "people")
"""What a standard study fixes."""


def plan_of_study(options: PlanOptions) -> PlanCommand:
    """Return what the options ask for. Raises InputError for an unknown study, or a size beside one."""
    if options.study is None:
        return PlanCommand.of(options)
    refuse(options, FIXED_OPTIONS, "is fixed by --study: leave it out")
    return replace(PlanCommand.of(options), fixed=read_recipe(options.study).fixed_size)
