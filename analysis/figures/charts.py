"""The kinds of chart that the analyses share: forest plots, heat maps, and the labels around them."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import Normalize
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter
from numpy.typing import NDArray

from probe.analysis.figures.style import (
    COLOURS,
    DASHES,
    DIVERGING,
    INK,
    MARKERS,
    MUTED_COLOUR,
    PAPER,
    SEQUENTIAL,
    Picture,
    canvas,
)
from probe.analysis.statistics.differences import Effect
from probe.analysis.statistics.intervals import Floats, Interval
from probe.analysis.statistics.weights import MINIMUM
from probe.analysis.tables import Gap, percent, points


class Point(NamedTuple):
    """A value with the ends of its interval; NaN where there is none."""

    value: float
    low: float = np.nan
    high: float = np.nan

    @classmethod
    def of(cls, value: float | None, interval: Interval | Gap | None) -> "Point":
        """Return a value with its interval; each may be missing."""
        if value is None:
            return NOTHING
        if interval is None or isinstance(interval, Gap):
            return cls(value)
        return cls(value, interval.low, interval.high)

    @classmethod
    def of_difference(cls, effect: Effect | Gap | None) -> "Point":
        """Return a difference with its interval."""
        return NOTHING if effect is None or isinstance(effect, Gap) else cls(effect.estimate, effect.low, effect.high)


NOTHING = Point(np.nan)

POINTS = "percentage points"


def with_counts(lines: Sequence[str], counts: Sequence[Sequence[int]]) -> list[str]:
    """Return labels with their numbers of dilemmas, ``n = 25`` or, where series differ, ``n = 20–25``."""
    ends = [(min(numbers), max(numbers)) if numbers else (0, 0) for numbers in counts]
    texts = [f"n = {low}" if low == high else f"n = {low}–{high}" for low, high in ends]
    return [f"{line} ({text})" for line, text in zip(lines, texts, strict=True)]


MOST_LISTED = 24
"""The number of values that a figure's description lists; its table has all of them."""


class Series(NamedTuple):
    """The points of one series of a forest plot, one for each line; ``few`` are those of too few dilemmas to read."""

    label: str
    points: Sequence[Point]
    few: Sequence[bool] = ()


def series_of(
    names: Mapping[str, str], lines: Sequence[str], effects: Mapping[tuple[str, str], Effect | Gap]
) -> list[Series]:
    """Return a series for each name, with its label; ``effects`` are by name and line, and may be missing."""
    return [
        Series(label, [Point.of_difference(effects.get((name, line))) for line in lines])
        for name, label in names.items()
    ]


def listing(values: Sequence[str]) -> str:
    """Return the values of a figure's description, at most ``MOST_LISTED`` of them."""
    remainder = f" and {len(values) - MOST_LISTED} more" if len(values) > MOST_LISTED else ""
    return "; ".join(values[:MOST_LISTED]) + remainder


def few_note(noun: str) -> str:
    """Return the part of a caption on cells that are too small to read."""
    return f" Hollow: fewer than {MINIMUM} {noun}s, too few to read; arrow: the interval goes on."


def readable_limits(points: Sequence[Point], is_few: Sequence[bool], reference: float) -> tuple[float, float] | None:
    """Return the ends of an axis that shows every value, and whole intervals of those that are not ``is_few``.

    None where no interval would go on beyond them. They are at least 0.2 apart, so that noise does not look large.
    """
    values = [point.value for point in points]
    ends = [end for point, few in zip(points, is_few, strict=True) if not few for end in (point.low, point.high)]
    shown_values = np.array([reference - 0.1, reference + 0.1, *values, *ends], dtype=np.float64)
    low, high = float(np.nanmin(shown_values)), float(np.nanmax(shown_values))
    margin = 0.08 * (high - low)
    low, high = low - margin, high + margin
    if all(np.isnan(point.low) or low <= point.low <= point.high <= high for point in points):
        return None
    return low, high


def forest(
    lines: Sequence[str],
    all_series: Sequence[Series],
    *,
    xlabel: str = "",
    reference: float = 0.0,
    signed: bool = True,
    limits: tuple[float, float] | None = None,
    height: float = 0.0,
    scale: bool = True,
) -> Figure:
    """Return a forest plot: one line per label, one marker with whiskers per series, a rule at ``reference``.

    It is ``height`` inches high, by default as high as its lines need; ``scale`` is whether values are shares.
    """
    # A series without any value would still take up space next to the others and in the legend.
    drawn_series = [series for series in all_series if not np.isnan([point.value for point in series.points]).all()]
    if scale and any(any(series.few) for series in drawn_series):
        all_points = [point for series in drawn_series for point in series.points]
        limits = limits or readable_limits(
            all_points, [few for series in drawn_series for few in series.few], reference
        )
    figure, grid = canvas(height or (0.16 * max(len(drawn_series), 1) + 0.14) * len(lines) + 1.1)
    axes = grid[0, 0]
    for position, (series, offset) in enumerate(zip(drawn_series, spread(len(drawn_series), 0.5), strict=True)):
        is_few = np.array(series.few or [False] * len(lines), dtype=np.bool_)
        whisker_points = [NOTHING if few else point for point, few in zip(series.points, is_few, strict=True)]
        whiskers(axes, np.arange(len(lines)) + offset, whisker_points, label=series.label, **look(position))
        if is_few.any():
            few_points = [point for point, is_small in zip(series.points, is_few, strict=True) if is_small]
            draw_few(axes, (np.arange(len(lines)) + offset)[is_few], few_points, position, limits or (-np.inf, np.inf))
    axes.axvline(reference, color=INK, linewidth=0.8)
    axes.set_yticks(range(len(lines)), lines)
    # Inverted, so that the first line is at the top, as in the table.
    axes.set_ylim(max(len(lines), 1) - 0.5, -0.5)
    axes.grid(axis="x")
    widest = max((len(text) for line in lines for text in line.split("\n")), default=0)
    axes.set_xlabel(xlabel, loc="right" if widest >= WIDE_LABEL else "center")
    if limits:
        axes.set_xlim(*limits)
    if scale:
        percent_axis(axes.xaxis, signed=signed)
    legend_below(figure, axes)
    return figure


def forest_picture(
    key: str, title: str, caption: str, lines: Sequence[str], all_series: Sequence[Series], **options: Any
) -> Picture:
    """Return a forest plot as a picture whose description lists its values; ``options`` are those of ``forest``."""
    form, unit = (points, "points") if options.get("signed", True) else (percent, "percent")
    if not options.get("scale", True):
        form, unit = (lambda value: f"{value:.2f}"), "units"
    values = [
        f"{series.label}{', ' if series.label else ''}{line} {_describe_point(point, form)}".replace("\n", " ")
        for series in all_series
        for line, point in zip(lines, series.points, strict=True)
        if not np.isnan(point.value)
    ]
    alt = f"{title}, in {unit} with 95 % intervals: {listing(values) or 'none measured'}."
    return Picture(key, title, alt, caption, lambda: forest(lines, all_series, **options))


def _describe_point(point: Point, form: Callable[[float], str]) -> str:
    if np.isnan(point.low) or np.isnan(point.high):
        return form(point.value)
    return f"{form(point.value)} ({form(point.low)} to {form(point.high)})"


def spread(count: int, width: float) -> NDArray[np.float64]:
    """Return the offsets at which ``count`` series are drawn next to each other within ``width``."""
    offsets: NDArray[np.float64] = (
        np.linspace(-width / 2, width / 2, count) if count > 1 else np.zeros(count, dtype=np.float64)
    )
    return offsets


def whiskers(
    axes: Axes, lines: NDArray[Any], points: Sequence[Point], *, upright: bool = False, **options: Any
) -> None:
    """Draw points with horizontal or ``upright`` intervals at ``lines``; an end that is NaN is left out."""
    middle, low, high = np.array(points, dtype=np.float64).reshape(-1, 3).T
    # Matplotlib refuses negative lengths, which rounding may give where an end is the value itself.
    lengths = np.nan_to_num(np.abs(np.stack([middle - low, high - middle])))
    # The line style comes last: no dash of a series may connect points of different lines.
    style: dict[str, Any] = {"markersize": 4, "elinewidth": 1.1, **options, "linestyle": "none"}
    if upright:
        axes.errorbar(lines, middle, yerr=lengths, **style)
    else:
        axes.errorbar(middle, lines, xerr=lengths, **style)


def draw_few(
    axes: Axes,
    coordinates: Floats,
    points: Sequence[Point],
    position: int,
    limits: tuple[float, float],
    *,
    upright: bool = False,
) -> None:
    """Draw points of too few dilemmas, of the n-th series: hollow, with faint intervals that end at ``limits``.

    An arrow marks an end beyond the limits. ``coordinates`` are the points' positions on the other axis, which is the
    horizontal one where ``upright``.
    """
    style = look(position) | {"linestyle": "none"}
    faint_style = {"color": style["color"], "alpha": 0.35, "linewidth": 0.8}
    inset = 0.015 * (limits[1] - limits[0])  # so that no arrow is on the frame
    for coordinate, point in zip(coordinates, points, strict=True):
        low, high = max(point.low, limits[0]), min(point.high, limits[1])
        line = [low, high], [coordinate, coordinate]
        axes.plot(*(reversed(line) if upright else line), **faint_style)
        for is_beyond, end, marker in (
            (low > point.low, low + inset, "v" if upright else "<"),
            (high < point.high, high - inset, "^" if upright else ">"),
        ):
            if is_beyond:
                position_of_mark = (coordinate, end) if upright else (end, coordinate)
                axes.plot(*position_of_mark, marker=marker, markersize=3, color=style["color"], alpha=0.6)
        position_of_mark = (coordinate, point.value) if upright else (point.value, coordinate)
        axes.plot(*position_of_mark, **style, mfc=PAPER, markersize=4, zorder=3)  # above the lines of other series


def look(position: int) -> dict[str, Any]:
    """Return colour, marker and dash of the n-th series."""
    return {
        "color": COLOURS[position % len(COLOURS)],
        "marker": MARKERS[position % len(MARKERS)],
        "linestyle": DASHES[position % len(DASHES)],
    }


def percent_axis(axis: Any, signed: bool = False) -> None:
    """Label an axis of shares in percent; differences get a sign and no percent sign, since they are points."""

    def tick(value: float, _: object) -> str:
        # Adding 0.0 makes a negative zero positive, which would print with a sign.
        points = round(100 * value, 4) + 0.0
        text = f"{points:+g}" if signed and points else f"{points:g}"
        return (text if signed else text + " %").replace("-", "−")

    axis.set_major_formatter(FuncFormatter(tick))


WIDE_LABEL = 28
"""Characters from which a label of a legend, or of a line, takes half of the figure's width."""

_LEGEND_LINE = 0.18
"""Inches that a line of a legend takes."""


def legend_below(figure: Figure, axes: Axes) -> None:
    """Put the legend of ``axes`` under the figure, where it hides no data."""
    handles, labels = axes.get_legend_handles_labels()
    if labels:
        longest = max(map(len, labels))
        columns = 4 if longest < 12 else 3 if longest < 18 else 2 if longest < WIDE_LABEL else 1
        # A legend in one column grows with its subjects, and would take room from the panels.
        figure.set_figheight(figure.get_figheight() + (len(labels) * _LEGEND_LINE if columns == 1 else 0.0))
        figure.legend(handles, labels, loc="outside lower center", ncols=min(columns, len(labels)))


def short_name(name: str, limit: int = 30) -> str:
    """Return a name for a label: without provider and options, printable, cut in the middle where it is long."""
    # A lone surrogate in a name cannot be written to a file.
    text = _printable(name).encode("utf-8", "replace").decode("utf-8").partition("?")[0].rsplit("/", 1)[-1] or "?"
    return text if len(text) <= limit else text[: limit // 2] + "…" + text[-(limit // 2 - 1) :]


def short_names(names: Sequence[str], limit: int = 24) -> dict[str, str]:
    """Return a distinct label for each name: the short one where that is unique, else one with its options.

    Where even these are the same, the label has the provider too.
    """
    labels = {name: short_name(name, limit) for name in names}
    for form in (_with_options, _printable):
        used_labels = list(labels.values())
        repeated_names = [name for name, label in labels.items() if used_labels.count(label) > 1]
        labels |= {name: _shorten(form(name), limit // 2 + 1) for name in repeated_names}
    return labels


def _with_options(name: str) -> str:
    """Return a name without its provider."""
    model, mark, options = _printable(name).partition("?")
    return model.rsplit("/", 1)[-1] + mark + options


def _shorten(text: str, half: int) -> str:
    return text if len(text) <= 2 * half else text[: half - 1] + "…" + text[-half:]


def _printable(name: str) -> str:
    return "".join(character if character.isprintable() else "�" for character in name)


def wrap_label(name: str, width: int = 11) -> str:
    """Return a column's label in lines of about ``width`` characters, broken at hyphens and spaces."""
    lines = [""]
    for word in re.findall(r"[^\s-]+-?|-", name):
        lines = [*lines, word] if lines[-1] and len(lines[-1]) + len(word) > width else [*lines[:-1], lines[-1] + word]
        lines[-1] += "" if word.endswith("-") else " "
    return "\n".join(line.strip() for line in lines)


def label_lowest(grid: NDArray[Any], used_count: int) -> None:
    """Hide the panels after the first ``used_count`` of a grid with shared axes; label the lowest of each column."""
    panels, columns = list(grid.flat), grid.shape[1]
    for index, panel in enumerate(panels):
        panel.set_visible(index < used_count)
        if index < used_count <= index + columns:
            panel.tick_params(axis="x", labelbottom=True)


def heat_map(values: NDArray[np.float64], rows: Sequence[str], columns: Sequence[str], **options: Any) -> Figure:
    """Return a figure with one heat map; ``options`` are those of ``heat``."""
    is_slanted = _slanted(columns, options)
    label_height = 0.3 + 0.042 * max(map(len, columns)) if is_slanted else 0.6
    # With eight biases and more, lower cells keep the figure on the first screen of a report.
    figure, grid = canvas((0.28 if len(rows) < 9 else 0.17) * len(rows) + 0.25 + label_height)
    heat(grid[0, 0], values, rows, columns, **options)
    return figure


def _slanted(columns: Sequence[str], options: dict[str, Any]) -> bool:
    return bool(options.get("slanted", max(map(len, columns), default=0) > 10 or len(columns) > 6))


def heat(axes: Axes, values: NDArray[np.float64], rows: Sequence[str], columns: Sequence[str], **options: Any) -> None:
    """Draw a heat map with its values written in; a cell without a value only has a dash.

    Options: ``form`` (formats a value), ``diverging`` (colours around zero), ``limit`` and ``floor`` (ends of the
    scale, which never depend on the values, so that colours of two figures can be compared), ``slanted`` (column
    labels), ``size`` (of the written values).
    """
    form: Callable[[float], str] = options.get("form", lambda value: f"{100 * value:.1f}")
    limit = options.get("limit", 1.0)
    norm = Normalize(-limit, limit) if options.get("diverging") else Normalize(options.get("floor", 0.0), limit)
    colours = mpl.colormaps[DIVERGING if options.get("diverging") else SEQUENTIAL]
    axes.pcolormesh(np.ma.masked_invalid(values), cmap=colours, norm=norm, edgecolors=PAPER, linewidth=0.8)
    for (row, column), value in np.ndenumerate(values):
        if np.isnan(value):
            axes.text(column + 0.5, row + 0.5, "–", ha="center", va="center", color=MUTED_COLOUR)
            continue
        red, green, blue, _ = colours(norm(value))
        # By the luminance of the cell, so that values can be read on every colour.
        ink = "#ffffff" if 0.299 * red + 0.587 * green + 0.114 * blue < 0.5 else "#000000"
        text = form(float(value)).replace("-", "−")
        axes.text(column + 0.5, row + 0.5, text, ha="center", va="center", fontsize=options.get("size", 7), color=ink)
    is_slanted = _slanted(columns, options)
    rotation: dict[str, Any] = {"rotation": 45, "ha": "right", "rotation_mode": "anchor"} if is_slanted else {}
    labels = columns if is_slanted else [wrap_label(name) for name in columns]
    axes.set_xticks(np.arange(len(columns)) + 0.5, labels, **rotation)
    axes.set_yticks(np.arange(len(rows)) + 0.5, rows)
    axes.tick_params(length=0)
    axes.invert_yaxis()
    for spine in axes.spines.values():
        spine.set_visible(False)
