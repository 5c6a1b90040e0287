"""Standard input and output in the place of a file, ``-``: kept in a temporary file.

Commands read a dataset more than once, and what they write appears when it is complete.
"""

import atexit
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from probe.cli.types import STANDARD_OUTPUT
from probe.errors import InputError
from probe.inputs import copy_lines


# Standard input can be read only once, however often it is named.
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


@contextmanager
def written_file(output: Path, ending: str, *, as_json: bool) -> Iterator[Path]:
    """Yield the file to write: ``output``, or for standard output one with this ``ending``, which is then printed.

    Raises InputError if the command also prints one JSON document there.
    """
    if output != STANDARD_OUTPUT:
        yield output
        return
    if as_json:
        raise InputError("--json and --out - both print to standard output: leave one of them out")
    with tempfile.TemporaryDirectory(prefix="probe-") as folder:
        file = Path(folder) / f"standard-output{ending}"
        yield file
        with file.open("rb") as stream:
            shutil.copyfileobj(stream, sys.stdout.buffer)
        sys.stdout.flush()
