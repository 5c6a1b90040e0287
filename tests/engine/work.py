"""Work for engines under test; workers import it by name."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from probe.errors import InputError, MissingError


@asynccontextmanager
async def open_factor(factor: int) -> AsyncIterator[int]:
    if factor < 0:
        raise MissingError("no such factor")
    yield factor


async def multiply(factor: int, chunk: list[int]) -> list[int]:
    """Multiply a chunk; every other chunk takes longer than the next."""
    await asyncio.sleep(0.02 if chunk[0] % 2 else 0)
    return [factor * number for number in chunk]


async def refuse_seven(factor: int, chunk: list[int]) -> list[int]:
    if 7 in chunk:
        raise InputError("seven")
    return chunk


async def die_once(folder: Path, chunk: list[int]) -> list[int]:
    """End the worker the first time that the chunk contains 5."""
    marker = folder / "died"
    if 5 in chunk and not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return chunk


async def die(factor: int, chunk: list[int]) -> list[int]:
    os._exit(3)


@asynccontextmanager
async def open_folder(folder: Path) -> AsyncIterator[Path]:
    yield folder
