"""Items and decisions of a protocol in files of other forms: spreadsheets, long data, and formats of other tools."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import ClassVar, Generic

from probe.errors import InputError
from probe.files.decisions import COLUMNS, DIRECT, Row
from probe.ports import AnyItem
from probe.protocols.arguments import Collected
from probe.values import Decision


class FiledItems(Generic[AnyItem]):
    """What a protocol adds to files of other forms; all of it has a plain default.

    ``columns`` are those of decisions in long data, with their types, ``direct_columns`` further ones of direct
    answers, and ``flat_columns`` those of items in a spreadsheet. ``harness_tasks`` says that its items can be exported
    as tasks of lm-evaluation-harness, so that there are results to read.
    """

    name: ClassVar[str]
    harness_tasks: ClassVar[bool] = False
    columns: ClassVar[Mapping[str, type]] = COLUMNS
    direct_columns: ClassVar[Mapping[str, type]] = DIRECT
    flat_columns: ClassVar[tuple[str, ...]] = ("id", "protocol", "bias", "norm", "domain", "cluster", "author", "depth")

    def flat_row(self, item: AnyItem) -> Row:
        """Return the ``flat_columns`` of an item, for a spreadsheet."""
        return {
            "id": item.id,
            "protocol": item.protocol,
            "bias": item.bias.value,
            "norm": item.norm,
            "domain": item.domain,
            "cluster": item.cluster,
            "author": item.provenance.author,
            "depth": item.complexity.depth,
        }

    def import_items(self, form: str, source: Path) -> Sequence[AnyItem]:
        """Return the items in files of another format. Raises InputError for a faulty one, or an unknown format."""
        raise InputError(f"{form}: the protocol {self.name} reads no items of this format")

    def import_decisions(self, form: str, file: Path, items: Sequence[AnyItem], subject: str | None) -> Collected:
        """Return the decisions on ``items`` in a file of another format, of the model called ``subject`` if several.

        Raises InputError for a faulty file, or an unknown format.
        """
        raise InputError(f"{form}: the protocol {self.name} reads no decisions of this format")

    def export(self, form: str, source: Path, output: Path) -> int:
        """Write a dataset, or the decisions of an evaluation, in another format, and return the number of rows.

        Raises InputError for what the format cannot hold, or an unknown format.
        """
        raise InputError(f"--format {form}: the protocol {self.name} does not write this format")

    def columns_of(self, items: Sequence[AnyItem], decisions: Sequence[Decision]) -> Iterator[Row]:
        """Yield the protocol's own values of ``columns`` for each decision, in order; what is missing is empty."""
        yield from ({} for _ in decisions)
