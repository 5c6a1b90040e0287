"""Sensitivity over the tiers of complexity, with baselines and slopes (PROBE-SWE, Figure 6)."""

import numpy as np
from matplotlib.figure import Figure

from probe.analysis.cells import OVERALL, Cells, TierCell
from probe.analysis.drawing import (
    PAPER,
    Picture,
    canvas,
    label_lowest,
    legend_below,
    on_phone,
    percent_axis,
    series,
    short_names,
)
from probe.analysis.statistics.differences import MINIMUM
from probe.analysis.statistics.intervals import wilson
from probe.analysis.tables import Gap, Kind, Row, Table, make_table
from probe.analysis.tiers import TIERS

COLUMNS: tuple[tuple[str, str, Kind], ...] = (
    ("subject", "subject", "text"),
    ("bias", "bias", "text"),
    ("tier", "tier", "text"),
    ("dilemmas", "dilemmas", "count"),
    ("runs", "runs", "count"),
    ("sensitivity", "raw flips", "share"),
    ("low", "low", "share"),
    ("high", "high", "share"),
    ("baseline", "over all tiers", "share"),
    ("change", "less baseline", "points"),
)

SLOPES: tuple[tuple[str, str, Kind], ...] = (
    ("subject", "subject", "text"),
    ("bias", "bias", "text"),
    ("tiers", "tiers with dilemmas", "count"),
    ("smallest", "dilemmas in the smallest", "count"),
    ("slope", "change per tier", "points"),
)

UNKNOWN = Gap(reason="only shares of runs were published")


def by_tier(cells: Cells) -> Table:
    """Return a row for each subject, bias and tier, empty tiers included."""
    rows = []
    for subject in cells.subjects:
        for bias in cells.biases:
            baseline = cells.get(subject, bias, OVERALL)
            for tier in range(len(TIERS)):
                label: Row = {"subject": subject, "bias": bias, "tier": cells.tiers.label(tier)}
                rows.append(label | _row(cells.get(subject, bias, tier), baseline))
    notes = ("Tiers: " + cells.tiers.sentence + ".", f"Tiers below {MINIMUM} dilemmas are shown, and not tested.")
    return make_table("by_tier", "Sensitivity by tier", COLUMNS, rows, notes=notes, gap="no dilemma")


def _row(cell: TierCell | None, baseline: TierCell | None) -> Row:
    base = baseline.rate if baseline else None
    if cell is None:
        return {"dilemmas": 0, "runs": 0, "baseline": base}
    interval = None if cell.shares is None else wilson(cell.shares)
    return {
        "dilemmas": UNKNOWN if cell.dilemmas is None else cell.dilemmas,
        "runs": cell.runs,
        "sensitivity": cell.rate,
        "low": interval.low if interval else UNKNOWN,
        "high": interval.high if interval else UNKNOWN,
        "baseline": base,
        "change": None if base is None else cell.rate - base,
    }


def tier_slopes(cells: Cells) -> Table:
    """Return the least-squares change of sensitivity from tier to tier; a description, not a test."""
    rows: list[Row] = []
    for subject in cells.subjects:
        for bias in cells.biases:
            found = [(tier, cell) for tier in range(len(TIERS)) if (cell := cells.get(subject, bias, tier))]
            row: Row = {
                "subject": subject,
                "bias": bias,
                "tiers": len(found),
                "slope": Gap(reason="fewer than two tiers"),
            }
            sizes = [cell.dilemmas for _, cell in found if cell.dilemmas is not None]
            row["smallest"] = min(sizes) if sizes else UNKNOWN
            if len(found) > 1:
                row["slope"] = float(np.polyfit([tier for tier, _ in found], [cell.rate for _, cell in found], 1)[0])
            rows.append(row)
    notes = ("Each tier counts equally in the line; the tested trend is the one over depth, clustered by dilemma.",)
    return make_table("tier_slopes", "Slopes over tiers", SLOPES, rows, notes=notes)


def picture(cells: Cells) -> Picture:
    """Draw one panel a bias: a line a subject over the tiers, its rate over all tiers dashed at the right."""
    rises = []
    for bias in cells.biases:
        changes = [cells.rate(s, bias, 3) - cells.rate(s, bias, 0) for s in cells.subjects]
        known = [change for change in changes if not np.isnan(change)]
        if known:
            rises.append(f"{bias} {100 * np.mean(known):+.1f}")
    listed = "; ".join(rises) or "no bias has both a low and a high tier"
    alt = f"Sensitivity over four tiers, a panel for each bias. High minus low tier, mean in points: {listed}."
    caption = "Points: sensitivity in a tier; hollow below 20 dilemmas. Bars at the right: over all tiers."
    return Picture("by_tier", "Sensitivity over tiers of complexity", alt, caption, lambda: _draw(cells))


def _draw(cells: Cells) -> Figure:
    columns = min(2 if on_phone() else 4, len(cells.biases))
    rows = -(-len(cells.biases) // columns)
    figure, grid = canvas(1.9 * rows + 0.9, rows, columns, sharex=True)
    names = short_names(cells.subjects)
    for panel, bias in zip(grid.flat, cells.biases, strict=False):
        for position, subject in enumerate(cells.subjects):
            look = series(position)
            rates = [cells.rate(subject, bias, tier) for tier in range(len(TIERS))]
            panel.plot(range(len(TIERS)), rates, label=names[subject], markersize=4, linewidth=1.2, **look)
            for tier in range(len(TIERS)):
                cell = cells.get(subject, bias, tier)
                if cell and cell.dilemmas is not None and cell.dilemmas < MINIMUM:
                    panel.plot(tier, cell.rate, marker=look["marker"], color=look["color"], mfc=PAPER, markersize=5)
            panel.plot([3.7, 4.3], [cells.rate(subject, bias)] * 2, color=look["color"], linewidth=2)
        panel.set_title(bias)
        panel.set_ylim(bottom=0)
        panel.grid(axis="y")
        percent_axis(panel.yaxis)
        panel.set_xticks([*range(len(TIERS)), 4], ["low", "mid-\nlow", "mid-\nhigh", "high", "all"], fontsize=7)
    label_lowest(grid, len(cells.biases))
    legend_below(figure, grid[0, 0])
    return figure
