"""``probe import``, ``probe export`` and ``probe schema``: other formats, and the schema of PROBE's own."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

import click

from probe.cli.harnesses import RESULTS, HarnessResults, export_tasks, import_results
from probe.cli.options import PATH, file_option, force_option, seeds_option
from probe.cli.output import Interrupted, counting_progress, message, print_json, reporting, run
from probe.cli.standard_input import SOURCE
from probe.errors import InputError
from probe.files.card import checked_licence, licence_name
from probe.files.continuing import hash_of, write_rows
from probe.files.dataset import json_line, manifest_beside, write_dataset, writes_lines
from probe.files.exports import export_csv, item_rows
from probe.files.folders import interrupted
from probe.files.huggingface import Publication, export_huggingface, output_files, parquet_files, stream_huggingface
from probe.files.plain import refuse_overwriting
from probe.files.published import stream_probe_swe
from probe.measuring.decisions import export_decisions
from probe.protocols import DILEMMAS, protocol_named
from probe.protocols.formats import EXPORTS, IMPORTS, writer_of
from probe.protocols.reading import form_in, open_dataset, protocol_in
from probe.values import Item, fingerprint
from probe.version import __version__


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

    return _continued(output, [form, hash_of(parquet_files(source) if form == "hf" else [source])], rows)


def _continued(
    output: Path, made_from: list[str], rows: Callable[[int], Iterable[bytes]], *, quoted: bool = False
) -> int:
    """Write ``rows`` as ``write_rows`` does; what they depend on is ``made_from`` and the version."""
    try:
        return write_rows(output, fingerprint([__version__, *made_from]), rows, quoted=quoted)
    except KeyboardInterrupt:
        raise Interrupted(resumable=True) from None


@click.command("export")
@click.argument("source", type=SOURCE, metavar="DATASET|EVALUATION")
@click.option(
    "--format",
    "form",
    type=click.Choice(["probe-swe", "hf", "csv", "decisions", "malberg", "lm-eval"]),
    required=True,
)
@click.option("--license", "licence", metavar="SPDX", help="hf: the licence of the dataset, such as CC-BY-4.0.")
@click.option(
    "--package", type=PATH, metavar="DIR", help="probe-swe: write the folder that the published scripts read."
)
@seeds_option
@click.option("--arms", metavar="A,B,…", help="lm-eval: the texts to show; the usual ones of the protocol if missing.")
@click.option(
    "--runs",
    type=click.IntRange(1, 1000),
    help="lm-eval: runs per text, odd ones with options exchanged; 2 if missing.",
)
@file_option("The file to write (hf, lm-eval: the folder).", required=False)
@force_option
def export_command(
    *,
    source: Path,
    form: str,
    licence: str | None,
    package: Path | None,
    seeds: Path | None,
    arms: str | None,
    runs: int | None,
    output: Path | None,
    force: bool,
) -> None:
    """Convert a dataset or an evaluation to another format.

    probe-swe: the JSON format of the PROBE-SWE scripts; with --package, the folder that they read, with the seeds, and
    of an evaluation its outputs and sensitivities. hf: a folder with Parquet, a dataset card and Croissant metadata for
    the Hugging Face Hub. csv: one row per item. decisions: one row per decision of an evaluation, as .csv or .parquet,
    for a mixed model. malberg: template tests, or the decisions of an evaluation of them, as CSV files that the
    published scripts read. lm-eval: a folder of tasks for lm-evaluation-harness.

    \b
    Examples:
      probe export run --format hf --license CC-BY-4.0 --out card
      probe export gpt-4.1-mini --format probe-swe --package replication
      probe export gpt-4.1-mini --format decisions --out decisions.csv
      probe export run --format lm-eval --out tasks
    """
    given = {"--license": licence, "--package": package, "--arms": arms, "--runs": runs}
    _check_options(form, given)
    if package is not None:
        if output is not None:
            raise InputError("--package names the folder to write: leave out --out")
        _export_package(source, package, seeds, force=force)
        return
    if seeds is not None:
        raise InputError("--seeds is for --package: leave it out, or add --package")
    if output is None:
        raise InputError("name the file to write with --out")
    if form == "lm-eval":
        export_tasks(source, output, arms, runs, force=force)
        return
    _export(form, source, output, licence, force=force)


_FORMAT_OF = {"--license": "hf", "--package": "probe-swe", "--arms": "lm-eval", "--runs": "lm-eval"}


def _check_options(form: str, given: Mapping[str, object]) -> None:
    """Raise InputError if an option is given with a format other than its own."""
    for name, own in _FORMAT_OF.items():
        if given[name] is not None and form != own:
            raise InputError(f"{name} is for --format {own}: leave it out, or export with --format {own}")


def _export(form: str, source: Path, output: Path, licence: str | None, *, force: bool) -> None:
    if form == "decisions":
        refuse_overwriting([output], "--out", force=force)
        message(f"wrote {export_decisions(source, output)} decisions to {output}")
        return
    if form == "hf":
        _export_hub(source, output, licence, force=force)
        return
    refuse_overwriting([output], "--out", force=force)
    if form == "csv":
        _export_csv(source, output)
        return
    number = protocol_named(writer_of(form, source)).export(form, source, output)
    message(f"wrote {number} rows to {output}")


def _export_csv(source: Path, output: Path) -> None:
    """Write a CSV file whose first row has the names of the columns; one that is cut off is continued."""
    items = open_dataset(source)
    protocol = protocol_named(protocol_in(items.file))
    columns, row = protocol.flat_columns, protocol.flat_row

    with counting_progress("exporting", len(items)) as done:

        def rows(start: int) -> Iterator[bytes]:
            before = max(0, start - 1)
            return item_rows(reporting(items.after(before), done, before), columns, row, header=not start)

        if writes_lines(output):
            _continued(output, ["csv", items.digest], rows, quoted=True)
        else:
            export_csv(output, reporting(items, done), columns, row)
    message(f"wrote {len(items)} {protocol.noun}s to {output}")


def _export_package(source: Path, folder: Path, seeds: Path | None, *, force: bool) -> None:
    written = run(protocol_named(EXPORTS["probe-swe"]).export_package(source, folder, seeds=seeds, force=force))
    for path in written:
        if "/" not in path:
            message(f"wrote {folder / path}")
    message(f"wrote {len(written)} files to {folder}, with the seeds in seed_corpus")
    if not any(path.startswith("1_stats") for path in written):
        message("1_stats_dataset_*.json is missing: only the folder of probe generate knows what was rejected")


def _export_hub(source: Path, output: Path, licence: str | None, *, force: bool) -> None:
    items, shown_as = open_dataset(source), form_in(source)
    chosen = None if licence is None else checked_licence(licence)
    written = [output / path for path in output_files(items.biases)]
    refuse_overwriting(written, "--out", own=interrupted(output), force=force)
    publication = Publication(chosen, manifest=manifest_beside(items.file), form=shown_as)
    with counting_progress("exporting", len(items)) as done:
        contents, _ = export_huggingface(output, reporting(items, done), publication)
    if licence_name(contents, chosen) is None:
        message("the card states no licence: name one with --license, such as --license CC-BY-4.0")
    message(f"wrote {len(items)} {shown_as.noun}s to {output}")


@click.command("schema")
@click.option("--protocol", default=DILEMMAS, show_default=True, metavar="NAME", help="The protocol of the dataset.")
def schema_command(protocol: str) -> None:
    """Print the JSON Schema of one line of a dataset.

    \b
    Example:
      probe schema
    """
    print_json(protocol_named(protocol).item_type.model_json_schema())
