"""SQLite files that others may have written: only tables of values, within limits, and nothing computed on reading."""

import sqlite3

LONGEST_VALUE = 64 * 2**20
"""The largest value and row, in bytes: an answer of 16 MiB is stored at most twice, as text and as it came."""

_COMPUTED_COLUMNS = (
    "SELECT type, name FROM sqlite_master WHERE type NOT IN ('table', 'index') OR sql LIKE 'CREATE VIRTUAL%' LIMIT 1"
)

LONGEST_KEY = 2**20
"""The largest value in an index, in bytes. SQLite reads it completely to compare it."""
_INDEXED_COLUMNS = """SELECT DISTINCT tables.name, columns.name FROM sqlite_master AS tables
 JOIN pragma_index_list(tables.name) AS indices JOIN pragma_index_info(indices.name) AS columns
 WHERE tables.type = 'table' AND columns.name IS NOT NULL"""


def refuse_long_keys(database: sqlite3.Connection) -> None:
    """Raise sqlite3.DatabaseError if an indexed value is so large that looking for another one fills the memory."""
    for table, column in database.execute(_INDEXED_COLUMNS).fetchall():
        # Names come from the file too, so escape quotation marks in them.
        table_name, column = (str(name).replace('"', '""') for name in (table, column))
        size = f'length(CAST("{column}" AS BLOB))'
        # Do not use an index, which would read long values completely to compare them.
        if database.execute(
            f'SELECT 1 FROM "{table_name}" NOT INDEXED WHERE {size} > ? LIMIT 1', (LONGEST_KEY,)
        ).fetchone():
            raise sqlite3.DatabaseError(f"a value of {column!r} in {table[:60]!r} is too long")


def accept_only_values(database: sqlite3.Connection) -> None:
    """Limit what ``database`` reads, and raise sqlite3.DatabaseError if it contains anything but tables of values.

    A view in a table's place can have rows without end, and a trigger runs its own statements when PROBE writes.
    """
    # Check before the first query, because the schema's own texts may have any length.
    database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_VALUE)
    computed_column = database.execute(_COMPUTED_COLUMNS).fetchone()
    if computed_column is not None:
        kind, name = (
            ("virtual table" if computed_column[0] == "table" else computed_column[0]),
            str(computed_column[1])[:60],
        )
        raise sqlite3.DatabaseError(f"it has a {kind} {name!r}, which PROBE never makes")
