"""``probe analyze``: from runs, or from published sensitivity files, to a report."""

import json
import sys
from pathlib import Path

from probe.analysis.report.findings import Findings
from probe.analysis.report.formats import document
from probe.analysis.report.page import in_short
from probe.cli.output import console, message
from probe.errors import InputError
from probe.files.plain import refuse_overwriting
from probe.measuring.analyze import AnalyzeCommand, find, write_card
from probe.measuring.analyze import analyze as run_analysis
from probe.options.analyzing import AnalyzeCommandLine
from probe.options.reading import path_of
from probe.version import __version__


def analyze_command(options: AnalyzeCommandLine) -> None:
    """Analyse runs, or published sensitivity files, and write the report."""
    command, out, card = AnalyzeCommand.of(options), path_of(options.out), path_of(options.card)
    if out is None and card is None:
        raise InputError("nowhere to write the report: add --out DIR, or --card FILE.html for one page")
    if card is not None:
        refuse_overwriting([card], "--card", force=options.force)  # before the work
    findings = find(command) if out is None else run_analysis(command, out, force=options.force)
    if card is not None:
        write_card(findings, card, __version__, force=options.force)
    show_findings(findings, out, as_json=options.as_json)
    if card is not None:
        message(f"card: {card}")


def show_findings(findings: Findings, out: Path | None, *, as_json: bool) -> None:
    """Print the conclusion, the verdicts, the answer in words and the path of the report."""
    if as_json:
        _print_json(document(findings, __version__))
        return
    in_short(findings).show(console())
    if out is not None:
        message(f"report: {out / 'report.html'}")


def _print_json(content: object) -> None:
    json.dump(content, sys.stdout, ensure_ascii=False, allow_nan=False)
    sys.stdout.write("\n")
