"""The decisions of an evaluation as long data, for a mixed model."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from probe.options.sharing import ExportOptions
from probe.protocols.formats import Converted, Exporter, output_file

if TYPE_CHECKING:
    from probe.ports import CountListener


class Decisions(Exporter):
    """One row per decision, as CSV or Parquet by the ending of the file."""

    def export(self, options: ExportOptions, listener: CountListener) -> Converted:
        """Write the decisions."""
        from probe.measuring.decisions import export_decisions

        output = output_file(options)
        return Converted(output, (f"wrote {export_decisions(Path(options.source), output)} decisions to {output}",))
