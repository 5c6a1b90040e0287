"""``probe analyze``: from runs, or from published sensitivity files, to a report."""

import json
import sys
from pathlib import Path

from probe.analysis.report.findings import Findings
from probe.analysis.report.formats import document
from probe.analysis.report.page import in_short
from probe.cli.output import console, message
from probe.errors import InputError
from probe.measuring.analyze import analyze
from probe.options.analyzing import AnalyzeCommandLine
from probe.options.reading import path_of


def analyze_command(options: AnalyzeCommandLine) -> None:
    """Analyse runs, or published sensitivity files, and write the report."""
    # If there is no evaluation, report that first.
    if options.evaluations and options.out is None and options.card is None:
        raise InputError("no output for the report: add --out DIR, or --card FILE.html for one page")
    show_findings(analyze(options), path_of(options.out), as_json=options.as_json)
    if options.card is not None:
        message(f"card: {options.card}")


def show_findings(findings: Findings, out: Path | None, *, as_json: bool = False) -> None:
    """Print the conclusion, the verdicts, the answer in words and the path of the report."""
    if as_json:
        json.dump(document(findings), sys.stdout, ensure_ascii=False, allow_nan=False)
        sys.stdout.write("\n")
        return
    in_short(findings).show(console())
    if out is not None:
        message(f"report: {out / 'report.html'}")
