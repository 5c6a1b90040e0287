"""``probe merge``: several datasets as one, without repeated dilemmas."""

from pathlib import Path
from typing import Any

import click

from probe.cli.bulk import placement_options
from probe.cli.options import file_option, force_option, json_option
from probe.cli.output import Interrupted, console, counting_progress, message, print_json, run, table
from probe.cli.types import PATH, SHARD, SOURCE, NumberType
from probe.errors import InputError
from probe.files.plain import refuse_overwriting
from probe.files.shards import merge_shards
from probe.generation.merge import MergeCommand, Merged, embed_part, merge
from probe.session import Placement
from probe.values.shard import Shard

_COLUMNS = {
    "read": "read",
    "duplicate": "duplicates",
    "near_duplicate": "near-duplicates",
    "surplus": "over the limit",
    "kept": "kept",
}


@click.command("merge")
@click.argument("datasets", nargs=-1, required=True, type=SOURCE, metavar="DATASET…")
@file_option("The dataset to write; its manifest is written beside it.")
@click.option(
    "--shards", is_flag=True, help="The files are the reports of all parts of one command (--shard I/N), in any order."
)
@click.option("--per-bias", type=click.IntRange(1), help="Keep at most this many pairs per bias.")
@click.option("--equal", is_flag=True, help="Keep as many pairs of every bias as the smallest bias has.")
@click.option(
    "--cosine",
    type=NumberType(-1, 1),
    default=MergeCommand.cosine_at_most,
    show_default=True,
    help="Highest similarity of two unbiased texts; of pairs above it the first is kept.",
)
@click.option(
    "--vectors", type=PATH, metavar="FILE", help="Keep the vectors of the texts in FILE; repeat the command to resume."
)
@click.option(
    "--shard", type=SHARD, help="Only embed part I of N of the texts, into --out, for --shards and --vectors."
)
@placement_options("Number of processes that embed and compare. Default: only this one, with up to four threads.")
@force_option
@json_option
def merge_command(
    *,
    datasets: tuple[Path, ...],
    output: Path,
    shards: bool,
    per_bias: int | None,
    equal: bool,
    cosine: float,
    vectors: Path | None,
    shard: Shard | None,
    placement: Placement,
    force: bool,
    as_json: bool,
) -> None:
    """Merge datasets without repeating items.

    DATASET can also be a folder of seeds, or "seeds" for the packaged ones, so that one evaluation has both. Of pairs
    with the same content, or with nearly the same unbiased text, the first is kept; pairs of one series are
    similar by design and all kept. A limit per bias takes pairs of every dataset in turns. Items of other protocols
    are compared by the text of their first arm, and kept where they are of one cluster.

    With --shards, put the reports of all parts of a bulk command together: the result is byte for byte what the command
    writes without --shard. Repeat that command with it as --report to print the summary, generate with it as
    --prepared, or merge with it as --vectors.

    \b
    Examples:
      probe merge first second --out merged.jsonl
      probe merge first second --equal --out merged.jsonl.gz
      probe merge first second --workers 8 --vectors vectors.jsonl --out merged.jsonl
      probe merge --shards part-*.jsonl --out report.jsonl
    """
    command = MergeCommand(datasets, cosine, per_bias, equal, placement, vectors)
    if shards:
        if as_json or shard or command != MergeCommand(datasets):
            raise InputError(
                "--shards only puts parts together: leave out --json, --shard, --vectors, --equal, --per-bias, "
                "--cosine, --engine and --workers"
            )
        refuse_overwriting([output], "--out", force=force)
        message(f"wrote {merge_shards(datasets, output)} rows to {output}")
    elif shard is not None:
        if as_json or command != MergeCommand(datasets, placement=placement):
            raise InputError(
                "--shard embeds a part of the texts into --out: leave out --json, --vectors, --equal, --per-bias and "
                "--cosine"
            )
        _embed(command, output, shard, force=force)
    else:
        _merge(command, output, force=force, as_json=as_json)


def _embed(command: MergeCommand, output: Path, shard: Shard, *, force: bool) -> None:
    with counting_progress("embedding", None) as bar:
        try:
            number = run(embed_part(command, output, shard, force=force, listener=bar))
        except Interrupted:
            raise Interrupted(resumable=True) from None
    message(f"wrote the vectors of {number} texts to {output}; next: probe merge --shards with all parts")


def _merge(command: MergeCommand, output: Path, *, force: bool, as_json: bool) -> None:
    with counting_progress("embedding", None, quiet=as_json) as bar:
        try:
            merged = run(merge(command, output, force=force, listener=bar))
        except Interrupted:
            raise Interrupted(resumable=command.vectors is not None) from None
    if as_json:
        print_json(_document(merged))
    else:
        _show(merged)
    message(f"wrote {len(merged.kept)} pairs to {output}; the manifest beside it lists what was left out")


def _document(merged: Merged) -> dict[str, Any]:
    return {"pairs": len(merged.kept), "biases": {bias.value: counts for bias, counts in merged.counts().items()}}


def _show(merged: Merged) -> None:
    shown = table("bias", *_COLUMNS.values(), right=tuple(_COLUMNS.values()))
    for bias, counts in merged.counts().items():
        shown.add_row(bias.value, *(str(counts[key]) for key in _COLUMNS))
    console().print(shown)
