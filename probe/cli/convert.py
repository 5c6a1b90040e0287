"""``probe import``, ``probe export`` and ``probe schema``: other formats, and the schema of PROBE's own."""

from collections.abc import Callable, Iterator
from pathlib import Path

import click

from probe.cli.harnesses import RESULTS, HarnessResults, import_results
from probe.cli.options import file_option, force_option
from probe.cli.output import Interrupted, counting_progress, message, print_json, reporting
from probe.cli.types import PATH, SOURCE
from probe.errors import InputError
from probe.files.continuing import hash_of
from probe.files.dataset import json_line, write_dataset, writes_lines
from probe.files.huggingface import parquet_files, stream_huggingface
from probe.files.plain import refuse_overwriting
from probe.files.published import stream_probe_swe
from probe.integrations.exporting import continued, export
from probe.options.sharing import ExportCommandLine
from probe.protocols import DILEMMAS, protocol_named
from probe.protocols.formats import IMPORTS
from probe.protocols.reading import form_in
from probe.values import Item


def _stream_hub(path: Path, after: int = 0) -> Iterator[Item]:
    return stream_huggingface(path, after, form_in(path))


_READERS: dict[str, Callable[..., Iterator[Item]]] = {"probe-swe": stream_probe_swe, "hf": _stream_hub}


@click.command("import")
@click.argument("form", metavar="FORMAT", type=click.Choice([*_READERS, *IMPORTS, *RESULTS]))
@click.argument("source", type=SOURCE, metavar="FILE|DIR")
@click.option(
    "--dataset",
    type=PATH,
    metavar="DATASET",
    help="For results (inspect, lm-eval, decisions of malberg): what was shown.",
)
@click.option("--subject", metavar="NAME", help="For results: the subject's name; the model's if missing.")
@click.option("--logprobs", is_flag=True, help="lm-eval: read the group probe_logits where there are both.")
@file_option("The dataset to write (for results: the folder of the evaluation).")
@force_option
def import_command(
    *, form: str, source: Path, dataset: Path | None, subject: str | None, logprobs: bool, output: Path, force: bool
) -> None:
    """Convert published or exported data, or another tool's results.

    FORMAT is probe-swe, and FILE a 1_augmented_dilemmas_dataset_*.json from the PROBE-SWE replication package; or
    hf, and DIR a folder that probe export --format hf wrote, or FILE one of its Parquet files; or malberg, and FILE
    a full_dataset.csv of template tests or, with --dataset, decisions on them; or biasbuster, and DIR the folder of
    that data set, with anchoring/students.csv and the others, for the protocol triage; or inspect, and FILE a log
    of inspect eval probe/dilemmas; or lm-eval, and DIR the results that lm_eval run --log_samples wrote. Results
    become an evaluation, the others a dataset.

    \b
    Examples:
      probe import malberg full_dataset.csv --out tests.jsonl
      probe import malberg decisions.csv --dataset tests.jsonl --out gpt-4o
      probe import probe-swe 1_augmented_dilemmas_dataset_gpt-4o-mini.json --out published.jsonl
      probe import hf card --out dataset.jsonl
      probe import inspect logs/2026-01-01.eval --dataset run --out gpt-4.1-mini
      probe import lm-eval results --dataset run --out smollm2 --logprobs
    """
    if logprobs and form != "lm-eval":
        raise InputError("--logprobs is for lm-eval: leave it out")
    if form in RESULTS or (form in IMPORTS and dataset is not None):
        import_results(HarnessResults(form, source, subject, direct=logprobs), dataset, output, force=force)
        return
    for name, given in (("--dataset", dataset), ("--subject", subject)):
        if given is not None:
            raise InputError(f"{name} is for {', '.join(RESULTS)} and decisions of malberg: leave it out")
    refuse_overwriting([output], "--out", force=force)
    if form in IMPORTS:
        items = protocol_named(IMPORTS[form]).import_items(form, source)
        write_dataset(output, items)
        message(f"wrote {len(items)} items to {output}; next: probe evaluate {output}")
        return
    with counting_progress("importing", None) as done:
        total = _import(form, source, output, done)
    message(f"wrote {total} pairs to {output}; next: probe verify {output}")


def _import(form: str, source: Path, output: Path, done: Callable[[int], None]) -> int:
    """Write the pairs in ``source``, and return their number."""
    read = _READERS[form]
    if not writes_lines(output):
        return write_dataset(output, reporting(read(source), done))

    def rows(start: int) -> Iterator[bytes]:
        return (json_line(pair).encode() for pair in reporting(read(source, start), done, start))

    try:
        return continued(output, [form, hash_of(parquet_files(source) if form == "hf" else [source])], rows)
    except KeyboardInterrupt:
        raise Interrupted(resumable=True) from None


def export_command(given: ExportCommandLine) -> None:
    """Convert a dataset or an evaluation, and say what was written."""
    try:
        with counting_progress("exporting", None) as done:
            exported = export(given, done)
    except KeyboardInterrupt:
        raise Interrupted(resumable=given.format == "csv") from None
    for line in exported.lines:
        message(line)


@click.command("schema")
@click.option("--protocol", default=DILEMMAS, show_default=True, metavar="NAME", help="The protocol of the dataset.")
def schema_command(protocol: str) -> None:
    """Print the JSON Schema of one line of a dataset.

    \b
    Example:
      probe schema
    """
    print_json(protocol_named(protocol).item_type.model_json_schema())
