"""How sensitivities of single biases spread within each tier (PROBE-SWE, Figure 14)."""

import numpy as np
import seaborn
from matplotlib.figure import Figure

from probe.analysis.cells import Cells
from probe.analysis.drawing import GRID, MUTED, Picture, canvas, legend_below, percent_axis, series, short_names
from probe.analysis.tables import Kind, Row, Table, make_table
from probe.analysis.tiers import TIERS

COLUMNS: tuple[tuple[str, str, Kind], ...] = (
    ("tier", "tier", "text"),
    ("cells", "subjects × biases", "count"),
    ("minimum", "minimum", "share"),
    ("lower_quartile", "lower quartile", "share"),
    ("median", "median", "share"),
    ("upper_quartile", "upper quartile", "share"),
    ("maximum", "maximum", "share"),
)


def distributions(cells: Cells) -> Table:
    """Return the five-number summary, over subjects and biases, of the sensitivities in each tier."""
    rows: list[Row] = []
    for tier in range(len(TIERS)):
        rates = _rates(cells, tier)
        row: Row = {"tier": cells.tiers.label(tier), "cells": len(rates)}
        names = ("minimum", "lower_quartile", "median", "upper_quartile", "maximum")
        summary = np.percentile(rates, (0, 25, 50, 75, 100)) if rates else [None] * len(names)
        rows.append(row | dict(zip(names, summary, strict=True)))
    notes = ("Each subject and bias is one point, whatever its number of dilemmas.",)
    return make_table("distributions", "Spread within tiers", COLUMNS, rows, notes=notes, gap="no dilemma")


def _rates(cells: Cells, tier: int) -> list[float]:
    found = (cells.get(subject, bias, tier) for subject in cells.subjects for bias in cells.biases)
    return [cell.rate for cell in found if cell]


def picture(cells: Cells) -> Picture:
    """Draw boxes by tier with every subject and bias as a point."""
    medians = [f"{TIERS[tier]} {100 * np.median(rates):.1f} %" for tier in range(4) if (rates := _rates(cells, tier))]
    alt = f"Box plots of sensitivity by tier, a point for each subject and bias. Medians: {', '.join(medians)}."
    caption = "Boxes: quartiles and median; points: one bias of one subject."
    return Picture("distributions", "Spread of sensitivity within tiers", alt, caption, lambda: _draw(cells))


def _draw(cells: Cells) -> Figure:
    figure, grid = canvas(3.4)
    axes, names = grid[0, 0], short_names(cells.subjects)
    tiers = [tier for tier in range(len(TIERS)) if _rates(cells, tier)]
    boxes = [(TIERS[tier], rate) for tier in tiers for rate in _rates(cells, tier)]
    seaborn.boxplot(
        x=[name for name, _ in boxes], y=[rate for _, rate in boxes], order=TIERS, ax=axes, color=GRID, fliersize=0,
        linecolor=MUTED, width=0.6,
    )  # fmt: skip
    offsets = np.linspace(-0.24, 0.24, len(cells.subjects)) if len(cells.subjects) > 1 else np.zeros(1)
    for position, subject in enumerate(cells.subjects):
        points = [
            (tier, cell.rate) for tier in tiers for bias in cells.biases if (cell := cells.get(subject, bias, tier))
        ]
        look = series(position) | {"linestyle": "none"}
        xs = [tier + offsets[position] for tier, _ in points]
        axes.plot(xs, [rate for _, rate in points], label=names[subject], markersize=4, alpha=0.85, **look)
    axes.set_ylim(bottom=0)
    axes.set_xlabel("")
    axes.grid(axis="y")
    percent_axis(axes.yaxis)
    legend_below(figure, axes)
    return figure
