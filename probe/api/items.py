"""Items of protocols other than dilemmas as a sequence, and what functions accept as data."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from probe.api.dataset import Dataset, dataset_of, read_pairs_of
from probe.api.options import Folder, PathName, biases_of
from probe.api.running import in_python, synchronous
from probe.errors import InputError
from probe.files.dataset import DATASET, dataset_file, read_manifest, write_dataset
from probe.files.plain import refuse_overwriting
from probe.notebook import html_table
from probe.protocols import DILEMMAS
from probe.protocols.reading import protocol_in, read_items
from probe.values import Bias, Item, Pair

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = ("id", "protocol", "bias", "norm", "domain", "cluster", "author", "depth")


class Items(Sequence[Item]):
    """Items of one protocol, named ``protocol``, in the order of their file. A slice and ``filter`` return items.

    ``manifest`` is that of the run that made the items, empty without one; ``folder`` is its folder, or None.
    """

    def __init__(
        self,
        items: Iterable[Item],
        *,
        protocol: str,
        manifest: Mapping[str, Any] | None = None,
        folder: Folder | None = None,
    ) -> None:
        self._items = tuple(items)
        self.protocol = protocol
        self.manifest: dict[str, Any] = dict(manifest or {})
        self._folder = folder

    @property
    def folder(self) -> Path | None:
        """The folder of the run that made the items, or None."""
        return None if self._folder is None else self._folder.path

    @property
    def biases(self) -> tuple[Bias, ...]:
        """The biases of the items, in their usual order."""
        return tuple(Bias.in_order(item.bias for item in self))

    def filter(self, *, bias: str | Iterable[str]) -> "Items":
        """Return the items of one bias or several. Raises InputError for a bias that no item has."""
        wanted = biases_of(bias)
        unknown = next((name for name in wanted if name not in self.biases), None)
        if unknown is not None:
            known = ", ".join(one.slug for one in self.biases)
            raise InputError(f"no item here has the bias {unknown.slug}: choose among {known}")
        return self._part(item for item in self if item.bias in wanted)

    def item(self, item_id: str) -> Item:
        """Return the item whose ID begins with ``item_id``. Raises InputError if there is not exactly one."""
        found = [item for item in self if item.id.startswith(item_id.lower())]
        if len(found) != 1:
            raise InputError(f"{len(found)} of these {len(self)} items have an ID that begins with {item_id!r}")
        return found[0]

    def write(self, file: PathName, *, force: bool = False) -> Path:
        """Write the items as JSON Lines, which every command reads, and return the path.

        Raises InputError if the file exists, unless ``force``.
        """
        path = Path(file)
        refuse_overwriting([path], "file", force=force)
        write_dataset(path, self)
        return path

    def to_pandas(self) -> "pd.DataFrame":
        """Return one row per item: what all protocols have in common."""
        import pandas as pd

        return pd.DataFrame(map(_row, self), columns=list(COLUMNS))

    def _part(self, items: Iterable[Item]) -> "Items":
        return Items(items, protocol=self.protocol, manifest=self.manifest, folder=self._folder)

    @overload
    def __getitem__(self, place: int) -> Item: ...

    @overload
    def __getitem__(self, place: slice) -> "Items": ...

    def __getitem__(self, place: int | slice) -> "Item | Items":
        return self._part(self._items[place]) if isinstance(place, slice) else self._items[place]

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[Item]:
        return iter(self._items)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Items) and self._items == other._items

    def __hash__(self) -> int:
        return hash(self._items)

    def __repr__(self) -> str:
        biases = ", ".join(one.slug for one in self.biases) or "none"
        return f"<Items: {len(self)} of {self.protocol}, {biases}>"

    def _repr_html_(self) -> str:
        return html_table(f"{len(self)} items of {self.protocol}", COLUMNS, [_row(item) for item in self[:20]])


def _row(item: Item) -> tuple[object, ...]:
    author, depth = item.provenance.author, item.complexity.depth
    return item.id, item.protocol, item.bias.value, item.norm, item.domain, item.cluster, author, depth


@in_python
async def load_async(source: PathName) -> Dataset | Any:
    """Read a dataset: dilemmas as a ``Dataset``, items of another protocol as ``Items``.

    The type is ``Dataset | Any``, so that a caller who knows the protocol need not test for it.

    ``source`` is a ``dataset.jsonl`` or the folder of a run that contains one, a published PROBE-SWE dataset
    (``1_augmented_dilemmas_dataset_*.json``), an export for the Hugging Face Hub (its folder or a Parquet file),
    a folder of seeds, or the name of a packaged domain such as
    ``software_engineering``. Raises InputError, which names the line and the field with the fault.
    """
    return await _read(Path(source))


load = synchronous(load_async)


async def _read(path: Path) -> Dataset | Items:
    file = dataset_file(path)
    if path.suffix == ".json" or not file.is_file() or protocol_in(file) == DILEMMAS:
        return await read_pairs_of(path)
    found = await read_items(path)
    manifest = read_manifest(file.parent) if file.name == DATASET else {}
    items = (one for one in found.items if isinstance(one, Item))
    folder = Folder(file.parent) if manifest else None
    return Items(items, protocol=found.protocol.name, manifest=manifest, folder=folder)


async def data_of(given: Dataset | Items | Pair | Item | Iterable[Pair | Item] | PathName) -> Dataset | Items:
    """Return what a function was given as dilemmas or items. Raises InputError for something else, or a mixture."""
    if isinstance(given, Items):
        return given
    if isinstance(given, (str, PathLike)):
        return await _read(Path(given))
    several = (given,) if isinstance(given, (Pair, Item)) else given
    if isinstance(several, Dataset) or not isinstance(several, Iterable):
        return await dataset_of(several)
    listed: tuple[Any, ...] = tuple(several)
    return _items_of(listed) if any(isinstance(one, Item) for one in listed) else await dataset_of(listed)


def _items_of(listed: Sequence[object]) -> Items:
    items = [one for one in listed if isinstance(one, Item)]
    protocols = sorted({one.protocol for one in items} | {DILEMMAS for one in listed if not isinstance(one, Item)})
    if len(protocols) > 1:
        raise InputError(f"items of several protocols given ({', '.join(protocols)}): give those of one")
    return Items(items, protocol=items[0].protocol)
