"""Writes the files of a report into its folder."""

import json
from collections.abc import Mapping
from pathlib import Path

from probe.analysis.report.files import REPORT, listed_files, report_files
from probe.analysis.report.findings import Findings
from probe.files.writing import write_atomically


def write_report(findings: Findings, folder: Path, version: str) -> None:
    """Write a report into ``folder``, and remove the figures and tables of an earlier one that this one lacks.

    Only files that the earlier ``report.json`` lists are removed. Raises InputError where the folder cannot be written.
    """
    earlier = _listed(folder / REPORT)
    write_files(folder, report_files(findings, version))
    for path in earlier - _listed(folder / REPORT):
        (folder / path).unlink(missing_ok=True)


def _listed(file: Path) -> set[str]:
    try:
        return listed_files(json.loads(file.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return set()


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write contents by their path inside ``folder``, each file whole or not at all."""
    for path, content in files.items():
        write_atomically(folder / path, content)
