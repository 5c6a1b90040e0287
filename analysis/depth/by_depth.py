"""The effect at each depth: what the first figure of a report shows."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Annotated, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from probe.analysis.arrays import Floats, Mask
from probe.analysis.effects.effect import HEIGHT
from probe.analysis.effects.estimating import effect_of, mean_of
from probe.analysis.effects.means import as_mean
from probe.analysis.figures.charts import (
    Point,
    draw_few,
    few_note,
    legend_below,
    listing,
    look,
    percent_axis,
    readable_limits,
    short_names,
    spread,
)
from probe.analysis.figures.style import INK, Picture, canvas
from probe.analysis.scores import Scores
from probe.analysis.statistics.differences import Effect
from probe.analysis.statistics.weights import MINIMUM
from probe.analysis.tables import EstimateHeading, Gap, Heading, Table, format_cell, make_table, with_kind
from probe.values import Measure

MOST_LEVELS = 11
"""The most distinct depths that are drawn one by one, 2 to 12 of the grammar; more are grouped into ranges."""
RANGES = 6
"""Ranges of depth with about as many items each, where there are more values than ``MOST_LEVELS``."""
MOST_BANDS = 3
"""Subjects whose intervals are drawn as bands: more would hide each other, and have whiskers."""


class DepthRow(NamedTuple):
    """The mean of one subject's measure over the items at one depth, or in one range of depths.

    ``place`` is where it is drawn.
    """

    subject: Annotated[str, Heading("subject")]
    depth: Annotated[str, Heading("depth")]
    items: Annotated[int, Heading("dilemmas", "count")]
    clusters: Annotated[int, Heading("independent scenarios", "count")]
    effect: Annotated[Effect | Gap, EstimateHeading("effect on errors")]
    error_on_unbiased: Annotated[float | Gap, Heading("error rate on unbiased texts", "share")]
    place: float


def by_depth(scores: Scores, depth_column: str, measure: Measure) -> tuple[DepthRow, ...]:
    """Return a row for each subject and depth that has items; none where all items have one depth.

    ``depth_column`` names the column of depths. An item counts once, in the mean of its own depth. The
    intervals are computed like those of every other mean in the report.
    """
    measured_scores = scores.measured
    measured_scores = measured_scores[~np.isnan(getattr(measured_scores, depth_column))]
    levels = [level for level in _levels(getattr(measured_scores, depth_column)) if np.any(level[2])]
    if len(levels) < 2:
        return ()
    return tuple(
        DepthRow(
            subject,
            label,
            len(entries),
            len(set(entries.cluster)),
            as_mean(effect_of(entries, entries.effect), measure),
            mean_of(entries.net.reference_error, entries.bias),
            position,
        )
        for subject in measured_scores.subjects
        for label, position, in_range in levels
        if len(entries := measured_scores[in_range & (measured_scores.subject == subject)])
    )


def _levels(depths: Floats) -> Iterator[tuple[str, float, Mask]]:
    """Yield each depth, or each range of depths, with its place and the entries that have it."""
    values: Floats = np.unique(depths)
    if len(values) <= MOST_LEVELS:
        yield from ((f"{value:g}", float(value), depths == value) for value in values)
        return
    # The nearest values, so that ranges end at depths that exist; quantiles that coincide give a single end.
    ends = np.unique(np.quantile(depths, np.linspace(0, 1, RANGES + 1), method="nearest"))
    for index, (low, high) in enumerate(pairwise(ends)):
        in_range = (depths > low) & (depths <= high) if index else (depths >= low) & (depths <= high)
        covered_depths = depths[in_range]
        if len(covered_depths):
            yield f"{covered_depths.min():g}–{covered_depths.max():g}", float(index), in_range


def table(rows: Sequence[DepthRow], depth_column: str, measure: Measure) -> Table:
    """Return the rows as a table, which is the data of the figure."""
    notes = (
        f"Means of {measure.label} over the dilemmas at each {depth_column}, biases counted equally; nothing is "
        "tested.",
    )
    by_depth_table = make_table("by_depth", f"{measure.heading} by {depth_column}", DepthRow, rows, notes=notes)
    labels = {"depth": depth_column, "effect": measure.label}
    columns = (
        column.model_copy(update={"label": labels.get(column.key, column.label)})
        for column in by_depth_table.columns
        if measure.errors or column.key != "error_on_unbiased"
    )
    return with_kind(by_depth_table.with_columns(columns), measure.kind, {"effect", "low", "high"})


def picture(
    rows: Sequence[DepthRow], depth_column: str, measure: Measure, left_out: str = "", noun: str = "dilemma"
) -> Picture:
    """Draw a line per subject over depth, with bands or whiskers for intervals and the number of items below.

    ``left_out`` says which subjects the figure does not show; items are called ``noun``.
    """
    names = short_names(list(dict.fromkeys(row.subject for row in rows)))
    values = [
        f"{names[row.subject]} at {row.depth} {format_cell(row.effect.estimate, measure.kind)}"
        for row in rows
        if not isinstance(row.effect, Gap)
    ]
    interval_marks = "Bands" if len(names) <= MOST_BANDS else "Whiskers"
    caption = (
        f"{measure.heading}: {measure.meaning}. {interval_marks} are 95 % intervals of each mean, clustered by "
        f"scenario; n: {noun}s. The figure tests no difference between depths.{left_out}"
        f"{few_note(noun) if any(row.items < MINIMUM for row in rows) else ''}"
    )
    alt = f"{measure.heading} over {depth_column}: {listing(values)}."
    return Picture(
        "by_depth",
        f"{measure.heading} by {depth_column}",
        alt,
        caption,
        lambda: _draw(rows, depth_column, measure, names),
    )


def _draw(rows: Sequence[DepthRow], depth_column: str, measure: Measure, names: dict[str, str]) -> Figure:
    figure, grid = canvas(HEIGHT)
    axes = grid[0, 0]
    rows_by_position = {row.place: row for row in sorted(rows, key=lambda row: row.place)}
    # Less than a third of the way to the next depth, so that points of two depths are not mistaken for each other.
    step = 0.3 * min(np.diff(list(rows_by_position)))
    bands = len(names) <= MOST_BANDS
    points, is_small = [Point.of_difference(row.effect) for row in rows], [row.items < MINIMUM for row in rows]
    # Bands of several subjects can overlap; whiskers and hollow points at one depth would hide each other.
    offsets = spread(len(names), float(step)) if any(is_small) or not bands else np.zeros(len(names))
    limits = readable_limits(points, is_small, measure.expected or 0.0) if measure.kind != "number" else None
    if limits:
        axes.set_ylim(*limits)
    for number, (subject, label) in enumerate(names.items()):
        levels = [row for row in rows if row.subject == subject and not isinstance(row.effect, Gap)]
        is_few = np.array([row.items < MINIMUM for row in levels], dtype=np.bool_)
        positions = np.array([row.place for row in levels]) + offsets[number]
        level_points = [Point.of_difference(row.effect) for row in levels]
        _line(axes, positions, level_points, is_few, label=label, number=number, limits=limits, bands=bands)
    axes.axhline(measure.expected or 0.0, color=INK, linewidth=0.8)
    axes.set_xticks(
        list(rows_by_position),
        [f"{row.depth}\nn = {_count_text(rows, position)}" for position, row in rows_by_position.items()],
    )
    axes.tick_params(axis="x", labelsize=7)
    axes.set_xlabel(depth_column)
    axes.grid(axis="y")
    if measure.kind != "number":
        percent_axis(axes.yaxis, signed=measure.kind == "points")
    axes.set_ylabel(measure.label + (" (points)" if measure.kind == "points" else ""))
    if len(names) > 1:
        legend_below(figure, axes)
    return figure


def _count_text(rows: Sequence[DepthRow], position: float) -> str:
    counts = sorted({row.items for row in rows if row.place == position})
    return str(counts[0]) if len(counts) == 1 else f"{counts[0]}–{counts[-1]}"


def _has_neighbour(readable: Mask) -> Mask:
    """Return at which positions the one before or the one after is readable."""
    padded_mask = np.pad(readable, 1)
    next_to_readable: Mask = padded_mask[:-2] | padded_mask[2:]
    return next_to_readable


def _line(
    axes: Axes,
    positions: Floats,
    points: Sequence[Point],
    is_few: Mask,
    *,
    label: str,
    number: int,
    limits: tuple[float, float] | None,
    bands: bool,
) -> None:
    """Draw one subject: a line, a band or whiskers where cells can be read, and hollow points where they cannot."""
    if not points:
        return
    style = look(number)
    middle, low, high = np.array(points, dtype=np.float64).T
    # A line through hollow points would suggest a trend that so few dilemmas cannot show.
    axes.plot(positions, np.where(is_few, np.nan, middle), label=label, markersize=4.5, linewidth=1.4, **style)
    if bands:
        axes.fill_between(positions, low, high, where=~is_few, color=style["color"], alpha=0.16, linewidth=0)
    # A band has no width where neither neighbour can be read.
    with_whiskers = ~is_few & ~_has_neighbour(~is_few) if bands else ~is_few
    axes.vlines(
        positions[with_whiskers],
        low[with_whiskers],
        high[with_whiskers],
        color=style["color"],
        linewidth=0.9,
        alpha=0.8,
    )
    few_points = [point for point, is_small in zip(points, is_few, strict=True) if is_small]
    draw_few(axes, positions[is_few], few_points, number, limits or (-np.inf, np.inf), upright=True)
