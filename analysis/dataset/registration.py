"""The analysis plans that were registered before the first question, and where a report departs from them.

What departs from the plan, or was planned after the first decision, is exploratory: it suggests hypotheses and does not
confirm them.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated, NamedTuple

from probe.analysis.form import CHECKS, ReportAnalysis, Result
from probe.analysis.measurements import Measurements
from probe.analysis.statistics.intervals import LEVEL
from probe.analysis.statistics.weights import MINIMUM
from probe.analysis.study import Study
from probe.analysis.tables import Gap, Heading, Table, make_table
from probe.values import AnalysisPlan, Evaluation, RegisteredPlan
from probe.values.base import FACTS_BY_CUE
from probe.values.plan import FACT_FAMILIES, FAMILIES, families_of

EVERYTHING = "every conclusion"
TIERS = "tiers of complexity"
TOGETHER = "whatever is about several subjects"
ALL_RUNS = "all runs"

AFFECTS = {"tiers": TIERS, "families": "the tests that were not planned"}
"""What a departure makes exploratory, by field of the plan; for any other field, it is every conclusion."""


class RegisteredPlanRow(NamedTuple):
    """A registered plan, with lists as text. ``decisions_before`` is 0 where it came before the first decision."""

    registered_at: str
    decisions_before: int
    headline: str
    tiers: str
    arms: str
    runs: int
    questions: int | Gap
    order: str
    level: float
    minimum: int
    families: str
    exclusions: str


class Registration(NamedTuple):
    """The plan of one evaluation."""

    subject: Annotated[str, Heading("subject")]
    run: Annotated[str, Heading("run")]
    plan: Annotated[
        RegisteredPlanRow | Gap,
        Heading("registered at (UTC)", "text", "registered_at", "registered_at"),
        Heading("decisions known by then", "count", "decisions_before", "decisions_before"),
        Heading("headline", "text", "headline", "headline"),
        Heading("tiers", "text", "tiers", "tiers"),
        Heading("arms", "text", "arms", "arms"),
        Heading("runs", "count", "runs", "runs"),
        Heading("questions when it was registered", "count", "questions", "questions"),
        Heading("order of the options", "text", "order", "order"),
        Heading("level of intervals", "share", "level", "level"),
        Heading("dilemmas that a test needs", "count", "minimum", "minimum"),
        Heading("tests, by family for Holm's adjustment", "text", "families", "families"),
        Heading("left out", "text", "exclusions", "exclusions"),
    ]


class Departure(NamedTuple):
    """One difference between plan and analysis.

    ``what`` is a field of the plan, or ``plan`` (none was registered) or ``time`` (it was registered too late).
    """

    subject: Annotated[str, Heading("subject")]
    run: Annotated[str, Heading("run")]
    what: Annotated[str, Heading("what", key="what")]
    planned: Annotated[str, Heading("planned")]
    analysed: Annotated[str, Heading("analysed")]
    exploratory: Annotated[str, Heading("exploratory because of this")]


def registrations(study: Study) -> tuple[Registration, ...]:
    """Return a row for each evaluation."""
    return tuple(
        Registration(evaluation.subject, evaluation.run_id, _plan_row(evaluation.plan))
        for evaluation in study.evaluations
    )


def departures(study: Study) -> tuple[Departure, ...]:
    """Return every difference between the plans and ``study``; none where the study follows all plans."""
    departures_of_evaluations = [
        departure for evaluation in study.evaluations for departure in _of_one(study, evaluation)
    ]
    return (*departures_of_evaluations, *_departures_between(study))


def table(rows: Sequence[Registration]) -> Table:
    """Return the plans as a table."""
    return make_table("analysis_plan", "Analysis plan", Registration, rows)


def sentences(rows: Sequence[Departure]) -> tuple[str, ...]:
    """Return one sentence for each exploratory claim; none where the report follows the plan."""
    reasons_by_claim: dict[str, list[str]] = {}
    for row in rows:
        reasons_by_claim.setdefault(row.exploratory, []).append(_reason(row))
    return tuple(
        f"Exploratory: {claim}, because {'; '.join(dict.fromkeys(reasons))}."
        for claim, reasons in reasons_by_claim.items()
    )


def _reason(row: Departure) -> str:
    if row.what == "plan":
        return f"no analysis plan was registered for {row.subject}"
    if row.what == "time":
        return f"the plan for {row.subject} was registered when {row.analysed} were known"
    if row.what == "families" and row.run != ALL_RUNS:
        return f"the plan for {row.subject} does not name {row.analysed}"
    if row.what == "questions":
        return (
            f"the plan for {row.subject} was registered for {row.planned} questions,"
            f" and the run was extended to {row.analysed}"
        )
    if row.run == ALL_RUNS:
        return f"runs with different plans are analysed together ({row.what}: {row.planned})"
    return f"the plan for {row.subject} was {row.what}: {row.planned}, and not {row.analysed}"


def _plan_row(registered_plan: RegisteredPlan | None) -> RegisteredPlanRow | Gap:
    if registered_plan is None:
        return Gap(reason="no plan registered")
    fields = _fields(registered_plan.plan)
    return RegisteredPlanRow(
        registered_at=registered_plan.registered_at,
        decisions_before=registered_plan.decisions_before,
        headline=fields["headline"],
        tiers=fields["tiers"],
        arms=fields["arms"],
        runs=registered_plan.plan.runs,
        questions=registered_plan.plan.questions or Gap(reason="not recorded"),
        order=registered_plan.plan.order,
        level=registered_plan.plan.level,
        minimum=registered_plan.plan.minimum,
        families=fields["families"],
        exclusions=fields["exclusions"],
    )


def _fields(plan: AnalysisPlan) -> dict[str, str]:
    """Return the plan's fields as text."""
    content = plan.model_dump(mode="json")
    return {key: "; ".join(value) if isinstance(value, list) else f"{value}" for key, value in content.items()}


def _of_one(study: Study, evaluation: Evaluation) -> Iterator[Departure]:
    subject, run, registered_plan = evaluation.subject, evaluation.run_id, evaluation.plan
    if registered_plan is None:
        yield Departure(subject, run, "plan", "no plan registered", "with the settings of this report", EVERYTHING)
        return
    # A person who knows the decisions can choose the plan that suits them.
    if registered_plan.decisions_before:
        decisions_before = f"{registered_plan.decisions_before} decisions"
        yield Departure(subject, run, "time", "before the first decision", decisions_before, EVERYTHING)
    # As text on both sides, so that what is compared is what the tables show.
    planned_fields = _fields(registered_plan.plan)
    question_count = evaluation.questions or len(evaluation.decisions) + evaluation.unanswered
    analysed_values = {
        "headline": study.headline.label,
        "tiers": study.tiers.scheme.value,
        # A plan that does not record its questions cannot depart from them.
        "questions": str(question_count if registered_plan.plan.questions else None),
        "runs": str(evaluation.runs),
        "order": evaluation.order,
        "level": str(LEVEL),
        "minimum": str(MINIMUM),
    }
    for field, analysed_value in analysed_values.items():
        if planned_fields[field] != analysed_value:
            yield Departure(subject, run, field, planned_fields[field], analysed_value, AFFECTS.get(field, EVERYTHING))
    unplanned_text = "; ".join(
        family for family in _families(study, registered_plan.plan) if family not in registered_plan.plan.families
    )
    if unplanned_text:
        yield Departure(subject, run, "families", planned_fields["families"], unplanned_text, AFFECTS["families"])


def _families(study: Study, plan: AnalysisPlan) -> tuple[str, ...]:
    """Return the tests of a report like this one."""
    if not study.headline.errors:
        return families_of(study.headline.label)
    # Facts against cue are tested only where all four arms were planned.
    return (*FAMILIES, *(FACT_FAMILIES if set(FACTS_BY_CUE) <= set(plan.arms) else ()))


def _departures_between(study: Study) -> Iterator[Departure]:
    """Yield the fields in which the plans of evaluations that are analysed together differ from each other."""
    plans = [_fields(evaluation.plan.plan) for evaluation in study.evaluations if evaluation.plan is not None]
    for field in (name for name in AnalysisPlan.model_fields if name not in ("questions", "mitigations")):
        values = list(dict.fromkeys(plan[field] for plan in plans))
        if len(values) > 1:
            planned_text = " | ".join(values)
            yield Departure(ALL_RUNS, ALL_RUNS, field, planned_text, "together", AFFECTS.get(field, TOGETHER))


def _show(measurements: Measurements, rows: Sequence[Registration]) -> Result:
    departure_rows = departures(measurements.study)
    exploratory = sentences(departure_rows)
    text = (
        "probe evaluate registers the plan of the analysis before it asks the first question. "
        f"{'' if departure_rows else 'This report follows the plan. '}What the plan does not name is exploratory: it "
        "suggests hypotheses, which new data have to test.",
        *exploratory,
    )
    data = [table(rows)]
    if departure_rows:
        data.append(make_table("departures", "What differs from the plan", Departure, departure_rows))
    return Result(data=tuple(data), text=text, answer=exploratory)


ANALYSIS: ReportAnalysis[Measurements, Sequence[Registration]] = ReportAnalysis(
    "plan",
    "Analysis plan",
    CHECKS,
    "whether a conclusion confirms a plan or suggests a hypothesis",
    rows=lambda measurements: registrations(measurements.study),
    show=_show,
)
