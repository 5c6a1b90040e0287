"""``probe analyze``: from runs, or from published sensitivity files, to a report."""

import json
import sys
from pathlib import Path

import click

from probe.analysis.depth.tiers import TierScheme
from probe.analysis.items.plan import PLAN_IN_SHORT as ITEM_PLAN_IN_SHORT
from probe.analysis.report.findings import Findings
from probe.analysis.report.formats import document, terminal_table, to_json
from probe.analysis.report.plan import PLAN_IN_SHORT, plan_table
from probe.analysis.statistics.planning import StudyDesign
from probe.analysis.tables import Table
from probe.cli.options import PATH, NumberType, force_option, json_option, refuse_given
from probe.cli.output import console
from probe.errors import InputError
from probe.measuring.analyze import AnalyzeCommand, plan_items
from probe.measuring.analyze import analyze as run_analysis
from probe.values.texts import visible_line
from probe.version import __version__

_SCHEMES = click.Choice([scheme.value for scheme in TierScheme])
_SHARE = NumberType(0, 1)
_PLAN = "With --plan, without DIR."
_EXPECTED = {"dilemmas", "runs", "effect", "error", "icc", "rate", "likeness"}
"""What a study of dilemmas is expected to show; an evaluation shows it of itself."""
_REPORT = {"out", "force", "embed", "tiers"}


@click.command("analyze")
@click.argument("sources", nargs=-1, type=PATH, metavar="DIR…|SENSITIVITY.json…")
@click.option("--tiers", type=_SCHEMES, default="fixed", show_default=True, help="Complexity bands.")
@click.option("--out", type=PATH, metavar="DIR", help="Folder for the report.")
@force_option
@json_option
@click.option("--embed", is_flag=True, help="Embed the texts to compute cosine similarities (a minute for 2,000).")
@click.option("--plan", "planned", is_flag=True, help="Show how precise a study would be, and what it would cost.")
@click.option("--dilemmas", type=click.IntRange(2, 100_000), default=100, show_default=True, help=_PLAN)
@click.option("--runs", type=click.IntRange(1, 1000), default=5, show_default=True, help=_PLAN)
@click.option(
    "--effect",
    type=NumberType(-0.99, 0.99),
    default=0.1,
    show_default=True,
    help=f"{_PLAN} What the cue is expected to add to the error rate.",
)
@click.option(
    "--error", type=_SHARE, default=0.05, show_default=True, help=f"{_PLAN} Expected error rate on unbiased texts."
)
@click.option(
    "--icc",
    type=_SHARE,
    default=0.7,
    show_default=True,
    help=f"{_PLAN} Intraclass correlation of the runs of one dilemma.",
)
@click.option(
    "--half-width",
    type=NumberType(0.0001, 1),
    default=0.05,
    show_default=True,
    help="With --plan. Wanted half-width of the 95 % interval.",
)
@click.option("--price", type=NumberType(0), help="With --plan. US dollars for one decision.")
@click.option("--rate", type=NumberType(0.001, 0.99), hidden=True, deprecated="use --effect")
@click.option("--likeness", type=_SHARE, hidden=True, deprecated="use --icc")
def analyze(
    *,
    sources: tuple[Path, ...],
    tiers: str,
    out: Path | None,
    force: bool,
    as_json: bool,
    embed: bool,
    planned: bool,
    dilemmas: int,
    runs: int,
    effect: float,
    error: float,
    icc: float,
    half_width: float,
    price: float | None,
    rate: float | None,
    likeness: float | None,
) -> None:
    """Measure the effect on errors in runs, and write the report.

    DIR… are folders of probe evaluate; published files are shares by bias. You can also pass folders of probe generate:
    the report then has a chapter on the rejected candidates.

    With --plan, the command shows how precisely this many dilemmas and runs measure the effect and its trend with
    depth, and how many a given precision takes; no file is read. With --plan DIR…, evaluations of items of another
    protocol, it shows the same for each bias from the spread of their values.

    \b
    Examples:
      probe analyze gpt-4.1-mini gpt-4o --out report
      probe analyze --plan --dilemmas 400 --effect 0.05
      probe analyze --plan pilot --half-width 0.1
    """
    _refuse_ignored(planned, bool(sources))
    if planned and sources:
        _print_plan(plan_items(sources, half_width, price), ITEM_PLAN_IN_SHORT, as_json=as_json)
        return
    if planned:
        expected = effect if rate is None else rate
        correlation = icc if likeness is None else likeness
        if not 0 <= error + expected <= 1:
            raise InputError(
                f"--error {error:g} and --effect {expected:g} add up to {error + expected:g}: no error rate"
            )
        design = StudyDesign(dilemmas=dilemmas, runs=runs, reference=error, effect=expected, icc=correlation)
        _print_plan(plan_table(design, half_width, price), PLAN_IN_SHORT, as_json=as_json)
        return
    if not sources:
        raise InputError("nothing to analyse: give folders of probe evaluate runs or published sensitivity files")
    if out is None:
        raise InputError("no folder given for the report: add --out DIR")
    findings = run_analysis(AnalyzeCommand(sources, TierScheme(tiers), embed), out, force=force)
    show_findings(findings, out, as_json=as_json)


def _refuse_ignored(planned: bool, sources: bool) -> None:
    if not planned:
        refuse_given({*_EXPECTED, "half_width", "price"}, "is for --plan")
        return
    refuse_given(_REPORT, "is for a report, and --plan writes none")
    if sources:
        refuse_given(_EXPECTED, "is for --plan without DIR; with DIR it is read from the evaluations")


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


def _print_plan(table: Table, columns: tuple[str, ...], *, as_json: bool) -> None:
    if as_json:
        _print_json(to_json(table))
        return
    shown = console()
    shown.print(terminal_table(table, columns))
    for note in table.notes:
        shown.print(note)


def _print_json(content: object) -> None:
    json.dump(content, sys.stdout, ensure_ascii=False, allow_nan=False)
    sys.stdout.write("\n")
