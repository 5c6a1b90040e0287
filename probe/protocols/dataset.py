"""A dataset: items of one protocol as a sequence, with the manifest of the run that made them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Self, overload

from typing_extensions import TypeVar

from probe.document import Document, Grid
from probe.errors import InputError
from probe.files.dataset import write_dataset
from probe.files.folders import Folder
from probe.files.plain import refuse_overwriting
from probe.protocols import DILEMMAS, protocol_named
from probe.protocols.base import ItemProtocol
from probe.values import Bias, Item

if TYPE_CHECKING:
    import pandas as pd

AnyItem = TypeVar("AnyItem", bound=Item, default=Any)
"""The type of the items, for type checkers: a dataset behaves the same for every type."""
SHOWN_ITEMS = 20
"""How many items a notebook shows."""
BEGINNING_LENGTH = 80
"""How many characters of a text a notebook shows."""


class Dataset(Sequence[AnyItem], Generic[AnyItem]):
    """Items of one protocol in the order of their file. A slice and ``filter`` return datasets.

    ``protocol`` is its name, ``definition`` the protocol itself. ``folder`` is the folder of the run that made the
    items, None for other sources; ``manifest`` is its manifest, empty without one. Raises InputError for items of
    several protocols, and for anything but items.
    """

    def __init__(
        self,
        items: Iterable[AnyItem],
        *,
        protocol: str = DILEMMAS,
        manifest: Mapping[str, Any] | None = None,
        folder: Folder | None = None,
    ) -> None:
        self._items = tuple(items)
        # A notebook may pass anything: raise an error here and not in the middle of an evaluation.
        wrong_item = next((item for item in self._items if not isinstance(item, Item)), None)
        if wrong_item is not None:
            type_name = type(wrong_item).__name__
            raise InputError(f"expected items, not {type_name}: give a dataset, items, or a path that probe.load reads")
        names = sorted({item.protocol for item in self._items})
        if len(names) > 1:
            raise InputError(f"the items are of several protocols ({', '.join(names)}): give items of one protocol")
        self.protocol = names[0] if names else protocol
        self.manifest: dict[str, Any] = dict(manifest or {})
        self._folder = folder

    @property
    def definition(self) -> ItemProtocol[Any]:
        """The protocol of the items."""
        return protocol_named(self.protocol)

    @property
    def folder(self) -> Path | None:
        """The folder of the run that made the items, or None."""
        return None if self._folder is None else self._folder.path

    @property
    def biases(self) -> tuple[Bias, ...]:
        """The biases of the items, in their usual order."""
        return tuple(Bias.in_order(item.bias for item in self))

    def filter(self, *, bias: str | Iterable[str]) -> Self:
        """Return the items of one bias or several. Raises InputError for a bias that no item has."""
        biases = tuple(map(Bias.parse, (bias,) if isinstance(bias, str) else bias))
        for name in biases:
            name.check_among(self.biases, "this dataset")
        return self._subset(item for item in self if item.bias in biases)

    def item(self, item_id: str) -> AnyItem:
        """Return the item whose ID begins with ``item_id``. Raises InputError if there is not exactly one."""
        matching_items = [item for item in self if item.id.startswith(item_id.lower())]
        if len(matching_items) != 1:
            noun = self.definition.noun
            raise InputError(
                f"{len(matching_items)} of these {len(self)} {noun}s have an ID that begins with {item_id!r}"
            )
        return matching_items[0]

    pair = item

    def write(self, file: str | Path, *, force: bool = False) -> Path:
        """Write the items as JSON Lines, which every command reads, and return the path.

        Raises InputError if the file exists, unless ``force``.
        """
        path = Path(file)
        refuse_overwriting([path], "file", force=force)
        write_dataset(path, self)
        return path

    def to_pandas(self) -> "pd.DataFrame":
        """Return one row per item: the columns of ``probe data export --format csv``."""
        import pandas as pd  # imported here, because most programs make no data frame

        columns = self.definition.flat_columns
        rows = ({name: column.read(item) for name, column in columns.items()} for item in self)
        return pd.DataFrame(rows, columns=list(columns))

    def _subset(self, items: Iterable[AnyItem]) -> Self:
        return type(self)(items, protocol=self.protocol, manifest=self.manifest, folder=self._folder)

    @overload
    def __getitem__(self, index: int) -> AnyItem: ...

    @overload
    def __getitem__(self, index: slice) -> Self: ...

    def __getitem__(self, index: int | slice) -> AnyItem | Self:
        return self._subset(self._items[index]) if isinstance(index, slice) else self._items[index]

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[AnyItem]:
        return iter(self._items)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self._items == other._items

    def __hash__(self) -> int:
        return hash(self._items)

    def __repr__(self) -> str:
        noun = self.definition.noun
        return f"<Dataset: {len(self)} {noun}s, {_slugs(self.biases)}>" if self else f"<Dataset: no {noun}s>"

    def _repr_html_(self) -> str:
        headings = ("", "ID", "bias", "right option", "norm", "depth", "author", "text")
        rows = tuple((str(number), *map(str, _row(item))) for number, item in enumerate(self[:SHOWN_ITEMS]))
        notes = (f"… and {len(self) - SHOWN_ITEMS} more",) if len(self) > SHOWN_ITEMS else ()
        return Document("", (Grid(f"{len(self)} {self.definition.noun}s", headings, rows, notes=notes),))._repr_html_()


def _slugs(biases: Iterable[Bias]) -> str:
    return ", ".join(bias.slug for bias in biases)


def _row(item: Item) -> tuple[object, ...]:
    arm = next(iter(item.arms()), None)
    right_index = None if arm is None else item.right_answer(arm)
    text = "" if arm is None else " ".join((item.text(arm) or "").split())
    beginning = text if len(text) <= BEGINNING_LENGTH else f"{text[:BEGINNING_LENGTH]}…"
    right_option = "" if arm is None or right_index is None else item.scale_of(arm)[right_index]
    depth = "" if item.complexity.depth is None else item.complexity.depth
    return item.id, item.bias, right_option, item.norm, depth, item.provenance.author, beginning
