"""``probe analyze``: from runs, or from published sensitivity files, to a report."""

import asyncio
import json
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from probe import __version__
from probe.analysis.dataset.diversity import Vectors
from probe.analysis.depth.tiers import TierScheme
from probe.analysis.report.chapters import report_on
from probe.analysis.report.findings import Findings
from probe.analysis.report.formats import document, terminal_table, to_json
from probe.analysis.report.published import report_on_published
from probe.analysis.statistics.power import Design, plan_table
from probe.analysis.study import Study, prepare
from probe.analysis.tables import Table
from probe.cli.output import console
from probe.embeddings.minilm import MiniLmEmbedder
from probe.errors import InputError
from probe.files.discards import PREFIX, read_discards
from probe.files.report import write_report
from probe.files.sensitivity import read_sensitivity
from probe.store import read_evaluation
from probe.store.discards import GENERATE
from probe.store.discards import read_discards as read_generation_discards
from probe.store.lookup import run_settings
from probe.values.visible import visible_line

_SCHEMES = click.Choice([scheme.value for scheme in TierScheme])


@click.command()
@click.argument("sources", nargs=-1, type=click.Path(path_type=Path), metavar="DIR…|SENSITIVITY.json…")
@click.option("--tiers", type=_SCHEMES, default="fixed", show_default=True, help="Bands of complexity.")
@click.option("--out", type=click.Path(path_type=Path), help="Folder of the report.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.option("--embed", is_flag=True, help="Embed the texts for their cosines (about a minute for 2,000).")
@click.option("--plan", "planned", is_flag=True, help="Tell what a study could find, before it is run.")
@click.option("--dilemmas", type=click.IntRange(2, 100_000), default=100, show_default=True, help="With --plan.")
@click.option("--runs", type=click.IntRange(1, 1000), default=5, show_default=True, help="With --plan.")
@click.option("--rate", type=click.FloatRange(0.001, 0.99), default=0.15, show_default=True, help="With --plan.")
@click.option(
    "--icc",
    type=click.FloatRange(0, 1),
    default=0.7,
    show_default=True,
    help="With --plan: intraclass correlation of a dilemma's runs.",
)
@click.option("--likeness", type=click.FloatRange(0, 1), hidden=True)
def analyze(  # noqa: PLR0917  one parameter for each option
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
    """Measure sensitivity in the runs of DIR… (or in published shares), and write the report.

    Folders of probe generate may stand beside those of probe evaluate: they tell what was rejected.
    With --plan nothing is read: it says which differences so many dilemmas and runs can find.
    """
    if planned:
        if likeness is not None:
            click.echo("--likeness is deprecated and will be removed in the next release: use --icc", err=True)
            icc = likeness
        _print_plan(plan_table(Design(dilemmas=dilemmas, runs=runs, rate=rate, icc=icc)), as_json=as_json)
        return
    if not sources:
        raise InputError("nothing to analyse: give folders of probe evaluate runs, or published sensitivity files")
    if out is None:
        raise InputError("no place for the report: add --out DIR")
    findings = _findings(sources, TierScheme(tiers), embed=embed)
    write_report(findings, out, __version__)
    _print(findings, out, as_json=as_json)


def _findings(sources: Sequence[Path], scheme: TierScheme, *, embed: bool) -> Findings:
    missing = next((path for path in sources if not path.exists()), None)
    if missing is not None:
        raise InputError(f"{missing} does not exist: give a folder of probe evaluate, or a published JSON file")
    folders = [path for path in sources if path.is_dir()]
    files = [path for path in sources if not path.is_dir()]
    discards = tuple(each for path in files if path.name.startswith(PREFIX) for each in read_discards(path))
    shares = [path for path in files if not path.name.startswith(PREFIX)]
    if folders and shares:
        raise InputError("runs and published shares cannot go into one report: give either folders or JSON files")
    if not folders:
        return report_on_published([read_sensitivity(path) for path in shares], discards)
    making = [folder for folder in folders if run_settings(folder).get("kind") == GENERATE]
    study = prepare([read_evaluation(folder) for folder in folders if folder not in making], scheme)
    rejected = tuple(each for folder in making for each in read_generation_discards(folder))
    return report_on(study, _vectors(study) if embed else None, (*discards, *rejected))


def _vectors(study: Study) -> Vectors:
    embedder = MiniLmEmbedder()
    pairs = tuple(study.pairs.values())
    try:
        vectors = asyncio.run(embedder.embed([pair.unbiased for pair in pairs]))
    finally:
        embedder.close()
    return {pair.id: vector for pair, vector in zip(pairs, vectors, strict=True)}


def _print(findings: Findings, out: Path, *, as_json: bool) -> None:
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
