"""People's decisions as a format, which an entry point names: it is loaded to list options, so it imports little."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from probe.protocols.formats import PeopleReader

if TYPE_CHECKING:
    from probe.values import Evaluation, Item


class PeopleFile(PeopleReader):
    """The file as a format: what ``probe validate export`` writes and ``probe analyze --people`` reads."""

    def people(self, file: Path, items: Sequence["Item"]) -> "Evaluation":
        """Return what people decided about ``items``."""
        from probe.audit.crowd import read_people

        return read_people(file, items)
