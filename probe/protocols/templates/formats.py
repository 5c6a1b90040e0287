"""The published template tests and decisions on them (Malberg and others)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from probe.errors import InputError
from probe.options.inspecting import ImportCommandLine
from probe.options.sharing import ExportOptions
from probe.protocols.formats import (
    Converted,
    DecisionReader,
    Exporter,
    ItemReader,
    output_file,
    refuse_items_of_others,
)

if TYPE_CHECKING:
    from probe.ports import CountListener
    from probe.protocols.arguments import CollectedDecisions
    from probe.protocols.dataset import Dataset
    from probe.protocols.templates.item import TemplateItem


class Malberg(ItemReader, DecisionReader, Exporter):
    """Template tests as the published scripts read and write them."""

    shows_all = False

    def items(self, source: Path, skip: int = 0) -> Iterator[TemplateItem]:
        """Yield the tests of the published dataset."""
        from probe.protocols.templates.malberg import import_malberg

        return iter(import_malberg(source)[skip:])

    def decisions(self, command_line: ImportCommandLine, items: Dataset[Any]) -> CollectedDecisions:
        """Return the published decisions of one model."""
        from probe.protocols.templates.decisions import read_decisions

        if items.protocol != "templates":
            raise InputError(f"malberg: the protocol {items.protocol} reads no decisions of this format")
        return read_decisions(Path(command_line.source), items, command_line.subject)

    def export(self, options: ExportOptions, listener: CountListener) -> Converted:
        """Write tests, or decisions on them."""
        from probe.protocols.templates.malberg import export_malberg

        source, output = Path(options.source), output_file(options)
        refuse_items_of_others("malberg", "templates", source)
        return Converted(output, (f"wrote {export_malberg(output, source)} rows to {output}",))
