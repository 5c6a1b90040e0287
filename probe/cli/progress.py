"""How far long work is, on standard error: a live line on a terminal, nothing elsewhere."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from probe.cli.output import messages
from probe.services.generate import GenerateSettings, Listener
from probe.services.generate import Progress as GenerationProgress


def _bar(quiet: bool = False) -> Progress:
    console = messages()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console, transient=True, disable=quiet or not console.is_terminal)


@contextmanager
def generation_progress(settings: GenerateSettings) -> Iterator[Listener]:
    """Show a bar for each bias."""
    with _bar() as bar:
        tasks = {bias: bar.add_task(bias.value, total=settings.per_bias) for bias in settings.biases}

        def listener(progress: GenerationProgress) -> None:
            for bias, task in tasks.items():
                bar.update(task, completed=progress.accepted[bias])

        yield listener


@contextmanager
def counting_progress(description: str, total: int, quiet: bool = False) -> Iterator[Callable[[int], None]]:
    """Show one bar unless ``quiet``; the listener is told how many are done."""
    with _bar(quiet) as bar:
        task = bar.add_task(description, total=total)
        yield lambda done: bar.update(task, completed=done)
