"""People next to models: how their decisions are compared, and what the literature reports of people."""

from collections.abc import Sequence
from typing import Annotated, NamedTuple

from probe.analysis.form import RESULTS, ReportAnalysis, Result
from probe.analysis.measurements import Measurements
from probe.analysis.study import Study
from probe.analysis.tables import Heading, Table, make_table
from probe.values import Arm

READING = (
    "People saw one text of a dilemma each, so that an effect compares people who saw it with the cue and people who "
    "saw it without. Flips and noise floors need both texts and do not exist for people.",
    "Their intervals allow for other dilemmas and for other people: the variance of clusters of dilemmas plus that of "
    "clusters of people minus that of their intersections, never below that of dilemmas alone (Cameron, Gelbach and "
    "Miller 2011), with as many degrees of freedom as the smaller number minus 1. Trends over depth allow for dilemmas "
    "only: what moves a person alike at every depth cancels in them.",
    "Means over subjects are over models: people are never averaged with them.",
)


class Crowd(NamedTuple):
    """How many people took part, and what they saw."""

    subject: Annotated[str, Heading("subject")]
    people: Annotated[int, Heading("people", "count")]
    dilemmas: Annotated[int, Heading("dilemmas", "count")]
    decisions: Annotated[int, Heading("decisions", "count")]
    biased: Annotated[int, Heading("with the cue", "count")]
    unreadable: Annotated[int, Heading("without an answer", "count")]
    failed: Annotated[str, Heading("people left out: failed the checks")]


class ReportedFigure(NamedTuple):
    """What a study of people reports of a bias, in its own measure."""

    bias: Annotated[str, Heading("bias")]
    measured: Annotated[str, Heading("what was measured")]
    reported: Annotated[str, Heading("reported")]
    source: Annotated[str, Heading("source")]


LITERATURE = (
    ReportedFigure(
        "anchoring bias",
        "estimates of 410 software developers after a low or a high figure",
        "robust d = 1.19; after a workshop on biases 0.72",
        "Shepperd, Mair and Jørgensen 2018, arXiv 1804.03919",
    ),
    ReportedFigure(
        "bandwagon effect",
        "errors in a line judgement where five others agree on a wrong one (210 people)",
        "33 % of answers",
        "Franzen and Mader 2023, PLOS ONE 18",
    ),
    ReportedFigure(
        "framing effect",
        "evaluations under attribute framing, a meta-analysis of 51 studies",
        "d = 0.26; risky framing 0.44, goal framing 0.44",
        "Piñon and Gambara 2005, Psicothema 17:325",
    ),
    ReportedFigure(
        "hindsight bias",
        "judgements with and without the outcome, a meta-analysis of 95 studies",
        "d = 0.39 (95 % interval 0.36 to 0.42)",
        "Guilbault, Bryant, Brockway and Posavac 2004, Basic and Applied Social Psychology 26:103",
    ),
    ReportedFigure(
        "hindsight bias",
        "probabilities with and without the outcome, a meta-analysis of 122 studies",
        "r = 0.17",
        "Christensen-Szalanski and Willham 1991, Organizational Behavior and Human Decision Processes 48:147",
    ),
)
"""Published effects on people: a reference, in other tasks and measures. No figure of a report is computed with it."""


def crowds(study: Study) -> tuple[Crowd, ...]:
    """Return how many people took part, for each crowd among the subjects."""
    return tuple(
        Crowd(
            evaluation.subject,
            evaluation.runs,
            len(evaluation.items),
            len(evaluation.decisions),
            sum(decision.arm in (Arm.BIASED, Arm.TWIN_BIASED) for decision in evaluation.decisions),
            sum(decision.decision == "unparsed" for decision in evaluation.decisions),
            evaluation.conditions.get("people who failed the checks", "not recorded"),
        )
        for evaluation in study.evaluations
        if evaluation.between
    )


def literature_table() -> Table:
    """Return what the literature reports of people as a table."""
    notes = (
        "For reference only: other people, tasks and measures. A standardised difference (d) or a correlation (r) is "
        "no difference of error rates, and nothing in this report is pooled with these figures.",
    )
    return make_table("literature", "What the literature reports of people", ReportedFigure, LITERATURE, notes=notes)


ANALYSIS: ReportAnalysis[Measurements, Sequence[Crowd]] = ReportAnalysis(
    "people",
    "People beside models",
    RESULTS,
    "whether a model is moved more than people are",
    rows=lambda measurements: crowds(measurements.study),
    show=lambda measurements, rows: Result(
        (make_table("people", "People who took part", Crowd, rows), literature_table()), text=READING
    ),
)
