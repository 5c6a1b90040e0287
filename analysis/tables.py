"""Tables: what every analysis returns, and the only thing that the report shows.

A cell is a text, a whole number, a finite number, or a gap that says why there is nothing: not-a-number cannot enter.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

import numpy as np
from pydantic import Field, FiniteFloat, StrictInt, StrictStr

from probe.values.base import Value

Kind = Literal["text", "count", "share", "points", "hundredths", "number", "p"]
"""How a column is read: ``share`` runs from 0 to 1, ``p`` is a p-value; ``points`` is a difference of shares, shown in
percentage points to the tenth, and ``hundredths`` is one shown to the hundredth, as the paper prints them."""


class Gap(Value):
    """A cell without a value, and the reason in a few words."""

    reason: str


Cell = StrictStr | StrictInt | FiniteFloat | Gap

Row = dict[str, Any]
"""A row on its way to a table: ``make_table`` turns its values into cells, and refuses what none can hold."""


class Column(Value):
    """A column: the key of its cells, the heading that people read, and what kind of value it holds."""

    key: str
    label: str
    kind: Kind = "text"


class Table(Value):
    """A titled table. ``key`` names its files; ``notes`` say what a reader must know to read it rightly."""

    key: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[dict[str, Cell], ...] = Field(default=())
    notes: tuple[str, ...] = ()

    def column(self, key: str) -> list[Cell]:
        """Return the cells of one column, top to bottom."""
        return [row[key] for row in self.rows]

    def where(self, **wanted: str) -> list[dict[str, Cell]]:
        """Return the rows whose cells equal ``wanted``."""
        return [row for row in self.rows if all(row[key] == value for key, value in wanted.items())]


def cell(value: Any, reason: str) -> Cell:
    """Return ``value`` as a cell: a gap with ``reason`` where it is None or not finite."""
    if value is None:
        return Gap(reason=reason)
    if isinstance(value, (str, Gap)):
        return value
    if isinstance(value, (int, np.integer)):
        return int(value)
    return float(value) if np.isfinite(value) else Gap(reason=reason)


def make_table(
    key: str,
    title: str,
    columns: Iterable[tuple[str, str, Kind]],
    rows: Iterable[Row],
    *,
    notes: Iterable[str] = (),
    gap: str = "not measured",
) -> Table:
    """Build a table; a row's missing, None or non-finite values become gaps that give the reason ``gap``."""
    heads = tuple(Column(key=name, label=label, kind=kind) for name, label, kind in columns)
    cells = tuple({head.key: cell(row.get(head.key), gap) for head in heads} for row in rows)
    return Table(key=key, title=title, columns=heads, rows=cells, notes=tuple(notes))


def number(value: Cell) -> float | None:
    """Return a cell's number, None where it is a gap or a text."""
    return float(value) if isinstance(value, (int, float)) else None


def numbers(rows: Iterable[Mapping[str, Cell]], key: str) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return a column of ``rows`` for drawing: gaps as not-a-number, which matplotlib leaves out."""
    values = [number(row[key]) for row in rows]
    return np.array([np.nan if value is None else value for value in values], dtype=np.float64)


_FORMS: dict[Kind, Callable[[float], str]] = {
    "text": str,
    "count": lambda value: f"{value:,.0f}".replace(",", " "),
    "share": lambda value: f"{100 * value:.1f} %",
    "points": lambda value: f"{100 * value:+.1f}".replace("-", "−"),
    "hundredths": lambda value: f"{100 * value:+.2f}".replace("-", "−"),
    "number": lambda value: f"{value:.3g}".replace("-", "−"),
    "p": lambda value: "< 0.001" if value < 0.001 else f"{value:.3f}",
}


def shown(value: Cell, kind: Kind) -> str:
    """Return a cell as people read it; a gap is a dash with its reason."""
    if isinstance(value, Gap):
        return f"– ({value.reason})"
    if isinstance(value, str):
        return value
    return _FORMS[kind](value)


def select(table: Table, key: str, title: str, columns: Iterable[str], **wanted: str) -> Table:
    """Return some columns of the rows that equal ``wanted``, as a table of its own."""
    heads = {column.key: column for column in table.columns}
    kept = tuple(heads[name] for name in columns)
    rows = tuple({head.key: row[head.key] for head in kept} for row in table.where(**wanted))
    return Table(key=key, title=title, columns=kept, rows=rows, notes=table.notes)
