"""``probe plan``: how large a study has to be, what it will show, and what it costs."""

from probe.analysis.planning.table import IN_SHORT
from probe.analysis.report.formats import to_json
from probe.analysis.tables import Table
from probe.cli.output import console, print_json
from probe.measuring.plan import plan
from probe.options.analyzing import PlanCommandLine
from probe.study.planning import plan_of_study


def plan_command(options: PlanCommandLine) -> None:
    """Plan a study."""
    command = plan_of_study(options)
    _show(plan(command), bool(command.pilots), as_json=options.as_json)


def _show(table: Table, from_pilots: bool, *, as_json: bool) -> None:
    if as_json:
        print_json(to_json(table))
        return
    table.brief((*(("subject", "bias") if from_pilots else ()), *IN_SHORT)).show(console())
