"""The effect on errors: how much more often a subject errs because of the cue, by bias and tier."""

from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any, NamedTuple

import numpy as np

from probe.analysis.dataset import constructs
from probe.analysis.depth.tiers import Tiers
from probe.analysis.effects.estimating import (
    ALL_BIASES,
    ALL_TIERS,
    NO_ITEM,
    bounds_of,
    cells,
    effect_of,
    mean_of,
    p_of,
    tested_if_enough,
)
from probe.analysis.estimand import Estimand
from probe.analysis.figures.charts import (
    POINTS,
    Point,
    Series,
    few_note,
    forest_picture,
    heat_map,
    short_names,
    with_counts,
)
from probe.analysis.figures.style import Picture
from probe.analysis.form import RESULTS, ReportAnalysis, Result
from probe.analysis.measurements import Measurements, once
from probe.analysis.scores import Scores
from probe.analysis.statistics import methods
from probe.analysis.statistics.differences import Effect
from probe.analysis.statistics.intervals import Interval
from probe.analysis.statistics.multiplicity import adjust_rows
from probe.analysis.statistics.weights import EQUALLY, MINIMUM, balanced_mean
from probe.analysis.study import NONE
from probe.analysis.tables import (
    EstimateHeading,
    Gap,
    Heading,
    IntervalHeading,
    Table,
    format_signed,
    make_table,
    percent,
    points,
)
from probe.values import Measure

_NOT_A_TEST = Gap(reason="tiers are compared in high against low")
_NOT_IN_FAMILY = Gap(reason="not part of the family")


class EffectRow(NamedTuple):
    """One subject on one bias in one tier (or all of them).

    ``effect`` is that of the report's estimand, and ``bounds`` are where it may be however unparsed
    decisions are read, with the interval at each end; ``unparsed`` is the share of runs without a decision in one of
    its arms. ``net`` and ``adjusted`` are both estimands wherever their arms were shown. Where another measure than
    errors is meant, ``harmful`` and ``error_on_unbiased`` are the values of its arms. ``mitigation`` and what a shift
    is ``called`` are in tables that have rows under mitigations.
    """

    subject: Annotated[str, Heading("subject")]
    bias: Annotated[str, Heading("bias")]
    tier: Annotated[str, Heading("tier")]
    dilemmas: Annotated[int, Heading("dilemmas", "count")]
    clusters: Annotated[int, Heading("independent scenarios", "count")]
    runs: Annotated[int, Heading("runs", "count")]
    effect: Annotated[Effect | Gap, EstimateHeading("effect on errors", p="p")]
    holm_p: Annotated[float | Gap, Heading("Holm, p", "p")]
    bounds: Annotated[
        Interval | Gap, IntervalHeading("if unparsed: least", "if unparsed: most", prefix="effect_bound_")
    ]
    error_on_unbiased: Annotated[float | Gap, Heading("error rate on unbiased texts", "share")]
    error_on_placebo: Annotated[float | Gap, Heading("error rate on placebo texts", "share")]
    harmful: Annotated[float | Gap, Heading("error rate on biased texts (harmful)", "share")]
    net: Annotated[Effect | Gap, EstimateHeading("net effect", key="net_effect", prefix="net_")]
    adjusted: Annotated[
        Effect | Gap, EstimateHeading("placebo-adjusted effect", key="adjusted_effect", prefix="adjusted_")
    ]
    counter: Annotated[float | Gap, Heading("counter − placebo", "points", "counter_effect")]
    unparsed: Annotated[float | Gap, Heading("unparsed", "share")]
    unanswered: Annotated[int, Heading("unanswered runs", "count")]
    unreadable: Annotated[int, Heading("dilemmas without a readable run", "count", "unreadable_dilemmas")]
    mitigation: str = NONE
    called: str = ""


def effects(scores: Scores, tiers: Tiers, *, crossed: bool = True) -> tuple[EffectRow, ...]:
    """Return a row for each subject, bias (and all of them) and tier (and all of them), empty ones included.

    Unless they are ``crossed``, tiers are over all biases only.

    Holm's adjustment is over a subject's biases, all tiers together; of the rows over all biases, it is over subjects.
    """
    rows = [
        row_of(entries, (subject, bias, tier), tested=tier == ALL_TIERS)
        for subject in scores.subjects
        for bias, tier, entries in cells(scores.of(subject=subject), tiers)
        if crossed or bias == ALL_BIASES or tier == ALL_TIERS
    ]
    return adjust_rows(rows, lambda row: p_of(row.effect, row.dilemmas), _family)


def _family(row: EffectRow) -> tuple[str, ...] | None:
    if row.tier != ALL_TIERS:
        return None
    return (ALL_BIASES,) if row.bias == ALL_BIASES else (row.subject, "single biases")


def row_of(entries: Scores, labels: tuple[str, str, str], *, tested: bool = True) -> EffectRow:
    """Return every measure of one cell; ``tested`` is whether its effect is tested against zero."""
    measured_entries = entries.measured
    effect = tested_if_enough(effect_of(entries, entries.effect), len(measured_entries) if tested else 0)
    answered_entries = entries[entries.effect.asked > 0]
    return EffectRow(
        *labels,
        dilemmas=len(measured_entries),
        clusters=len(set(measured_entries.cluster)),
        runs=int(entries.effect.runs.sum()),
        effect=effect,
        holm_p=_NOT_IN_FAMILY if tested else _NOT_A_TEST,
        bounds=bounds_of(entries, entries.effect, effect),
        error_on_unbiased=mean_of(entries.net.reference_error, entries.bias),
        error_on_placebo=mean_of(entries.placebo.reference_error, entries.bias),
        harmful=mean_of(entries.net.error, entries.bias),
        net=effect_of(entries, entries.net),
        adjusted=effect_of(entries, entries.placebo)
        if np.any(entries.placebo.asked)
        else Gap(reason="no placebo arm" if len(entries) else NO_ITEM),
        counter=mean_of(entries.counter.effects, entries.bias)
        if np.any(entries.counter.asked)
        else Gap(reason=_no_counter(entries)),
        unparsed=balanced_mean(1 - answered_entries.effect.runs / answered_entries.effect.asked, answered_entries.bias)
        if len(answered_entries)
        else Gap(reason=NO_ITEM),
        unanswered=int(entries.unanswered.sum()),
        unreadable=len(entries) - int(np.sum(entries.net.runs > 0)),
    )


def _no_counter(entries: Scores) -> str:
    """Return why the counter cannot be compared with the placebo: there is nothing to ask, or an arm is missing."""
    if not len(entries):
        return NO_ITEM
    return "counter arm not shown" if np.any(entries.placebo.asked) else "no placebo arm"


WIDE_NOTE = (
    "Intervals allow for dilemmas that were not drawn: where no decision changes on 20 dilemmas, the effect may still "
    "be ±21.9 points. So one bias may not be distinguishable from zero where all together are. More dilemmas narrow an "
    "interval; more runs do so only where the runs of a text differ."
)
"""Why an interval is wide where nearly all runs of a cell agree."""


SHOWN_COLUMNS = ("subject", "bias", "tier", "dilemmas", "effect", "low", "high", "p", "holm_p", "effect_bound_low",
         "effect_bound_high", "error_on_unbiased", "harmful", "unparsed")  # fmt: skip
"""The columns on the page: what was counted, and both estimands where one of them is the effect, are in the files."""


def table(rows: Sequence[EffectRow], tiers: Tiers, estimand: Estimand) -> Table:
    """Return the effects as a table."""
    notes = (
        f"The effect on errors is the {estimand.label}: {estimand.meaning}, averaged within the dilemma first. "
        f"{EQUALLY}",
        "p tests whether the effect is zero; Holm's adjustment is over a subject's biases, and of the rows over all "
        "biases over the subjects. Intervals are not adjusted. Tiers and cells of fewer than "
        f"{MINIMUM} dilemmas are shown and not tested.",
        methods.MEAN,
        WIDE_NOTE,
        "“If unparsed” shows where the effect may be however unparsed decisions are read, the interval at each end "
        "included.",
        "Tiers: " + tiers.sentence + ".",
    )
    effects_table = make_table("effects", "Effect on errors by subject, bias and tier", EffectRow, rows, notes=notes)
    return effects_table.model_copy(update={"shown": SHOWN_COLUMNS})


def number_in(value: float | None, measure: Measure) -> str:
    """Return a value of a measure in its units, as it is printed in sentences."""
    if value is None:
        return "not defined"
    if measure.kind == "points":
        return f"{points(value)} points"
    return percent(value) if measure.kind == "share" else format_signed(value, 3)


def in_measure(effect: Effect | Gap, measure: Measure) -> str:
    """Return a value of a measure with its interval, as it is printed in sentences."""
    if isinstance(effect, Gap):
        return "–"
    mean, low, high = (number_in(value, measure) for value in (effect.estimate, effect.low, effect.high))
    return f"{mean}, 95 % interval {low.removesuffix(' points')} to {high}"


MOST_MARKERS = 3
"""Subjects whose intervals fit on one line of a bias; more are a map of biases by subjects."""
HEIGHT = 3.2
"""Height in inches of both figures of the first screen, so that they fit side by side within 900 pixels."""
LINE = 0.175
"""The smallest height of a bias in inches: below it, the labels of thirty biases would overlap."""


def _few(row: EffectRow | None) -> bool:
    return row is not None and row.dilemmas < MINIMUM


def picture(rows: Sequence[EffectRow], measure: Measure, left_out: str = "", noun: str = "dilemma") -> Picture:
    """Draw the effects by bias, all biases first: intervals of a few subjects, a map of many.

    Rows have the measure itself, not its distance from what is expected. ``left_out`` says which subjects the figure
    does not show; items are called ``noun``.
    """
    cells = {(row.subject, row.bias): row for row in rows if row.tier == ALL_TIERS}
    biases = list(dict.fromkeys(bias for _, bias in cells))
    names = short_names(list(dict.fromkeys(row.subject for row in rows)))
    counts = [[row.dilemmas for row in rows if (row.bias, row.tier) == (bias, ALL_TIERS)] for bias in biases]
    lines, title = with_counts(biases, counts), f"{measure.heading} by bias"
    all_series = []
    for subject, label in names.items():
        subject_rows = [cells.get((subject, bias)) for bias in biases]
        points = [Point.of_difference(None if row is None else row.effect) for row in subject_rows]
        all_series.append(Series(label if len(names) > 1 else "", points, [_few(row) for row in subject_rows]))
    unit = {"number": "", "share": " (%)"}.get(measure.kind, f" ({POINTS})")
    options: dict[str, Any] = {
        "xlabel": f"{measure.label}{unit}", "height": max(HEIGHT, LINE * len(lines)), "scale": measure.kind != "number",
        "signed": measure.kind != "share", "reference": measure.expected or 0.0,
    }  # fmt: skip
    caption = f"n: {noun}s. "
    if len(all_series) <= MOST_MARKERS:
        caption += f"A line is the 95 % interval, not adjusted for the number of biases.{left_out}"
        caption += few_note(noun) if any(any(series.few) for series in all_series) else ""
        return forest_picture("effects", title, caption, lines, all_series, **options)
    alt = forest_picture("effects", title, "", lines, all_series, **options).alt
    values = np.array([[series.points[line].value for series in all_series] for line in range(len(biases))])
    # At least 0.1 (10 points), so that noise is not drawn in full colours.
    limit = max(float(np.nanmax(np.abs(values))) if not np.isnan(values).all() else 1.0, 0.1)
    format_option: dict[str, Any] = {} if measure.kind != "number" else {"form": "{:.2f}".format}
    draw_map = partial(heat_map, values, lines, list(names.values()), limit=limit, size=6.5, **format_option)
    caption += f"Intervals are in the table; a dash is no value.{left_out}"
    return Picture("effects", title, alt, caption, partial(draw_map, diverging=measure.kind != "share"))


UNIT = (
    "The effect on errors is how much more often the subject errs with the cue than without it. It is a difference "
    "within the dilemma, so that noise, position and hard dilemmas, which affect both texts alike, cancel on average. "
    "Noise still leaves less room for an effect.",
    "The unit is the dilemma, and the series where several dilemmas share one scenario. Runs of one dilemma repeat "
    "each other: a test that treats them as independent finds differences that are not there.",
)
"""How to read the effects."""


@once
def effects_of(measurements: Measurements) -> tuple[EffectRow, ...]:
    """Return the effect, or distance from what the measure has without the bias, by subject, bias and tier."""
    return effects(measurements.study.scores, measurements.study.tiers, crossed=measurements.of_dilemmas)


def _show(measurements: Measurements, rows: Sequence[EffectRow]) -> Result:
    study = measurements.study
    items = constructs.table(constructs.constructs(tuple(study.items.values())))
    unadjusted_note = (
        "Placebo-adjusted effect: not every subject was shown the placebo arm (probe evaluate --arms "
        "unbiased,biased,placebo).",
    )
    absent_notes = unadjusted_note if study.estimand is Estimand.NET else ()
    return Result((table(rows, study.tiers, study.estimand),), (items,), text=UNIT, absent=absent_notes)


ANALYSIS: ReportAnalysis[Measurements, Sequence[EffectRow]] = ReportAnalysis(
    "effects",
    "Effect on errors",
    RESULTS,
    "whether to trust a subject's decisions where the wording pushes",
    rows=effects_of,
    show=_show,
)
