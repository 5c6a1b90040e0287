"""A report as the files of its folder, by path; writing them is left to ``probe.measuring.analyze``."""

import json
from collections.abc import Sequence
from typing import Any

from probe.analysis.figures.style import Drawn, Picture, draw
from probe.analysis.report.findings import Findings
from probe.analysis.report.formats import document, to_csv, to_latex
from probe.analysis.report.page import card_page, page
from probe.analysis.tables import Table
from probe.errors import InputError

Files = dict[str, bytes]
"""Contents by path inside the folder; text is UTF-8, with lone surrogates replaced."""

REPORT = "report.json"
PAGES = (REPORT, "report.html")
"""The files of every report, beside its tables and figures."""


def report_files(findings: Findings, version: str) -> Files:
    """Return ``report.html``, ``report.json``, ``tables/*.csv|tex`` and ``figures/*.svg|pdf``."""
    # Drawn once, since both the files and the page show them.
    drawings = [draw(picture) for picture in findings.pictures]
    content = json.dumps(document(findings, version), ensure_ascii=False, allow_nan=False, indent=1) + "\n"
    return {
        REPORT: _bytes(content),  # first, since it names the others as parts of a report
        **figure_files(drawings),
        **table_files(findings.tables),
        "report.html": _bytes(page(findings, drawings, version)),
    }


def card(findings: Findings, version: str) -> str:
    """Return one page to share about one subject: the conclusion, the verdict and the two figures.

    Raises InputError if the findings are about several subjects, or not about decisions.
    """
    subjects = len(findings.lead.verdicts.rows) if findings.lead else 0
    if findings.lead is None or subjects != 1:
        raise InputError(f"a card shows one subject, and this report has {subjects}: give the evaluation of one")
    return card_page(findings.lead, [draw(picture) for picture in findings.lead.pictures], version)


def table_files(tables: Sequence[Table]) -> Files:
    """Return each table as ``tables/<key>.csv`` and ``tables/<key>.tex``."""
    csv = {f"tables/{table.key}.csv": _bytes(to_csv(table)) for table in tables}
    return csv | {f"tables/{table.key}.tex": _bytes(to_latex(table)) for table in tables}


def figure_files(drawings: Sequence[Drawn]) -> Files:
    """Return each drawing as ``figures/<key>.svg`` and ``figures/<key>.pdf``."""
    svg = {f"figures/{drawn.picture.key}.svg": _bytes(drawn.svg) for drawn in drawings}
    return svg | {f"figures/{drawn.picture.key}.pdf": drawn.pdf for drawn in drawings}


def picture_files(pictures: Sequence[Picture]) -> Files:
    """Draw pictures and return them as files."""
    return figure_files([draw(picture) for picture in pictures])


def listed_files(report: Any) -> set[str]:
    """Return the figures and tables that a parsed ``report.json`` lists; none where it is not a report's.

    Keys that could lead out of the folder are ignored.
    """
    try:
        parts = [*report["chapters"], *([report["lead"]] if "lead" in report else [])]
        figures = [each["key"] for part in parts for each in part["figures"]]
        tables = [each["key"] for part in parts for each in part["tables"]]
        tables.append(report["summary"]["key"])
    except (LookupError, TypeError):
        return set()
    paths = [(f"figures/{key}", ("svg", "pdf")) for key in figures if isinstance(key, str) and key.isidentifier()]
    paths += [(f"tables/{key}", ("csv", "tex")) for key in tables if isinstance(key, str) and key.isidentifier()]
    return {f"{stem}.{ending}" for stem, endings in paths for ending in endings}


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "replace")
