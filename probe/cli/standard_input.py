"""Datasets from standard input: kept in a temporary file, since commands read a dataset more than once."""

import atexit
import sys
import tempfile
from functools import cache
from pathlib import Path

from probe.inputs import copy_lines

NAME, FILE = "-", "standard-input.jsonl"


@cache
def standard_input() -> Path:
    """Return a file with what comes on standard input, which is deleted when the process ends."""
    folder = tempfile.TemporaryDirectory(prefix="probe-")
    atexit.register(folder.cleanup)
    file = Path(folder.name) / FILE
    copy_lines(sys.stdin.buffer, file)
    return file
