"""Sensitivity by bias, subject and the author of the dilemmas (PROBE-SWE, Figure 3)."""

import numpy as np
from matplotlib.figure import Figure

from probe.analysis.cells import Cells
from probe.analysis.drawing import (
    Picture,
    canvas,
    label_lowest,
    legend_below,
    on_phone,
    percent_axis,
    series,
    short,
    short_names,
    whiskers,
)
from probe.analysis.scores import Scores, equal
from probe.analysis.statistics.intervals import wilson
from probe.analysis.tables import Gap, Kind, Row, Table, make_table, number, numbers
from probe.values import Bias

COLUMNS: tuple[tuple[str, str, Kind], ...] = (
    ("author", "author of the dilemmas", "text"),
    ("bias", "bias", "text"),
    ("subject", "subject", "text"),
    ("dilemmas", "dilemmas", "count"),
    ("runs", "runs", "count"),
    ("sensitivity", "raw flips", "share"),
    ("low", "Wilson low", "share"),
    ("high", "Wilson high", "share"),
    ("harmful", "harmful", "share"),
    ("unbiased_error", "unbiased error", "share"),
)

_MOST_PANELS = 6


def by_author(scores: Scores) -> Table:
    """Return a row for each author, bias and subject that met."""
    present = set(scores.bias)
    rows: list[Row] = []
    for author in sorted(set(scores.author)):
        for bias in (bias.value for bias in Bias if bias.value in present):
            for subject in dict.fromkeys(scores.subject):
                part = scores.of(subject=str(subject), bias=bias)
                part = part.where(equal(part.author, author) & (part.readable > 0))
                if len(part):
                    label: Row = {"author": author, "bias": bias, "subject": subject}
                    rows.append(label | _rates(part))
    notes = ("Whiskers: Wilson's interval at the effective number of dilemmas.",)
    return make_table("by_author", "Sensitivity by bias, subject and author", COLUMNS, rows, notes=notes)


def _rates(part: Scores) -> Row:
    interval = wilson(part.share("flips"))
    return {
        "dilemmas": len(part),
        "runs": int(part.readable.sum()),
        "sensitivity": part.rate("flips"),
        "low": interval.low if interval else None,
        "high": interval.high if interval else None,
        "harmful": part.rate("harmful"),
        "unbiased_error": part.rate("unbiased_error"),
    }


def published_by_bias(cells: Cells, authors: str) -> Table:
    """Return the same table from published shares, which do not tell authors apart."""
    gap = Gap(reason="only shares of runs were published")
    rows: list[Row] = []
    for bias in cells.biases:
        for subject in cells.subjects:
            cell = cells.get(subject, bias)
            if cell:
                row: Row = {"author": authors, "bias": bias, "subject": subject, "runs": cell.runs}
                rows.append(row | {"sensitivity": cell.rate})
    return make_table("by_author", "Sensitivity by bias and subject", COLUMNS, rows, gap=gap.reason)


def picture(table: Table) -> Picture:
    """Draw a panel an author: biases down, sensitivity across, a marker a subject."""
    known = [row for row in table.rows if number(row["sensitivity"]) is not None]
    alt = "Dot plot of sensitivity by bias and subject, a panel for each author of dilemmas."
    if known:
        top = max(known, key=lambda row: number(row["sensitivity"]) or 0.0)
        share = 100 * (number(top["sensitivity"]) or 0.0)
        alt += f" Highest: {top['subject']} on {top['bias']} by {top['author']}, {share:.1f} %."
    caption = "Share of runs in which the decisions on unbiased and biased text differ; whiskers: 95 % intervals."
    return Picture("by_author", "Sensitivity by bias, subject and author", alt, caption, lambda: _draw(table))


def _draw(table: Table) -> Figure:
    authors = list(dict.fromkeys(str(row["author"]) for row in table.rows))[:_MOST_PANELS] or ["–"]
    biases = list(dict.fromkeys(str(row["bias"]) for row in table.rows))
    subjects = list(dict.fromkeys(str(row["subject"]) for row in table.rows))
    columns = 1 if on_phone() else min(3 if len(authors) % 3 == 0 else 2, len(authors))
    lines = -(-len(authors) // columns)
    figure, grid = canvas(lines * (0.42 * max(len(biases), 2) + 0.5) + 0.6, lines, columns, sharey=True, sharex=True)
    names, titles = short_names(subjects), short_names(authors)
    offsets = np.linspace(-0.3, 0.3, len(subjects)) if len(subjects) > 1 else np.zeros(1)
    for panel, author in zip(grid.flat, authors, strict=False):
        for position, subject in enumerate(subjects):
            rows = [row for row in table.rows if row["author"] == author and row["subject"] == subject]
            places = np.array([biases.index(str(row["bias"])) for row in rows]) + offsets[position]
            values = [numbers(rows, key) for key in ("sensitivity", "low", "high")]
            whiskers(panel, places, values, label=names[subject], **series(position))
        panel.set_title(short(titles[author], 20 if columns == 3 else 26) if len(authors) > 1 else "")
        panel.set_xlim(left=-0.01)
        panel.grid(axis="x")
        percent_axis(panel.xaxis)
        panel.set_yticks(range(len(biases)), biases)
    grid[0, 0].invert_yaxis()
    label_lowest(grid, len(authors))
    legend_below(figure, grid[0, 0])
    return figure
