"""The decisions of an evaluation as long data, for a mixed model."""

from pathlib import Path

from probe.options.sharing import ExportOptions
from probe.protocols.formats import Converted, Exporter, Listener, output_file


class Decisions(Exporter):
    """One row per decision, as CSV or Parquet by the ending of the file."""

    def export(self, options: ExportOptions, listener: Listener) -> Converted:
        """Write the decisions."""
        from probe.measuring.decisions import export_decisions

        output = output_file(options)
        return Converted(output, (f"wrote {export_decisions(Path(options.source), output)} decisions to {output}",))
