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


def import_command(given: ImportCommandLine) -> None:
    """Convert data to a dataset, or another tool's results to an evaluation."""
    output = output_of(given.out)
    if output == STANDARD_OUTPUT and imports_decisions(given):
        raise InputError("--out -: results become an evaluation, which is a folder: name one")
    with written_file(output, ".jsonl", as_json=given.as_json) as file:
        imported = _import(replace(given, out=file))
    if file == output:
        message(*imported.lines)
    else:
        message(f"wrote {imported.document['items']} items to standard output")
    if given.as_json:
        print_json({"format": given.format, "source": str(given.source), "out": str(output), **imported.document})


def _import(given: ImportCommandLine) -> Converted:
    try:
        with counting_progress("importing", None) as done:
            return import_data(given, done)
    except KeyboardInterrupt:
        raise Interrupted(resumable=resumes(given)) from None


def export_command(given: ExportCommandLine) -> None:
    """Convert a dataset or an evaluation, and report what was written."""
    out = path_of(given.out)
    if out is None or out != STANDARD_OUTPUT:
        exported = _export(given)
        message(*exported.lines)
        if given.as_json:
            print_json({"format": given.format, "source": str(given.source), "out": str(exported.path)})
        return
    ending = exporter_named(given.format).ending
    if not ending:
        raise InputError(f"--out -: {given.format} is a folder of several files: name one")
    with written_file(out, ending, as_json=given.as_json) as file:
        exported = _export(replace(given, out=file))
    message(*(line.replace(str(file), "standard output") for line in exported.lines))


def _export(given: ExportCommandLine) -> Converted:
    try:
        with counting_progress("exporting", None) as done:
            return export(given, done)
    except KeyboardInterrupt:
        raise Interrupted(resumable=exporter_named(given.format).resumes) from None


def schema_command(given: SchemaCommandLine) -> None:
    """Print the JSON Schema of one line of a dataset."""
    print_json(protocol_named(given.protocol).item_type.model_json_schema())
