"""What every command shares: data on standard output, messages and progress on standard error, and Ctrl-C."""

import asyncio
import json
import os
import signal
from collections.abc import Callable, Coroutine, Iterable, Iterator
from itertools import islice
from typing import Any, TypeVar

import click

from probe.cli.main import INTERRUPTED
from probe.terminal import cell, console, counting_progress, messages, table
from probe.values.texts import visible

__all__ = [
    "Interrupted",
    "cell",
    "console",
    "counting_progress",
    "message",
    "messages",
    "print_json",
    "reporting",
    "run",
    "table",
]

Item = TypeVar("Item")
Result = TypeVar("Result")


def message(text: str) -> None:
    """Print one line for people on standard error."""
    click.echo(visible(text), err=True)


class Lazy(list[Any]):
    """A list for print_json whose elements are made while they are printed, by ``make``."""

    def __init__(self, make: Callable[[], Iterator[Any]]) -> None:
        super().__init__()
        self._make = make

    def __iter__(self) -> Iterator[Any]:
        return self._make()

    def __bool__(self) -> bool:
        return any(True for _ in self)


def print_json(value: Any) -> None:
    """Print one JSON document on standard output, piece by piece."""
    for pieces in batched(json.JSONEncoder(indent=2, ensure_ascii=True).iterencode(value), 4096):
        click.echo("".join(pieces), nl=False)
    click.echo()


def batched(pieces: Iterable[str], size: int) -> Iterator[list[str]]:
    """Yield ``pieces`` in lists of ``size``; the last may be shorter."""
    rest = iter(pieces)
    while batch := list(islice(rest, size)):
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
            os._exit(INTERRUPTED)
        interrupted = True
        if resumable:
            message("waiting for running calls; press Ctrl-C again to stop at once")
        task.cancel()

    before = signal.getsignal(signal.SIGTERM)
    for number in (signal.SIGINT, signal.SIGTERM):
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
        signal.signal(signal.SIGTERM, before or signal.SIG_DFL)  # asyncio sets the system's default


def reporting(items: Iterable[Item], done: Callable[[int], None], before: int = 0) -> Iterator[Item]:
    """Yield ``items``, and call ``done`` with the number of those that were used and of those ``before``."""
    for number, item in enumerate(items, before + 1):
        yield item
        done(number)
