"""Sensitivity over the tiers of complexity, with baselines and slopes (PROBE-SWE, Figure 6)."""

from collections.abc import Sequence
from typing import Annotated, NamedTuple

import numpy as np
from matplotlib.figure import Figure

from probe.analysis.depth.cells import OVERALL, UNKNOWN, Cells, TierCell
from probe.analysis.depth.tiers import TIERS
from probe.analysis.figures.charts import label_lowest, legend_below, look, percent_axis, short_names
from probe.analysis.figures.style import PAPER, Picture, canvas
from probe.analysis.statistics.differences import MINIMUM
from probe.analysis.statistics.intervals import Interval, wilson
from probe.analysis.tables import ColumnSpec, Gap, Heading, Table, make_table


class ByTier(NamedTuple):
    """One subject on one bias in one tier; without a dilemma in it the rates are None."""

    subject: str
    bias: str
    tier: str
    dilemmas: int | Gap
    runs: int
    flips: float | None
    interval: Interval | Gap | None
    baseline: float | None

    @property
    def change(self) -> float | None:
        """The flip rate minus that over all tiers."""
        return None if self.flips is None or self.baseline is None else self.flips - self.baseline


class Slope(NamedTuple):
    """The least-squares change of the flip rate from tier to tier; a description, not a test."""

    subject: Annotated[str, Heading("subject")]
    bias: Annotated[str, Heading("bias")]
    tiers: Annotated[int, Heading("tiers with dilemmas", "count")]
    smallest: Annotated[int | Gap, Heading("dilemmas in the smallest", "count")]
    slope: Annotated[float | None, Heading("change per tier", "points")]


COLUMNS = (
    ColumnSpec("subject", "subject"),
    ColumnSpec("bias", "bias"),
    ColumnSpec("tier", "tier"),
    ColumnSpec("dilemmas", "dilemmas", "count"),
    ColumnSpec("runs", "runs", "count"),
    ColumnSpec("sensitivity", "flip rate", "share", "flips"),
    ColumnSpec("low", "low", "share", "interval.low"),
    ColumnSpec("high", "high", "share", "interval.high"),
    ColumnSpec("baseline", "over all tiers", "share"),
    ColumnSpec("change", "minus baseline", "points"),
)


def by_tier(cells: Cells) -> tuple[ByTier, ...]:
    """Return a row for each subject, bias and tier, empty tiers included."""
    rows = []
    for subject in cells.subjects:
        for bias in cells.biases:
            baseline = cells.get(subject, bias, OVERALL)
            for tier in range(len(TIERS)):
                label = (subject, bias, cells.tiers.label(tier))
                rows.append(_row(label, cells.get(subject, bias, tier), baseline.rate if baseline else None))
    return tuple(rows)


def _row(label: tuple[str, str, str], cell: TierCell | None, baseline: float | None) -> ByTier:
    if cell is None:
        return ByTier(*label, 0, 0, None, None, baseline)
    interval = UNKNOWN if cell.shares is None else wilson(cell.shares)
    dilemmas = UNKNOWN if cell.dilemmas is None else cell.dilemmas
    return ByTier(*label, dilemmas, cell.runs, cell.rate, interval, baseline)


def table(rows: Sequence[ByTier], cells: Cells) -> Table:
    """Return the rows as a table."""
    notes = ("Tiers: " + cells.tiers.sentence + ".", f"Tiers below {MINIMUM} dilemmas are shown, and not tested.")
    return make_table("by_tier", "Sensitivity by tier", COLUMNS, rows, notes=notes, gap="no dilemma")


def tier_slopes(cells: Cells) -> tuple[Slope, ...]:
    """Return the slope over the tiers for each subject and bias."""
    rows = []
    for subject in cells.subjects:
        for bias in cells.biases:
            found = [(tier, cell) for tier in range(len(TIERS)) if (cell := cells.get(subject, bias, tier))]
            sizes = [cell.dilemmas for _, cell in found if cell.dilemmas is not None]
            slope = None
            if len(found) > 1:
                slope = float(np.polyfit([tier for tier, _ in found], [cell.rate for _, cell in found], 1)[0])
            rows.append(Slope(subject, bias, len(found), min(sizes) if sizes else UNKNOWN, slope))
    return tuple(rows)


def slopes_table(rows: Sequence[Slope]) -> Table:
    """Return the slopes as a table."""
    notes = ("Each tier counts equally in the line; the tested trend is the one over depth, clustered by dilemma.",)
    return make_table("tier_slopes", "Slopes over tiers", Slope, rows, notes=notes, gap="fewer than two tiers")


def picture(cells: Cells) -> Picture:
    """Draw one panel per bias: a line per subject over the tiers, its rate over all tiers as a bar at the right."""
    rises = []
    for bias in cells.biases:
        changes = [cells.rate(s, bias, 3) - cells.rate(s, bias, 0) for s in cells.subjects]
        measured = [change for change in changes if not np.isnan(change)]
        if measured:
            rises.append(f"{bias} {100 * np.mean(measured):+.1f}")
    listed = "; ".join(rises) or "no bias has both a low and a high tier"
    alt = f"Sensitivity over four tiers, a panel for each bias. High minus low tier, mean in points: {listed}."
    caption = "Points: flip rate in a tier; hollow below 20 dilemmas. Bars at the right: over all tiers."
    return Picture("by_tier", "Sensitivity over tiers of complexity", alt, caption, lambda: _draw(cells))


def _draw(cells: Cells) -> Figure:
    columns = min(2, len(cells.biases))
    rows = -(-len(cells.biases) // columns)
    figure, grid = canvas(1.6 * rows + 0.9, rows, columns, sharex=True)
    names = short_names(cells.subjects)
    for panel, bias in zip(grid.flat, cells.biases, strict=False):
        for position, subject in enumerate(cells.subjects):
            style = look(position)
            rates = [cells.rate(subject, bias, tier) for tier in range(len(TIERS))]
            panel.plot(range(len(TIERS)), rates, label=names[subject], markersize=4, linewidth=1.2, **style)
            for tier in range(len(TIERS)):
                cell = cells.get(subject, bias, tier)
                if cell and cell.dilemmas is not None and cell.dilemmas < MINIMUM:
                    panel.plot(tier, cell.rate, marker=style["marker"], color=style["color"], mfc=PAPER, markersize=5)
            panel.plot([3.7, 4.3], [cells.rate(subject, bias)] * 2, color=style["color"], linewidth=2)
        panel.set_title(bias)
        panel.set_ylim(bottom=0)
        panel.grid(axis="y")
        percent_axis(panel.yaxis)
        panel.set_xticks([*range(len(TIERS)), 4], ["low", "mid-\nlow", "mid-\nhigh", "high", "all"], fontsize=7.5)
    label_lowest(grid, len(cells.biases))
    legend_below(figure, grid[0, 0])
    return figure
