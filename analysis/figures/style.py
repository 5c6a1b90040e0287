"""How figures look: one style, colours that work with colour blindness and on dark pages, and text that stays text."""

import io
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import matplotlib as mpl
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from numpy.typing import NDArray

INK = "#1f2329"
GRID = "#d3d7dc"
MUTED_COLOUR = "#6c737d"
PAPER = "#fffffe"
"""Text and axes; grid lines; secondary text; the background. A page may replace all but the third by its own."""

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#b0629f", "#a87900", "#6c737d", "#7a6ff0", "#c8553d")
"""Series colours after Okabe and Ito, each with a contrast of at least 3 on white and on a dark page."""

MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
DASHES: tuple[Any, ...] = ("-", (0, (5, 1.5)), (0, (1, 1)), (0, (6, 1.5, 1, 1.5)), (0, (3, 1)), (0, (8, 2)))
"""Series differ in marker and dash too, so that colour never carries a meaning alone."""

SEQUENTIAL, DIVERGING = "cividis", "PuOr_r"

WIDTH = 4.9
"""Width of a figure in inches: narrow, so that its text is still readable when it is scaled down to a phone."""

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
    # TrueType: many journals refuse the Type 3 fonts of the default.
    "pdf.fonttype": 42,
    "savefig.facecolor": "none",
    # Text stays text, which readers can search and copy.
    "svg.fonttype": "none",
    # A fixed salt, so that a figure has the same ids in every run.
    "svg.hashsalt": "probe",
    "text.color": INK,
    # A dollar sign in the name of a subject does not begin a formula.
    "text.parse_math": False,
    "xtick.color": INK,
    "ytick.color": INK,
}


@dataclass(frozen=True)
class Picture:
    """A figure that is not drawn yet. ``alt`` describes what it shows; ``caption`` explains how to read it."""

    key: str
    title: str
    alt: str
    caption: str
    draw: Callable[[], Figure]


@dataclass(frozen=True)
class FigureFiles:
    """A figure as files: SVG with text as text, PDF with embedded TrueType fonts."""

    picture: Picture
    svg: str
    figure: Figure

    @cached_property
    def pdf(self) -> bytes:
        """The PDF, made when first read: it takes longer than the SVG, and pages do not show it."""
        # Without a date, or the same figure would have different bytes in every run.
        metadata = {"CreationDate": None, "Creator": "PROBE", "Title": self.picture.title}
        with style():
            self.figure.set_layout_engine(
                "none"
            )  # the SVG has computed the layout already, which takes as long as drawing
            return _save(self.figure, "pdf", metadata)


@contextmanager
def style() -> Iterator[None]:
    """Draw in the project's style within this block; hostile names are never parsed as formulas.

    A name with characters that the font lacks is drawn too: a page falls back to the reader's fonts.
    """
    with mpl.rc_context(STYLE), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        yield


def draw(picture: Picture) -> FigureFiles:
    """Draw a picture as SVG and, when it is asked for, as PDF; the same input gives the same bytes."""
    with style():
        figure = picture.draw()
        svg = _save(figure, "svg", {"Date": None, "Creator": "PROBE"})
    return FigureFiles(picture, svg.decode("utf-8"), figure)


def _save(figure: Figure, file_format: str, metadata: dict[str, Any]) -> bytes:
    file = io.BytesIO()
    figure.savefig(file, format=file_format, metadata=metadata)
    return file.getvalue()


def canvas(height: float, rows: int = 1, columns: int = 1, **options: Any) -> tuple[Figure, NDArray[Any]]:
    """Return a figure of ``WIDTH`` and its axes, shape (rows, columns); ``height`` is in inches."""
    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    # A canvas of its own, since pyplot keeps every figure in memory until it is closed.
    FigureCanvasAgg(figure)
    axes = figure.subplots(rows, columns, squeeze=False, **options)
    return figure, axes
