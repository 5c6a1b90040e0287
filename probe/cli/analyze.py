"""``probe analyze``: from runs, or from published sensitivity files, to a report."""

import json
import sys
from pathlib import Path

import click

from probe import __version__
from probe.analysis.depth.tiers import TierScheme
from probe.analysis.report.findings import Findings
from probe.analysis.report.formats import document, terminal_table, to_json
from probe.analysis.statistics.power import Design, plan_table
from probe.analysis.tables import Table
from probe.cli.options import PATH, json_option
from probe.cli.output import console
from probe.errors import InputError
from probe.measuring.analyze import AnalyzeCommand
from probe.measuring.analyze import analyze as run_analysis
from probe.values.visible import visible_line

_SCHEMES = click.Choice([scheme.value for scheme in TierScheme])
_SHARE = click.FloatRange(0, 1)


@click.command("analyze")
@click.argument("sources", nargs=-1, type=PATH, metavar="DIR…|SENSITIVITY.json…")
@click.option("--tiers", type=_SCHEMES, default="fixed", show_default=True, help="Complexity bands.")
@click.option("--out", type=PATH, metavar="DIR", help="Folder for the report.")
@json_option
@click.option("--embed", is_flag=True, help="Embed the texts to compute cosine similarities (a minute for 2,000).")
@click.option("--plan", "planned", is_flag=True, help="Show which differences a study could detect.")
@click.option("--dilemmas", type=click.IntRange(2, 100_000), default=100, show_default=True, help="With --plan.")
@click.option("--runs", type=click.IntRange(1, 1000), default=5, show_default=True, help="With --plan.")
@click.option("--rate", type=click.FloatRange(0.001, 0.99), default=0.15, show_default=True, help="With --plan.")
@click.option(
    "--icc",
    type=_SHARE,
    default=0.7,
    show_default=True,
    help="With --plan: intraclass correlation of the runs of one dilemma.",
)
@click.option("--likeness", type=_SHARE, hidden=True, deprecated="use --icc")
def analyze(
    *,
    sources: tuple[Path, ...],
    tiers: str,
    out: Path | None,
    as_json: bool,
    embed: bool,
    planned: bool,
    dilemmas: int,
    runs: int,
    rate: float,
    icc: float,
    likeness: float | None,
) -> None:
    """Measure sensitivity in the runs in DIR… (or in published shares) and write the report.

    You can also pass folders of probe generate: the report then has a chapter on the rejected candidates.
    With --plan, no file is read: the command shows which differences this many dilemmas and runs can detect.
    """
    if planned:
        correlation = icc if likeness is None else likeness
        _print_plan(plan_table(Design(dilemmas=dilemmas, runs=runs, rate=rate, icc=correlation)), as_json=as_json)
        return
    if not sources:
        raise InputError("nothing to analyse: give folders of probe evaluate runs or published sensitivity files")
    if out is None:
        raise InputError("no folder given for the report: add --out DIR")
    findings = run_analysis(AnalyzeCommand(sources, TierScheme(tiers), embed), out)
    show_findings(findings, out, as_json=as_json)


def show_findings(findings: Findings, out: Path, *, as_json: bool) -> None:
    """Print the answer, the summary and the path of the report."""
    if as_json:
        _print_json(document(findings, __version__))
        return
    shown = console()
    for line in findings.answer:
        shown.print(visible_line(line))
    shown.print(terminal_table(findings.summary, findings.in_short))
    click.echo(f"report: {out / 'report.html'}", err=True)


def _print_plan(table: Table, *, as_json: bool) -> None:
    if as_json:
        _print_json(to_json(table))
        return
    shown = console()
    shown.print(terminal_table(table))
    for note in table.notes:
        shown.print(note)


def _print_json(content: object) -> None:
    json.dump(content, sys.stdout, ensure_ascii=False, allow_nan=False)
    sys.stdout.write("\n")
