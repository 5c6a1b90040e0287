"""The effect on errors over tiers of complexity: a picture of all tiers, and a test of high against low."""

from collections.abc import Sequence
from typing import Annotated, NamedTuple

import numpy as np
from matplotlib.figure import Figure

from probe.analysis.depth.tiers import TIERS
from probe.analysis.depth.trends import depth_varies
from probe.analysis.effects.effect import EffectRow, effects_of
from probe.analysis.effects.estimating import ALL_BIASES, ALL_TIERS, difference_of, mean_of, p_of
from probe.analysis.estimand import Estimand
from probe.analysis.figures.charts import (
    POINTS,
    Point,
    forest_picture,
    label_lowest,
    legend_below,
    look,
    percent_axis,
    series_of,
    short_names,
    spread,
    whiskers,
    with_counts,
)
from probe.analysis.figures.style import MUTED_COLOUR, PAPER, Picture, canvas
from probe.analysis.form import AS_PUBLISHED, ReportAnalysis, Result
from probe.analysis.measurements import Measurements
from probe.analysis.over_subjects import over_subjects
from probe.analysis.scores import Scores
from probe.analysis.statistics import methods
from probe.analysis.statistics.differences import Effect
from probe.analysis.statistics.groups import group_difference
from probe.analysis.statistics.multiplicity import adjust_rows
from probe.analysis.statistics.weights import EQUALLY, MINIMUM
from probe.analysis.tables import EstimateHeading, Gap, Heading, Table, format_signed, make_table

ALL_SUBJECTS = "all subjects"
LOW, HIGH = 0, len(TIERS) - 1


class HighLowRow(NamedTuple):
    """One subject (or all of them) on one bias: the effect in the high tier minus that in the low tier."""

    subject: Annotated[str, Heading("subject")]
    bias: Annotated[str, Heading("bias")]
    low_dilemmas: Annotated[int, Heading("dilemmas, low", "count")]
    high_dilemmas: Annotated[int, Heading("dilemmas, high", "count")]
    error_on_unbiased: Annotated[float | Gap, Heading("error rate on unbiased texts", "share")]
    low_effect: Annotated[float | Gap, Heading("effect, low", "points")]
    high_effect: Annotated[float | Gap, Heading("effect, high", "points")]
    difference: Annotated[Effect | Gap, EstimateHeading("high − low", p="p")]
    holm_p: Annotated[float | Gap, Heading("Holm, p", "p")]


def high_low(scores: Scores) -> tuple[HighLowRow, ...]:
    """Return high minus low for each subject, over all biases and by bias.

    With several subjects, rows over the dilemmas that all answered follow.

    Holm's adjustment is over the biases of a subject, or of all subjects.
    """
    measured_scores = scores.measured
    by_subject = {subject: measured_scores.of(subject=subject) for subject in measured_scores.subjects}
    if len(measured_scores.averaged.subjects) > 1:
        by_subject[ALL_SUBJECTS] = over_subjects(measured_scores.averaged)
    biases = (*([ALL_BIASES] if len(scores.biases) > 1 else []), *scores.biases)
    return adjust_rows(
        (
            _row(subject, bias, entries if bias == ALL_BIASES else entries.of(bias=bias))
            for subject, entries in by_subject.items()
            for bias in biases
        ),
        lambda row: p_of(row.difference, min(row.low_dilemmas, row.high_dilemmas)),
        lambda row: None if row.bias == ALL_BIASES else row.subject,
    )


def _row(subject: str, bias: str, entries: Scores) -> HighLowRow:
    low, high = entries.of(tier=LOW), entries.of(tier=HIGH)
    counts = len(low), len(high)
    error = mean_of(
        np.concatenate([low.net.reference_error, high.net.reference_error]), np.concatenate([low.bias, high.bias])
    )
    means = mean_of(low.effects, low.bias), mean_of(high.effects, high.bias)
    estimate = group_difference(high.changes, low.changes)
    difference = difference_of(estimate, min(counts)) if min(counts) else Gap(reason="no dilemma in a tier")
    return HighLowRow(subject, bias, *counts, error, *means, difference, Gap(reason="not part of the family"))


def table(rows: Sequence[HighLowRow]) -> Table:
    """Return the contrasts as a table."""
    notes = (
        "The effect on errors in the high tier minus that in the low tier; Holm's adjustment is over a subject's "
        f"biases. Tiers of fewer than {MINIMUM} dilemmas are not tested. {EQUALLY}",
        methods.GROUPS,
        "All subjects: over the dilemmas that every subject answered, each averaged over subjects first; subjects that "
        "cannot be judged are left out.",
        "Tiers differ in more than depth: only dilemmas that exist at several depths show what depth does.",
    )
    return make_table("high_low", "High against low tier", HighLowRow, rows, notes=notes)


def picture(rows: Sequence[HighLowRow]) -> Picture:
    """Draw the differences with their intervals, one line per bias and one marker per subject."""
    biases = list(dict.fromkeys(row.bias for row in rows))
    subjects = list(dict.fromkeys(row.subject for row in rows))
    differences = {(row.subject, row.bias): row.difference for row in rows}
    all_series = series_of(short_names(subjects), biases, differences)
    caption = (
        "Right of zero: the cue misleads more in complex dilemmas. n: dilemmas in both tiers; lines: 95 % intervals."
    )
    counts = [[row.low_dilemmas + row.high_dilemmas for row in rows if row.bias == bias] for bias in biases]
    lines, xlabel = with_counts(biases, counts), f"high − low ({POINTS})"
    return forest_picture("high_low", "High against low tier", caption, lines, all_series, xlabel=xlabel)


def tiers_picture(rows: Sequence[EffectRow], estimand: Estimand) -> Picture:
    """Draw the effect over the tiers: a panel for each bias, a line per subject."""
    measured_rows = [row for row in rows if row.tier.partition(" (")[0] in TIERS and not isinstance(row.effect, Gap)]
    description = "; ".join(
        f"{row.subject}, {row.tier.partition(' (')[0]} {format_signed(100 * row.effect.estimate, 1)}"
        for row in measured_rows
        if row.bias == ALL_BIASES and not isinstance(row.effect, Gap)
    )
    alt = (
        "The effect on errors over four tiers, a panel for each bias. Over all biases, in points: "
        f"{description or 'none'}."
    )
    caption = (
        f"{estimand.label.capitalize()} in each tier, and over all tiers at the right, with 95 % intervals; hollow "
    )
    caption += f"below {MINIMUM} dilemmas. n: dilemmas of all tiers. Scales are the same in all panels."
    label = f"{estimand.label} ({POINTS})"
    return Picture("by_tier", "Effect over tiers of complexity", alt, caption, lambda: _draw_tiers(rows, label))


def _draw_tiers(rows: Sequence[EffectRow], label: str) -> Figure:
    biases = list(dict.fromkeys(row.bias for row in rows))
    names = short_names(list(dict.fromkeys(row.subject for row in rows)))
    column_count = min(2, len(biases))
    line_count = -(-len(biases) // column_count)
    figure, grid = canvas(1.5 * line_count + 1.0, line_count, column_count, sharex=True, sharey=True)
    positions = np.arange(len(TIERS) + 1)
    offsets = spread(len(names), 0.5)
    for panel, bias in zip(grid.flat, biases, strict=False):
        for number, (subject, name) in enumerate(names.items()):
            by_tier = {row.tier.partition(" (")[0]: row for row in rows if (row.subject, row.bias) == (subject, bias)}
            points = [_point(by_tier.get(tier)) for tier in (*TIERS, ALL_TIERS)]
            style = look(number)
            whiskers(panel, positions + offsets[number], points, upright=True, label=name, elinewidth=1.0, **style)
            few_indices = [
                index for index, tier in enumerate(TIERS) if tier in by_tier and by_tier[tier].dilemmas < MINIMUM
            ]
            values = [points[index].value for index in few_indices]
            few_positions = positions[few_indices] + offsets[number]
            panel.plot(
                few_positions,
                values,
                marker=style["marker"],
                color=style["color"],
                mfc=PAPER,
                markersize=4,
                linestyle="none",
                zorder=3,  # above the filled marks of the intervals
            )
        panel.axhline(0, color=MUTED_COLOUR, linewidth=0.8)
        # The mean over all tiers is drawn next to them: it is not a fifth tier.
        panel.axvline(len(TIERS) - 0.5, color=MUTED_COLOUR, linewidth=0.5)
        panel.set_title(f"{bias} ({_count_text(rows, bias)})")
        panel.grid(axis="y")
        percent_axis(panel.yaxis, signed=True)
        panel.set_xticks(positions, ["low", "mid-\nlow", "mid-\nhigh", "high", "all"], fontsize=7.5)
    label_lowest(grid, len(biases))
    figure.supylabel(label, fontsize=8.5)
    legend_below(figure, grid[0, 0])
    return figure


def _count_text(rows: Sequence[EffectRow], bias: str) -> str:
    counts = [row.dilemmas for row in rows if (row.bias, row.tier) == (bias, ALL_TIERS)]
    return with_counts([""], [counts])[0].strip(" ()")


def _point(row: EffectRow | None) -> Point:
    return Point.of_difference(None if row is None else row.effect)


def _show(measurements: Measurements, rows: Sequence[HighLowRow]) -> Result:
    study, pictures = measurements.study, list[Picture]()
    if study.has_tiers:
        pictures.append(tiers_picture(effects_of(measurements), study.estimand))
    if any(not isinstance(row.difference, Gap) for row in rows):
        pictures.append(picture(rows))
    return Result.of_pictures(measurements.error_pictures(*pictures), *measurements.in_measure_words(table(rows)))


ANALYSIS: ReportAnalysis[Measurements, Sequence[HighLowRow]] = ReportAnalysis(
    "high_low",
    "Tiers of complexity, high against low",
    AS_PUBLISHED,
    "how to compare with the published differences between tiers",
    rows=lambda measurements: (
        high_low(measurements.scores_by_depth) if measurements.of_dilemmas or depth_varies(measurements) else ()
    ),
    show=_show,
)
