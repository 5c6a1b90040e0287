"""``probe merge``: the parts of a bulk command as one."""

from pathlib import Path

import click

from probe.cli.options import PATH, file_option, force_option
from probe.cli.output import message
from probe.errors import InputError
from probe.files.plain import refuse_overwriting
from probe.files.shards import merge_shards


@click.command("merge")
@click.argument("parts", nargs=-1, required=True, type=PATH, metavar="PART…")
@click.option("--shards", is_flag=True, help="The files are the reports of all parts of one command (--shard I/N).")
@file_option("The report to write.")
@force_option
def merge_command(parts: tuple[Path, ...], shards: bool, output: Path, force: bool) -> None:
    """Put the reports of all parts of a command together, in any order.

    The result is byte for byte what the command writes without --shard. Repeat that command with it as --report to
    print the summary.

    \b
    Example:
      probe merge --shards part-*.jsonl --out report.jsonl
    """
    if not shards:
        raise InputError("add --shards: the files have to be reports of the parts of one command")
    refuse_overwriting([output], "--out", force=force)
    total = merge_shards(parts, output)
    message(f"wrote {total} rows to {output}")
