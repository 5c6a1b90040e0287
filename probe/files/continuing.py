"""Outputs written row by row, which a repeated command continues where it was interrupted."""

import fcntl
import hashlib
import os
import stat
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import IO

from probe.errors import InputError
from probe.inputs import sha256_of


def write_resumable_rows(file: Path, key: str, rows: Callable[[int], Iterable[bytes]], *, quoted: bool = False) -> int:
    """Write ``file`` row by row, and return how many rows it has; it appears when it is complete.

    ``rows`` yields all rows from a number on, each with its line break. If the process is interrupted or killed, the
    rows so far remain beside ``file`` under a name with ``key``, a hash of all that they depend on, and the next call
    continues after the last whole one. In ``quoted`` rows (RFC 4180), a line break between quotation marks ends no row.
    Raises InputError if the folder cannot be written, or another process writes the same file; an error leaves no rows.
    """
    partial_file = file.with_name(f".{file.name}.part-{key}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        # Only one command can own the output: rows for other inputs will never be continued.
        _delete_others(partial_file)
        # Do not follow a link, which could lead to any file.
        with os.fdopen(os.open(partial_file, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o666), "r+b") as stream:
            # Locked before reading: two processes that continue the same rows would write each twice.
            _lock(stream, partial_file, file)
            try:
                number = _write(stream, rows, quoted=quoted)
            except Exception:
                # An error in the input is not an interruption: its rows must not be continued. Ctrl-C is
                # not an Exception and keeps them.
                partial_file.unlink()
                raise
            # The user may have changed the mode of the file that is replaced.
            if file.exists():
                partial_file.chmod(stat.S_IMODE(file.stat().st_mode))
            partial_file.replace(file)
    except OSError as error:
        raise InputError(f"{file} cannot be written: {error.strerror or error}") from error
    return number


def hash_of(files: Iterable[Path]) -> str:
    """Return a hash of the contents of ``files``, in this order. Raises InputError if one cannot be read."""
    digest = hashlib.sha256()
    for file in files:
        digest.update(sha256_of(file))
    return digest.hexdigest()


def _write(stream: IO[bytes], rows: Callable[[int], Iterable[bytes]], *, quoted: bool) -> int:
    number = keep_whole_rows(stream, quoted=quoted)
    for row in rows(number):
        stream.write(row)
        number += 1
    stream.flush()
    # Sync before the rename, or a power failure could leave a file with missing rows under the new name.
    os.fsync(stream.fileno())
    return number


def keep_whole_rows(stream: IO[bytes], *, offset: int = 0, quoted: bool = False) -> int:
    """Cut off what follows the last whole row, move there, and return how many rows there are.

    ``stream`` is at the first row, which begins at byte ``offset``. A process that was killed, or a full disk, leaves
    a part of a row. In ``quoted`` rows (RFC 4180), a line break between quotation marks ends no row.
    """
    number, end, position, in_cell = 0, offset, offset, False
    for line in stream:
        position += len(line)
        # A doubled quotation mark counts twice, so an odd number opens or closes a cell.
        in_cell ^= quoted and line.count(b'"') % 2 == 1
        if line.endswith(b"\n") and not in_cell:
            number, end = number + 1, position
    stream.seek(end)
    stream.truncate()
    return number


def _delete_others(partial_file: Path) -> None:
    """Delete the rows of earlier commands with other inputs."""
    start, _, _ = partial_file.name.rpartition("-")
    for path in partial_file.parent.iterdir():
        if path.name.startswith(f"{start}-") and path != partial_file:
            path.unlink(missing_ok=True)


def _lock(stream: IO[bytes], partial_file: Path, file: Path) -> None:
    """Raise InputError if another process writes this part, or has completed it in the meantime."""
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        # Between opening and locking, the process that had the lock may have renamed the file.
        is_current = os.path.samestat(os.fstat(stream.fileno()), partial_file.lstat())
    except OSError:
        is_current = False
    if not is_current:
        raise InputError(f"{file} is being written by another process: wait for it, or choose another --out")
