"""``probe data import``, ``export`` and ``schema``: other formats, and the schema of PROBE's own."""

from collections.abc import Callable, Iterator
from pathlib import Path

from probe.cli.harnesses import RESULTS, HarnessResults, import_results
from probe.cli.output import Interrupted, counting_progress, message, print_json, reporting
from probe.errors import InputError
from probe.files.continuing import hash_of
from probe.files.dataset import json_line, write_dataset, writes_lines
from probe.files.huggingface import parquet_files, stream_huggingface
from probe.files.plain import refuse_overwriting
from probe.files.published import stream_probe_swe
from probe.integrations.exporting import continued, export
from probe.options.form import refuse
from probe.options.inspecting import ImportCommandLine, SchemaCommandLine
from probe.options.reading import output_of, path_of
from probe.options.sharing import ExportCommandLine
from probe.protocols import protocol_named
from probe.protocols.formats import IMPORTS
from probe.protocols.reading import form_in
from probe.values import Item


def _stream_hub(path: Path, after: int = 0) -> Iterator[Item]:
    return stream_huggingface(path, after, form_in(path))


_READERS: dict[str, Callable[..., Iterator[Item]]] = {"probe-swe": stream_probe_swe, "hf": _stream_hub}


def import_command(given: ImportCommandLine) -> None:
    """Convert data to a dataset, or another tool's results to an evaluation."""
    form, source, dataset, output = given.format, Path(given.source), path_of(given.dataset), output_of(given.out)
    if given.logprobs and form != "lm-eval":
        raise InputError("--logprobs is for lm-eval: leave it out")
    if form in RESULTS or (form in IMPORTS and dataset is not None):
        import_results(
            HarnessResults(form, source, given.subject, direct=given.logprobs), dataset, output, force=given.force
        )
        return
    refuse(given, ("dataset", "subject"), f" is for {', '.join(RESULTS)} and decisions of malberg: leave it out")
    refuse_overwriting([output], "--out", force=given.force)
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


def schema_command(given: SchemaCommandLine) -> None:
    """Print the JSON Schema of one line of a dataset."""
    print_json(protocol_named(given.protocol).item_type.model_json_schema())
