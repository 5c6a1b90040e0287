"""Writes what an analysis found into the folder that it is handed."""

import json
from collections.abc import Sequence
from pathlib import Path

from probe.analysis.drawing import draw
from probe.analysis.findings import Findings
from probe.analysis.report.document import document
from probe.analysis.report.formats import to_csv, to_latex
from probe.analysis.report.page import page
from probe.analysis.tables import Table
from probe.files.writing import write_atomically


def write_report(findings: Findings, folder: Path, version: str) -> None:
    """Write ``report.html``, ``report.json``, ``tables/*.csv|tex`` and ``figures/*.svg|pdf`` into ``folder``.

    What an earlier report left there and this one lacks is removed: the files that its ``report.json`` tells of.
    """
    earlier = _files_of(folder / "report.json")
    drawings = [draw(picture) for picture in findings.pictures]
    for drawn in drawings:
        write_text(folder / "figures" / f"{drawn.picture.key}.svg", drawn.svg)
        write_bytes(folder / "figures" / f"{drawn.picture.key}.pdf", drawn.pdf)
    write_tables(findings.tables, folder)
    write_json(document(findings, version), folder / "report.json")
    write_text(folder / "report.html", page(findings, drawings, version))
    for left in earlier - _files_of(folder / "report.json"):
        (folder / left).unlink(missing_ok=True)


def _files_of(told: Path) -> set[str]:
    """Return the figures and tables of the report that ``told`` is the JSON of; none where it is no report's."""
    try:
        report = json.loads(told.read_text(encoding="utf-8"))
        figures = [each["key"] for chapter in report["chapters"] for each in chapter["figures"]]
        tables = [each["key"] for chapter in report["chapters"] for each in chapter["tables"]]
        tables.append(report["summary"]["key"])
    except (OSError, ValueError, LookupError, TypeError):
        return set()
    places = [(f"figures/{key}", ("svg", "pdf")) for key in figures if _is_ours(key)]
    places += [(f"tables/{key}", ("csv", "tex")) for key in tables if _is_ours(key)]
    return {f"{stem}.{ending}" for stem, endings in places for ending in endings}


def _is_ours(key: object) -> bool:
    """Whether ``key`` can be one of our tables or figures: a name, and no way out of the folder."""
    return isinstance(key, str) and key.isidentifier()


def write_tables(tables: Sequence[Table], folder: Path) -> None:
    """Write each table as ``tables/<key>.csv`` and ``tables/<key>.tex``."""
    for table in tables:
        write_text(folder / "tables" / f"{table.key}.csv", to_csv(table))
        write_text(folder / "tables" / f"{table.key}.tex", to_latex(table))


def write_json(document: object, path: Path) -> None:
    """Write ``document`` as JSON; not-a-number is refused, and characters stay as they are."""
    write_text(path, json.dumps(document, ensure_ascii=False, allow_nan=False, indent=1) + "\n")


def write_text(path: Path, text: str) -> None:
    """Write ``text`` as UTF-8, whole or not at all; its folder is made where missing."""
    write_bytes(path, text.encode("utf-8", "replace"))


def write_bytes(path: Path, content: bytes) -> None:
    """Write ``content``, whole or not at all; raise InputError where that fails."""
    write_atomically(path, content)
