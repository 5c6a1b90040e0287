"""The effect at each depth: what the first figure of a report shows."""

from collections.abc import Sequence
from typing import Annotated, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from probe.analysis.arrays import Floats
from probe.analysis.depth.tiers import TIERS, Tiers
from probe.analysis.effects.effect import effect_of, mean_of
from probe.analysis.figures.charts import legend_below, look, percent_axis, short_names, spread
from probe.analysis.figures.style import INK, Picture, canvas
from probe.analysis.scores import Scores
from probe.analysis.statistics.differences import Effect
from probe.analysis.tables import EstimateHeading, Gap, Heading, Table, format_cell, make_table, with_kind
from probe.values import Measure

MOST_LEVELS = 11
"""Distinct values of depth that get a place each, 2 to 12 of the grammar; beyond them tiers do."""
MOST_BANDS = 3
"""Subjects whose intervals are drawn as bands: more would hide each other, and have whiskers."""
HEIGHT = 3.2
"""Inches: both figures of the first screen fit beside each other within 900 pixels."""


class DepthRow(NamedTuple):
    """The mean of one subject's effects over the items at one depth, or in one tier.

    ``place`` is where it is drawn.
    """

    subject: Annotated[str, Heading("subject")]
    depth: Annotated[str, Heading("depth")]
    items: Annotated[int, Heading("dilemmas", "count")]
    clusters: Annotated[int, Heading("independent scenarios", "count")]
    effect: Annotated[Effect | Gap, EstimateHeading("effect on errors")]
    error_on_unbiased: Annotated[float | Gap, Heading("error rate on unbiased texts", "share")]
    place: float


def by_depth(scores: Scores, over: str, tiers: Tiers) -> tuple[DepthRow, ...]:
    """Return a row for each subject and depth that has items; none where ``over`` (a column of depths) has one value.

    An item counts once, in the mean of its own depth; intervals are those of every mean of the report.
    """
    used = scores.measured
    used = used[~np.isnan(getattr(used, over))]
    values: Floats = np.unique(getattr(used, over))
    if len(values) < 2:
        return ()
    if len(values) <= MOST_LEVELS:
        levels = [(f"{value:g}", float(value), getattr(used, over) == value) for value in values]
    else:
        levels = [(tiers.label(code), float(code), used.tier == code) for code in range(len(TIERS))]
    return tuple(
        DepthRow(
            subject,
            label,
            len(part),
            len(set(part.cluster)),
            effect_of(part, part.effect),
            mean_of(part.net.reference_error, part.bias),
            place,
        )
        for subject in used.subjects
        for label, place, inside in levels
        if len(part := used[inside & (used.subject == subject)])
    )


def table(rows: Sequence[DepthRow], over: str, measure: Measure) -> Table:
    """Return the rows as a table, which is the data of the figure."""
    notes = (
        f"The mean of {measure.label} over the dilemmas at each {over}, biases counted equally. Nothing is tested.",
    )
    found = make_table("by_depth", f"{measure.heading} by {over}", DepthRow, rows, notes=notes)
    return with_kind(found, measure.kind, {"effect", "low", "high"})


def picture(rows: Sequence[DepthRow], over: str, measure: Measure) -> Picture:
    """Draw a line per subject over depth, with bands or whiskers for intervals and the number of items below."""
    names = short_names(list(dict.fromkeys(row.subject for row in rows)))
    listed = "; ".join(
        f"{names[row.subject]} at {row.depth} {format_cell(row.effect.estimate, measure.kind)}"
        for row in rows
        if not isinstance(row.effect, Gap)
    )
    caption = (
        f"{measure.heading}: {measure.meaning}. {'Bands' if len(names) <= MOST_BANDS else 'Whiskers'} are 95 % "
        f"intervals of each mean, clustered by scenario; n: dilemmas. Differences between depths are tested in the "
        "table, not by eye."
    )
    alt = f"{measure.heading} over {over}: {listed}."
    return Picture("by_depth", f"{measure.heading} by {over}", alt, caption, lambda: _draw(rows, over, measure, names))


def _draw(rows: Sequence[DepthRow], over: str, measure: Measure, names: dict[str, str]) -> Figure:
    figure, grid = canvas(HEIGHT)
    axes = grid[0, 0]
    step = 0.3 * min(np.diff(np.unique([row.place for row in rows])))
    offsets = spread(len(names), float(step)) if len(names) > MOST_BANDS else np.zeros(len(names))
    for number, (subject, label) in enumerate(names.items()):
        own = [(row, row.effect) for row in rows if row.subject == subject]
        drawn = [(row.place + offsets[number], found) for row, found in own if not isinstance(found, Gap)]
        _line(axes, drawn, label, number, bands=len(names) <= MOST_BANDS)
    axes.axhline(0.0, color=INK, linewidth=0.8)
    places = {row.place: row for row in rows}
    counts = {place: sorted({row.items for row in rows if row.place == place}) for place in places}
    labels = [
        f"{row.depth}\nn = {'–'.join(str(each) for each in dict.fromkeys((counts[place][0], counts[place][-1])))}"
        for place, row in places.items()
    ]
    axes.set_xticks(list(places), labels)
    axes.tick_params(axis="x", labelsize=7)
    axes.set_xlabel(over)
    axes.grid(axis="y")
    if measure.kind != "number":
        percent_axis(axes.yaxis, signed=measure.kind == "points")
    axes.set_ylabel(measure.label + (" (points)" if measure.kind == "points" else ""))
    if len(names) > 1:
        legend_below(figure, axes)
    return figure


def _line(axes: Axes, drawn: Sequence[tuple[float, Effect]], label: str, number: int, *, bands: bool) -> None:
    if not drawn:
        return
    places = [place for place, _ in drawn]
    middle, low, high = np.array([(one.estimate, one.low, one.high) for _, one in drawn]).T
    shown = look(number)
    axes.plot(places, middle, label=label, markersize=4.5, linewidth=1.4, **shown)
    if bands:
        axes.fill_between(places, low, high, color=shown["color"], alpha=0.16, linewidth=0)
    else:
        axes.vlines(places, low, high, color=shown["color"], linewidth=0.9, alpha=0.8)
