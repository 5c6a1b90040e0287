"""Tables: typed rows become cells here, once, for every output format.

An analysis returns rows with named fields. A table reads each cell from a field of its row. A cell is a text, a whole
number, a finite number, or a gap with the reason why there is no value; NaN and infinity become gaps.
"""

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar, get_type_hints

import numpy as np
from pydantic import Field, FiniteFloat, StrictInt, StrictStr

from probe.document import Content, Document, Grid, gap
from probe.values.base import Value

if TYPE_CHECKING:
    import pandas as pd

Kind = Literal["text", "count", "share", "points", "hundredths", "width", "number", "p"]
"""How a column is printed. ``share`` runs from 0 to 1 and prints as percent. ``points`` is a difference of shares in
percentage points with one decimal, ``hundredths`` the same with two, as the paper prints them, ``width`` one without a
sign. ``p`` is a p-value."""


class Gap(Value):
    """A missing value and the reason in a few words."""

    reason: str


Cell = StrictStr | StrictInt | FiniteFloat | Gap

T = TypeVar("T")


class ColumnSpec(NamedTuple):
    """A column before the table is built: its key, heading and kind, and where its cells come from.

    ``path`` names the row's attribute, with dots for attributes of attributes, and is ``key`` by default. A gap on the
    way fills the cell. ``gap`` is the reason where the value is None; by default it is the table's.
    """

    key: str
    label: str
    kind: Kind = "text"
    path: str = ""
    gap: str = ""


class Heading(NamedTuple):
    """A column, declared with the field that it shows: ``share: Annotated[float, Heading("flip rate", "share")]``.

    ``key`` is the field's name by default, ``path`` leads to an attribute of the field's value, and ``gap`` is the
    reason where the value is None.
    """

    label: str
    kind: Kind = "text"
    key: str = ""
    path: str = ""
    gap: str = ""

    def specs(self, field: str) -> tuple[ColumnSpec, ...]:
        """Return the column for a value in ``field``."""
        path = f"{field}.{self.path}" if self.path else field
        return (ColumnSpec(self.key or field, self.label, self.kind, path, self.gap),)


class EstimateHeading(NamedTuple):
    """The columns of a field with an estimate: its value, the ends of its interval and, where ``p`` names it, its p.

    The keys are ``key`` (by default the field's name), and ``low``, ``high`` and ``p`` after ``prefix``.
    """

    label: str
    kind: Kind = "points"
    key: str = ""
    prefix: str = ""
    p: str = ""
    gap: str = ""

    def specs(self, field: str) -> tuple[ColumnSpec, ...]:
        """Return the columns for an estimate in ``field``."""
        columns = [
            ColumnSpec(self.key or field, self.label, self.kind, f"{field}.estimate", self.gap),
            ColumnSpec(f"{self.prefix}low", "low", self.kind, f"{field}.low", self.gap or "no interval"),
            ColumnSpec(f"{self.prefix}high", "high", self.kind, f"{field}.high", self.gap or "no interval"),
        ]
        if self.p:
            columns.append(ColumnSpec(f"{self.prefix}p", self.p, "p", f"{field}.p", self.gap or "not tested"))
        return tuple(columns)


class IntervalHeading(NamedTuple):
    """The columns of a field with an interval: its ends, whose keys are low and high after ``prefix``."""

    low: str = "low"
    high: str = "high"
    kind: Kind = "points"
    prefix: str = ""

    def specs(self, field: str) -> tuple[ColumnSpec, ...]:
        """Return the columns for an interval in ``field``."""
        ends = ("low", self.low), ("high", self.high)
        return tuple(ColumnSpec(f"{self.prefix}{end}", label, self.kind, f"{field}.{end}") for end, label in ends)


def columns_of(row_type: type) -> tuple[ColumnSpec, ...]:
    """Return the columns that a type of rows declares with its fields, in their order."""
    return tuple(
        column
        for field, hint in get_type_hints(row_type, include_extras=True).items()
        for heading in getattr(hint, "__metadata__", ())
        if isinstance(heading, (Heading, EstimateHeading, IntervalHeading))
        for column in heading.specs(field)
    )


class Column(Value):
    """A column of a table: the key of its cells, the heading, and how its values are printed."""

    key: str
    label: str
    kind: Kind = "text"


class Table(Value):
    """A titled table. ``key`` names its files; ``notes`` explain how to read it.

    ``shown`` are the keys of the columns that a report's page shows, where there are more than fit: files have all.
    """

    key: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[dict[str, Cell], ...] = Field(default=())
    notes: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<Table {self.key}: {self.title}, {len(self.rows)} rows>"

    def __str__(self) -> str:
        return repr(self)

    def to_pandas(self) -> "pd.DataFrame":
        """Return the table as a data frame: numbers unrounded, shares and differences as fractions, gaps missing."""
        import pandas as pd  # imported here, since most commands do not need it

        rows = [{key: None if isinstance(value, Gap) else value for key, value in row.items()} for row in self.rows]
        return pd.DataFrame(rows, columns=[column.key for column in self.columns])

    def _repr_html_(self) -> str:
        """Return the table for a notebook, as it is printed in a report."""
        return Document("", (self.grid(),))._repr_html_()

    def grid(self, keys: Collection[str] = (), *, reasons: bool = True, titled: bool = True) -> Grid:
        """Return the table for a document: all of its columns, or those in ``keys``; gaps with their ``reasons``."""
        shown_columns = [column for column in self.columns if not keys or column.key in keys]

        def format_content(value: Cell, kind: Kind) -> Content:
            if isinstance(value, Gap):
                return gap(value.reason) if reasons else "–"
            return format_cell(value, kind)

        return Grid(
            self.title,
            tuple(column.label for column in shown_columns),
            tuple(tuple(format_content(row[column.key], column.kind) for column in shown_columns) for row in self.rows),
            numbers=tuple(column.label for column in shown_columns if column.kind != "text"),
            notes=self.notes,
            records=True,
            titled=titled,
        )

    def brief(self, keys: Collection[str] = (), *, notes: bool = True) -> Document:
        """Return what a terminal shows: all columns, or those in ``keys``, gaps as dashes, and the notes if wanted."""
        grid = self.grid(keys, reasons=False)
        return Document("", (grid if notes else replace(grid, notes=()),))

    def column(self, key: str) -> list[Cell]:
        """Return the cells of one column, top to bottom."""
        return [row[key] for row in self.rows]

    def where(self, **cells: str) -> list[dict[str, Cell]]:
        """Return the rows whose cells equal ``cells``."""
        return [row for row in self.rows if all(row[key] == value for key, value in cells.items())]

    def about(self, noun: str) -> "Table":
        """Return the table in the words of other items than dilemmas, such as "item"."""

        def replace_noun(text: str) -> str:
            article = "an" if noun[0] in "aeiou" else "a"
            # The noun with its article first, since the article may change too.
            return re.sub(r"\ba dilemma", f"{article} {noun}", text).replace("dilemma", noun)

        rows = tuple(
            {key: Gap(reason=replace_noun(cell.reason)) if isinstance(cell, Gap) else cell for key, cell in row.items()}
            for row in self.rows
        )
        worded_columns = tuple(
            column.model_copy(update={"label": replace_noun(column.label)}) for column in self.columns
        )
        return self.model_copy(
            update={
                "title": replace_noun(self.title),
                "columns": worded_columns,
                "rows": rows,
                "notes": tuple(map(replace_noun, self.notes)),
            }
        )

    def with_columns(self, columns: Iterable[Column]) -> "Table":
        """Return the table with these columns alone, which may have other headings or kinds; keys stay."""
        new_columns = tuple(columns)
        rows = tuple({column.key: row[column.key] for column in new_columns} for row in self.rows)
        return self.model_copy(update={"columns": new_columns, "rows": rows})

    def select(self, key: str, title: str, columns: Iterable[str], **cells: str) -> "Table":
        """Return some columns of the rows whose cells equal ``cells`` as a table of its own."""
        columns_by_key = {column.key: column for column in self.columns}
        selected_columns = tuple(columns_by_key[name] for name in columns)
        rows = tuple({head.key: row[head.key] for head in selected_columns} for row in self.where(**cells))
        return Table(key=key, title=title, columns=selected_columns, rows=rows, notes=self.notes)


def make_table(
    key: str,
    title: str,
    columns: Iterable[ColumnSpec] | type,
    rows: Iterable[object],
    *,
    notes: Iterable[str] = (),
    gap: str = "not measured",
) -> Table:
    """Build a table from typed rows; None, NaN and infinity become gaps with the column's reason, else ``gap``.

    ``columns`` may be the type of the rows, where its fields declare their headings.
    """
    specs = columns_of(columns) if isinstance(columns, type) else tuple(columns)
    table_columns = tuple(Column(key=spec.key, label=spec.label, kind=spec.kind) for spec in specs)
    cells = tuple(
        {spec.key: _cell(_read_cell(row, spec.path or spec.key), spec.gap or gap) for spec in specs} for row in rows
    )
    return Table(key=key, title=title, columns=table_columns, rows=cells, notes=tuple(notes))


def with_kind(table: Table, kind: Kind, keys: Collection[str]) -> Table:
    """Return the table with another kind of value in the columns ``keys``: some measures' kind depends on the data."""
    columns = tuple(
        column.model_copy(update={"kind": kind}) if column.key in keys else column for column in table.columns
    )
    return table.model_copy(update={"columns": columns})


def _read_cell(row: object, path: str) -> object:
    value = row
    for name in path.split("."):
        if value is None or isinstance(value, Gap):
            return value
        value = getattr(value, name)
    return value


def _cell(value: Any, reason: str) -> Cell:
    if value is None:
        return Gap(reason=reason)
    if isinstance(value, (str, Gap)):
        return value
    # Before floats, so that counts stay whole numbers in every format.
    if isinstance(value, (int, np.integer)):
        return int(value)
    return float(value) if np.isfinite(value) else Gap(reason=reason)


def present(values: Iterable[T | Gap | None]) -> list[T]:
    """Return the values that are not missing."""
    return [value for value in values if value is not None and not isinstance(value, Gap)]


def format_signed(value: float, digits: int = 0) -> str:
    """Return a number with its sign; one that rounds to zero has none."""
    text = f"{_round_noise(value):+.{digits}f}"
    return text.replace("-", "−") if text.strip("+-0.") else text[1:]


def _round_noise(value: float) -> float:
    """Return a value without the noise of floats, so that two sums of the same counts print the same."""
    return round(value, 9)


_FORMATS: dict[Kind, Callable[[float], str]] = {
    "text": str,
    "count": lambda value: f"{value:,.0f}".replace(",", " "),
    "share": lambda value: f"{_round_noise(100 * value):.1f} %",
    "points": lambda value: format_signed(100 * value, 1),
    "hundredths": lambda value: format_signed(100 * value, 2),
    "width": lambda value: f"{100 * value:.1f}",
    "number": lambda value: f"{_round_noise(value):.3g}".replace("-", "−"),
    # A lambda, since the function is defined below.
    "p": lambda value: _p(value),
}


def _p(value: float) -> str:
    """Return p with three decimals, and on which side of 0.05 it is where these would hide that."""
    if value < 0.001:
        return "< 0.001"
    text = f"{value:.3f}"
    is_rounded_to_level = text == "0.050" and abs(value - 0.05) > 1e-9
    return ("< 0.05" if value < 0.05 else "> 0.05") if is_rounded_to_level else text


def format_cell(value: Cell, kind: Kind) -> str:
    """Return a cell as it is printed; a gap is a dash with its reason."""
    if isinstance(value, Gap):
        return f"– ({value.reason})"
    if isinstance(value, str):
        return value
    return _FORMATS[kind](value)


def percent(share: float) -> str:
    """Return a share from 0 to 1 as it is printed in sentences and tables."""
    return _FORMATS["share"](share)


def points(difference: float) -> str:
    """Return a difference of shares in percentage points, with its sign, as it is printed in sentences and tables."""
    return _FORMATS["points"](difference)
