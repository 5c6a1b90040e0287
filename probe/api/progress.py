"""Show how far a call is: a bar in a terminal, a line in a notebook, or the caller's own function."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, cast

from probe.document import Document, Paragraph
from probe.terminal import progress_bar

if TYPE_CHECKING:
    from probe.generation.generate import GenerationListener
    from probe.generation.progress import Progress
    from probe.values import Usage

ProgressFunction = Callable[[str, int, int], None]
"""Receives what is counted (a subject, ``candidates``), how many are done, and how many there are in all."""
CountFunction = Callable[[int, int], None]

REDRAW_SECONDS = 0.5
"""Seconds between two versions of the line in a notebook."""

_listener: bool | ProgressFunction = True


def progress(show: bool | ProgressFunction) -> None:
    """Choose how ``generate`` and ``evaluate`` show how far they are, in this process.

    ``True``, the default, is a bar in a terminal and a line in a notebook, and nothing elsewhere; ``False`` is nothing.
    A function is called with what is counted, how many are done, and how many there are: an estimate for candidates.
    It may be called from a different thread.
    """
    global _listener
    _listener = show


@contextmanager
def shown_progress(label: str) -> Iterator[CountFunction]:
    """Yield a function that shows how many of how many are done, as ``progress`` has chosen."""
    if callable(_listener):
        function = _listener
        yield lambda done, total: function(label, done, total)
    elif _listener and (display := _notebook_display()):
        line = _ProgressLine(label, display)
        try:
            yield line.show
        finally:
            line.end()
    else:
        with progress_bar(label, None, quiet=not _listener) as listener:
            yield listener


def by_candidates(listener: CountFunction) -> GenerationListener:
    """Return the listener of a generation that counts the candidates written and checked, and those expected in all."""

    def receive(state: Progress, usage: Usage) -> None:
        done, expected_count = state.work()
        listener(int(done), round(expected_count))

    return receive


class _ProgressLine:
    """A line of a notebook's output that is replaced; ``display`` is IPython's function of that name."""

    def __init__(self, label: str, display: Callable[..., Any]) -> None:
        self._label = label
        self._started = self._drawn = time.monotonic()
        self._handle = display({"text/plain": label}, raw=True, display_id=True)

    def show(self, done: int, total: int) -> None:
        """Replace the line, at most twice a second."""
        now = time.monotonic()
        if now - self._drawn >= REDRAW_SECONDS:
            self._drawn = now
            time_left = f", about {(now - self._started) * (total - done) / done:.0f} s left" if done else ""
            self._write(f"{self._label}: {done} of {total}{time_left}")

    def end(self) -> None:
        """Replace the line by the time that the call took."""
        self._write(f"{self._label}: {time.monotonic() - self._started:.0f} s")

    def _write(self, text: str) -> None:
        self._handle.update({"text/plain": text, "text/html": Document("", (Paragraph(text),)).html()}, raw=True)


def _notebook_display() -> Callable[..., Any] | None:
    """Return IPython's ``display`` in a notebook, whose shell has a kernel; None elsewhere, without importing it."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if shell is None or not hasattr(shell, "kernel"):
        return None
    from IPython.display import display

    return cast(Callable[..., Any], display)
