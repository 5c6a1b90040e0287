"""Text for terminals and files: tables that are never cut, and untrusted content that stays text.

Texts from datasets and models are untrusted: control characters, which could move the cursor or recolour a terminal,
are printed as visible symbols, and markup in them is not interpreted.
"""

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderableType, RenderHook, RenderResult
from rich.measure import Measurement, measure_renderables
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from probe.values.texts import visible


class _Console(Console):
    """A console that never cuts a table: where one does not fit, its lines are longer than the screen is wide."""

    def print(self, *objects: Any, **settings: Any) -> None:
        """Print ``objects``; in a file or a pipe, tables are as wide as their longest cells."""
        previous_width = self.width
        tables = [table for table in objects if isinstance(table, Table)]
        self.width = max([previous_width, *(self._needed_width(table) for table in tables)])
        try:
            super().print(*objects, **settings)
        finally:
            self.width = previous_width

    def _needed_width(self, printed_table: Table) -> int:
        """Return the width at which no cell is cut; in a file or a pipe, the width at which none is broken either."""
        wide_options = self.options.update(width=_UNLIMITED_WIDTH)
        for column in printed_table.columns:
            if not self.is_terminal:
                column.max_width = None
            elif column.no_wrap:
                column.min_width = measure_renderables(self, wide_options, list(column.cells)).maximum
        measurement = Measurement.get(self, wide_options, printed_table)
        return measurement.minimum if self.is_terminal else measurement.maximum


_UNLIMITED_WIDTH = 100_000
"""More columns than any table needs."""


def messages() -> Console:
    """Return the console for standard error, used for progress."""
    return Console(file=sys.stderr, highlight=False, emoji=False, markup=False)


def console() -> Console:
    """Return the console for standard output; it honours NO_COLOR and the terminal's width.

    If standard output is not a terminal, trailing blanks are removed: such output is often compared or quoted.
    """
    stdout_console = _Console(file=sys.stdout, highlight=False, emoji=False, markup=False)
    if not stdout_console.is_terminal:
        stdout_console.push_render_hook(_Trimming())
    return stdout_console


def printed_text(show: Callable[[Console], None], width: int = 100) -> str:
    """Return what ``show`` prints, as plain text without a trailing newline; ``width`` is in columns."""
    text = io.StringIO()
    # In a notebook, rich would display the output instead of writing it; FORCE_COLOR would add control characters.
    text_console = _Console(
        file=text,
        width=width,
        force_terminal=False,
        force_jupyter=False,
        color_system=None,
        highlight=False,
        emoji=False,
        markup=False,
    )
    text_console.push_render_hook(_Trimming())
    show(text_console)
    return text.getvalue().rstrip("\n")


class _Trimming(RenderHook):
    """Removes trailing blanks from all printed lines."""

    def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        return [_TrimmedText(renderable) for renderable in renderables]


class _TrimmedText:
    """A renderable without trailing blanks."""

    def __init__(self, renderable: RenderableType) -> None:
        self._shown = renderable

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in console.render_lines(self._shown, options, pad=False):
            yield Segment("".join(segment.text for segment in line).rstrip(" "))
            yield Segment.line()


def cell(value: object, style: str = "") -> Text:
    """Return untrusted content as a table cell."""
    return Text(visible(str(value)), style=style)


@contextmanager
def progress_bar(description: str, total: int | None, *, quiet: bool = False) -> Iterator[Callable[..., None]]:
    """Show a progress bar on a terminal unless ``quiet``; call the listener with the number done (and the total)."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = messages()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=quiet or not console.is_terminal) as bar:
        task = bar.add_task(description, total=total)
        yield lambda done, of=total: bar.update(task, completed=done, total=of)
