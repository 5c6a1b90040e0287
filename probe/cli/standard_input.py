"""Datasets from standard input: kept in a temporary file, since commands read a dataset more than once."""

import atexit
import sys
import tempfile
from functools import cache
from pathlib import Path

from probe.inputs import copy_lines

NAME = "-"


@cache
def standard_input() -> Path:
    """Return a file with what comes on standard input, which is deleted when the process ends."""
    folder = tempfile.TemporaryDirectory(prefix="probe-")
    atexit.register(folder.cleanup)
    file = Path(folder.name) / "standard-input.jsonl"
    copy_lines(sys.stdin.buffer, file)
    return file


def read_standard_input() -> Path | None:
    """Return the file of standard input if an argument was ``-``, None otherwise."""
    return standard_input() if standard_input.cache_info().currsize else None
