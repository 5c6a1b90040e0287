"""A protocol's measures by bias and tier: the mean of the items' values, and of the arms that they compare."""

from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np

from probe.analysis.effects.effect import EffectRow, effects
from probe.analysis.effects.estimating import ALL_BIASES, ALL_TIERS, NO_TIER, cells
from probe.analysis.figures.charts import forest_picture, heat_map, series_of, short_names
from probe.analysis.figures.style import Picture
from probe.analysis.form import RESULTS, ReportAnalysis, Result
from probe.analysis.measurements import Measurements
from probe.analysis.scores import Scores
from probe.analysis.statistics.differences import Effect
from probe.analysis.statistics.intervals import Interval
from probe.analysis.statistics.weights import EQUALLY, MINIMUM
from probe.analysis.study import NONE, Study
from probe.analysis.tables import ColumnSpec, EstimateHeading, Gap, Table, make_table, with_kind
from probe.values import Item, Measure

_NOT_TESTED = Gap(reason="not tested")
_NO_FAMILY = Gap(reason="not part of the family")


def means(study: Study, measure: Measure) -> tuple[EffectRow, ...]:
    """Return a row for each subject, mitigation, bias and tier that has items, and for all of them.

    Holm's adjustment is over a subject's biases, without mitigation; nothing is tested below ``MINIMUM`` items.
    """
    scores_by_mitigation = [(NONE, study.scored[measure.name])]
    scores_by_mitigation += [
        (subject_results.mitigation, subject_results.scored[measure.name]) for subject_results in study.mitigated
    ]
    rows = [row for mitigation, scores in scores_by_mitigation for row in _rows(study, measure, mitigation, scores)]
    order = {subject: number for number, subject in enumerate(study.subjects)}
    return tuple(sorted(rows, key=lambda row: order.get(row.subject, len(order))))


def _rows(study: Study, measure: Measure, mitigation: str, scores: Scores) -> Iterator[EffectRow]:
    items = study.items
    entries_by_cell: dict[tuple[str, str, str], Scores] = {}
    for subject in scores.subjects:
        for bias, tier, entries in cells(scores.of(subject=subject).measured, study.tiers):
            entries_by_cell[subject, bias, tier] = entries
    for row in effects(scores, study.tiers, crossed=False):
        # Empty cells are left out, except the one over all, which shows why a subject has no value.
        if row.tier == NO_TIER or not (row.dilemmas or (row.bias, row.tier) == (ALL_BIASES, ALL_TIERS)):
            continue
        in_family = mitigation == NONE and row.bias != ALL_BIASES and row.tier == ALL_TIERS
        yield row._replace(
            mitigation=mitigation,
            called=effect_name([items[str(key)] for key in entries_by_cell[row.subject, row.bias, row.tier].pair_id]),
            effect=as_mean(row.effect, measure),
            holm_p=_NO_FAMILY if not in_family else row.holm_p if measure.expected is not None else _NOT_TESTED,
            bounds=row.bounds
            if isinstance(row.bounds, Gap)
            else row.bounds.model_copy(update=_mean_limits(row.bounds, measure)),
        )


def as_mean(effect: Effect | Gap, measure: Measure) -> Effect | Gap:
    """Return a mean distance from what is expected as the mean itself, within the limits of the measure."""
    if isinstance(effect, Gap):
        return effect
    # Without an expected value there is nothing to test a mean against.
    p_update = {"p": None} if measure.expected is None else {}
    estimate = effect.estimate + (measure.expected or 0.0)
    return effect.model_copy(update={"estimate": estimate} | _mean_limits(effect, measure) | p_update)


def _mean_limits(interval: Interval, measure: Measure) -> dict[str, float | None]:
    low, high = measure.limits or (-np.inf, np.inf)
    expected = measure.expected or 0.0
    return {"low": max(interval.low + expected, low), "high": min(interval.high + expected, high)}


def effect_name(items: Sequence[Item]) -> str:
    """Return what a shift of these items may be called: only with a norm it is a bias."""
    norms = {item.norm for item in items}
    if norms <= {"text", "stipulated"}:
        return "bias"
    return "response style" if norms == {"none"} else "bias or response style"


def table(rows: Sequence[EffectRow], measure: Measure) -> Table:
    """Return the means of one measure as a table."""
    notes = (
        f"{measure.heading}: {measure.meaning}. {EQUALLY.replace('dilemmas', 'items')}",
        "Intervals are over clusters (scenarios or sets). Holm's adjustment is over a subject's biases, without "
        f"mitigation; nothing is tested below {MINIMUM} items. Bounds: where the mean may be however unparsed answers "
        "are read, the interval at each end included.",
        "Only where the item has a norm is a shift a bias; otherwise it is a response style.",
    )
    values_table = make_table(f"{measure.name}_by_bias", measure.heading, _columns(measure), rows, notes=notes)
    value_columns = {"mean", "low", "high", "least", "most", *(("arm", "reference") if measure.arms else ())}
    return with_kind(values_table.about("item"), measure.kind, value_columns)


def _columns(measure: Measure) -> Iterator[ColumnSpec]:
    """Yield the columns of a measure; those of arms only where it compares two."""
    yield from (ColumnSpec(name, name) for name in ("subject", "mitigation", "bias", "tier"))
    yield ColumnSpec("called", "a shift is called")
    yield ColumnSpec("items", "items", "count", "dilemmas")
    yield ColumnSpec("clusters", "clusters", "count")
    for key, path, label in zip(
        ("arm", "reference"), ("harmful", "error_on_unbiased"), measure.arms or (), strict=False
    ):
        yield ColumnSpec(key, label, "number", path)
    yield from EstimateHeading("mean", "number", key="mean", p="p").specs("effect")
    yield ColumnSpec("holm_p", "Holm, p", "p")
    yield ColumnSpec("least", "bound, low", "number", "bounds.low")
    yield ColumnSpec("most", "bound, high", "number", "bounds.high")


def picture_of(study: Study, measure: Measure, rows: Sequence[EffectRow]) -> Picture | None:
    """Return a forest plot of few subjects' biases, or a map of more; None without a bias."""
    bias_rows = [row for row in rows if (row.mitigation, row.tier) == (NONE, ALL_TIERS) and row.bias != ALL_BIASES]
    biases = list(dict.fromkeys(row.bias for row in bias_rows))
    if not biases:
        return None
    by_cell = {(row.subject, row.bias): row.effect for row in bias_rows}
    names = short_names(list(study.subjects))
    # A map has no intervals, so it is drawn only if there are too many subjects for the line of a bias.
    if len(names) <= 4:
        return forest_picture(
            f"{measure.name}_forest",
            f"{measure.heading} by bias",
            "Whiskers are 95 % intervals over clusters; the line is zero.",
            biases,
            series_of(names, biases, by_cell),
            xlabel=f"{measure.label} (hundredths)",
        )
    values = np.array([[_estimate(by_cell.get((name, bias))) for name in names] for bias in biases])
    limit = float(np.nanmax(np.abs(values))) if not np.isnan(values).all() else 1.0
    value_lists = ["/".join(f"{value:.2f}" for value in line) for line in values]
    description = "; ".join(f"{bias} {line}" for bias, line in zip(biases, value_lists, strict=True))
    columns = list(names.values())
    return Picture(
        f"{measure.name}_heat_map",
        f"{measure.heading}: biases by subject",
        f"{measure.heading} by bias (rows) and subject (columns): {description}.",
        "A dash: no item has a value.",
        lambda: heat_map(
            values, biases, columns, form=lambda value: f"{value:.2f}", diverging=True, limit=max(limit, 0.1)
        ),
    )


def _estimate(effect: Effect | Gap | None) -> float:
    return float("nan") if effect is None or isinstance(effect, Gap) else effect.estimate


def analyses(measurements: Measurements) -> Iterator[ReportAnalysis[Measurements, tuple[EffectRow, ...]]]:
    """Yield an analysis for each measure of the study; the answer and the first screen show that of the headline."""
    for measure in measurements.study.measures:
        yield ReportAnalysis(
            measure.name,
            measure.heading,
            RESULTS,
            "how far, and on which biases, a subject is moved",
            rows=partial(_of, measure=measure),
            show=partial(_show, measure=measure),
        )


def _of(measurements: Measurements, measure: Measure) -> tuple[EffectRow, ...]:
    return means(measurements.study, measure)


def _show(measurements: Measurements, rows: Sequence[EffectRow], measure: Measure) -> Result:
    study = measurements.study
    picture = None if measure is study.headline else picture_of(study, measure, rows)
    return Result(
        (table(rows, measure),),
        pictures=(picture,) if picture else (),
        text=(f"{measure.heading}: {measure.meaning}.",),
    )
