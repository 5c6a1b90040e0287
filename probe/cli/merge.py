"""``probe data merge``: several datasets as one, without repeated dilemmas."""

from pathlib import Path

from probe.cli.output import counting_progress, message, run_bulk, show
from probe.errors import InputError
from probe.files.plain import refuse_overwriting
from probe.files.shards import merge_shards
from probe.generation.merge import MergeCommand, embed_part, merge
from probe.options.reading import output_of
from probe.options.sharing import MergeCommandLine
from probe.values.shard import Shard


def merge_command(options: MergeCommandLine) -> None:
    """Merge datasets, put parts together, or embed a part."""
    command, output = MergeCommand.of(options), output_of(options.out)
    if options.shards:
        # Compare all options, so that an option that is added later is rejected too.
        if options.as_json or options.shard or command != MergeCommand(command.datasets):
            raise InputError(
                "--shards only merges parts: leave out --json, --shard, --vectors, --equal, --per-bias, "
                "--cosine, --engine and --workers"
            )
        refuse_overwriting([output], "--out", force=options.force)
        message(f"wrote {merge_shards(command.datasets, output)} rows to {output}")
    elif options.shard is not None:
        if options.as_json or command != MergeCommand(command.datasets, placement=command.placement):
            raise InputError(
                "--shard embeds a part of the texts into --out: leave out --json, --vectors, --equal, --per-bias and "
                "--cosine"
            )
        _embed(command, output, options.shard, force=options.force)
    else:
        _merge(command, output, options)


def _embed(command: MergeCommand, output: Path, shard: Shard, *, force: bool) -> None:
    with counting_progress("embedding", None) as bar:
        number = run_bulk(embed_part(command, output, shard, force=force, listener=bar), resumable=True)
    message(f"wrote the vectors of {number} texts to {output}; next: probe data merge --shards with all parts")


def _merge(command: MergeCommand, output: Path, options: MergeCommandLine) -> None:
    with counting_progress("embedding", None, quiet=options.as_json) as bar:
        work = merge(command, output, force=options.force, listener=bar)
        result = run_bulk(work, resumable=command.vectors is not None)
    show(options, result.document, result.to_json())
    message(f"wrote {len(result.kept_entries)} pairs to {output}; the manifest next to it lists what was left out")
