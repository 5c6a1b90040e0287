"""The plan as a table: one row for each study that is large enough, with what simulated studies confirm."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, NamedTuple

from probe.analysis.effects.estimating import ALL_BIASES
from probe.analysis.planning.dilemmas import StudyDesign
from probe.analysis.planning.items import ItemDesign
from probe.analysis.planning.people import PeopleDesign
from probe.analysis.planning.pilots import Pilot
from probe.analysis.planning.sizing import (
    CAUTION,
    MOST_SIMULATED,
    SIMULATION,
    Simulation,
    SizingGoal,
    Target,
    confirmed_size,
    half_width,
    power,
    smallest_effect,
)
from probe.analysis.statistics.weights import MINIMUM
from probe.analysis.tables import Gap, Heading, Kind, Table, make_table, with_kind

HALF_WIDTHS: dict[Target, float] = {"effect": 0.05, "trend": 0.02}
"""The half-widths of a plan without another goal."""

IN_SHORT = (
    "question", "design", "wanted", "items", "runs", "cost", "half_width", "simulated_half_width", "power",
    "simulated_power",
)  # fmt: skip
"""Columns that fit on a terminal; a plan from pilots begins with subject and bias."""

EXPECTED = "expected"
"""The subject of a plan without a pilot."""

TARGETS: tuple[Target, ...] = ("effect", "trend")
_QUESTIONS: dict[Target, str] = {"effect": "effect", "trend": "trend with depth, per level"}
_NO_PRICE = Gap(reason="no price is known: give --price")


class PlanRow(NamedTuple):
    """One study: what it asks, how large it is, what that costs, and what it will show."""

    subject: Annotated[str, Heading("subject")]
    bias: Annotated[str, Heading("bias")]
    question: Annotated[str, Heading("question")]
    design: Annotated[str, Heading("design")]
    wanted: Annotated[str, Heading("wanted")]
    items: Annotated[int | Gap, Heading("items", "count")]
    clusters: Annotated[int | Gap, Heading("series or clusters", "count")]
    runs: Annotated[int | Gap, Heading("runs", "count")]
    decisions: Annotated[int | Gap, Heading("decisions", "count")]
    cost: Annotated[float | Gap, Heading("US dollars", "number")]
    half_width: Annotated[float | Gap, Heading("half-width", "width")]
    simulated_half_width: Annotated[float | Gap, Heading("simulated", "width")]
    smallest: Annotated[float | Gap, Heading("smallest found with 80 % power", "width")]
    power: Annotated[float | Gap, Heading("power", "share")]
    simulated_power: Annotated[float | Gap, Heading("simulated", "share")]


@dataclass(frozen=True)
class PlanRequest:
    """What a plan is for: the sizes that are wanted, what to estimate, and how many studies to simulate.

    ``price`` is that of one decision in US dollars; None: that of the pilot. Without sizes, ``HALF_WIDTHS`` are wanted.
    With ``alone``, no other design is beside each pilot's.
    """

    wanted: tuple[SizingGoal, ...] = ()
    targets: tuple[Target, ...] = TARGETS
    price: float | None = None
    simulation: Simulation = SIMULATION
    kind: Kind = "width"
    alone: bool = False

    def sizes(self, target: Target) -> tuple[SizingGoal, ...]:
        """Return the sizes that are wanted to estimate ``target``."""
        return self.wanted or (SizingGoal("half-width", HALF_WIDTHS[target]),)


def rows_of(pilot: Pilot, request: PlanRequest) -> Iterator[PlanRow]:
    """Yield a row for each question, design and wanted size."""
    price = pilot.price if request.price is None else request.price
    labels = pilot.subject, pilot.bias
    if isinstance(pilot.design, Gap):
        for goal in request.sizes("effect"):
            row_labels = (*labels, _QUESTIONS["effect"], "as in the pilot", _words(goal, request.kind))
            # A row all the same, so that a reader sees why there is no plan from this pilot.
            yield _without(row_labels, pilot.design, pilot.design)
        return
    for target in request.targets:
        for name, design in pilot.design.variants(target, whole=pilot.bias == ALL_BIASES and not request.alone):
            for goal in request.sizes(target):
                words = _words(goal, request.kind)
                yield _row((*labels, _QUESTIONS[target], name, words), design, (target, goal), price, request)


def _without(labels: tuple[str, str, str, str, str], runs: int | Gap, reason: Gap) -> PlanRow:
    """Return the row of a study without a size."""
    return PlanRow(*labels, reason, reason, runs, reason, reason, reason, reason, reason, reason, reason)


def _row(
    labels: tuple[str, str, str, str, str],
    design: StudyDesign | ItemDesign,
    target_and_goal: tuple[Target, SizingGoal],
    price: float | None,
    request: PlanRequest,
) -> PlanRow:
    target, goal = target_and_goal
    if gap := _missing(design, target, goal, price):
        return _without(labels, design.runs, gap)
    study, confirmed = confirmed_size(design, goal, target, price, request.simulation)
    if study is None:
        reason = "the budget pays for less than two" if goal.kind == "budget" else "no number is enough"
        return _without(labels, design.runs, Gap(reason=reason))
    items = study.clusters * study.size
    untested = Gap(reason=f"fewer than {MINIMUM} are not tested") if items < MINIMUM else None
    expected = power(study, target)
    if expected is None:
        untested = untested or Gap(reason="no slope is expected: give --slope")
    unconfirmed = _unconfirmed(items, request)
    return PlanRow(
        *labels,
        items,
        study.clusters,
        study.runs,
        study.decisions,
        _NO_PRICE if price is None else study.decisions * price,
        half_width(study, target),
        confirmed.half_width if confirmed else unconfirmed,
        Gap(reason=f"fewer than {MINIMUM} are not tested") if items < MINIMUM else smallest_effect(study, target),
        untested or expected or 0.0,
        untested or (confirmed.power if confirmed else unconfirmed),
    )


def _missing(design: StudyDesign | ItemDesign, target: Target, goal: SizingGoal, price: float | None) -> Gap | None:
    """Return a gap that names what is missing to size a study, None if nothing is."""
    if goal.kind == "budget" and not price:
        return _NO_PRICE
    if goal.kind == "power" and not design.expected(target):
        return Gap(reason="nothing is expected: give --effect" if target == "effect" else "give --slope")
    return None


def _unconfirmed(items: int, request: PlanRequest) -> Gap:
    """Return why there is no result of simulated studies."""
    if not request.simulation.studies:
        return Gap(reason="not simulated")
    if items > MOST_SIMULATED:
        return Gap(reason=f"more than {MOST_SIMULATED} are not simulated")
    return Gap(reason="most simulated studies have no interval")


def _words(goal: SizingGoal, kind: Kind) -> str:
    match goal.kind:
        case "items":
            return f"{goal.amount:g} items"
        case "half-width":
            return f"half-width of {100 * goal.amount:g} points" if kind == "width" else f"±{goal.amount:g}"
        case "power":
            return f"power of {100 * goal.amount:g} %"
        case "budget":
            return f"at most ${goal.amount:g}"


def _cheapest(rows: Sequence[PlanRow]) -> Iterator[str]:
    """Yield which design asks for the fewest decisions, for each question that a half-width or a power sizes."""
    groups: dict[tuple[str, str, str, str], list[tuple[int, PlanRow]]] = {}
    for row in rows:
        # With a number of items, or a budget, designs do not show the same, and fewer decisions are no advantage.
        if isinstance(row.decisions, int) and not row.wanted.endswith("items") and "$" not in row.wanted:
            groups.setdefault((row.subject, row.bias, row.question, row.wanted), []).append((row.decisions, row))
    for (subject, bias, question, goal), members in groups.items():
        if len(members) > 1:
            decisions, row = min(members, key=lambda member: member[0])
            owner = "" if subject == EXPECTED else f" of {subject}"
            owner += "" if bias == ALL_BIASES else f" on {bias}"
            fewest = f"{decisions} ({row.design}, {row.items} items)"
            yield f"Fewest decisions for the {question}{owner}, {goal}: {fewest}."


def plan_table(pilots: Sequence[Pilot], request: PlanRequest, expectations: str) -> Table:
    """Return the plan as a table; ``expectations`` says what it rests on."""
    rows = tuple(row for pilot in pilots for row in rows_of(pilot, request))
    confirmed = (
        f"“Simulated”: the mean half-width of the intervals, and the share of studies with p below 0.05, in "
        f"{request.simulation.studies} simulated studies of each row, analysed as a report analyses them; a share has "
        f"a standard error of up to {50 / request.simulation.studies**0.5:.1f} points. Where they fall short of a "
        "wanted half-width or power, the study is enlarged."
        if request.simulation.studies
        else "No study was simulated."
    )
    notes = (
        expectations,
        *_cheapest(rows),
        confirmed,
        *_unjudged(pilots),
        "More runs help little where the runs of an item resemble each other: add items instead. Series sharpen the "
        "trend, since dilemmas of one scenario are compared with each other, and widen the interval of the effect.",
    )
    plan = make_table("plan", "What a study can show", PlanRow, rows, notes=notes)
    return with_kind(plan, request.kind, {"half_width", "simulated_half_width", "smallest"})


def _unjudged(pilots: Sequence[Pilot]) -> Iterator[str]:
    """Yield whose pilots show nothing of a study of a subject that decides by the facts."""
    reasons = {pilot.subject: pilot.unjudged for pilot in pilots if pilot.unjudged}
    for subject, reason in reasons.items():
        yield (
            f"{subject} cannot be judged: it {reason}. Its effect and its variances are no guide to the size of a "
            "study: use the pilot of another subject."
        )


def from_pilots() -> str:
    """Return what a plan from pilots rests on."""
    return (
        "Effects and variances are those of the pilot. They are uncertain: numbers for a half-width or a power allow "
        f"for a spread at its upper {100 * CAUTION:.0f} % limit, and an effect that a small pilot happens to show may "
        "be too large: give --effect for the smallest that matters. The correlation within series is assumed where "
        "the pilot has none, and a pilot of one run does not show what more runs would change."
    )


def from_expectations(design: StudyDesign) -> str:
    """Return what a plan without a pilot rests on."""
    if isinstance(design, PeopleDesign):
        return (
            f"Expected of people: an error rate on unbiased texts of {100 * design.reference:g} %, an effect on errors "
            f"of {100 * design.effect:g} points, an intraclass correlation of {design.icc:g} within dilemmas and of "
            f"{design.people_icc:g} within people, and of {design.arm_correlation:g} between what is particular of one "
            "in both arms. Each person reads every dilemma once."
        )
    slope = "" if design.slope is None else f", changing by {100 * design.slope:g} points per level of depth"
    return (
        f"Expected: an error rate on unbiased texts of {100 * design.reference:g} %, an effect on errors of "
        f"{100 * design.effect:g} points{slope}, an intraclass correlation of a dilemma's runs of {design.icc:g}, "
        f"depths with a standard deviation of {design.depth_spread:g} levels."
    )
