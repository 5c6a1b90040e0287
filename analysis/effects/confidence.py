"""A subject's own confidence against its accuracy, by arm and depth: overconfidence in the sense of the literature."""

from collections.abc import Iterator, Sequence
from typing import Annotated, NamedTuple

import numpy as np

from probe.analysis.effects.estimating import tested_if_enough
from probe.analysis.figures.charts import NOTHING, Point, Series, forest_picture, short_names
from probe.analysis.figures.style import Picture
from probe.analysis.form import RESULTS, ReportAnalysis, Result
from probe.analysis.measurements import Measurements
from probe.analysis.scores import codes_of
from probe.analysis.statistics import methods
from probe.analysis.statistics.differences import Effect, clustered_mean
from probe.analysis.statistics.weights import EQUALLY, MINIMUM, balanced_mean
from probe.analysis.study import NONE
from probe.analysis.tables import EstimateHeading, Gap, Heading, Table, make_table
from probe.values import Arm, Decision, Evaluation, Item

ALL_DEPTHS = "all depths"
READING = (
    "After each decision the subject stated how confident it is that its option is the right one, from 50 % (a guess) "
    "to 100 %. Above zero it is more confident than accurate, below zero less. It is the subject's own confidence: "
    "cues of overconfidence bias show something else, the certainty of someone in the text.",
)


class ConfidenceRow(NamedTuple):
    """One subject's decisions under one mitigation in one arm at one depth (or all) with a stated confidence.

    ``difference`` is mean confidence minus accuracy. ``unreadable`` is the share of statements that could not be read,
    which are left out of everything else.
    """

    subject: Annotated[str, Heading("subject")]
    mitigation: Annotated[str, Heading("mitigation")]
    arm: Annotated[str, Heading("arm")]
    depth: Annotated[str, Heading("depth")]
    dilemmas: Annotated[int, Heading("dilemmas", "count")]
    difference: Annotated[
        Effect | Gap, EstimateHeading("confidence − accuracy", key="confidence_minus_accuracy", p="p")
    ]
    confidence: Annotated[float | Gap, Heading("mean confidence", "share")]
    accuracy: Annotated[float | Gap, Heading("accuracy", "share")]
    unreadable: Annotated[float, Heading("unreadable statements", "share")]


class StatedInArm(NamedTuple):
    """What one dilemma shows in one arm: the means over its readable statements, and the counts of all."""

    item: Item
    confidence: float
    accuracy: float
    readable: int
    question_count: int


def confidence(evaluations: Sequence[Evaluation]) -> tuple[ConfidenceRow, ...]:
    """Return rows for each subject, mitigation and arm, all depths first; none for subjects that were not asked."""
    groups: dict[tuple[str, str, str], list[StatedInArm]] = {}
    for evaluation in evaluations:
        for mitigation, arm, statements in _stated_confidences(evaluation):
            groups.setdefault((evaluation.subject, mitigation, arm), []).append(statements)
    arms = Arm.in_order(Arm(arm) for _, _, arm in groups)
    strategies = dict.fromkeys((subject, mitigation) for subject, mitigation, _ in groups)
    in_order = [(*strategy, arm.value) for strategy in strategies for arm in arms]
    return tuple(row for labels in in_order if labels in groups for row in _rows(groups[labels], labels))


def _rows(statements: Sequence[StatedInArm], labels: tuple[str, str, str]) -> Iterator[ConfidenceRow]:
    yield _row(statements, (*labels, ALL_DEPTHS))
    # Dilemmas without a recorded depth have no row of their own.
    depths = sorted({dilemma.item.complexity.depth or 0 for dilemma in statements} - {0})
    # A single depth would repeat the row over all depths.
    for depth in depths if len(depths) > 1 else ():
        yield _row([dilemma for dilemma in statements if dilemma.item.complexity.depth == depth], (*labels, str(depth)))


def _stated_confidences(evaluation: Evaluation) -> Iterator[tuple[str, str, StatedInArm]]:
    """Yield what each dilemma shows under each mitigation in each arm."""
    decisions_by_question: dict[tuple[str, str, Arm], list[Decision]] = {}
    for decision in evaluation.decisions:
        if decision.confidence is not None:
            decisions_by_question.setdefault((decision.mitigation, decision.item_id, decision.arm), []).append(decision)
    items = {item.id: item for item in evaluation.items}
    for (mitigation, name, arm), decisions in decisions_by_question.items():
        item = items[name]
        levels = [decision.confidence for decision in decisions if isinstance(decision.confidence, float)]
        right = [
            decision.decision == item.right_answer(arm)
            for decision in decisions
            if isinstance(decision.confidence, float)
        ]
        means = (float(np.mean(levels)), float(np.mean(right))) if levels else (np.nan, np.nan)
        yield mitigation, arm.value, StatedInArm(item, *means, len(levels), len(decisions))


def _row(statements: Sequence[StatedInArm], labels: tuple[str, str, str, str]) -> ConfidenceRow:
    readable = [dilemma for dilemma in statements if dilemma.readable]
    unreadable_share = 1 - sum(dilemma.readable for dilemma in statements) / sum(
        dilemma.question_count for dilemma in statements
    )
    if not readable:
        gap = Gap(reason="no readable statement")
        return ConfidenceRow(*labels, 0, gap, gap, gap, unreadable_share)
    levels, right = (np.array(column) for column in zip(*(dilemma[1:3] for dilemma in readable), strict=True))
    biases = np.array([dilemma.item.bias.value for dilemma in readable], dtype=object)
    clusters = np.array([dilemma.item.cluster for dilemma in readable], dtype=object)
    difference = clustered_mean(levels - right, clusters, codes_of(biases))
    assert difference is not None, "there is a dilemma"
    return ConfidenceRow(
        *labels,
        dilemmas=len(readable),
        difference=tested_if_enough(difference, len(readable)),
        confidence=balanced_mean(levels, biases),
        accuracy=balanced_mean(right, biases),
        unreadable=unreadable_share,
    )


def table(rows: Sequence[ConfidenceRow]) -> Table:
    """Return the rows as a table."""
    notes = (
        "Means are over the runs of a dilemma first. An unreadable decision is not followed by the question. "
        f"{EQUALLY} Rows of fewer than {MINIMUM} dilemmas are shown and not tested; p is not adjusted.",
        methods.MEAN,
    )
    return make_table("confidence", "Confidence and accuracy", ConfidenceRow, rows, notes=notes)


def pictures(rows: Sequence[ConfidenceRow]) -> tuple[Picture, ...]:
    """Draw confidence minus accuracy over all depths, by subject, mitigation and arm; nothing if none was readable."""
    points = {row[:3]: Point.of_difference(row.difference) for row in rows if row.depth == ALL_DEPTHS and row.dilemmas}
    if not points:
        return ()
    strategies = dict.fromkeys((subject, mitigation) for subject, mitigation, _ in points)
    arms = dict.fromkeys(arm for *_, arm in points)
    all_series = [Series(arm, [points.get((*strategy, arm), NOTHING) for strategy in strategies]) for arm in arms]
    names = short_names(list(dict.fromkeys(subject for subject, _ in strategies)))
    lines = [
        names[subject] if mitigation == NONE else f"{names[subject]}\n{mitigation}"
        for subject, mitigation in strategies
    ]
    title, caption = "Confidence and accuracy", "Right of zero: more confident of the decisions than they are right."
    label = "confidence minus accuracy (points)"
    return (forest_picture("confidence", title, caption, lines, all_series, xlabel=label),)


ANALYSIS: ReportAnalysis[Measurements, Sequence[ConfidenceRow]] = ReportAnalysis(
    "confidence",
    "Confidence and accuracy",
    RESULTS,
    "whether to rely on a subject that says it is certain",
    rows=lambda measurements: confidence(
        [evaluation for subject_results in measurements.study.pooled for evaluation in subject_results.evaluations]
    ),
    show=lambda measurements, rows: Result((table(rows),), pictures=pictures(rows), text=READING),
)
