"""Plan a study: from what is expected of it, or from a pilot of any protocol."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from probe.analysis.effects.effect import ALL_BIASES
from probe.analysis.planning.dilemmas import StudyDesign
from probe.analysis.planning.items import ItemDesign
from probe.analysis.planning.pilots import Pilot, pilots_of_dilemmas, pilots_of_items
from probe.analysis.planning.sizing import Size, Wanted
from probe.analysis.planning.table import EXPECTED, PlanRequest, from_expectations, from_pilots, plan_table
from probe.analysis.study import prepare
from probe.analysis.tables import Kind, Table
from probe.errors import InputError
from probe.measuring.analyze import items_study, priced, runs_in
from probe.protocols import DILEMMAS, protocol_named
from probe.protocols.dilemmas.reading import dilemma_evaluation
from probe.session import load_prices

USUAL = StudyDesign(clusters=2, runs=5)
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


def wanted_sizes(
    half_width: float | None, power: float | None, items: int | None, budget: float | None
) -> tuple[Wanted, ...]:
    """Return what sizes the studies of a plan."""
    amounts: tuple[tuple[Size, float | None], ...] = (
        ("items", items),
        ("half-width", half_width),
        ("power", power),
        ("budget", budget),
    )
    return tuple(Wanted(kind, float(amount)) for kind, amount in amounts if amount is not None)


def plan(command: PlanCommand) -> Table:
    """Return the plan. Raises InputError where a pilot cannot be used, or an expected error rate is none."""
    if not command.pilots:
        design = _changed(command.expected, command)
        _refuse_impossible(design)
        pilot = Pilot(EXPECTED, ALL_BIASES, design, None)
        return plan_table([pilot], command.request, from_expectations(design))
    pilots, request = _pilots(command)
    return plan_table([_overridden(one, command) for one in pilots], request, from_pilots())


def _refuse_impossible(design: StudyDesign) -> None:
    biased = design.reference + design.effect
    if not 0 <= biased <= 1:
        raise InputError(
            f"--error {design.reference:g} and --effect {design.effect:g} add up to {biased:g}: no error rate"
        )


def _changed(design: StudyDesign, command: PlanCommand) -> StudyDesign:
    given = {"effect": command.effect, "slope": command.slope}
    return design.model_copy(update={name: value for name, value in given.items() if value is not None})


def _overridden(pilot: Pilot, command: PlanCommand) -> Pilot:
    """Return the pilot with the effect and the slope that are to be found in place of its own."""
    design = pilot.design
    if isinstance(design, ItemDesign) and command.effect is not None:
        return pilot._replace(design=replace(design, effect=command.effect))
    if isinstance(design, StudyDesign):
        changed = _changed(design, command)
        _refuse_impossible(changed)
        return pilot._replace(design=changed)
    return pilot


def _pilots(command: PlanCommand) -> tuple[list[Pilot], PlanRequest]:
    """Return what the pilots show, and the request with their measure's kind of values."""
    missing = next((path for path in command.pilots if not path.is_dir()), None)
    if missing is not None:
        raise InputError(f"{missing}: a pilot is a folder of probe evaluate; give one, or none")
    runs = runs_in(command.pilots)
    if not runs.evaluations:
        raise InputError("these folders contain no evaluation: give folders of probe evaluate, or none")
    if runs.protocol == DILEMMAS:
        return list(_of_dilemmas(runs.evaluations)), command.request
    study = items_study(runs.protocol, runs.evaluations)
    found = pilots_of_items(study, protocol_named(runs.protocol).values)
    return list(found), replace(command.request, kind=_kind(study.headline.kind), targets=("effect",))


def _kind(kind: Kind) -> Kind:
    """Return how half-widths of values of this kind are printed."""
    return "width" if kind in ("points", "share") else kind


def _of_dilemmas(folders: Sequence[Path]) -> Iterator[Pilot]:
    prices, _ = load_prices()
    return pilots_of_dilemmas(prepare([priced(dilemma_evaluation(folder), prices) for folder in folders]))
