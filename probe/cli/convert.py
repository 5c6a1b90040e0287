"""``probe data import``, ``export`` and ``schema``: other formats, and the schema of PROBE's own."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from probe.cli.harnesses import RESULTS, HarnessResults, import_results
from probe.cli.output import Interrupted, counting_progress, message, print_json, reporting
from probe.cli.standard_streams import written_file
from probe.cli.types import STANDARD_OUTPUT
from probe.errors import InputError
from probe.files.continuing import hash_of
from probe.files.dataset import json_line, write_dataset, writes_lines
from probe.files.huggingface import parquet_files, stream_huggingface
from probe.files.plain import refuse_overwriting
from probe.files.published import stream_probe_swe
from probe.integrations.exporting import Exported, continued, export
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


FOLDERS = ("hf", "lm-eval")
"""Formats of several files."""
_NEXT = {"probe-swe": "verify", "hf": "verify"}
"""What to do next with data of a format, whose items have programs; others are for evaluations."""
_READERS: dict[str, Callable[..., Iterator[Item]]] = {"probe-swe": stream_probe_swe, "hf": _stream_hub}


def import_command(given: ImportCommandLine) -> None:
    """Convert data to a dataset, or another tool's results to an evaluation."""
    form, source, dataset, output = given.format, Path(given.source), path_of(given.dataset), output_of(given.out)
    made = {"format": form, "source": str(given.source), "out": str(output)}
    if given.logprobs and form != "lm-eval":
        raise InputError("--logprobs is for lm-eval: leave it out")
    if form in RESULTS or (form in IMPORTS and dataset is not None):
        if output == STANDARD_OUTPUT:
            raise InputError("--out -: results become an evaluation, which is a folder: name one")
        results = HarnessResults(form, source, given.subject, direct=given.logprobs)
        imported = import_results(results, dataset, output, force=given.force)
        if given.as_json:
            print_json(made | imported)
        return
    refuse(given, ("dataset", "subject"), f" is for {', '.join(RESULTS)} and decisions of malberg: leave it out")
    with written_file(output, ".jsonl", as_json=given.as_json) as file:
        refuse_overwriting([file], "--out", force=given.force)
        number = _import_items(form, source, file)
    shown = "standard output" if file != output else f"{output}; next: probe {_NEXT.get(form, 'evaluate')} {output}"
    message(f"wrote {number} items to {shown}")
    if given.as_json:
        print_json({**made, "items": number})


def _import_items(form: str, source: Path, file: Path) -> int:
    """Write the items in ``source``, and return their number."""
    if form in IMPORTS:
        return write_dataset(file, protocol_named(IMPORTS[form]).import_items(form, source))
    with counting_progress("importing", None) as done:
        return _import(form, source, file, done)


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
    """Convert a dataset or an evaluation, and report what was written."""
    out = path_of(given.out)
    if out is None or out != STANDARD_OUTPUT:
        exported = _export(given)
        message(*exported.lines)
        if given.as_json:
            print_json({"format": given.format, "source": str(given.source), "out": str(exported.path)})
        return
    if given.format in FOLDERS:
        raise InputError(f"--out -: {given.format} is a folder of several files: name one")
    ending = ".json" if given.format == "probe-swe" else ".csv"
    with written_file(out, ending, as_json=given.as_json) as file:
        exported = _export(replace(given, out=file))
    message(*(line.replace(str(file), "standard output") for line in exported.lines))


def _export(given: ExportCommandLine) -> Exported:
    try:
        with counting_progress("exporting", None) as done:
            return export(given, done)
    except KeyboardInterrupt:
        raise Interrupted(resumable=given.format == "csv") from None


def schema_command(given: SchemaCommandLine) -> None:
    """Print the JSON Schema of one line of a dataset."""
    print_json(protocol_named(given.protocol).item_type.model_json_schema())
