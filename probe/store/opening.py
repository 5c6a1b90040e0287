"""Open a run file to continue the run or to read it; refuse the file of another run."""

import fcntl
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from pydantic import JsonValue

from probe.errors import InputError
from probe.store.migrations import migrate
from probe.store.rows import stored_settings
from probe.store.run_store import RunStore, Settings
from probe.values import canonical_json

FILE_NAME = "run.sqlite"


@contextmanager
def open_run(folder: Path, settings: Settings) -> Iterator[RunStore]:
    """Continue the run in ``folder``, or begin it.

    Raises InputError if the folder cannot be written, contains a run with other settings, or is in use by another
    process.
    """
    file = folder / FILE_NAME
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / "run.lock").open("a", encoding="utf-8")
    except OSError as error:
        raise InputError(f"{folder} cannot be written: {error.strerror}; give another folder with --out") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.close()
        raise InputError(f"{folder} is in use by another probe: wait for it, or give another folder") from error
    try:
        database = _connect(file)
        _claim(database, settings, folder)
    except BaseException:
        lock.close()
        raise
    store = RunStore(database, settings, lock)
    try:
        yield store
    finally:
        store.close()


@contextmanager
def read_run(folder: Path) -> Iterator[RunStore]:
    """Open a finished or running run for reading. Raises InputError if ``folder`` contains none."""
    with reading(folder) as database:
        yield RunStore(database, stored_settings(database))


@contextmanager
def reading(folder: Path) -> Iterator[sqlite3.Connection]:
    """Open a run's file for reading. Raises InputError if ``folder`` contains none, or a file of another kind."""
    file = folder / FILE_NAME
    if not file.is_file():
        raise InputError(f"{folder} contains no run: {FILE_NAME} is missing; give the --out folder of a run")
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as database:
            yield database
    except sqlite3.DatabaseError as error:
        raise InputError(f"{file} is not a run file: {error}") from error


def _connect(file: Path) -> sqlite3.Connection:
    try:
        database = sqlite3.connect(file)
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = NORMAL")  # safe against a crash, not against a power failure
        database.execute("PRAGMA foreign_keys = ON")
        migrate(database)
    except sqlite3.DatabaseError as error:
        raise InputError(f"{file} cannot be used as a run file: {error}; give another folder with --out") from error
    return database


def _claim(database: sqlite3.Connection, settings: Settings, folder: Path) -> None:
    stored = stored_settings(database)
    if not stored:
        with database:
            database.executemany(
                "INSERT INTO settings VALUES (?, ?)",
                [(name, canonical_json(value)) for name, value in settings.items()],
            )
        return
    names = sorted({*stored, *settings})
    differing = [name for name in names if stored.get(name) != settings.get(name)]
    if differing:
        name = differing[0]
        raise InputError(
            f"{folder} belongs to another run: its {name} is {_shown(stored.get(name))}, not"
            f" {_shown(settings.get(name))}; repeat its command to resume it, or give another folder with --out"
        )


def _shown(value: JsonValue) -> str:
    text = canonical_json(value)
    return text if len(text) <= 60 else text[:57] + "..."
