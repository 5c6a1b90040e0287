"""Items as CSV, one row per item."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from probe.options.sharing import ExportOptions
from probe.protocols.formats import Converted, Exporter, output_file, write_resumable_text

if TYPE_CHECKING:
    from probe.ports import CountListener


class Spreadsheet(Exporter):
    """Items of any protocol in the columns that a spreadsheet shows; a file that is cut off is continued."""

    resumes = True

    def export(self, options: ExportOptions, listener: CountListener) -> Converted:
        """Write a CSV file whose first row has the names of the columns."""
        from probe.files.dataset import writes_lines
        from probe.files.exports import export_csv, item_rows
        from probe.protocols import protocol_named
        from probe.protocols.reading import open_dataset, protocol_in, report_progress

        output = output_file(options)
        items = open_dataset(Path(options.source))
        protocol = protocol_named(protocol_in(items.file))
        columns = protocol.flat_columns

        def rows(start: int) -> Iterator[bytes]:
            done_count = max(0, start - 1)  # the first row has the names
            remaining_items = report_progress(items.after(done_count), len(items), listener, done_count)
            return item_rows(remaining_items, columns, header=not start)

        # Compressed files and columns cannot be continued at a row.
        if writes_lines(output):
            write_resumable_text(output, ["csv", items.digest], rows, quoted=True)
        else:
            export_csv(output, report_progress(items, len(items), listener), columns)
        return Converted(output, (f"wrote {len(items)} {protocol.noun}s to {output}",))
