"""Find the parts of a file that only change how figures look: line widths, colours, paddings, the order of drawing.

Mutation testing leaves them out. It includes what a figure shows: positions, lengths, ticks, labels, order and series.
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
"""Keywords of matplotlib that change none of the values in a figure."""

CALLS = frozenset({"grid", "tick_params", "set_visible", "legend_below"})
"""Calls that change the frame only. Of ``canvas``, only the first argument does: the height of the figure."""

DRAWING = frozenset(
    {
        *("annotate", "axhline", "axvline", "bar", "barh", "errorbar", "heat", "legend", "pcolormesh", "plot"),
        *("scatter", "set_title", "set_xlabel", "set_xticks", "set_ylabel", "set_yticks", "supxlabel", "supylabel"),
        *("text", "tick_params", "whiskers"),
    }
)
"""Calls that take such keywords; elsewhere ``size`` or ``color`` may be data."""

STYLE_VARIABLES = frozenset({"height", "room", "STYLE", "WIDTH", "COLOURS", "DASHES", "MARKERS"})
"""Variables that only set the style of figures or the space around them."""

Span = tuple[tuple[int, int], tuple[int, int]]


class Looks:
    """The spans of a source text that only change looks."""

    def __init__(self, source: str) -> None:
        self.lines = source.splitlines()
        self.spans = list(self._spans(ast.parse(source)))

    def __contains__(self, position: tuple[int, int]) -> bool:
        return any(start <= position < end for start, end in self.spans)

    def _spans(self, tree: ast.AST) -> Iterator[Span]:
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                yield from self._of_call(node)
            elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value:
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                yield from [self._span(node.value)] if STYLE_VARIABLES.issuperset(map(ast.unparse, targets)) else []

    def _of_call(self, node: ast.Call) -> Iterator[Span]:
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name in CALLS:
            yield self._span(node)
        if name == "canvas":
            yield self._span(node.args[0])
        if name in DRAWING:
            yield from (self._span(keyword.value) for keyword in node.keywords if keyword.arg in KEYWORDS)

    def _span(self, node: ast.expr) -> Span:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._position(node.lineno, node.col_offset), self._position(node.end_lineno, node.end_col_offset)

    def _position(self, line: int, offset: int) -> tuple[int, int]:
        """Return a position in characters; the syntax tree counts bytes."""
        return line, len(self.lines[line - 1].encode()[:offset].decode())
