"""``probe plan``: how large a study has to be, what it will show, and what it costs."""

from pathlib import Path

import click
from click.core import ParameterSource

from probe.analysis.planning.people import PEOPLE_ICC, PeopleDesign
from probe.analysis.planning.sizing import SIMULATION, Simulation
from probe.analysis.planning.table import IN_SHORT, TARGETS, PlanRequest
from probe.analysis.report.formats import terminal_table, to_json
from probe.analysis.tables import Table
from probe.cli.options import PATH, NumberType, json_option, refuse_given
from probe.cli.output import console, print_json
from probe.measuring.plan import USUAL, PlanCommand, plan, wanted_sizes
from probe.study.recipe import read_recipe

_SHARE = NumberType(0, 1)
_READ = {"runs", "error", "icc"}
"""What a pilot shows of itself."""
_SIZED = {"half_width", "power", "items", "budget", "runs", "people"}
"""What a standard study fixes."""


@click.command("plan")
@click.argument("pilots", nargs=-1, type=PATH, metavar="[PILOT…]")
@click.option(
    "--half-width",
    type=NumberType(0.0001, 1),
    help="Wanted half-width of the 95 % interval; default 0.05, of a trend 0.02.",
)
@click.option(
    "--power", type=NumberType(0.06, 0.999), help="Wanted share of studies that find the effect, such as 0.8."
)
@click.option(
    "--dilemmas", "items", type=click.IntRange(2, 1_000_000), help="Show what so many dilemmas or items give."
)
@click.option("--budget", type=NumberType(0), help="Show what so many US dollars give.")
@click.option("--price", type=NumberType(0), help="US dollars for one decision; by default what the pilot paid.")
@click.option(
    "--target",
    "targets",
    type=click.Choice(TARGETS),
    multiple=True,
    help="Plan for the effect or for its trend with depth only.",
)
@click.option(
    "--effect",
    type=NumberType(-0.99, 0.99),
    help="What there is to find: what the cue adds to the error rate; default 0.1, or the pilot's effect.",
)
@click.option(
    "--slope", type=NumberType(-0.99, 0.99), help="What a rule more adds to the effect; default the pilot's slope."
)
@click.option(
    "--error",
    type=_SHARE,
    default=USUAL.reference,
    show_default=True,
    help="Without PILOT. Expected error rate on unbiased texts.",
)
@click.option(
    "--icc",
    type=_SHARE,
    default=USUAL.icc,
    show_default=True,
    help="Without PILOT. Intraclass correlation of the runs of one dilemma; of people's decisions on it 0.2.",
)
@click.option(
    "--runs",
    type=click.IntRange(1, 1000),
    default=USUAL.runs,
    show_default=True,
    help="Without PILOT. Runs of each dilemma.",
)
@click.option(
    "--people",
    type=click.IntRange(4, 10_000),
    help="Without PILOT. Plan a study in which so many people read each dilemma once, half of them with the cue.",
)
@click.option(
    "--people-icc",
    type=_SHARE,
    default=PEOPLE_ICC,
    show_default=True,
    help="With --people. Intraclass correlation of one person's decisions.",
)
@click.option(
    "--simulations",
    type=click.IntRange(0, 10_000),
    default=SIMULATION.studies,
    show_default=True,
    help="Simulated studies of each row that confirm half-width and power; 0 for none.",
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Seed of the simulation.")
@click.option("--study", metavar="NAME", help="Show the power of a standard study, whose size is fixed.")
@json_option
def plan_command(
    *,
    pilots: tuple[Path, ...],
    half_width: float | None,
    power: float | None,
    items: int | None,
    budget: float | None,
    price: float | None,
    targets: tuple[str, ...],
    effect: float | None,
    slope: float | None,
    error: float,
    icc: float,
    runs: int,
    people: int | None,
    people_icc: float,
    simulations: int,
    seed: int,
    study: str | None,
    as_json: bool,
) -> None:
    """Plan a study: how many dilemmas, series and runs it takes, and what it costs.

    PILOT… are folders of probe evaluate, of any protocol; without one, the options say what is expected. Each row is a
    study of one design: with and without a placebo arm or series, with fewer or more runs. It is as large as
    --half-width, --power, --dilemmas or --budget asks for (give one or several), and is simulated: the simulated
    half-width and power come from studies that are analysed as a report analyses them.

    \b
    Examples:
      probe plan --half-width 0.03 --price 0.002
      probe plan --power 0.8 --effect 0.05 --runs 3
      probe plan --people 40 --dilemmas 20 --effect 0.15
      probe plan pilot --power 0.9 --effect 0.05 --budget 20
      probe plan --study standard-1 --effect 0.05
    """
    if study is not None:
        refuse_given(_SIZED, "is fixed by --study")
    if pilots:
        refuse_given(_READ, "is read from the pilot")
        refuse_given({"people", "people_icc"}, "is for a plan without a pilot")
    if people is None:
        refuse_given({"people_icc"}, "needs --people")
    else:
        refuse_given({"runs", "slope"}, "does not apply to --people, who read each dilemma once")
    chosen = tuple(target for target in TARGETS if target in targets) or TARGETS
    request = PlanRequest(wanted_sizes(half_width, power, items, budget), chosen, price, Simulation(simulations, seed))
    expected = USUAL.model_copy(update={"reference": error, "icc": icc, "runs": runs})
    if people is not None:
        expected = PeopleDesign(clusters=2, runs=people, reference=error, people_icc=people_icc)
        if click.get_current_context().get_parameter_source("icc") is ParameterSource.COMMANDLINE:
            expected = expected.model_copy(update={"icc": icc})
    fixed = None if study is None else read_recipe(study).fixed_size
    _show(plan(PlanCommand(request, pilots, expected, effect, slope, fixed)), bool(pilots), as_json=as_json)


def _show(table: Table, from_pilots: bool, *, as_json: bool) -> None:
    if as_json:
        print_json(to_json(table))
        return
    shown = console()
    shown.print(terminal_table(table, (*(("subject", "bias") if from_pilots else ()), *IN_SHORT)))
    for note in table.notes:
        shown.print(note)
