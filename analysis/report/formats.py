"""A table as CSV, as LaTeX and as plain JSON."""

import csv
import io
from typing import Any

from probe.analysis.tables import Cell, Gap, Table, shown
from probe.values.visible import visible_line

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")

_LATEX = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "−": "$-$",
    "×": r"$\times$",
    "ρ": r"$\rho$",
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "–": "--",
}


def to_csv(table: Table) -> str:
    """Return the table as CSV: full precision, gaps as empty cells whose reasons stand in the last column, ``gaps``.

    A text that a spreadsheet would run as a formula is preceded by an apostrophe.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*(column.key for column in table.columns), "gaps"])
    for row in table.rows:
        gaps = "; ".join(f"{key}: {value.reason}" for key, value in row.items() if isinstance(value, Gap))
        writer.writerow([*(_csv_cell(row[column.key]) for column in table.columns), gaps])
    return out.getvalue()


def _csv_cell(value: Cell) -> str:
    if isinstance(value, Gap):
        return ""
    text = visible_line(value) if isinstance(value, str) else repr(value)
    return "'" + text if isinstance(value, str) and text.startswith(_FORMULA_STARTS) else text


def to_latex(table: Table) -> str:
    """Return the table as a LaTeX ``tabular`` with booktabs rules; its title and notes stand in comments."""
    columns = table.columns
    head = " & ".join(latex_text(column.label) for column in columns)
    alignment = "".join("l" if column.kind == "text" else "r" for column in columns)
    lines = [f"% {visible_line(text)}" for text in (table.title, *table.notes, "needs \\usepackage{booktabs}")]
    lines += [rf"\begin{{tabular}}{{{alignment}}}", r"\toprule", head + r" \\", r"\midrule"]
    for row in table.rows:
        cells = (latex_text("–" if isinstance(row[c.key], Gap) else shown(row[c.key], c.kind)) for c in columns)
        lines.append(" & ".join(cells) + r" \\")
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}", ""])


def latex_text(text: str) -> str:
    """Return ``text`` so that LaTeX prints it and obeys none of it."""
    return "".join(_LATEX.get(character, character) for character in visible_line(text))


def to_json(table: Table) -> dict[str, Any]:
    """Return the table as plain JSON: numbers at full precision, a gap as ``{"gap": reason}``."""
    rows = [{key: _json_cell(value) for key, value in row.items()} for row in table.rows]
    columns = [column.model_dump() for column in table.columns]
    return {"key": table.key, "title": table.title, "columns": columns, "rows": rows, "notes": list(table.notes)}


def _json_cell(value: Cell) -> Any:
    return {"gap": value.reason} if isinstance(value, Gap) else value
