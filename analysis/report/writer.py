"""Writes what an analysis found into the folder that it is handed."""

import json
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

from probe.analysis.drawing import draw
from probe.analysis.findings import Findings
from probe.analysis.report.document import document
from probe.analysis.report.formats import to_csv, to_latex
from probe.analysis.report.page import page
from probe.analysis.tables import Table
from probe.errors import InputError


def write_report(findings: Findings, folder: Path, version: str) -> None:
    """Write ``report.html``, ``report.json``, ``tables/*.csv|tex`` and ``figures/*.svg|pdf`` into ``folder``."""
    drawings = [draw(picture) for picture in findings.pictures]
    for drawn in drawings:
        write_text(folder / "figures" / f"{drawn.picture.key}.svg", drawn.svg)
        write_bytes(folder / "figures" / f"{drawn.picture.key}.pdf", drawn.pdf)
    write_tables(findings.tables, folder)
    write_json(document(findings, version), folder / "report.json")
    write_text(folder / "report.html", page(findings, drawings, version))


def write_tables(tables: Sequence[Table], folder: Path) -> None:
    """Write each table as ``tables/<key>.csv`` and ``tables/<key>.tex``."""
    for table in tables:
        write_text(folder / "tables" / f"{table.key}.csv", to_csv(table))
        write_text(folder / "tables" / f"{table.key}.tex", to_latex(table))


def write_json(document: object, path: Path) -> None:
    """Write ``document`` as JSON; not-a-number is refused, and characters stay as they are."""
    write_text(path, json.dumps(document, ensure_ascii=False, allow_nan=False, indent=1) + "\n")


def write_text(path: Path, text: str) -> None:
    """Write ``text`` as UTF-8 at once, so that nobody ever reads half a file; its folder is made where missing."""
    write_bytes(path, text.encode("utf-8", "replace"))


def write_bytes(path: Path, content: bytes) -> None:
    """Write ``content`` to a file beside ``path``, then put it in its place; raise InputError where that fails."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            Path(name).chmod(0o644)
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as fault:
        raise InputError(f"{path} cannot be written: {fault.strerror or fault}") from fault
