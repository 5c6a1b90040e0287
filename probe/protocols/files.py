"""Items and decisions of a protocol in files of other forms: spreadsheets, long data, and formats of other tools."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Generic

from probe.errors import InputError
from probe.files.decisions import COLUMNS, DIRECT, Row
from probe.ports import AnyItem
from probe.protocols.arguments import Collected
from probe.values import Decision


@dataclass(frozen=True)
class HarnessTasks:
    """How items become tasks of lm-evaluation-harness: the ``prompts`` of the groups of tasks, by their names.

    The tasks report how likely each option is, or, with ``compares_errors``, how errors differ between the arms of a
    dilemma.
    """

    prompts: Mapping[str, str]
    compares_errors: bool = False


class FiledItems(Generic[AnyItem]):
    """What a protocol adds to files of other forms; all of it has a plain default.

    ``columns`` are those of decisions in long data, with their types, ``direct_columns`` further ones of direct
    answers, and ``flat_columns`` those of items in a spreadsheet. ``direct_prompts`` are the names of the
    templates for direct answers, which items of a protocol that ``answers_directly`` have.
    """

    name: ClassVar[str]
    answers_directly: ClassVar[bool] = False
    direct_prompts: ClassVar[tuple[str, ...]] = ()
    columns: ClassVar[Mapping[str, type]] = COLUMNS
    direct_columns: ClassVar[Mapping[str, type]] = DIRECT
    flat_columns: ClassVar[tuple[str, ...]] = ("id", "protocol", "bias", "norm", "domain", "cluster", "author", "depth")

    @property
    def harness_tasks(self) -> HarnessTasks | None:
        """How items become tasks of lm-evaluation-harness: by a prompt for direct answers; None without one."""
        return HarnessTasks({"probe_logits": self.direct_prompts[0]}) if self.direct_prompts else None

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
