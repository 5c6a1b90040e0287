"""The data set of BiasBuster, as items of the protocol triage."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from probe.protocols.formats import ItemReader

if TYPE_CHECKING:
    from probe.protocols.triage.items import TriageItem


class BiasBuster(ItemReader):
    """The folder of the data set."""

    def items(self, source: Path, skip: int = 0) -> "Iterator[TriageItem]":
        """Yield the items in a copy of the data set."""
        from probe.protocols.triage.biasbuster import import_biasbuster

        return iter(import_biasbuster(source)[skip:])
