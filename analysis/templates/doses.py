"""Series of doses: how far answers moved at each dose, and whether a larger dose moves them further."""

from collections.abc import Iterator, Sequence
from typing import Annotated, NamedTuple

import numpy as np

from probe.analysis.figures.charts import forest_picture, series_of, short_names
from probe.analysis.figures.style import Picture
from probe.analysis.form import RESULTS, ReportAnalysis, Result
from probe.analysis.statistics.differences import Effect, clustered_mean, linearise
from probe.analysis.statistics.multiplicity import adjust_rows, p_value
from probe.analysis.tables import EstimateHeading, Gap, Heading, Table, make_table
from probe.analysis.templates.maps import MappedStudy, MappedSubject
from probe.values import ItemValue

LEAST_SCENARIOS = 5
"""Scenarios with several doses below which the change is not estimated."""


class DoseRow(NamedTuple):
    """How far the answers of one subject moved at one dose."""

    subject: Annotated[str, Heading("subject")]
    bias: Annotated[str, Heading("bias")]
    dose: Annotated[str, Heading("dose")]
    items: Annotated[int, Heading("items", "count")]
    moved: Annotated[Effect, EstimateHeading("moved", p="p")]


class ChangeRow(NamedTuple):
    """How much further the answers of one subject move at the highest dose than at the lowest, by a straight line."""

    subject: Annotated[str, Heading("subject")]
    bias: Annotated[str, Heading("bias")]
    lowest: Annotated[str, Heading("from")]
    highest: Annotated[str, Heading("to")]
    scenarios: Annotated[int, Heading("scenarios", "count")]
    change: Annotated[Effect | Gap, EstimateHeading("change", p="p")]
    holm_p: Annotated[float | Gap, Heading("Holm, p", "p")]


def dose_rows(subjects: Sequence[MappedSubject]) -> Iterator[DoseRow]:
    """Yield a row for each subject, bias and dose."""
    for subject in subjects:
        for bias, shifts in subject.by_bias("dose_response").items():
            for dose in sorted({subject.doses[shift.item_id] for shift in shifts}):
                at_dose = [shift for shift in shifts if subject.doses[shift.item_id] == dose]
                clusters = np.array([subject.items[shift.item_id].cluster for shift in at_dose])
                mean_shift = clustered_mean(np.array([shift.value for shift in at_dose]), clusters)
                assert mean_shift is not None
                yield DoseRow(subject.name, bias, str(dose), len(at_dose), mean_shift)


def change_rows(subjects: Sequence[MappedSubject]) -> tuple[ChangeRow, ...]:
    """Return a row for each subject and bias; Holm's adjustment is over a subject's biases."""
    changes = [
        _change(subject, bias, shifts)
        for subject in subjects
        for bias, shifts in subject.by_bias("dose_response").items()
    ]
    return adjust_rows(changes, lambda row: p_value(row.change, "not tested"), lambda row: row.subject)


def _change(subject: MappedSubject, bias: str, shifts: Sequence[ItemValue]) -> ChangeRow:
    """Return the slope within scenarios over the range of doses, with an interval over scenarios."""
    item_doses = [subject.doses[shift.item_id] for shift in shifts]
    doses = np.array([dose.level for dose in item_doses], dtype=np.float64)
    values = np.array([shift.value for shift in shifts])
    clusters = np.array([subject.items[shift.item_id].cluster for shift in shifts])
    lowest, highest = min(item_doses), max(item_doses)
    slope_terms = [
        _slope_terms(doses[clusters == cluster], values[clusters == cluster]) for cluster in sorted(set(clusters))
    ]
    # A scenario with a single dose has no slope.
    usable_terms = np.array([terms for terms in slope_terms if terms[1] > 0]).reshape(-1, 2)
    change: Effect | Gap = Gap(reason=f"fewer than {LEAST_SCENARIOS} scenarios")
    if len(usable_terms) >= LEAST_SCENARIOS:
        # The numerators alone are multiplied by the range of doses, which turns a slope into the change over all of it.
        change = _slope(usable_terms * np.array([highest.level - lowest.level, 1]))
    return ChangeRow(subject.name, bias, str(lowest), str(highest), len(usable_terms), change, Gap(reason="not tested"))


def _slope_terms(doses: np.ndarray, values: np.ndarray) -> tuple[float, float]:
    centred = doses - doses.mean()
    return float(centred @ values), float(centred @ centred)


def _slope(slope_terms: np.ndarray) -> Effect:
    """Return the ratio of sums with its interval: a scenario with more doses counts more."""
    slope = clustered_mean(linearise(slope_terms[:, 0], slope_terms[:, 1]), np.arange(len(slope_terms)))
    assert slope is not None
    return slope


def tables(subjects: Sequence[MappedSubject], changes: Sequence[ChangeRow]) -> tuple[Table, Table]:
    """Return the changes and the doses as tables."""
    notes = (
        "Moved: the shift; of an anchor, how far the answer rose, as a share of the scale's length. The tests of a "
        "series differ in the dose alone, so a change from the lowest to the highest one is due to it. It is the slope "
        "within scenarios times the range of doses; intervals are over scenarios, Holm's adjustment over a subject's "
        "biases.",
    )
    changes_table = make_table("dose_changes", "From the lowest to the highest dose", ChangeRow, changes, notes=notes)
    return changes_table, make_table("doses", "Answers by dose", DoseRow, tuple(dose_rows(subjects)))


def pictures(subjects: Sequence[MappedSubject]) -> Iterator[Picture]:
    """Yield a figure for each bias: how far answers moved by dose."""
    rows = list(dose_rows(subjects))
    names = short_names([subject.name for subject in subjects])
    for bias in dict.fromkeys(row.bias for row in rows):
        bias_rows = [row for row in rows if row.bias == bias]
        doses = list(dict.fromkeys(row.dose for row in bias_rows))
        by_cell = {(row.subject, row.dose): row.moved for row in bias_rows}
        yield forest_picture(
            f"doses_{bias.replace(' ', '_')}",
            f"Doses of the {bias}",
            "How far answers moved at each dose, in points of the scale's length; whiskers are 95 % intervals.",
            doses,
            series_of(names, doses, by_cell),
            xlabel="points of the scale",
        )


ANALYSIS: ReportAnalysis[MappedStudy, Sequence[ChangeRow]] = ReportAnalysis(
    "doses",
    "Series of doses",
    RESULTS,
    "whether a stronger manipulation moves decisions further",
    rows=lambda study: change_rows(study.mapped),
    show=lambda study, rows: Result(tables(study.mapped, rows), pictures=tuple(pictures(study.mapped))),
    needs="Series of doses: no test is in a series (probe generate --protocol templates --dose).",
)
