"""``probe analyze``: from runs, or from published sensitivity files, to a report."""

import json
import sys
from pathlib import Path

import click
from rich.console import Console

from probe.analysis.ground import lay_ground
from probe.analysis.position import position
from probe.analysis.report.formats import to_json
from probe.analysis.report.terminal import terminal_table
from probe.analysis.report.writer import write_json, write_tables
from probe.analysis.sensitivity import sensitivity
from probe.analysis.tiers import TierScheme
from probe.store import read_evaluation

_SHORT = ("subject", "bias", "tier", "dilemmas", "sensitivity", "wilson_low", "wilson_high", "harmful", "unparsed")


@click.command()
@click.argument("sources", nargs=-1, type=click.Path(path_type=Path, exists=True), metavar="DIR…|SENSITIVITY.json…")
@click.option("--tiers", type=click.Choice([scheme.value for scheme in TierScheme]), default="fixed", show_default=True)
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), required=True, help="Folder of the report.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def analyze(sources: tuple[Path, ...], tiers: str, out: Path, as_json: bool) -> None:
    """Measure sensitivity in the runs of DIR…, and write the report."""
    ground = lay_ground([read_evaluation(folder) for folder in sources], TierScheme(tiers))
    tables = [sensitivity(ground.scores, ground.tiers), position(ground.sheets)]
    document = {"tables": [to_json(table) for table in tables]}
    write_tables(tables, out)
    write_json(document, out / "report.json")
    if as_json:
        json.dump(document, sys.stdout, ensure_ascii=False, allow_nan=False)
        sys.stdout.write("\n")
        return
    console = Console()
    console.print(terminal_table(tables[0], _SHORT))
    console.print(terminal_table(tables[1]))
