"""``probe analyze``: from runs, or from published sensitivity files, to a report."""

import json
import sys
from pathlib import Path

import click
from rich.text import Text

from probe.analysis.report.findings import Findings
from probe.analysis.report.formats import document, terminal_table
from probe.analysis.report.lead import in_one_cell
from probe.cli.output import console
from probe.errors import InputError
from probe.measuring.analyze import AnalyzeCommand
from probe.measuring.analyze import analyze as run_analysis
from probe.options.analyzing import AnalyzeCommandLine
from probe.values.texts import visible_line
from probe.version import __version__


def analyze_command(given: AnalyzeCommandLine) -> None:
    """Analyse runs, or published sensitivity files, and write the report."""
    command = AnalyzeCommand.of(given)
    if given.out is None:
        raise InputError("no folder given for the report: add --out DIR")
    out = Path(given.out)
    show_findings(run_analysis(command, out, force=given.force), out, as_json=given.as_json)


def show_findings(findings: Findings, out: Path, *, as_json: bool) -> None:
    """Print the conclusion, the verdicts, the answer in words and the path of the report."""
    if as_json:
        _print_json(document(findings, __version__))
        return
    shown = console()
    if findings.lead:
        shown.print(Text(visible_line(findings.lead.conclusion), style="bold"))
        shown.print(terminal_table(in_one_cell(findings.lead.verdicts)))
    for line in findings.answer:
        shown.print(visible_line(line))
    if not findings.lead:
        shown.print(terminal_table(findings.summary, findings.in_short))
    click.echo(f"report: {out / 'report.html'}", err=True)


def _print_json(content: object) -> None:
    json.dump(content, sys.stdout, ensure_ascii=False, allow_nan=False)
    sys.stdout.write("\n")
