"""``probe prices``: what tokens cost, and the file with the prices."""

from pathlib import Path

import click

from probe.cli.options import PATH, json_option
from probe.cli.output import cell, console, message, print_json, table
from probe.session import load_prices


@click.command("prices")
@click.option("--prices", type=PATH, metavar="FILE", help="Show this file in place of the usual one.")
@json_option
def prices_command(*, prices: Path | None, as_json: bool) -> None:
    """Show the prices in use, in US dollars for a million tokens, and the file they are from.

    Prices are yours to keep: a file of your own replaces the packaged one, and none of them is in the code.
    """
    found, own = load_prices(prices)
    if as_json:
        entries = {name: {"input": price.input, "output": price.output} for name, price in found.table.items()}
        print_json({"source": str(found.source), "own_file": str(own), "usd_per_million_tokens": entries})
        return
    rows = table("model", "input", "output", right=("input", "output"))
    for name, price in found.table.items():
        rows.add_row(cell(name), f"{price.input:g}", f"{price.output:g}")
    console().print(rows)
    message(f"US dollars for a million tokens, from {found.source}")
    if found.source != own:
        message(f"your own prices go to {own} (the same form), or are named with --prices FILE")
