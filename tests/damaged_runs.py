"""Run files as disks, tools and editors damage them: seeded, so that all damage is reproducible."""

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

VALUES = (None, 7, -1.5, b"\xff\xfe", "", "{", "5", "[]", "{}", "null", "[" * 100_000, 2**62, '{"text": 5}', "\x00")
PAGE = 4096


def damaged_bytes(content: bytes, seed: int) -> bytes:
    """Return a database with bytes changed, cut off, or replaced by zeros, in one of its regions."""
    rng, damaged = random.Random(seed), bytearray(content)
    match seed % 6:
        case 0:  # the header
            damaged[rng.randrange(100)] ^= 1 << rng.randrange(8)
        case 1:  # the page of the schema
            for _ in range(3):
                damaged[rng.randrange(100, PAGE)] = rng.randrange(256)
        case 2:  # the header of a page of a table or an index
            page = rng.randrange(1, len(content) // PAGE) * PAGE
            for _ in range(2):
                damaged[page + rng.randrange(12)] = rng.randrange(256)
        case 3:  # anywhere, mostly texts
            for _ in range(rng.randrange(1, 40)):
                damaged[rng.randrange(PAGE, len(content))] = rng.randrange(256)
        case 4:
            del damaged[rng.randrange(len(content)) :]
        case _:
            start = rng.randrange(len(content))
            damaged[start : start + PAGE] = bytes(len(damaged[start : start + PAGE]))
    return bytes(damaged)


def columns(file: Path) -> list[tuple[str, str]]:
    """Return each table with rows and each of its columns."""
    with closing(sqlite3.connect(file)) as database:
        return sorted(_columns(database))


def damage_column(file: Path, table: str, column: str, seed: int) -> None:
    """Replace a column of the table's first row with something that PROBE never writes there."""
    with suppress(sqlite3.IntegrityError), closing(sqlite3.connect(file)) as database, database:
        value = random.Random(seed).choice(VALUES)
        keys = [row[1] for row in database.execute(f"PRAGMA table_info({table})") if row[5]] or ["rowid"]
        condition = f"({', '.join(keys)}) = (SELECT {', '.join(keys)} FROM {table} LIMIT 1)"
        database.execute(f"UPDATE OR IGNORE {table} SET {column} = ? WHERE {condition}", (value,))


def _columns(database: sqlite3.Connection) -> Iterator[tuple[str, str]]:
    tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    for table in tables:
        if not table.startswith("sqlite_") and database.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone():
            yield from ((table, row[1]) for row in database.execute(f"PRAGMA table_info({table})"))
