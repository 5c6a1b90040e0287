"""Items of protocols other than dilemmas as a sequence, and what functions accept as data."""

from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from probe.api.dataset import Dataset, Rows, dataset_of, read_pairs_of, slugs
from probe.api.options import Folder, PathName
from probe.api.running import in_python, synchronous
from probe.errors import InputError
from probe.files.dataset import DATASET, dataset_file, read_manifest
from probe.notebook import html_table
from probe.protocols import DILEMMAS
from probe.protocols.reading import protocol_in, read_items
from probe.values import Dilemma, Item

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = ("id", "protocol", "bias", "norm", "domain", "cluster", "author", "depth")


class Items(Rows[Item]):
    """Items of one protocol, named ``protocol``, with the ``manifest`` and the ``folder`` of their run."""

    NAME = "item"

    def __init__(
        self,
        items: Iterable[Item],
        *,
        protocol: str,
        manifest: Mapping[str, Any] | None = None,
        folder: Folder | None = None,
    ) -> None:
        super().__init__(items, manifest=manifest, folder=folder)
        self.protocol = protocol

    def item(self, item_id: str) -> Item:
        """Return the item whose ID begins with ``item_id``. Raises InputError if there is not exactly one."""
        return self._found(item_id)

    def to_pandas(self) -> "pd.DataFrame":
        """Return one row per item: what all protocols have in common."""
        import pandas as pd

        return pd.DataFrame(map(_row, self), columns=list(COLUMNS))

    def _part(self, rows: Iterable[Item]) -> Self:
        return type(self)(rows, protocol=self.protocol, manifest=self.manifest, folder=self._folder)

    def __repr__(self) -> str:
        biases = slugs(self.biases) or "none"
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
    a folder of seeds, ``seeds`` for the packaged ones, or the name of a packaged domain such as
    ``software_engineering``. The oracle certifies seeds. Raises InputError, which names the line and the field with
    the problem; MissingError if seeds are read without SWI-Prolog.
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


async def data_of(given: Dataset | Items | Dilemma | Item | Iterable[Dilemma | Item] | PathName) -> Dataset | Items:
    """Return what a function was given as dilemmas or items. Raises InputError for something else, or a mixture."""
    if isinstance(given, Items):
        return given
    if isinstance(given, (str, PathLike)):
        return await _read(Path(given))
    several = (given,) if isinstance(given, (Dilemma, Item)) else given
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
