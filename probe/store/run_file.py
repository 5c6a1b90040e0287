"""A run's SQLite file: opened to be written or read; a damaged one, or one of another kind, is refused."""

import fcntl
import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import IO

from pydantic import ValidationError

from probe.errors import InputError, ProbeError, StoppedError
from probe.store.foreign_file import accept_only_values, refuse_long_keys
from probe.store.migrations import MIGRATIONS, migrate
from probe.values.base import first_problem
from probe.values.texts import visible_line

FILE_NAME = "run.sqlite"
LOCK_NAME = "run.lock"
_LOGS = (f"{FILE_NAME}-wal", f"{FILE_NAME}-journal")
"""Where SQLite keeps writes that are not in the run's file yet."""
RUN_FILES = frozenset({FILE_NAME, *_LOGS, f"{FILE_NAME}-shm", LOCK_NAME})
_CHECKED_FILES: set[tuple[int, int, int, int]] = set()
"""The files whose structure this process has checked, by device, inode, size and time of change."""


def lock_folder(folder: Path) -> IO[bytes]:
    """Make ``folder`` if it is missing, and lock it for this process; the lock ends when the stream is closed.

    Raises InputError if the folder cannot be written or locked, or another process has locked it.
    """
    file = folder / LOCK_NAME
    try:
        folder.mkdir(parents=True, exist_ok=True)
        # Opening a FIFO for reading and writing does not wait for its other end.
        lock = os.fdopen(os.open(file, os.O_RDWR | os.O_CREAT | os.O_NONBLOCK, 0o666), "rb", buffering=0)
    except OSError as error:
        raise InputError(f"{folder} cannot be written: {error.strerror}; give another folder with --out") from error
    try:
        if not stat.S_ISREG(os.fstat(lock.fileno()).st_mode):
            raise InputError(f"{file} is not a regular file: delete it, or give another folder with --out")
        # The system releases this lock with its process, so a killed command leaves none behind.
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        lock.close()
        raise InputError(f"{folder} is in use by another probe: wait for it, or give another folder") from error
    except OSError as error:
        lock.close()
        raise InputError(f"{file} cannot be locked: {error.strerror}; give a folder on a local disk") from error
    except InputError:
        lock.close()
        raise
    return lock


def connect(file: Path) -> sqlite3.Connection:
    """Open a run's file to be written, or make it. Raises InputError for a damaged file and one of another kind.

    Every commit is on the disk when it returns, so that a power failure costs no answer that was stored.
    """
    _refuse_irregular(file)
    with refusing_damage(file):
        database = sqlite3.connect(file)
        try:
            _check(database, file)
            # With a log beside it, the file can be read by pages and other commands while a run writes.
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("PRAGMA synchronous = FULL")
            # SQLite ignores references by default, but a candidate's results have to be deleted with it.
            database.execute("PRAGMA foreign_keys = ON")
            migrate(database)
        except BaseException:
            database.close()
            raise
    return database


def close(database: sqlite3.Connection) -> None:
    """Close a run's file so that no other file is needed to read it, unless another process reads it now."""
    with suppress(sqlite3.Error):  # nothing is lost: other writes stay in the log beside the file
        # A reader may keep the file open for long: closing does not wait for it.
        database.execute("PRAGMA busy_timeout = 0")
        database.execute("PRAGMA journal_mode = DELETE")
    database.close()


@contextmanager
def reading(folder: Path) -> Iterator[sqlite3.Connection]:
    """Open a run's file for a block that only reads it, and refuse damaged content.

    Raises InputError as ``open_to_read`` does, and for content that is not what PROBE writes.
    """
    with open_to_read(folder) as database, refusing_damage(folder / FILE_NAME):
        yield database


MAX_LISTED = 3
"""Folders that a message names."""


@contextmanager
def open_to_read(folder: Path) -> Iterator[sqlite3.Connection]:
    """Open a run's file for reading, also in a folder that cannot be written.

    Raises InputError if ``folder`` contains none, a file of another kind, or a damaged one.
    """
    file = folder / FILE_NAME
    if not os.path.lexists(file):
        run_names = sorted(run_file.parent.name for run_file in folder.glob(f"*/{FILE_NAME}"))
        if run_names:
            examples = ", ".join(visible_line(name) for name in run_names[:MAX_LISTED])
            raise InputError(f"{folder} contains no run itself: give one of its folders that does, such as {examples}")
        raise InputError(f"{folder} contains no run: {FILE_NAME} is missing; give the --out folder of a run")
    _refuse_irregular(file)
    with refusing_damage(file):
        database = sqlite3.connect(_address(file), uri=True)
    with closing(database):
        with refusing_damage(file):
            if not _check(database, file):
                raise InputError(f"{file} contains no run yet: repeat the command that began it")
            migrated_copy = _migrated_copy(database)
        with closing(migrated_copy):
            yield migrated_copy


def _migrated_copy(database: sqlite3.Connection) -> sqlite3.Connection:
    """Return a run's file itself, or for one of an earlier version a copy that has the tables of today."""
    names = {name for (name,) in database.execute("SELECT name FROM migrations")}
    if names.issuperset(name for name, _ in MIGRATIONS):
        return database
    # A database without a name is a temporary file, which SQLite deletes, so the original stays unchanged.
    copy = sqlite3.connect("")
    database.backup(copy)
    accept_only_values(copy)
    migrate(copy)
    return copy


@contextmanager
def refusing_damage(file: Path) -> Iterator[None]:
    """Turn what SQLite and the values raise about the content of a run's file into an InputError of one line."""
    try:
        yield
    except sqlite3.ProgrammingError:
        raise  # a bug in PROBE, such as a closed database
    except sqlite3.Error as error:
        raise _refusal(file, error) from error
    except ValidationError as error:
        raise InputError(_damage_message(file, first_problem(error))) from error
    except KeyError as error:
        raise InputError(_damage_message(file, f"{error.args[0]!r} is missing")) from error
    except (ValueError, TypeError, AttributeError, RecursionError, ArithmeticError) as error:
        raise InputError(_damage_message(file, str(error))) from error


def _damage_message(file: Path, reason: str) -> str:
    short_reason = " ".join(reason.split())[:200]
    return f"{file} is damaged ({short_reason}): restore a copy of it, or give another folder with --out"


def _refusal(file: Path, error: sqlite3.Error) -> ProbeError:
    """Return why SQLite refuses a file: one of another kind, one that cannot be read here, or a damaged one."""
    name = getattr(error, "sqlite_errorname", "")
    if name == "SQLITE_NOTADB":
        return InputError(f"{file} is not a run file ({error}): give the --out folder of a run")
    if name.startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY")) and _has_pending_writes(file):
        return InputError(
            f"{file} has unfinished writes: repeat the command that made it,"
            " or copy its folder to where it can be written"
        )
    if name.startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY")):
        return InputError(f"{file} cannot be opened: {error}")
    # The cause is the machine and not the file, so the same command can continue later.
    if name.startswith(("SQLITE_IOERR", "SQLITE_BUSY", "SQLITE_FULL")):
        return StoppedError(f"{file} cannot be used: {error}; fix that and repeat the command")
    return InputError(_damage_message(file, str(error)))


def _refuse_irregular(file: Path) -> None:
    if os.path.lexists(file) and not file.is_file():
        raise InputError(f"{file} is not a regular file: give another folder")


def _has_pending_writes(file: Path) -> bool:
    """Whether there are writes beside the file that a reader has to see."""
    logs = (file.resolve().with_name(name) for name in _LOGS)
    return any(log.exists() and log.stat().st_size for log in logs)


def _address(file: Path) -> str:
    """Return how SQLite opens the file for reading.

    In a folder that cannot be written it cannot make the index of its log; without a log it needs none.
    """
    resolved_file = file.resolve()
    immutable = not os.access(resolved_file.parent, os.W_OK) and not _has_pending_writes(file)
    return f"{resolved_file.as_uri()}?mode=ro{'&immutable=1' if immutable else ''}"


def _check(database: sqlite3.Connection, file: Path) -> bool:
    """Return whether the file has a run's tables; one that has just been made has none.

    Raises InputError for a file of another kind or a later version, sqlite3.Error or InputError for a damaged one.
    """
    # Check this before any other query: a view instead of a table could keep a query busy forever.
    accept_only_values(database)
    tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    # A process that was killed while it created a run leaves no table, or only this one.
    if tables <= {"migrations"}:
        return False
    if not {"migrations", "settings"} <= tables:
        raise InputError(f"{file} is not a run file: it is the database of another program")
    applied_names = {str(name) for (name,) in database.execute("SELECT name FROM migrations")}
    if later_names := sorted(applied_names.difference(name for name, _ in MIGRATIONS)):
        raise InputError(
            f"{file} was written by a later version of PROBE ({later_names[0][:60]}): install that version"
        )
    file_stat = file.stat()
    identity = (file_stat.st_dev, file_stat.st_ino, file_stat.st_size, file_stat.st_mtime_ns)
    # The checks read the whole file, but a command may open it many times.
    if identity not in _CHECKED_FILES:
        (result,) = database.execute("PRAGMA quick_check(1)").fetchone()
        if result != "ok":
            raise InputError(_damage_message(file, str(result)))
        refuse_long_keys(database)
        _CHECKED_FILES.add(identity)
    return True
