"""Mean sensitivity by subject and tier, and its deviation from each subject's baseline (PROBE-SWE, Figures 12, 13)."""

import numpy as np
from matplotlib.figure import Figure

from probe.analysis.cells import Cells
from probe.analysis.drawing import Picture, canvas, heat, label_room, legend_below, percent_axis, series, short_names
from probe.analysis.tables import Cell, Gap, Kind, Row, Table, make_table, number, numbers, shown
from probe.analysis.tiers import TIERS

COLUMNS: tuple[tuple[str, str, Kind], ...] = (
    ("subject", "subject", "text"),
    ("tier", "tier", "text"),
    ("biases", "biases in it", "count"),
    ("sensitivity", "mean over biases", "share"),
    ("baseline", "mean over biases, all tiers", "share"),
    ("deviation", "less baseline", "points"),
)

NOTES = (
    "Each bias counts equally (as in the paper), however few of its dilemmas the tier holds: a tier may be moved by "
    "which biases it holds, not by depth. Deviations over a subset of the biases mix the two.",
)


def subject_by_tier(cells: Cells) -> Table:
    """Return each subject's mean over biases in each tier, and its deviation from the mean over all tiers."""
    rows: list[Row] = []
    for subject in cells.subjects:
        baseline = cells.mean_rate(subject)
        for tier in range(len(TIERS)):
            mean = cells.mean_rate(subject, tier)
            held = sum(cells.get(subject, bias, tier) is not None for bias in cells.biases)
            row: Row = {"subject": subject, "tier": cells.tiers.label(tier), "biases": held, "sensitivity": mean}
            change = None if mean is None or baseline is None else mean - baseline
            rows.append(row | {"baseline": baseline, "deviation": change})
    return make_table("subject_by_tier", "Subjects by tier", COLUMNS, rows, notes=NOTES, gap="no dilemma")


def heat_picture(table: Table) -> Picture:
    """Draw mean sensitivity as a heat map, a line a subject, a column a tier."""
    known = [row for row in table.rows if not isinstance(row["sensitivity"], Gap)]
    alt = "Heat map of mean sensitivity by subject and tier."
    if known:
        top = max(known, key=lambda row: number(row["sensitivity"]) or 0.0)
        least = min(known, key=lambda row: number(row["sensitivity"]) or 0.0)
        told = [
            f"{row['subject']}, {row['tier']}, {100 * (number(row['sensitivity']) or 0):.1f} %" for row in (top, least)
        ]
        alt += f" Highest: {told[0]}. Lowest: {told[1]}."
    caption = "Mean sensitivity in percent, each bias counted equally; – marks a tier without a dilemma."
    return Picture("heat_map", "Sensitivity by subject and tier", alt, caption, lambda: _draw_heat(table))


def _told(row: dict[str, Cell]) -> str:
    return f"{row['subject']}, {row['tier']}, {shown(row['sensitivity'], 'share')}"


def _draw_heat(table: Table) -> Figure:
    subjects = list(dict.fromkeys(str(row["subject"]) for row in table.rows))
    values = numbers(table.rows, "sensitivity").reshape(len(subjects), len(TIERS))
    figure, grid = canvas(0.4 * len(subjects) + 0.2 + label_room(TIERS))
    names = short_names(subjects)
    heat(grid[0, 0], values, [names[subject] for subject in subjects], TIERS)
    return figure


def deviation_picture(table: Table) -> Picture:
    """Draw each subject's deviation from its baseline over the tiers."""
    told = "; ".join(
        f"{row['subject']} {100 * value:+.1f}"
        for row in table.rows
        if str(row["tier"]).startswith("high") and (value := number(row["deviation"])) is not None
    )
    alt = (
        f"Lines of deviation from each subject's mean sensitivity over the tiers. At the high tier, in points: {told}."
    )
    caption = "Zero is the subject's own mean over biases and tiers."
    return Picture("deviations", "Deviation from the baseline by tier", alt, caption, lambda: _draw_deviations(table))


def _draw_deviations(table: Table) -> Figure:
    subjects = list(dict.fromkeys(str(row["subject"]) for row in table.rows))
    values = numbers(table.rows, "deviation").reshape(len(subjects), len(TIERS))
    figure, grid = canvas(2.9)
    axes, names = grid[0, 0], short_names(subjects)
    for position, subject in enumerate(subjects):
        axes.plot(np.arange(len(TIERS)), values[position], label=names[subject], markersize=5, **series(position))
    axes.axhline(0, color="#6c737d", linewidth=0.8)
    axes.set_xticks(range(len(TIERS)), TIERS)
    axes.set_ylabel("points")
    axes.grid(axis="y")
    percent_axis(axes.yaxis, signed=True)
    legend_below(figure, axes)
    return figure
