"""How figures look: one style, colours that survive colour blindness and dark pages, and text that stays text."""

import io
import re
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import Normalize
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter
from numpy.typing import NDArray

INK = "#1f2329"
GRID = "#d3d7dc"
MUTED = "#6c737d"
PAPER = "#fffffe"
"""Text and axes; grid lines; what is said in passing; the page. A page may replace all but the third by its own."""

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#b0629f", "#a87900", "#6c737d", "#7a6ff0", "#c8553d")
"""Series colours after Okabe and Ito, each with a contrast of 3 and more on white and on a dark page."""

MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
DASHES: tuple[Any, ...] = ("-", (0, (5, 1.5)), (0, (1, 1)), (0, (6, 1.5, 1, 1.5)), (0, (3, 1)), (0, (8, 2)))
"""Series differ in marker and dash too, so that colour never carries a meaning alone."""

SEQUENTIAL, DIVERGING = "cividis", "PuOr_r"

WIDTH, NARROW_WIDTH = 7.2, 4.1
"""Width of a figure in inches, and of its version for a phone: the text keeps its size, the layout changes."""

_for_phone: ContextVar[bool] = ContextVar("for_phone", default=False)

STYLE: dict[Any, Any] = {
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.facecolor": "none",
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlesize": 9,
    "axes.titlecolor": INK,
    "axes.titlelocation": "left",
    "figure.facecolor": "none",
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 8.5,
    "grid.color": GRID,
    "grid.linewidth": 0.6,
    "legend.frameon": False,
    "legend.labelcolor": INK,
    "pdf.fonttype": 42,
    "savefig.facecolor": "none",
    "svg.fonttype": "none",
    "svg.hashsalt": "probe",
    "text.color": INK,
    "text.parse_math": False,
    "xtick.color": INK,
    "ytick.color": INK,
}


@dataclass(frozen=True)
class Picture:
    """A figure still to be drawn. ``alt`` tells in words what it shows; ``caption`` says how to read it."""

    key: str
    title: str
    alt: str
    caption: str
    draw: Callable[[], Figure]


@dataclass(frozen=True)
class Drawn:
    """A figure as files: SVG with text as text (and again for a phone), PDF with embedded TrueType fonts."""

    picture: Picture
    svg: str
    phone_svg: str
    pdf: bytes


@contextmanager
def style() -> Iterator[None]:
    """Draw in the house's style within this block; hostile names are never read as formulae.

    A name in letters that the font lacks is drawn all the same: a page falls back to the reader's fonts.
    """
    with mpl.rc_context(STYLE), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        yield


def draw(picture: Picture) -> Drawn:
    """Draw a picture as SVG, wide and for a phone, and as PDF; the same input gives the same bytes."""
    with style():
        figure = picture.draw()
        svg, pdf = io.BytesIO(), io.BytesIO()
        figure.savefig(svg, format="svg", metadata={"Date": None, "Creator": "PROBE"})
        figure.set_layout_engine("none")  # the layout stands: finding it again would take as long as drawing
        figure.savefig(pdf, format="pdf", metadata={"CreationDate": None, "Creator": "PROBE", "Title": picture.title})
        phone = io.BytesIO()
        token = _for_phone.set(True)
        try:
            picture.draw().savefig(phone, format="svg", metadata={"Date": None, "Creator": "PROBE"})
        finally:
            _for_phone.reset(token)
    return Drawn(picture, svg.getvalue().decode("utf-8"), phone.getvalue().decode("utf-8"), pdf.getvalue())


def on_phone() -> bool:
    """Tell whether the figure at hand is drawn for a phone: fewer panels side by side, labels turned."""
    return _for_phone.get()


def canvas(height: float, rows: int = 1, columns: int = 1, **options: Any) -> tuple[Figure, NDArray[Any]]:
    """Return a figure of the house's width and its axes, shape (rows, columns); ``height`` is in inches."""
    figure = Figure(figsize=(NARROW_WIDTH if on_phone() else WIDTH, height), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots(rows, columns, squeeze=False, **options)
    return figure, axes


def percent_axis(axis: Any, signed: bool = False) -> None:
    """Label an axis of shares in percent; differences get their sign, and read as points."""

    def tick(value: float, _: object) -> str:
        points = round(100 * value, 4) + 0.0
        text = f"{points:+g}" if signed and points else f"{points:g}"
        return (text if signed else text + " %").replace("-", "−")

    axis.set_major_formatter(FuncFormatter(tick))


def series(position: int) -> dict[str, Any]:
    """Return colour, marker and dash of the n-th series."""
    return {
        "color": COLOURS[position % len(COLOURS)],
        "marker": MARKERS[position % len(MARKERS)],
        "linestyle": DASHES[position % len(DASHES)],
    }


def whiskers(axes: Axes, places: NDArray[Any], values: Sequence[NDArray[np.float64]], **look: Any) -> None:
    """Draw points with horizontal intervals: ``values`` are middle, low and high, one of each for each place.

    An end that is not-a-number is left out. ``look`` is that of ``series``, or any of matplotlib's ``errorbar``.
    """
    middle, low, high = values
    reach = np.nan_to_num(np.abs(np.stack([middle - low, high - middle])))
    given: dict[str, Any] = {"markersize": 4, "elinewidth": 1.1, **look, "linestyle": "none"}
    axes.errorbar(middle, places, xerr=reach, **given)


def legend_below(figure: Figure, axes: Axes, columns: int = 3) -> None:
    """Put the legend of ``axes`` under the figure, where it hides no data."""
    handles, labels = axes.get_legend_handles_labels()
    if on_phone():
        labels = [short(label, 27) for label in labels]
    if labels:
        figure.legend(handles, labels, loc="outside lower center", ncols=min(2 if on_phone() else columns, len(labels)))


def short(name: str, limit: int = 30) -> str:
    """Return a name for a label: without provider and options, printable, cut in the middle where it is long."""
    text = "".join(character if character.isprintable() else "�" for character in name)
    text = text.encode("utf-8", "replace").decode("utf-8").partition("?")[0].rsplit("/", 1)[-1] or "?"
    return text if len(text) <= limit else text[: limit // 2] + "…" + text[-(limit // 2 - 1) :]


def short_names(names: Sequence[str]) -> dict[str, str]:
    """Return a distinct label for each name: the short one where that is unique, else one with its options."""
    limit = 22 if on_phone() else 30
    labels = {name: short(name, limit) for name in names}
    shorts = list(labels.values())
    for name, label in labels.items():
        if shorts.count(label) > 1:
            whole = "".join(character if character.isprintable() else "�" for character in name)
            half = limit // 2 + 5
            labels[name] = whole if len(whole) <= 2 * half else whole[: half - 1] + "…" + whole[-half:]
    return labels


def signed(value: float, digits: int = 0) -> str:
    """Return a number with its sign, zero without one."""
    text = f"{value:+.{digits}f}"
    return text[1:] if not text.strip("+-0.") else text


def wrapped(name: str, width: int = 11) -> str:
    """Return a column's label in lines of about ``width`` characters, broken at hyphens and blanks."""
    lines = [""]
    for part in re.findall(r"[^\s-]+-?|-", name):
        lines = [*lines, part] if lines[-1] and len(lines[-1]) + len(part) > width else [*lines[:-1], lines[-1] + part]
        lines[-1] += "" if part.endswith("-") else " "
    return "\n".join(line.strip() for line in lines)


def label_room(labels: Sequence[str]) -> float:
    """Return the height in inches that column labels take, slanting on a phone and in lines elsewhere."""
    if on_phone():
        return 0.3 + 0.055 * max((len(label) for label in labels), default=0)
    return 0.3 + 0.15 * max((label.count("\n") + 1 for label in labels), default=0)


def label_lowest(grid: NDArray[Any], shown: int) -> None:
    """Hide the panels beyond the first ``shown`` of a grid that shares its axes, and label those left without one."""
    panels, columns = list(grid.flat), grid.shape[1]
    for place, panel in enumerate(panels):
        panel.set_visible(place < shown)
        if place < shown <= place + columns:
            panel.tick_params(axis="x", labelbottom=True)


def heat(axes: Axes, values: NDArray[np.float64], rows: Sequence[str], columns: Sequence[str], **options: Any) -> None:
    """Draw a heat map with its values written in; a cell without a value is empty but for –.

    Options: ``form`` (of a value), ``diverging`` (colours about zero), ``limit`` and ``floor`` (ends of the scale),
    ``turned`` (slanting column labels), ``size`` (of the written values).
    """
    form: Callable[[float], str] = options.get("form", lambda value: f"{100 * value:.1f}")
    seen = values[~np.isnan(values)]
    limit = options.get("limit") or (float(np.abs(seen).max()) if seen.size and np.abs(seen).max() > 0 else 1.0)
    norm = Normalize(-limit, limit) if options.get("diverging") else Normalize(options.get("floor", 0.0), limit)
    colours = mpl.colormaps[DIVERGING if options.get("diverging") else SEQUENTIAL]
    axes.pcolormesh(np.ma.masked_invalid(values), cmap=colours, norm=norm, edgecolors=PAPER, linewidth=0.8)
    for (row, column), value in np.ndenumerate(values):
        if np.isnan(value):
            axes.text(column + 0.5, row + 0.5, "–", ha="center", va="center", color=MUTED)
            continue
        red, green, blue, _ = colours(norm(value))
        dark = 0.299 * red + 0.587 * green + 0.114 * blue < 0.5
        look = {
            "fontsize": min(options.get("size", 8), 6.2 if on_phone() else 8),
            "color": "#ffffff" if dark else "#000000",
        }
        text = form(float(value)).replace("-", "−")
        axes.text(column + 0.5, row + 0.5, text, ha="center", va="center", **look)
    turned = options.get("turned", False) or on_phone()
    labels = [name.replace("-\n", "-").replace("\n", " ") for name in columns] if turned else columns
    look = {"rotation": 50, "ha": "right", "rotation_mode": "anchor"} if turned else {}
    axes.set_xticks(np.arange(len(columns)) + 0.5, labels, **look)
    axes.set_yticks(np.arange(len(rows)) + 0.5, rows)
    axes.tick_params(length=0)
    axes.invert_yaxis()
    for spine in axes.spines.values():
        spine.set_visible(False)
