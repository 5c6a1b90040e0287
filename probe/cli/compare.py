"""``probe compare``: two evaluations against each other."""

from pathlib import Path

import click

from probe.analysis.depth.tiers import TierScheme
from probe.analysis.report.formats import terminal_table, to_json
from probe.cli.options import json_option
from probe.cli.output import console, message, print_json
from probe.cli.types import PATH
from probe.measuring.compare import Compared, compare
from probe.values.texts import visible_line


@click.command("compare")
@click.argument("first", type=PATH, metavar="A")
@click.argument("second", type=PATH, metavar="B")
@click.option(
    "--tiers",
    type=click.Choice([scheme.value for scheme in TierScheme]),
    default="fixed",
    show_default=True,
    help="Complexity bands.",
)
@click.option(
    "--reference",
    type=PATH,
    nargs=2,
    metavar="C D",
    help="A reference subject on the datasets of A and of B: shows the freshness gap.",
)
@json_option
def compare_command(first: Path, second: Path, tiers: str, reference: tuple[Path, Path] | None, as_json: bool) -> None:
    """Compare two evaluations, A minus B, by bias and tier.

    A and B are folders of probe evaluate, on items of one protocol. Where they share items, the differences are paired:
    two models, or one model with another prompt, order, endpoint or temperature. One subject on two datasets without a
    shared item gives the difference between datasets. Dilemmas are compared in their effect, other items in every
    measure of their protocol. With --reference, it gives the freshness gap: let A be a fresh regeneration
    and B the public release of the same recipe, and C and D those of a subject that has seen neither.

    \b
    Example:
      probe compare gpt-4.1 gpt-4.1-mini
      probe compare new-on-fresh new-on-release --reference old-on-fresh old-on-release
    """
    found = compare(first, second, TierScheme(tiers), reference)
    if as_json:
        print_json(_document(found))
        return
    for notice in found.notices:
        message(f"notice: {notice}")
    shown = console()
    shown.print(visible_line(f"A: {found.first}"))
    shown.print(visible_line(f"B: {found.second}"))
    shown.print(terminal_table(found.table, found.in_short))
    for note in found.table.notes:
        shown.print(note)


def _document(found: Compared) -> dict[str, object]:
    return {
        "kind": found.kind,
        "first": found.first,
        "second": found.second,
        "not_shared": found.apart,
        "notices": list(found.notices),
        "table": to_json(found.table),
    }
