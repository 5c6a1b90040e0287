"""Datasets: reading them."""

from pathlib import Path
from typing import Any, overload

from probe.api.running import in_python, wait
from probe.errors import InputError
from probe.options.shared import PathName
from probe.protocols.dataset import AnyItem, Dataset
from probe.protocols.reading import read_items
from probe.values import Item


@overload
async def load_async(source: PathName) -> Dataset[Item]: ...


@overload
async def load_async(source: PathName, kind: type[AnyItem]) -> Dataset[AnyItem]: ...


@in_python
async def load_async(source: PathName, kind: type[Item] = Item) -> Dataset[Any]:
    """Read a dataset: ``load`` where an event loop is running."""
    dataset = await read_items(Path(source))
    wrong = next((item for item in dataset if not isinstance(item, kind)), None)
    if wrong is not None:
        raise InputError(
            f"{source}: its items are of the class {type(wrong).__name__} (protocol {dataset.protocol}), not"
            f" {kind.__name__}: leave out kind, or give the class of these items"
        )
    return dataset


@overload
def load(source: PathName) -> Dataset[Item]: ...


@overload
def load(source: PathName, kind: type[AnyItem]) -> Dataset[AnyItem]: ...


def load(source: PathName, kind: type[Item] = Item) -> Dataset[Any]:
    """Read a dataset of dilemmas or of another protocol.

    ``source`` is a ``dataset.jsonl`` or the folder of a run that contains one, a published PROBE-SWE dataset
    (``1_augmented_dilemmas_dataset_*.json``), an export for the Hugging Face Hub (its folder or a Parquet file),
    a folder of seeds, ``seeds`` for the packaged ones, or the name of a packaged domain such as
    ``software_engineering``. The oracle certifies seeds. ``kind`` is the class of the items, such as
    ``probe.Dilemma``: type checkers then know what the dataset contains. Raises InputError, which names the line and
    the field with the problem, also for items of another class; MissingError if seeds are read without SWI-Prolog.
    """
    return wait(load_async(source, kind))
