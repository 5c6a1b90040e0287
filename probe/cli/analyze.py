"""``probe analyze``: from runs, or from published sensitivity files, to a report."""

import json
import sys
from pathlib import Path
from typing import Any

import click
from rich.text import Text

from probe.analysis.depth.tiers import TierScheme
from probe.analysis.report.findings import Findings
from probe.analysis.report.formats import document, terminal_table
from probe.analysis.report.lead import in_one_cell
from probe.cli.options import PATH, force_option, json_option
from probe.cli.output import console, message
from probe.cli.plan import plan_command
from probe.errors import InputError
from probe.files.plain import refuse_overwriting
from probe.measuring.analyze import AnalyzeCommand, find, write_card
from probe.measuring.analyze import analyze as run_analysis
from probe.values.texts import visible_line
from probe.version import __version__

_SCHEMES = click.Choice([scheme.value for scheme in TierScheme])

_EARLIER = {"--likeness": "--icc", "--rate": "--effect"}
"""Options of ``probe plan`` that had other names."""


class _Analyze(click.Command):
    """``probe analyze``; with ``--plan``, under which planning was once found, it is ``probe plan``."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Return the context of the command that the arguments are for."""
        if "--plan" not in args:
            return super().make_context(info_name, args, parent, **extra)
        message("notice: probe analyze --plan is now probe plan")
        rest = [_renamed(argument) for argument in args if argument != "--plan"]
        return plan_command.make_context("plan", rest, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command of the context."""
        return super().invoke(ctx) if ctx.command is self else ctx.command.invoke(ctx)


def _renamed(argument: str) -> str:
    name, equals, value = argument.partition("=")
    return f"{_EARLIER.get(name, name)}{equals}{value}"


@click.command("analyze", cls=_Analyze)
@click.argument("sources", nargs=-1, type=PATH, metavar="DIR…|SENSITIVITY.json…")
@click.option("--tiers", type=_SCHEMES, default="fixed", show_default=True, help="Complexity bands.")
@click.option("--out", type=PATH, metavar="DIR", help="Folder for the report.")
@click.option("--card", type=PATH, metavar="FILE.html", help="One page to share about one subject.")
@force_option
@json_option
@click.option(
    "--people",
    type=PATH,
    metavar="FILE.csv",
    help="Put the decisions of people beside the runs (see probe validate export).",
)
@click.option("--embed", is_flag=True, help="Embed the texts to compute cosine similarities (a minute for 2,000).")
def analyze(
    *,
    sources: tuple[Path, ...],
    tiers: str,
    out: Path | None,
    card: Path | None,
    force: bool,
    as_json: bool,
    embed: bool,
    people: Path | None,
) -> None:
    """Measure the effect on errors in runs, and write the report.

    DIR… are folders of probe evaluate; published files are shares by bias. You can also pass folders of probe generate:
    the report then has a chapter on the rejected candidates.

    \b
    Example:
      probe analyze gpt-4.1-mini gpt-4o --out report
    """
    if not sources:
        raise InputError("nothing to analyse: give folders of probe evaluate runs or published sensitivity files")
    if out is None and card is None:
        raise InputError("nowhere to write the report: add --out DIR, or --card FILE.html for one page")
    if card is not None:
        refuse_overwriting([card], "--card", force=force)  # before the work
    command = AnalyzeCommand(sources, TierScheme(tiers), embed, people)
    findings = find(command) if out is None else run_analysis(command, out, force=force)
    if card is not None:
        write_card(findings, card, __version__, force=force)
    show_findings(findings, out, as_json=as_json)
    if card is not None:
        message(f"card: {card}")


def show_findings(findings: Findings, out: Path | None, *, as_json: bool) -> None:
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
    if out is not None:
        message(f"report: {out / 'report.html'}")


def _print_json(content: object) -> None:
    json.dump(content, sys.stdout, ensure_ascii=False, allow_nan=False)
    sys.stdout.write("\n")
