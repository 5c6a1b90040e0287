"""``probe prices``: token prices and the file that lists them."""

from pathlib import Path

import click

from probe.cli.options import PATH, json_option
from probe.cli.output import cell, console, message, print_json, table
from probe.session import load_prices


@click.command("prices")
@click.option("--prices", type=PATH, metavar="FILE", help="Show this file instead of the default one.")
@json_option
def prices_command(*, prices: Path | None, as_json: bool) -> None:
    """Show the prices in use, in US dollars per million tokens, and the file that lists them.

    You maintain the prices: your own file replaces the packaged one. No price is part of the code.
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
    message(f"US dollars per million tokens, from {found.source}")
    if found.source != own:
        message(f"to use your own prices, put them in {own} (same format) or add --prices FILE")
