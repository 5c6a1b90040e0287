"""``probe import``, ``probe export`` and ``probe schema``: other formats, and the schema of PROBE's own."""

from probe.cli.output import Interrupted, counting_progress, message, print_json
from probe.measuring.imported import import_data, resumes
from probe.options.inspecting import ImportCommandLine, SchemaCommandLine
from probe.options.sharing import ExportCommandLine
from probe.protocols import protocol_named
from probe.protocols.formats import export, exporter_named


def import_command(given: ImportCommandLine) -> None:
    """Convert data to a dataset, or another tool's results to an evaluation."""
    try:
        with counting_progress("importing", None) as done:
            imported = import_data(given, done)
    except KeyboardInterrupt:
        raise Interrupted(resumable=resumes(given)) from None
    for line in imported.lines:
        message(line)


def export_command(given: ExportCommandLine) -> None:
    """Convert a dataset or an evaluation, and say what was written."""
    try:
        with counting_progress("exporting", None) as done:
            exported = export(given, done)
    except KeyboardInterrupt:
        raise Interrupted(resumable=exporter_named(given.format).resumes) from None
    for line in exported.lines:
        message(line)


def schema_command(given: SchemaCommandLine) -> None:
    """Print the JSON Schema of one line of a dataset."""
    print_json(protocol_named(given.protocol).item_type.model_json_schema())
