"""The effect on errors by bias, subject and the author of the dilemmas (PROBE-SWE, Figure 3)."""

from collections.abc import Sequence
from typing import Annotated, NamedTuple

import numpy as np
from matplotlib.figure import Figure

from probe.analysis.effects.estimating import effect_of, mean_of, rate_of
from probe.analysis.figures.charts import (
    POINTS,
    Point,
    label_lowest,
    legend_below,
    look,
    percent_axis,
    short_name,
    short_names,
    spread,
    whiskers,
    with_counts,
)
from probe.analysis.figures.style import MUTED_COLOUR, Picture, canvas
from probe.analysis.form import CHECKS, ReportAnalysis, Result
from probe.analysis.measurements import Measurements
from probe.analysis.scores import Scores
from probe.analysis.statistics import methods
from probe.analysis.statistics.differences import Effect
from probe.analysis.statistics.weights import EQUALLY
from probe.analysis.tables import EstimateHeading, Gap, Heading, Table, make_table, points


class ByAuthor(NamedTuple):
    """One subject on the dilemmas of one bias and author."""

    author: Annotated[str, Heading("author of the dilemmas")]
    bias: Annotated[str, Heading("bias")]
    subject: Annotated[str, Heading("subject")]
    dilemmas: Annotated[int, Heading("dilemmas", "count")]
    runs: Annotated[int, Heading("runs", "count")]
    effect: Annotated[Effect | Gap, EstimateHeading("effect on errors")]
    error_on_unbiased: Annotated[float | Gap, Heading("error rate on unbiased texts", "share")]
    harmful: Annotated[float | Gap, Heading("error rate on biased texts (harmful)", "share")]
    flips: Annotated[Effect | Gap, EstimateHeading("flip rate", "share", "sensitivity", "flips_")]


_MOST_PANELS = 6


def by_author(scores: Scores) -> tuple[ByAuthor, ...]:
    """Return a row for each author, bias and subject with a readable run."""
    rows = []
    for author in sorted(set(scores.author)):
        for bias in scores.biases:
            for subject in scores.subjects:
                entries = scores.of(author=author, bias=bias, subject=subject)
                if np.any(entries.net.runs):
                    rows.append(_row(author, bias, subject, entries))
    return tuple(rows)


def _row(author: str, bias: str, subject: str, entries: Scores) -> ByAuthor:
    return ByAuthor(
        author=author,
        bias=bias,
        subject=subject,
        dilemmas=int(np.sum(entries.effect.runs > 0)),
        runs=int(entries.effect.runs.sum()),
        effect=effect_of(entries, entries.effect),
        error_on_unbiased=mean_of(entries.net.reference_error, entries.bias),
        harmful=mean_of(entries.net.error, entries.bias),
        flips=rate_of(entries.flips, entries.net.runs, entries),
    )


def table(rows: Sequence[ByAuthor]) -> Table:
    """Return the rows as a table."""
    notes = (methods.MEAN, methods.RATE, EQUALLY)
    return make_table("by_author", "Effect on errors by bias, subject and author", ByAuthor, rows, notes=notes)


def picture(rows: Sequence[ByAuthor]) -> Picture:
    """Draw a panel per author: biases down, the effect across, a marker per subject."""
    alt = "Dot plot of the effect on errors by bias and subject, a panel for each author of dilemmas."
    measured_rows = [(row, row.effect.estimate) for row in rows if not isinstance(row.effect, Gap)]
    if measured_rows:
        largest, effect = max(measured_rows, key=lambda pair: pair[1])
        alt += f" Largest: {largest.subject} on {largest.bias} by {largest.author}, {points(effect)} points."
    caption = "Effect on errors in points, on the n dilemmas of each author; lines: 95 % intervals."
    return Picture("by_author", "Effect on errors by bias, subject and author", alt, caption, lambda: _draw(rows))


def _draw(rows: Sequence[ByAuthor]) -> Figure:
    authors = list(dict.fromkeys(row.author for row in rows))[:_MOST_PANELS]
    biases = list(dict.fromkeys(row.bias for row in rows))
    names, titles = short_names(list(dict.fromkeys(row.subject for row in rows))), short_names(authors)
    column_count = min(2, len(authors))
    line_count = -(-len(authors) // column_count)
    height = max(0.3, 0.1 * len(names)) * max(len(biases), 2) + 0.4
    figure, grid = canvas(line_count * height + 0.7, line_count, column_count, sharey=True, sharex=True)
    offsets = spread(len(names), 0.6)
    for panel, author in zip(grid.flat, authors, strict=False):
        for number, (subject, label) in enumerate(names.items()):
            panel_rows = [row for row in rows if (row.author, row.subject) == (author, subject)]
            positions = np.array([biases.index(row.bias) for row in panel_rows]) + offsets[number]
            whiskers(
                panel, positions, [Point.of_difference(row.effect) for row in panel_rows], label=label, **look(number)
            )
        panel.axvline(0, color=MUTED_COLOUR, linewidth=0.8)
        counts = [
            sum(row.dilemmas for row in rows if (row.author, row.subject) == (author, subject)) for subject in names
        ]
        panel.set_title(*with_counts([short_name(titles[author], 22)], [counts]))
        panel.grid(axis="x")
        percent_axis(panel.xaxis, signed=True)
        panel.set_yticks(range(len(biases)), biases)
    # All panels share this axis, so inverting it once is enough.
    grid[0, 0].invert_yaxis()
    label_lowest(grid, len(authors))
    for panel in list(grid.flat)[max(0, len(authors) - column_count) : len(authors)]:
        panel.set_xlabel(f"effect\n({POINTS})")
    legend_below(figure, grid[0, 0])
    return figure


def _rows(measurements: Measurements) -> tuple[ByAuthor, ...]:
    rows = by_author(measurements.study.scores)
    return rows if len({row.author for row in rows}) > 1 else ()


ANALYSIS: ReportAnalysis[Measurements, Sequence[ByAuthor]] = ReportAnalysis(
    "by_author",
    "Effect on errors by bias, subject and author",
    CHECKS,
    "whether the conclusion depends on who wrote the dilemmas",
    rows=_rows,
    show=lambda measurements, rows: Result.of_pictures((picture(rows),), table(rows)),
    needs="Effect by author: the dilemmas have one author (probe generate with several --author).",
)
