"""Which places of a file only change how figures look: line widths, colours, paddings, the order of drawing.

Mutation testing leaves them out. What a figure shows stays in: positions, lengths, ticks, labels, order, which series.
"""

import ast
from collections.abc import Iterator

KEYWORDS = frozenset(
    {
        *("alpha", "cmap", "color", "edgecolor", "edgecolors", "markeredgecolor", "mfc", "hatch", "zorder"),
        *("linewidth", "elinewidth", "markersize", "capsize", "s", "fontsize", "size", "pad", "labelpad", "length"),
        *("ha", "va", "rotation", "rotation_mode", "xytext", "textcoords", "xycoords"),
        *("loc", "ncols", "width_ratios", "height_ratios", "figsize", "layout"),
    }
)
"""Keywords of matplotlib that change no value that is shown."""

CALLS = frozenset({"grid", "tick_params", "set_visible", "legend_below"})
"""Calls that change the frame only. ``canvas`` too, as far as its first argument, the height of the figure."""

DRAWING = frozenset(
    {
        *("annotate", "axhline", "axvline", "bar", "barh", "errorbar", "heat", "legend", "pcolormesh", "plot"),
        *("scatter", "set_title", "set_xlabel", "set_xticks", "set_ylabel", "set_yticks", "supxlabel", "supylabel"),
        *("text", "tick_params", "whiskers"),
    }
)
"""Calls that take such keywords; elsewhere ``size`` or ``color`` may be data."""

ROOM = frozenset({"height", "room", "STYLE", "WIDTH", "COLOURS", "DASHES", "MARKERS"})
"""Variables that only style figures or give them room."""

Span = tuple[tuple[int, int], tuple[int, int]]


class Looks:
    """The places of a source text that only change looks."""

    def __init__(self, source: str) -> None:
        self.lines = source.splitlines()
        self.spans = list(self._spans(ast.parse(source)))

    def __contains__(self, place: tuple[int, int]) -> bool:
        return any(start <= place < end for start, end in self.spans)

    def _spans(self, tree: ast.AST) -> Iterator[Span]:
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                yield from self._of_call(node)
            elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value:
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                yield from [self._span(node.value)] if ROOM.issuperset(map(ast.unparse, targets)) else []

    def _of_call(self, node: ast.Call) -> Iterator[Span]:
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name in CALLS:
            yield self._span(node)
        if name == "canvas":
            yield self._span(node.args[0])
        if name in DRAWING:
            yield from (self._span(each.value) for each in node.keywords if each.arg in KEYWORDS)

    def _span(self, node: ast.expr) -> Span:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._place(node.lineno, node.col_offset), self._place(node.end_lineno, node.end_col_offset)

    def _place(self, line: int, offset: int) -> tuple[int, int]:
        """Return a place in characters; the syntax tree counts bytes."""
        return line, len(self.lines[line - 1].encode()[:offset].decode())
