"""The analysis of what was read before deciding, by arm.

All of it is descriptive: what a subject reads after it saw the cue is itself an effect of the cue.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, NamedTuple

import numpy as np

from probe.analysis.figures.charts import Point, Series, forest_picture, short_names
from probe.analysis.figures.style import Picture
from probe.analysis.form import RESULTS, ReportAnalysis, Result
from probe.analysis.measurements import Measurements
from probe.analysis.statistics.intervals import Interval, rate_interval
from probe.analysis.study import NONE, SubjectResults
from probe.analysis.tables import Heading, make_table
from probe.protocols.workspaces.item import WorkspaceItem
from probe.protocols.workspaces.reading import RunReading, by_arm, read_before
from probe.values import Arm

DESCRIPTIVE = (
    "These figures are descriptive: what a subject reads after it saw the cue depends on the cue, so that groups of "
    "runs that read the same are not comparable. The effects of the cue are those between arms as assigned."
)
NOTES = (
    "Needed lines are the rules and figures of the proof. A line is read where read_file showed it; lines that only "
    "search showed are counted in the share shown.",
    "For and against: the share of the figures that speak for the option that the cue praises, and for the other one, "
    "which were shown. A figure speaks for the option on whose side of the middle of its range it is.",
    "Errors given full reading are those of runs that were shown all needed lines.",
    "A run without a decision used up its calls; unreadable answers are in the other chapters.",
)


class ReadingRow(NamedTuple):
    """What one subject read in one arm: means over workspaces, with 95 % intervals of the shares over clusters."""

    subject: Annotated[str, Heading("subject")]
    mitigation: Annotated[str, Heading("mitigation")]
    arm: Annotated[str, Heading("arm")]
    items: Annotated[int, Heading("workspaces", "count")]
    runs: Annotated[int, Heading("runs", "count")]
    read: Annotated[float, Heading("needed lines read", "share")]
    shown: Annotated[float, Heading("needed lines shown", "share")]
    low: Annotated[float | None, Heading("low", "share")]
    high: Annotated[float | None, Heading("high", "share")]
    supporting: Annotated[float | None, Heading("figures for the praised option", "share", gap="none of this kind")]
    opposing: Annotated[float | None, Heading("figures for the other", "share", gap="none of this kind")]
    cue_at: Annotated[float | None, Heading("call that showed the cue's line", "number", gap="not shown")]
    complete: Annotated[float, Heading("full reading", "share")]
    full_error: Annotated[float | None, Heading("errors given full reading", "share", gap="no full reading")]
    calls: Annotated[float, Heading("calls", "number")]
    exhausted: Annotated[float, Heading("calls used up", "share")]


def reading_rows(subject_results: SubjectResults) -> Iterator[ReadingRow]:
    """Yield what a subject read under one mitigation, by arm."""
    readings: list[RunReading] = []
    for evaluation in subject_results.evaluations:
        items = [item for item in evaluation.items if isinstance(item, WorkspaceItem)]
        readings += read_before(items, evaluation.decisions, evaluation.choices)
    mitigation_readings = [reading for reading in readings if reading.mitigation == subject_results.mitigation]
    for arm, arm_readings in by_arm(mitigation_readings).items():
        yield _row(subject_results, arm, arm_readings)


def _row(subject_results: SubjectResults, arm: Arm, readings: Sequence[RunReading]) -> ReadingRow:
    complete_readings = [reading for reading in readings if reading.complete and reading.decided]
    # Average the runs of each workspace first, because workspaces were sampled, not runs.
    shares_shown = _means_by_workspace(readings, lambda reading: reading.share_shown)
    clusters = {reading.item.id: reading.item.cluster for reading in readings}
    interval = rate_interval(
        np.array([*shares_shown.values()]), np.array([clusters[item_id] for item_id in shares_shown])
    )
    return ReadingRow(
        subject=subject_results.subject,
        mitigation=subject_results.mitigation,
        arm=arm.value,
        items=len(shares_shown),
        runs=len(readings),
        read=_mean(readings, lambda reading: reading.share_read) or 0.0,
        shown=_mean(readings, lambda reading: reading.share_shown) or 0.0,
        low=None if interval is None else interval.low,
        high=None if interval is None else interval.high,
        supporting=_mean(readings, lambda reading: reading.supporting(reading.item.praised_index)),
        opposing=_mean(readings, lambda reading: reading.supporting(reading.item.right)),
        cue_at=_mean(readings, lambda reading: reading.cue_at),
        complete=_mean(readings, lambda reading: float(reading.complete)) or 0.0,
        full_error=_mean(complete_readings, lambda reading: float(reading.wrong)),
        calls=_mean(readings, lambda reading: reading.calls) or 0.0,
        exhausted=_mean(readings, lambda reading: float(reading.exhausted)) or 0.0,
    )


def _means_by_workspace(
    readings: Sequence[RunReading], value: Callable[[RunReading], float | None]
) -> dict[str, float]:
    """Return the mean over runs for each workspace; runs without the value are left out."""
    by_workspace: dict[str, list[float]] = defaultdict(list)
    for reading in readings:
        if (number := value(reading)) is not None:
            by_workspace[reading.item.id].append(number)
    return {item_id: sum(numbers) / len(numbers) for item_id, numbers in by_workspace.items()}


def _mean(readings: Sequence[RunReading], value: Callable[[RunReading], float | None]) -> float | None:
    """Return the mean over workspaces, each of which counts once; None if none has the value."""
    means = _means_by_workspace(readings, value)
    return sum(means.values()) / len(means) if means else None


def _figure(rows: Sequence[ReadingRow]) -> Iterator[Picture]:
    unmitigated_rows = [row for row in rows if row.mitigation == NONE]
    subjects = list(dict.fromkeys(row.subject for row in unmitigated_rows))
    arms = [arm.value for arm in Arm.in_order(Arm(row.arm) for row in unmitigated_rows)]
    if not subjects:
        return
    names, by_key = short_names(subjects), {(row.subject, row.arm): row for row in unmitigated_rows}
    yield forest_picture(
        "reading",
        "What was read before deciding",
        "Share of the needed lines that files or searches showed before the decision. Descriptive.",
        arms,
        [Series(names[subject], [_point(by_key.get((subject, arm))) for arm in arms]) for subject in subjects],
        signed=False,
        xlabel="share of needed lines shown",
    )


def _point(row: ReadingRow | None) -> Point:
    if row is None or row.low is None or row.high is None:
        return Point(np.nan)
    return Point.of(row.shown, Interval(low=row.low, high=row.high))


READING: ReportAnalysis[Measurements, list[ReadingRow]] = ReportAnalysis(
    "reading",
    "What was read before deciding",
    RESULTS,
    "which arms to compare, and what the subject leaves unread",
    rows=lambda measurements: [
        row for subject_results in measurements.study.results for row in reading_rows(subject_results)
    ],
    show=lambda _, rows: Result(
        (make_table("reading", "What was read before deciding", ReadingRow, rows, notes=NOTES),),
        text=(DESCRIPTIVE,),
        pictures=tuple(_figure(rows)),
    ),
    needs="What was read before deciding: no subject read files with PROBE's tools (probe evaluate with an arm that is "
    "not handed; a program reads by itself).",
)
