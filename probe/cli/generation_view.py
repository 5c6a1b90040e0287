"""How the command line shows a generation: its progress, and the outcomes of its candidates.

Progress goes to standard error: a live view on a terminal, an occasional line elsewhere.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from probe.cli.output import cell, is_quiet, message, messages, table
from probe.generation.generate import GenerationListener
from probe.generation.progress import Progress
from probe.values import Bias, StageOutcome, Usage

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
        accepted = f"{progress.accepted.total()} of {progress.wanted} pairs accepted"
        # Pairs are accepted in blocks: until the first of them, only what was written shows that work goes on.
        state = f"{accepted}, {progress.rejected.total()} rejected, {progress.unchecked} written and not checked yet"
        paid = [spent(self.usage)] if self.usage.calls else []
        return "; ".join((state, *paid, self._pace()))

    def __rich__(self) -> Group:
        progress = self.progress
        if not progress.biases:  # it has not begun
            return Group()
        grid = table("bias", "", "accepted", "rejected by", right=("accepted",))
        for bias in progress.biases:
            done = progress.accepted[bias]
            stages = [
                (number, stage) for (rejected_bias, stage), number in progress.rejected.items() if rejected_bias == bias
            ]
            rejected = ", ".join(f"{stage} {number}" for number, stage in sorted(stages, reverse=True))
            grid.add_row(
                cell(bias.value), _bar(done / progress.per_bias), f"{done}/{progress.per_bias}", cell(rejected)
            )
        return Group(grid, Text(self.line()))

    def _pace(self) -> str:
        seconds = time.monotonic() - self._started
        done, expected_count = self.progress.work()
        if not done or seconds <= 0:
            return "no rate yet"
        rate = done / seconds
        return f"{rate * 60:.1f} candidates per minute, about {_duration((expected_count - done) / rate)} left"


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


def spent(usage: Usage) -> str:
    """Describe what was used: calls, tokens, and the cost if prices are known."""
    tokens = f"{usage.calls} calls ({usage.prompt_tokens} tokens in, {usage.completion_tokens} out)"
    if usage.usd is None:
        return f"{tokens}, price unknown"
    return f"{tokens}, {'at least ' if usage.unpriced else ''}${usage.usd:.4f}"


def _bar(share: float) -> Text:
    filled = min(20, int(20 * share))
    return Text("█" * filled + "░" * (20 - filled))


def _duration(seconds: float) -> str:
    minutes, remaining_seconds = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{remaining_seconds:02}" if hours else f"{minutes}:{remaining_seconds:02}"


IN_A_TABLE = 8
"""So many biases fit in 80 columns; further ones get another table."""
FOR_NAMES, BETWEEN = 54, 2
"""Columns of 80 that are left for the names of biases, and those between two of them."""


REJECTED = "rejected by:"
"""The row above those of the stages, with their sum."""


def rejection_tables(progress: Progress, stages: Sequence[str], biases: Sequence[Bias]) -> list[Table]:
    """Return tables with one row each for offered candidates, every stage in cascade order, and accepted (Table 2).

    Each has up to ``IN_A_TABLE`` of the biases, and their sum. A stage that checked no candidate, for lack of a model,
    is marked "not run".
    """
    starts = range(0, max(len(biases), 1), IN_A_TABLE)
    total = "all" if len(starts) == 1 else "sum"
    return [_rejections(progress, stages, biases[start : start + IN_A_TABLE], total) for start in starts]


def _rejections(progress: Progress, stages: Sequence[str], biases: Sequence[Bias], total_label: str) -> Table:
    # Whole names where few biases have the room, and their beginnings where many share it.
    name_width = max(5, FOR_NAMES // max(len(biases), 1) - BETWEEN)
    names = [bias.value[:name_width].strip() for bias in biases]
    grid = table("candidates", *names, total_label, right=(*names, total_label))
    by_stage = [Counter({bias: progress.rejected[bias, stage] for bias in biases}) for stage in stages]
    counts_by_label = [
        ("offered", progress.offered),
        ("repeated", progress.repeated),
        (REJECTED, sum(by_stage, Counter())),
        *zip(stages, by_stage, strict=True),
        ("unanswered", progress.unanswered),
        ("surplus", progress.surplus),
        ("accepted", progress.accepted),
    ]
    for label, counts in counts_by_label:
        total = sum(counts[bias] for bias in biases)
        if total or label in ("offered", "accepted", REJECTED, *stages):
            grid.add_row(
                label,
                *(str(counts[bias] or "") for bias in biases),
                "not run" if _never_ran(progress, label) else str(total),
            )
    return grid


def _never_ran(progress: Progress, stage: str) -> bool:
    counts = {outcome: progress.by_stage[stage, outcome] for outcome in StageOutcome}
    return counts[StageOutcome.NOT_RUN] == sum(counts.values()) > 0
