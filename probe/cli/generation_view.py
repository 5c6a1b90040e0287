"""How the command line shows the progress of a generation.

It goes to standard error: a live view on a terminal, an occasional line elsewhere.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from probe.cli.output import cell, is_quiet, message, messages
from probe.document import plain
from probe.document.terminal import rich_table
from probe.generation.document import progress_grid
from probe.generation.generate import GenerationListener
from probe.generation.progress import Progress
from probe.values import Usage

SECONDS_BETWEEN_LINES = 15.0
"""Interval between progress lines if standard error is not a terminal."""


class GenerationView:
    """The live progress of a generation: it receives every outcome, and is redrawn a few times a second."""

    def __init__(self, notify: Callable[[str], None]) -> None:
        self._notify = notify
        self._started = time.monotonic()
        self._notices_shown = 0
        self.progress = Progress(per_bias=0)
        self.usage = Usage()

    def update(self, progress: Progress, usage: Usage) -> None:
        """Store the progress so far; print new notices at once."""
        self.progress, self.usage = progress, usage
        for notice in progress.notices[self._notices_shown :]:
            self._notify(notice)
        self._notices_shown = len(progress.notices)

    def line(self) -> str:
        """Return the state in one line."""
        progress = self.progress
        accepted_text = f"{progress.accepted.total()} of {progress.target_count} pairs accepted"
        # Pairs are accepted in blocks: until the first block, only the number of written pairs shows progress.
        state = (
            f"{accepted_text}, {progress.rejected.total()} rejected, {progress.unchecked_count} written and not "
            "checked yet"
        )
        cost_texts = [self.usage.in_words] if self.usage.calls else []
        return "; ".join((state, *cost_texts, self._pace()))

    def __rich__(self) -> Group:
        if not self.progress.biases:  # it has not begun
            return Group()
        grid = progress_grid(self.progress, self.progress.biases)
        return Group(rich_table(grid, lambda content: cell(plain(content))), Text(self.line()))

    def _pace(self) -> str:
        seconds = time.monotonic() - self._started
        done_count, expected_count = self.progress.work()
        if not done_count or seconds <= 0:
            return "no rate yet"
        rate = done_count / seconds
        return f"{rate * 60:.1f} candidates per minute, about {_duration((expected_count - done_count) / rate)} left"


@contextmanager
def generation_progress() -> Iterator[GenerationListener]:
    """Show a live view on a terminal and an occasional line elsewhere; show nothing if the command is quiet."""
    terminal = messages()
    view = GenerationView(message)
    if is_quiet():
        yield view.update
    elif terminal.is_terminal:
        yield from _live(view, terminal)
    else:
        yield _lines(view)


def _live(view: GenerationView, terminal: Console) -> Iterator[GenerationListener]:
    # Transient, because the tables of the result take its place.
    with Live(view, console=terminal, transient=True, refresh_per_second=4):
        yield view.update


def _lines(view: GenerationView) -> GenerationListener:
    last_time = time.monotonic()

    def listener(progress: Progress, usage: Usage) -> None:
        nonlocal last_time
        view.update(progress, usage)
        if time.monotonic() - last_time >= SECONDS_BETWEEN_LINES:
            last_time = time.monotonic()
            message(view.line())

    return listener


def _duration(seconds: float) -> str:
    minutes, remaining_seconds = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{remaining_seconds:02}" if hours else f"{minutes}:{remaining_seconds:02}"
