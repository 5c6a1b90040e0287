"""Plan a study: from what is expected of it, or from a pilot of any protocol."""

import math
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from probe.analysis.effects.estimating import ALL_BIASES
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
from probe.measuring.analyze import priced_evaluations, runs_in
from probe.options.analyzing import ERROR, ICC, PEOPLE_ICC, RUNS, PlanOptions
from probe.options.form import refuse
from probe.options.reading import folders_of
from probe.protocols.reading import protocol_of_runs

DEFAULT_DESIGN = StudyDesign(clusters=2, runs=RUNS, reference=ERROR, icc=ICC)
"""The expected design without a pilot, unless the user states another."""


@dataclass(frozen=True)
class FixedSize:
    """A study of a given size: ``dilemmas`` in series of ``series``, ``runs``, and the number of all its questions."""

    name: str
    dilemmas: int
    series: int
    runs: int
    questions: int

    def design(self, design: StudyDesign) -> StudyDesign:
        """Return ``design`` with this size, and with a placebo arm."""
        clusters = math.ceil(self.dilemmas / self.series)
        return design.model_copy(update={"clusters": clusters, "size": self.series, "runs": self.runs, "placebo": True})

    def request(self, request: PlanRequest) -> PlanRequest:
        """Return ``request`` for this size alone."""
        return replace(request, wanted=(SizingGoal("items", self.dilemmas),), alone=True)


@dataclass(frozen=True)
class PlanCommand:
    """What to plan: sizes that are wanted, from ``pilots`` (folders of evaluations) or from what is ``expected``.

    ``effect`` and ``slope`` replace those that pilots show. The size of a study may be ``fixed``.
    """

    request: PlanRequest
    pilots: tuple[Path, ...] = ()
    expected: StudyDesign = DEFAULT_DESIGN
    effect: float | None = None
    slope: float | None = None
    fixed: FixedSize | None = None

    @classmethod
    def of(cls, options: PlanOptions) -> Self:
        """Return what the options ask for. Raises InputError for an expectation beside a pilot, which shows it."""
        if pilots := folders_of(options.pilots):
            refuse(options, ("runs", "error", "icc"), "is read from the pilot: leave it out")
            refuse(options, ("people", "people_icc"), "is for a plan without a pilot: leave it out")
        if options.people is None:
            refuse(options, ("people_icc",), "needs --people: leave it out")
        else:
            refuse(options, ("runs", "slope"), "does not apply to --people, who read each dilemma once: leave it out")
        goals: dict[Size, float | None] = {
            "items": options.dilemmas,
            "half-width": options.half_width,
            "power": options.power,
            "budget": options.budget,
        }
        target_names = (options.target,) if isinstance(options.target, str) else tuple(options.target or TARGETS)
        request = PlanRequest(
            tuple(SizingGoal(kind, float(amount)) for kind, amount in goals.items() if amount is not None),
            tuple(target for target in TARGETS if target in target_names),
            options.price,
            Simulation(options.simulations, options.seed),
        )
        return cls(request, pilots, _expected_design(options), options.effect, options.slope)


def _expected_design(options: PlanOptions) -> StudyDesign:
    """Return the expected design, one for people if the options state their number."""
    runs = options.runs if options.people is None else options.people
    expectations = {"reference": options.error, "icc": options.icc, "runs": runs, "people_icc": options.people_icc}
    changes = {name: value for name, value in expectations.items() if value is not None}
    if options.people is None:
        return StudyDesign.model_validate(DEFAULT_DESIGN.model_dump() | changes)
    return PeopleDesign.model_validate({"clusters": 2, "reference": ERROR, "people_icc": PEOPLE_ICC} | changes)


def plan(command: PlanCommand) -> Table:
    """Return the plan. Raises InputError if a pilot cannot be used, or an expected error rate is impossible."""
    if command.fixed is not None:
        return _fixed_plan(command, command.fixed)
    if not command.pilots:
        design = command.expected.with_effect(command.effect, command.slope)
        pilot = Pilot(EXPECTED, ALL_BIASES, design, None)
        return plan_table([pilot], command.request, from_expectations(design))
    pilots, request = _pilots(command)
    return plan_table([_with_overrides(pilot, command) for pilot in pilots], request, from_pilots())


def _fixed_plan(command: PlanCommand, fixed_size: FixedSize) -> Table:
    """Return what a study of fixed size will show. Raises InputError for pilots that are not of dilemmas."""
    if command.pilots:
        pilots, request = _pilots(command)
        selected_pilots = [_with_overrides(pilot, command) for pilot in pilots if pilot.bias == ALL_BIASES]
        description = from_pilots()
    else:
        expected = command.expected.with_effect(command.effect, command.slope)
        selected_pilots, request = [Pilot(EXPECTED, ALL_BIASES, expected, None)], command.request
        description = from_expectations(fixed_size.design(expected))
    sized_pilots = [_with_fixed_size(pilot, fixed_size) for pilot in selected_pilots]
    price = request.price
    request = fixed_size.request(request if price is None else replace(request, price=_per_decision(price, fixed_size)))
    note = (
        f"The cost is that of all {fixed_size.questions} questions of {fixed_size.name}, "
        "in all arms and under every mitigation."
    )
    return plan_table(sized_pilots, request, f"{description} {note}")


def _with_fixed_size(pilot: Pilot, fixed_size: FixedSize) -> Pilot:
    if not isinstance(pilot.design, StudyDesign | Gap):
        raise InputError(f"--study {fixed_size.name} is about dilemmas: give pilots of dilemmas")
    design = pilot.design if isinstance(pilot.design, Gap) else fixed_size.design(pilot.design)
    return pilot._replace(design=design, price=None if pilot.price is None else _per_decision(pilot.price, fixed_size))


def _per_decision(price: float, fixed_size: FixedSize) -> float:
    """Return the price at which the decisions of the main result cost as much as the whole study."""
    design = fixed_size.design(DEFAULT_DESIGN)
    return price * fixed_size.questions / design.decisions


def _with_overrides(pilot: Pilot, command: PlanCommand) -> Pilot:
    """Return the pilot with the effect and the slope of the command in place of its own."""
    if isinstance(pilot.design, Gap):
        return pilot
    return pilot._replace(design=pilot.design.with_effect(command.effect, command.slope))


def _pilots(command: PlanCommand) -> tuple[list[Pilot], PlanRequest]:
    """Return what the pilots show, and the request with their measure's kind of values."""
    missing_path = next((path for path in command.pilots if not path.is_dir()), None)
    if missing_path is not None:
        raise InputError(
            f"{missing_path} is not a folder: give the output folder of a probe evaluate run, or leave it out"
        )
    runs = runs_in(command.pilots)
    if not runs.evaluations:
        raise InputError("these folders contain no evaluation: give folders of probe evaluate, or none")
    protocol = protocol_of_runs(runs.evaluations)
    return protocol.pilots(priced_evaluations(runs.evaluations), command.request)
