"""SQLite files that others may have written: only tables of values, within limits, and nothing computed on reading."""

import sqlite3

LONGEST_VALUE = 64 * 2**20
"""The largest value and row, in bytes: an answer of 16 MiB is stored at most twice, as text and as it came."""

_COMPUTED = (
    "SELECT type, name FROM sqlite_master WHERE type NOT IN ('table', 'index') OR sql LIKE 'CREATE VIRTUAL%' LIMIT 1"
)


def accept_only_values(database: sqlite3.Connection) -> None:
    """Limit what ``database`` reads, and raise sqlite3.DatabaseError if it contains anything but tables of values.

    A view in a table's place can have rows without end, and a trigger runs its own statements when PROBE writes.
    """
    database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_VALUE)
    computed = database.execute(_COMPUTED).fetchone()
    if computed is not None:
        kind, name = ("virtual table" if computed[0] == "table" else computed[0]), str(computed[1])[:60]
        raise sqlite3.DatabaseError(f"it has a {kind} {name!r}, which PROBE never makes")
