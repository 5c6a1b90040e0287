"""Datasets from standard input: kept in a temporary file, since commands read a dataset more than once."""

import atexit
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import click

from probe.cli.options import PathType
from probe.inputs import copy_lines

NAME = "-"


class DatasetType(PathType):
    """A path to read from; ``-`` is standard input."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path. Raises InputError if standard input exceeds the limits of a dataset."""
        return standard_input() if str(value) == NAME else super().convert(value, param, ctx)


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


SOURCE = DatasetType()
