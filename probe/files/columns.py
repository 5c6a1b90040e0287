"""Columns of items and decisions: a type, a meaning, and how a cell is read. Files with columns are made of them."""

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

Cell = str | int | float | list[str] | None
Row = dict[str, Cell]
Kind = Literal["string", "int64", "float64", "list<string>"]


class FileColumn(NamedTuple):
    """A column: its type, its meaning in one sentence, and how it is read from what a row is about (None: missing)."""

    kind: Kind
    meaning: str
    read: Callable[[Any], Cell]


def arrow_schema(kinds: Mapping[str, Kind]) -> Any:
    """Return the schema of a Parquet file with columns of these types."""
    import pyarrow as pa  # imported here because the import takes longer than most commands

    types = {
        "string": pa.string(),
        "int64": pa.int64(),
        "float64": pa.float64(),
        "list<string>": pa.list_(pa.string()),
    }
    return pa.schema([(name, types[kind]) for name, kind in kinds.items()])
