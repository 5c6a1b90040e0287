"""Plan a study: from what is expected of it, or from a pilot of any protocol."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from probe.analysis.effects.effect import ALL_BIASES
from probe.analysis.planning.dilemmas import StudyDesign
from probe.analysis.planning.people import PeopleDesign
from probe.analysis.planning.pilots import Pilot
from probe.analysis.planning.sizing import Simulation, Size, SizingGoal
from probe.analysis.planning.table import (
    EXPECTED,
    TARGETS,
    PlanRequest,
    from_expectations,
    from_pilots,
    plan_table,
)
from probe.analysis.tables import Gap, Table
from probe.errors import InputError
from probe.measuring.analyze import priced, runs_in
from probe.options.analyzing import ERROR, ICC, PEOPLE_ICC, RUNS, PlanOptions
from probe.options.form import refuse
from probe.options.reading import folders_of
from probe.protocols import protocol_named
from probe.protocols.base import ItemProtocol
from probe.protocols.reading import read_evaluation
from probe.session import load_prices

USUAL = StudyDesign(clusters=2, runs=RUNS, reference=ERROR, icc=ICC)
"""What is expected without a pilot where a user expects nothing else."""


@dataclass(frozen=True)
class PlanCommand:
    """What to plan: sizes that are wanted, from ``pilots`` (folders of evaluations) or from what is ``expected``.

    ``effect`` and ``slope`` are what there is to find, in place of what pilots show.
    """

    request: PlanRequest
    pilots: tuple[Path, ...] = ()
    expected: StudyDesign = USUAL
    effect: float | None = None
    slope: float | None = None

    @classmethod
    def of(cls, given: PlanOptions) -> Self:
        """Return what the options ask for. Raises InputError for an expectation beside a pilot, which shows it."""
        if pilots := folders_of(given.pilots):
            refuse(given, ("runs", "error", "icc"), " is read from the pilot: leave it out")
            refuse(given, ("people", "people_icc"), " is for a plan without a pilot: leave it out")
        if given.people is None:
            refuse(given, ("people_icc",), " needs --people: leave it out")
        else:
            refuse(given, ("runs", "slope"), " does not apply to --people, who read each dilemma once: leave it out")
        wanted: dict[Size, float | None] = {
            "items": given.dilemmas,
            "half-width": given.half_width,
            "power": given.power,
            "budget": given.budget,
        }
        named = (given.target,) if isinstance(given.target, str) else tuple(given.target or TARGETS)
        request = PlanRequest(
            tuple(SizingGoal(kind, float(amount)) for kind, amount in wanted.items() if amount is not None),
            tuple(target for target in TARGETS if target in named),
            given.price,
            Simulation(given.simulations, given.seed),
        )
        return cls(request, pilots, _expected(given), given.effect, given.slope)


def _expected(given: PlanOptions) -> StudyDesign:
    """Return what is expected of the studies of a plan: of people where the options say how many."""
    runs = given.runs if given.people is None else given.people
    named = {"reference": given.error, "icc": given.icc, "runs": runs, "people_icc": given.people_icc}
    changes = {name: value for name, value in named.items() if value is not None}
    if given.people is None:
        return StudyDesign.model_validate(USUAL.model_dump() | changes)
    return PeopleDesign.model_validate({"clusters": 2, "reference": ERROR, "people_icc": PEOPLE_ICC} | changes)


def plan(command: PlanCommand) -> Table:
    """Return the plan. Raises InputError where a pilot cannot be used, or an expected error rate is none."""
    if not command.pilots:
        design = command.expected.changed(command.effect, command.slope)
        pilot = Pilot(EXPECTED, ALL_BIASES, design, None)
        return plan_table([pilot], command.request, from_expectations(design))
    pilots, request = _pilots(command)
    return plan_table([_overridden(one, command) for one in pilots], request, from_pilots())


def _overridden(pilot: Pilot, command: PlanCommand) -> Pilot:
    """Return the pilot with the effect and the slope that are to be found in place of its own."""
    if isinstance(pilot.design, Gap):
        return pilot
    return pilot._replace(design=pilot.design.changed(command.effect, command.slope))


def _pilots(command: PlanCommand) -> tuple[list[Pilot], PlanRequest]:
    """Return what the pilots show, and the request with their measure's kind of values."""
    missing = next((path for path in command.pilots if not path.is_dir()), None)
    if missing is not None:
        raise InputError(f"{missing}: a pilot is a folder of probe evaluate; give one, or none")
    runs = runs_in(command.pilots)
    if not runs.evaluations:
        raise InputError("these folders contain no evaluation: give folders of probe evaluate, or none")
    prices, _ = load_prices()
    protocol: ItemProtocol[Any] = protocol_named(runs.protocol)
    return protocol.pilots([priced(read_evaluation(folder), prices) for folder in runs.evaluations], command.request)
