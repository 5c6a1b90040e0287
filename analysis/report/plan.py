"""Planning a study: how precise the effect and its trend over depth will be, and what that takes."""

from collections.abc import Iterator
from typing import Annotated, NamedTuple

from probe.analysis.statistics.planning import StudyDesign, Target, dilemmas_for, half_width, smallest_effect
from probe.analysis.tables import Gap, Heading, Table, make_table

SERIES = 4
"""Dilemmas per scenario in the designs with series."""

PLAN_IN_SHORT = ("question", "design", "half_width", "smallest", "needed", "needed_cost")
"""Columns that fit on a terminal."""

_QUESTIONS: dict[Target, str] = {"effect": "effect on errors", "trend": "trend with depth, per rule"}


class PlanRow(NamedTuple):
    """One question and design: what the given number of dilemmas shows, and what the wanted precision takes."""

    question: Annotated[str, Heading("question")]
    design: Annotated[str, Heading("design")]
    dilemmas: Annotated[int, Heading("dilemmas", "count")]
    runs: Annotated[int, Heading("runs", "count")]
    half_width: Annotated[float, Heading("half-width of the interval", "points")]
    smallest: Annotated[float, Heading("smallest found with 80 % power", "points")]
    cost: Annotated[float | Gap, Heading("US dollars", "number")]
    needed: Annotated[int | None, Heading("dilemmas for the wanted half-width", "count")]
    decisions: Annotated[int | None, Heading("decisions for it", "count")]
    needed_cost: Annotated[float | Gap, Heading("US dollars for it", "number")]


def plan(design: StudyDesign, width: float, price: float | None = None) -> tuple[PlanRow, ...]:
    """Return a row for each question and design: with and without a placebo arm, with and without series, one run.

    ``width`` is the wanted half-width, in shares; ``price`` the dollars for one decision.
    """
    variants: dict[str, dict[str, object]] = {
        "unbiased and biased": {},
        "and placebo": {"placebo": True},
        f"series of {SERIES} depths": {"series_size": SERIES},
        f"series of {SERIES} depths, and placebo": {"series_size": SERIES, "placebo": True},
        "one run": {"runs": 1},
    }
    return tuple(
        row
        for target in _QUESTIONS
        for name, change in variants.items()
        for row in _rows(design.model_copy(update=change), target, name, width, price)
    )


def _rows(design: StudyDesign, target: Target, name: str, width: float, price: float | None) -> Iterator[PlanRow]:
    enough = dilemmas_for(design, width, target)
    unpriced = Gap(reason="no --price given")
    yield PlanRow(
        question=_QUESTIONS[target],
        design=name,
        dilemmas=design.dilemmas,
        runs=design.runs,
        half_width=half_width(design, target),
        smallest=smallest_effect(design, target),
        cost=unpriced if price is None else design.cost(price),
        needed=None if enough is None else enough.dilemmas,
        decisions=None if enough is None else enough.decisions,
        needed_cost=unpriced if price is None or enough is None else enough.cost(price),
    )


def plan_table(design: StudyDesign, width: float, price: float | None = None) -> Table:
    """Return the plan as a table, with its assumptions as notes."""
    notes = (
        f"Expected error rate on unbiased texts {100 * design.reference:g} %, effect on errors "
        f"{100 * design.effect:g} points, intraclass correlation of a dilemma's runs {design.icc:g}, depths with a "
        f"standard deviation of {design.depth_spread:g} rules; wanted half-width {100 * width:g} points.",
        "More runs help little where the runs of a dilemma resemble each other: add dilemmas instead. Series sharpen "
        "the trend, since dilemmas of one scenario are compared with each other, and widen the interval of the effect.",
    )
    rows = plan(design, width, price)
    return make_table("plan", "What a study can show", PlanRow, rows, notes=notes, gap="no number is enough")
