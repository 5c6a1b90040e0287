"""Output of the command line: data on standard output, messages on standard error.

Texts from datasets and models are untrusted: control characters, which could move the cursor or recolour a terminal,
are printed as visible symbols, and markup in them is not interpreted.
"""

import json
import sys
from typing import Any

import click
from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderableType, RenderHook, RenderResult
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from probe.values.visible import visible

__all__ = ["cell", "console", "message", "messages", "print_json", "table", "visible"]


def message(text: str) -> None:
    """Print one line for people on standard error."""
    click.echo(visible(text), err=True)


def print_json(value: Any) -> None:
    """Print one JSON document on standard output."""
    click.echo(json.dumps(value, indent=2, ensure_ascii=True))


def console() -> Console:
    """Return the console for standard output; it honours NO_COLOR and the terminal's width.

    If standard output is not a terminal, trailing blanks are removed: such output is often compared or quoted.
    """
    out = Console(file=sys.stdout, highlight=False, emoji=False, markup=False)
    if not out.is_terminal:
        out.push_render_hook(_Trimming())
    return out


class _Trimming(RenderHook):
    """Removes trailing blanks from all printed lines."""

    def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        return [_Trimmed(one) for one in renderables]


class _Trimmed:
    """A renderable without trailing blanks."""

    def __init__(self, shown: RenderableType) -> None:
        self._shown = shown

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in console.render_lines(self._shown, options, pad=False):
            yield Segment("".join(segment.text for segment in line).rstrip(" "))
            yield Segment.line()


def messages() -> Console:
    """Return the console for standard error, used for progress."""
    return Console(file=sys.stderr, highlight=False, emoji=False, markup=False)


def table(*columns: str, right: tuple[str, ...] = ()) -> Table:
    """Return an empty table with these columns; those in ``right`` are right-aligned, for numbers."""
    result = Table(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        result.add_column(column, justify="right" if column in right else "left", overflow="fold", vertical="top")
    return result


def cell(value: object, style: str = "") -> Text:
    """Return untrusted content as a table cell."""
    return Text(visible(str(value)), style=style)
