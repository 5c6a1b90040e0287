"""Running long work such that Ctrl-C loses nothing: the first lets calls under way end, the second stops at once."""

import asyncio
import os
import signal
from collections.abc import Coroutine
from typing import Any, TypeVar

import click

from probe.cli.output import message

Result = TypeVar("Result")
INTERRUPTED = 130


def run(work: Coroutine[Any, Any, Result]) -> Result:
    """Run ``work`` to its end. Raises click.Abort where it was interrupted; what it opened has then been closed."""
    return asyncio.run(_interruptible(work))


async def _interruptible(work: Coroutine[Any, Any, Result]) -> Result:
    loop, task = asyncio.get_running_loop(), asyncio.ensure_future(work)
    interrupted = False

    def interrupt() -> None:
        nonlocal interrupted
        if interrupted:
            os._exit(INTERRUPTED)
        interrupted = True
        message("finishing the calls under way; press Ctrl-C again to stop at once")
        task.cancel()

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, interrupt)
    try:
        return await task
    except asyncio.CancelledError:
        if not interrupted:
            raise
        raise click.Abort from None
    finally:
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)
