"""Sensitivity by bias, subject and the author of the dilemmas (PROBE-SWE, Figure 3)."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from matplotlib.figure import Figure

from probe.analysis.depth.cells import Cells
from probe.analysis.figures.charts import (
    Point,
    label_lowest,
    legend_below,
    look,
    percent_axis,
    short,
    short_names,
    spread,
    whiskers,
)
from probe.analysis.figures.style import Picture, canvas
from probe.analysis.scores import Scores, equal
from probe.analysis.statistics.intervals import Interval, wilson
from probe.analysis.tables import ColumnSpec, Table, make_table, percent


class ByAuthor(NamedTuple):
    """One subject on the dilemmas of one bias and author; what published files do not have is None."""

    author: str
    bias: str
    subject: str
    runs: int
    flips: float
    dilemmas: int | None = None
    interval: Interval | None = None
    harmful: float | None = None
    error_on_unbiased: float | None = None


COLUMNS = (
    ColumnSpec("author", "author of the dilemmas"),
    ColumnSpec("bias", "bias"),
    ColumnSpec("subject", "subject"),
    ColumnSpec("dilemmas", "dilemmas", "count"),
    ColumnSpec("runs", "runs", "count"),
    ColumnSpec("sensitivity", "flip rate", "share", "flips"),
    ColumnSpec("low", "Wilson low", "share", "interval.low"),
    ColumnSpec("high", "Wilson high", "share", "interval.high"),
    ColumnSpec("harmful", "harmful", "share"),
    ColumnSpec("error_on_unbiased", "error rate on unbiased texts", "share"),
)

_MOST_PANELS = 6


def by_author(scores: Scores) -> tuple[ByAuthor, ...]:
    """Return a row for each author, bias and subject with a readable run."""
    rows = []
    for author in sorted(set(scores.author)):
        for bias in scores.biases:
            for subject in dict.fromkeys(scores.subject):
                part = scores.of(subject=str(subject), bias=bias)
                part = part.where(equal(part.author, author) & (part.readable > 0))
                if len(part):
                    rows.append(_row(author, bias, subject, part))
    return tuple(rows)


def _row(author: str, bias: str, subject: str, part: Scores) -> ByAuthor:
    return ByAuthor(
        author=author,
        bias=bias,
        subject=subject,
        dilemmas=len(part),
        runs=int(part.readable.sum()),
        flips=part.rate("flips"),
        interval=wilson(part.share("flips")),
        harmful=part.rate("harmful"),
        error_on_unbiased=part.rate("error_on_unbiased"),
    )


def published_by_bias(cells: Cells, authors: str) -> tuple[ByAuthor, ...]:
    """Return the same rows from published shares, which pool the authors."""
    return tuple(
        ByAuthor(author=authors, bias=bias, subject=subject, runs=cell.runs, flips=cell.rate)
        for bias in cells.biases
        for subject in cells.subjects
        if (cell := cells.get(subject, bias))
    )


def table(rows: Sequence[ByAuthor]) -> Table:
    """Return rows from decisions as a table."""
    notes = ("Whiskers: Wilson's interval at the effective number of dilemmas.",)
    return make_table("by_author", "Sensitivity by bias, subject and author", COLUMNS, rows, notes=notes)


def published_table(rows: Sequence[ByAuthor]) -> Table:
    """Return rows from published shares as a table."""
    gap = "only shares of runs were published"
    return make_table("by_author", "Sensitivity by bias and subject", COLUMNS, rows, gap=gap)


def picture(rows: Sequence[ByAuthor]) -> Picture:
    """Draw a panel per author: biases down, flip rate across, a marker per subject."""
    alt = "Dot plot of sensitivity by bias and subject, a panel for each author of dilemmas."
    if rows:
        top = max(rows, key=lambda row: row.flips)
        alt += f" Highest: {top.subject} on {top.bias} by {top.author}, {percent(top.flips)}."
    caption = "Share of runs in which the decisions on unbiased and biased text differ; whiskers: 95 % intervals."
    return Picture("by_author", "Sensitivity by bias, subject and author", alt, caption, lambda: _draw(rows))


def _draw(rows: Sequence[ByAuthor]) -> Figure:
    authors = list(dict.fromkeys(row.author for row in rows))[:_MOST_PANELS] or ["–"]
    biases = list(dict.fromkeys(row.bias for row in rows))
    subjects = list(dict.fromkeys(row.subject for row in rows))
    columns = min(2, len(authors))
    lines = -(-len(authors) // columns)
    height = max(0.3, 0.1 * len(subjects)) * max(len(biases), 2) + 0.4
    figure, grid = canvas(lines * height + 0.7, lines, columns, sharey=True, sharex=True)
    names, titles = short_names(subjects), short_names(authors)
    offsets = spread(len(subjects), 0.6)
    for panel, author in zip(grid.flat, authors, strict=False):
        for position, subject in enumerate(subjects):
            own = [row for row in rows if row.author == author and row.subject == subject]
            places = np.array([biases.index(row.bias) for row in own]) + offsets[position]
            whiskers(
                panel,
                places,
                [Point.of(row.flips, row.interval) for row in own],
                label=names[subject],
                **look(position),
            )
        panel.set_title(short(titles[author], 22) if len(authors) > 1 else "")
        panel.set_xlim(left=-0.01)
        panel.grid(axis="x")
        percent_axis(panel.xaxis)
        panel.set_yticks(range(len(biases)), biases)
    grid[0, 0].invert_yaxis()
    label_lowest(grid, len(authors))
    legend_below(figure, grid[0, 0])
    return figure
