"""Tables and figures as files, and a whole report as plain JSON."""

import re
from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Any

from probe.analysis.figures.style import FigureFiles, Picture
from probe.analysis.report.findings import Findings, Lead
from probe.analysis.tables import Cell, Column, Gap, Table, format_cell
from probe.document import Document
from probe.files.spreadsheets import csv_rows
from probe.values.texts import visible_line
from probe.version import __version__

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
    "κ": r"$\kappa$",
    "τ": r"$\tau$",
    "′": r"$'$",
    "²": r"$^2$",
    "→": r"$\rightarrow$",
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "–": "--",
}


def table_files(tables: Iterable[Table]) -> dict[str, bytes]:
    """Return each table as ``tables/<key>.csv`` and ``tables/<key>.tex``."""
    return {
        f"tables/{table.key}.{suffix}": as_bytes(to_text(table))
        for suffix, to_text in (("csv", to_csv), ("tex", to_latex))
        for table in tables
    }


def figure_files(drawings: Sequence[FigureFiles]) -> dict[str, bytes]:
    """Return each drawing as ``figures/<key>.svg`` and ``figures/<key>.pdf``."""
    svg = {f"figures/{drawing.picture.key}.svg": as_bytes(drawing.svg) for drawing in drawings}
    return svg | {f"figures/{drawing.picture.key}.pdf": drawing.pdf for drawing in drawings}


def as_bytes(text: str) -> bytes:
    """Return text as UTF-8, with lone surrogates replaced."""
    return text.encode("utf-8", "replace")


def to_csv(table: Table) -> str:
    """Return the table as CSV: full precision; gaps are empty cells with their reasons in the last column, ``gaps``."""
    rows: list[list[object]] = [[*(column.key for column in table.columns), "gaps"]]
    for row in table.rows:
        gaps = "; ".join(f"{key}: {value.reason}" for key, value in row.items() if isinstance(value, Gap))
        rows.append([*(_csv_cell(row[column.key]) for column in table.columns), gaps])
    return "".join(csv_rows(rows, end="\n"))


def _csv_cell(value: Cell) -> object:
    if isinstance(value, Gap):
        return ""
    # Names may be hostile: a line break in a name must not look like a new row.
    return visible_line(value) if isinstance(value, str) else value


MOST_COLUMNS = 10
"""Columns of a LaTeX table: what fits on a page of a paper."""


def to_latex(table: Table) -> str:
    """Return the table as LaTeX ``tabular`` environments of at most ten columns with booktabs rules.

    A wider table comes in parts, each of which begins with the leading text columns. Title and notes are comments.
    """
    lines = [f"% {visible_line(text)}" for text in (table.title, *table.notes, "needs \\usepackage{booktabs}")]
    column_groups = _parts(table.columns)
    for number, columns in enumerate(column_groups, 1):
        lines += [f"% part {number} of {len(column_groups)}"] if len(column_groups) > 1 else []
        lines += _tabular(table, columns)
    return "\n".join([*lines, ""])


def _parts(columns: Sequence[Column]) -> list[Sequence[Column]]:
    """Return the columns of each part; an estimate stays together with the ends of its interval."""
    if len(columns) <= MOST_COLUMNS:
        return [columns]
    # At most half of a part: leading columns that fill it would leave no room for values.
    leading_columns = list(takewhile(lambda column: column.kind == "text", columns))[: MOST_COLUMNS // 2]
    groups: list[list[Column]] = []
    for column in columns[len(leading_columns) :]:
        if groups and column.label in _WITH_BEFORE:
            groups[-1].append(column)
        else:
            groups.append([column])
    parts: list[list[Column]] = [list(leading_columns)]
    for group in groups:
        if len(parts[-1]) + len(group) > MOST_COLUMNS:
            parts.append(list(leading_columns))
        parts[-1] += group
    return list(parts)


_WITH_BEFORE = frozenset({"low", "high", "p"})
"""Labels of columns that mean nothing without the one before."""


def _tabular(table: Table, columns: Sequence[Column]) -> list[str]:
    head = " & ".join(latex_text(column.label) for column in columns)
    alignment = "".join("l" if column.kind == "text" else "r" for column in columns)
    lines = [rf"\begin{{tabular}}{{{alignment}}}", r"\toprule", head + r" \\", r"\midrule"]
    for row in table.rows:
        cells = (latex_text("–" if isinstance(row[c.key], Gap) else format_cell(row[c.key], c.kind)) for c in columns)
        lines.append(" & ".join(cells) + r" \\")
    return [*lines, r"\bottomrule", r"\end{tabular}"]


def latex_text(text: str) -> str:
    """Return ``text`` escaped, so that LaTeX prints it and executes nothing in it."""
    return "".join(_LATEX.get(character, character) for character in visible_line(text))


def to_markdown(table: Table) -> str:
    """Return the table as Markdown, with its title and notes; texts are escaped."""
    lines = [f"## {_markdown(table.title)}", ""]
    lines.append("| " + " | ".join(_markdown(column.label) for column in table.columns) + " |")
    lines.append("|" + "|".join("---" if column.kind == "text" else "--:" for column in table.columns) + "|")
    for row in table.rows:
        cells = ("–" if isinstance(row[c.key], Gap) else format_cell(row[c.key], c.kind) for c in table.columns)
        lines.append("| " + " | ".join(map(_markdown, cells)) + " |")
    return "\n".join([*lines, "", *(f"{_markdown(note)}\n" for note in table.notes)])


_MARKUP = re.compile(r"([\\`*_\[\]<>|#&!~])")


def _markdown(text: str) -> str:
    return _MARKUP.sub(r"\\\1", visible_line(text))


def to_html(table: Table) -> str:
    """Return the table as a page of its own."""
    return Document(table.title, (table.grid(titled=False),)).page()


def to_json(table: Table) -> dict[str, Any]:
    """Return the table as plain JSON: numbers at full precision, a gap as ``{"gap": reason}``."""
    rows = [{key: _json_cell(value) for key, value in row.items()} for row in table.rows]
    columns = [column.model_dump() for column in table.columns]
    return {"key": table.key, "title": table.title, "columns": columns, "rows": rows, "notes": list(table.notes)}


def _json_cell(value: Cell) -> Any:
    return {"gap": value.reason} if isinstance(value, Gap) else value


def document(findings: Findings) -> dict[str, Any]:
    """Return the whole report as plain JSON: numbers unrounded, gaps with their reasons."""
    return {
        "title": findings.title,
        "made_by": f"PROBE {__version__}",
        "about": list(findings.about),
        **({"lead": _lead(findings.lead)} if findings.lead else {}),
        "answer": list(findings.answer),
        "by_subject": list(findings.by_subject),
        "settings": list(findings.settings),
        "summary": to_json(findings.summary),
        "chapters": [
            {
                "key": chapter.key,
                "title": chapter.title,
                "part": chapter.part,
                "text": list(chapter.result.text),
                "figures": _figures(chapter.result.pictures),
                "tables": [to_json(table) for table in chapter.result.every_table],
            }
            for chapter in findings.chapters
        ],
        "absent": list(findings.absent),
        "limits": list(findings.limits),
    }


def _lead(lead: Lead) -> dict[str, Any]:
    return {
        "conclusion": lead.conclusion,
        "measured": lead.measured,
        "figures": _figures(lead.pictures),
        "tables": [to_json(table) for table in (lead.verdicts, *lead.tables)],
    }


def _figures(pictures: Sequence[Picture]) -> list[dict[str, str]]:
    return [
        {"key": picture.key, "title": picture.title, "alt": picture.alt, "caption": picture.caption}
        for picture in pictures
    ]
