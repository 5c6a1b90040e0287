"""``probe data import``, ``export`` and ``schema``: other formats, and the schema of PROBE's own."""

from dataclasses import replace

from probe.cli.output import Interrupted, counting_progress, message, print_json
from probe.cli.standard_streams import written_file
from probe.cli.types import STANDARD_OUTPUT
from probe.errors import InputError
from probe.measuring.imported import import_data, imports_decisions, resumes
from probe.options.inspecting import ImportCommandLine, SchemaCommandLine
from probe.options.reading import output_of, path_of
from probe.options.sharing import ExportCommandLine
from probe.protocols import protocol_named
from probe.protocols.formats import Converted, export, exporter_named


def import_command(options: ImportCommandLine) -> None:
    """Convert data to a dataset, or another tool's results to an evaluation."""
    output = output_of(options.out)
    if output == STANDARD_OUTPUT and imports_decisions(options):
        raise InputError("--out -: results become an evaluation, which is a folder: give a folder with --out")
    with written_file(output, ".jsonl", as_json=options.as_json) as file:
        result = _import(replace(options, out=file))
    if file == output:
        message(*result.lines)
    else:
        message(f"wrote {result.document['items']} items to standard output")
    if options.as_json:
        print_json({"format": options.format, "source": str(options.source), "out": str(output), **result.document})


def _import(options: ImportCommandLine) -> Converted:
    try:
        with counting_progress("importing", None) as listener:
            return import_data(options, listener)
    except KeyboardInterrupt:
        raise Interrupted(resumable=resumes(options)) from None


def export_command(options: ExportCommandLine) -> None:
    """Convert a dataset or an evaluation, and report what was written."""
    out = path_of(options.out)
    if out is None or out != STANDARD_OUTPUT:
        result = _export(options)
        message(*result.lines)
        if options.as_json:
            print_json({"format": options.format, "source": str(options.source), "out": str(result.path)})
        return
    ending = exporter_named(options.format).ending
    if not ending:
        raise InputError(f"--out -: {options.format} is a folder of several files: give a folder with --out")
    with written_file(out, ending, as_json=options.as_json) as file:
        result = _export(replace(options, out=file))
    # The temporary file no longer exists when a user reads its name.
    message(*(line.replace(str(file), "standard output") for line in result.lines))


def _export(options: ExportCommandLine) -> Converted:
    try:
        with counting_progress("exporting", None) as listener:
            return export(options, listener)
    except KeyboardInterrupt:
        raise Interrupted(resumable=exporter_named(options.format).resumes) from None


def schema_command(options: SchemaCommandLine) -> None:
    """Print the JSON Schema of one line of a dataset."""
    print_json(protocol_named(options.protocol).item_type.model_json_schema())
