"""How far long work is, on standard error: a live view on a terminal, for a generation plain lines elsewhere."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar
from rich.text import Text

from probe.cli.output import cell, message, messages, table
from probe.composition.generation import GenerationListener
from probe.services.generate import GenerateSettings
from probe.services.progress import Progress
from probe.values import Usage

SECONDS_BETWEEN_LINES = 15.0
"""How often a line tells of the progress where there is no terminal."""


class GenerationView:
    """What is shown of a generation: it is told of every outcome, and drawn a few times a second."""

    def __init__(self, settings: GenerateSettings, say: Callable[[str], None]) -> None:
        self._settings = settings
        self._say = say
        self._started = time.monotonic()
        self._said = 0
        self.progress = Progress(per_bias=settings.per_bias)
        self.usage = Usage()

    def hear(self, progress: Progress, usage: Usage) -> None:
        """Take note of how far it is; what a person has to know is said at once."""
        self.progress, self.usage = progress, usage
        for notice in progress.notices[self._said :]:
            self._say(notice)
        self._said = len(progress.notices)

    def line(self) -> str:
        """Return the state in one line."""
        accepted, wanted = sum(self.progress.accepted.values()), self._wanted()
        rejected = sum(self.progress.rejected.values())
        return f"{accepted} of {wanted} pairs, {rejected} rejected; {spent(self.usage)}; {self._pace(accepted, wanted)}"

    def __rich__(self) -> Group:
        progress = self.progress
        rows = table("bias", "", "accepted", "rejected by", right=("accepted",))
        for bias in self._settings.biases:
            done = progress.accepted[bias]
            stages = [(number, stage) for (which, stage), number in progress.rejected.items() if which is bias]
            told = ", ".join(f"{stage} {number}" for number, stage in sorted(stages, reverse=True))
            share = done / self._settings.per_bias
            rows.add_row(cell(bias.value), _bar(share), f"{done}/{self._settings.per_bias}", cell(told))
        return Group(rows, Text(self.line()))

    def _wanted(self) -> int:
        return self._settings.per_bias * len(self._settings.biases)

    def _pace(self, accepted: int, wanted: int) -> str:
        seconds = time.monotonic() - self._started
        if not accepted or seconds <= 0:
            return "no rate yet"
        rate = accepted / seconds
        return f"{rate * 60:.1f} pairs a minute, {_duration((wanted - accepted) / rate)} left"


@contextmanager
def generation_progress(settings: GenerateSettings, *, quiet: bool = False) -> Iterator[GenerationListener]:
    """Show a live view on a terminal, a line now and then elsewhere, and nothing where ``quiet``."""
    console = messages()
    view = GenerationView(settings, (lambda notice: None) if quiet else message)
    if quiet:
        yield view.hear
    elif console.is_terminal:
        yield from _live(view, console)
    else:
        yield _lines(view)


def _live(view: GenerationView, console: Console) -> Iterator[GenerationListener]:
    with Live(view, console=console, transient=True, refresh_per_second=4):
        yield view.hear


def _lines(view: GenerationView) -> GenerationListener:
    last = time.monotonic()

    def listener(progress: Progress, usage: Usage) -> None:
        nonlocal last
        view.hear(progress, usage)
        if time.monotonic() - last >= SECONDS_BETWEEN_LINES:
            last = time.monotonic()
            message(view.line())

    return listener


def spent(usage: Usage) -> str:
    """Return what was used up, in words: calls, tokens, and money where it is known."""
    tokens = f"{usage.calls} calls ({usage.prompt_tokens} tokens in, {usage.completion_tokens} out)"
    if usage.usd is None:
        return f"{tokens}, no price known"
    return f"{tokens}, {'at least ' if usage.unpriced else ''}${usage.usd:.4f}"


def _bar(share: float) -> Text:
    filled = min(20, int(20 * share))
    return Text("█" * filled + "░" * (20 - filled))


def _duration(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


@contextmanager
def counting_progress(description: str, total: int, quiet: bool = False) -> Iterator[Callable[[int], None]]:
    """Show one bar on a terminal unless ``quiet``; the listener is told how many are done."""
    console = messages()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Bar(*columns, console=console, transient=True, disable=quiet or not console.is_terminal) as bar:
        task = bar.add_task(description, total=total)
        yield lambda done: bar.update(task, completed=done)
