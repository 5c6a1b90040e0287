"""What the cue does beyond the edit: raw flips beside wrong rates against the placebo arm."""

import numpy as np
from matplotlib.figure import Figure

from probe.analysis.drawing import INK, Picture, canvas, legend_below, percent_axis, series, short_names, whiskers
from probe.analysis.sensitivity import ALL_BIASES, ALL_TIERS
from probe.analysis.tables import Table, number, numbers, shown


def has_controls(table: Table) -> bool:
    """Tell whether any row of ``sensitivity`` has a headline."""
    return any(number(row["headline"]) is not None for row in table.rows)


def picture(table: Table) -> Picture:
    """Draw, for each subject over all biases, raw flips, the headline and the effect of the counter cue."""
    rows = table.where(bias=ALL_BIASES, tier=ALL_TIERS)
    told = "; ".join(
        f"{row['subject']}: raw flips {shown(row['sensitivity'], 'share')}, headline {shown(row['headline'], 'points')}"
        for row in rows
    )
    alt = f"Raw flips beside the wrong rate on biased less that on placebo texts, in points. {told}."
    caption = (
        "Headline: wrong on biased less wrong on placebo. What raw flips have beyond it is position, noise and edit."
    )
    return Picture("controls", "The cue's own effect", alt, caption, lambda: _draw(table))


def _draw(table: Table) -> Figure:
    rows = table.where(bias=ALL_BIASES, tier=ALL_TIERS)
    names = short_names([str(row["subject"]) for row in rows])
    figure, grid = canvas(0.5 * len(rows) + 1.1)
    axes, places = grid[0, 0], np.arange(len(rows), dtype=float)
    variants = (
        ("raw flips", "sensitivity", "wilson_low", "wilson_high"),
        ("biased − placebo (headline)", "headline", "headline_low", "headline_high"),
        ("counter − placebo", "counter_effect", "counter_effect", "counter_effect"),
    )
    for position, (label, *keys) in enumerate(variants):
        values = [numbers(rows, key) for key in keys]
        if not np.isnan(values[0]).all():
            whiskers(axes, places + 0.2 * (position - 1), values, label=label, **series(position))
    axes.axvline(0, color=INK, linewidth=0.8)
    axes.set_yticks(places, [names[str(row["subject"])] for row in rows])
    axes.invert_yaxis()
    axes.grid(axis="x")
    percent_axis(axes.xaxis)
    legend_below(figure, axes)
    return figure
