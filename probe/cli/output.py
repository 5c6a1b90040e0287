"""What every command shares: data on standard output, messages and progress on standard error, and Ctrl-C."""

import asyncio
import json
import logging
import os
import signal
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

import click

from probe.cli.main import INTERRUPTED, QUIET
from probe.document.json_form import Lazy
from probe.terminal import cell as cell
from probe.terminal import console as console
from probe.terminal import messages as messages
from probe.terminal import progress_bar
from probe.values.texts import visible

if TYPE_CHECKING:
    from probe.document import Document
    from probe.filters.estimates import PricedEstimate
    from probe.options.shared import JsonOption

Item = TypeVar("Item")
Result = TypeVar("Result")


def message(*lines: str) -> None:
    """Print ``lines`` for people on standard error, unless the command is quiet."""
    for line in () if is_quiet() else lines:
        click.echo(visible(line), err=True)


def is_quiet() -> bool:
    """Return whether the running command prints no progress and no messages except errors."""
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.meta.get(QUIET))


class _MessageHandler(logging.Handler):
    """Prints warnings of the package as messages."""

    def emit(self, record: logging.LogRecord) -> None:
        """Print one line."""
        message(record.getMessage())


@contextmanager
def print_warnings(*, quiet: bool) -> Iterator[None]:
    """Print warnings of the package during the block, such as a wait for a rate limit, unless ``quiet``."""
    handler, logger = _MessageHandler(logging.CRITICAL if quiet else logging.WARNING), logging.getLogger("probe")
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)


def print_json(value: Any) -> None:
    """Print one JSON document on standard output, piece by piece; its numbers have ``DIGITS`` significant digits."""
    # The encoder yields very many short texts, so write them in batches.
    for texts in in_batches(json.JSONEncoder(indent=2, ensure_ascii=True).iterencode(round_numbers(value)), 4096):
        click.echo("".join(texts), nl=False)
    click.echo()


DIGITS = 10
"""Significant digits of numbers in JSON: more are rounding errors of floating point, as in 0.30000000000000004."""


def round_numbers(value: Any) -> Any:
    """Return a JSON value whose floating-point numbers have ``DIGITS`` significant digits; lazy lists stay lazy."""
    if isinstance(value, float):
        return float(f"{value:.{DIGITS}g}")
    if isinstance(value, Mapping):
        return {key: round_numbers(element) for key, element in value.items()}
    if isinstance(value, Lazy):
        return Lazy(lambda: map(round_numbers, value))
    return [round_numbers(element) for element in value] if isinstance(value, list | tuple) else value


def show(options: "JsonOption", document: "Document", content: Any) -> None:
    """Print a ``document``, or with ``--json`` its ``content``."""
    if options.as_json:
        print_json(content)
    else:
        document.show(console())


def show_estimate(options: "JsonOption", estimate: "PricedEstimate", noun: str = "pairs") -> None:
    """Print what a command on ``noun`` would take."""
    show(options, estimate.document, estimate.to_json())
    if not options.as_json:
        message(*estimate.notes(noun))


def in_batches(texts: Iterable[str], size: int) -> Iterator[list[str]]:
    """Yield ``texts`` in lists of ``size``; the last may be shorter."""
    remaining_pieces = iter(texts)
    while batch := list(islice(remaining_pieces, size)):
        yield batch


class Interrupted(click.Abort):
    """Ctrl-C was pressed; ``resumable`` is True if the same command continues the work."""

    def __init__(self, *, resumable: bool = False) -> None:
        super().__init__()
        self.resumable = resumable


def run(work: Coroutine[Any, Any, Result], *, resumable: bool = False) -> Result:
    """Run ``work`` to completion. Raises Interrupted after Ctrl-C, once all resources of ``work`` are closed.

    If ``resumable``, the first Ctrl-C waits for running calls and the second stops at once.
    """
    return asyncio.run(_interruptible(work, resumable))


async def _interruptible(work: Coroutine[Any, Any, Result], resumable: bool) -> Result:
    loop, task = asyncio.get_running_loop(), asyncio.ensure_future(work)
    interrupted = False

    def interrupt() -> None:
        nonlocal interrupted
        if interrupted:
            # Ctrl-C was pressed twice: do not even wait for calls that are paid for.
            os._exit(INTERRUPTED)
        interrupted = True
        if resumable:
            message("waiting for running calls; press Ctrl-C again to stop at once")
        task.cancel()

    previous_handler = signal.getsignal(signal.SIGTERM)
    for number in (signal.SIGINT, signal.SIGTERM):
        # Handle SIGTERM too, with which batch systems end a job, so that the work can be resumed.
        loop.add_signal_handler(number, interrupt)
    try:
        return await task
    except asyncio.CancelledError:
        if not interrupted:
            raise
        raise Interrupted(resumable=resumable) from None
    finally:
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)
        signal.signal(signal.SIGTERM, previous_handler or signal.SIG_DFL)  # asyncio sets the system's default


@contextmanager
def counting_progress(description: str, total: int | None, quiet: bool = False) -> Iterator[Callable[..., None]]:
    """Show a progress bar on a terminal unless ``quiet``; call the listener with the number done (and the total)."""
    with progress_bar(description, total, quiet=quiet or is_quiet()) as listener:
        yield listener


def run_bulk(work: Coroutine[Any, Any, Result], *, resumable: bool) -> Result:
    """Run ``work`` to completion. What it wrote before Ctrl-C is ``resumable`` where it has a file."""
    try:
        return run(work)
    except Interrupted:
        raise Interrupted(resumable=resumable) from None
