"""A table on a terminal: hostile text stays text, and gaps keep their reasons."""

from rich.box import SIMPLE
from rich.table import Table as RichTable
from rich.text import Text

from probe.analysis.tables import Gap, Table, shown
from probe.values.visible import visible_line


def terminal_table(table: Table, keys: tuple[str, ...] = ()) -> RichTable:
    """Return ``table`` for rich, all of its columns or those in ``keys``, in that order."""
    columns = [column for column in table.columns if not keys or column.key in keys]
    drawn = RichTable(
        title=visible_line(table.title),
        title_justify="left",
        title_style="bold",
        pad_edge=False,
        box=SIMPLE,
        collapse_padding=True,
        padding=(0, 1, 0, 0),
    )
    for column in columns:
        if column.kind == "text":
            drawn.add_column(Text(column.label), overflow="fold", max_width=28)
        else:  # a word a line, so that headings are no wider than their numbers
            drawn.add_column(Text(column.label.replace(" ", "\n")), justify="right", no_wrap=True, vertical="bottom")
    for row in table.rows:
        cells = [(row[column.key], column.kind) for column in columns]
        drawn.add_row(
            *(Text(visible_line("–" if isinstance(value, Gap) else shown(value, kind))) for value, kind in cells)
        )
    return drawn
