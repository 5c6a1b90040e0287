"""Datasets: reading them, and what functions accept as data."""

from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from typing import Any

from probe.api.options import PathName
from probe.api.running import in_python, synchronous
from probe.errors import InputError
from probe.protocols.dataset import Dataset
from probe.protocols.reading import read_items
from probe.values import Item, Value

Items = Item | Iterable[Item] | PathName
"""What functions accept as items: one, several of one protocol, or what ``load`` reads."""


@in_python
async def load_async(source: PathName) -> Dataset[Any]:
    """Read a dataset of dilemmas or of another protocol.

    ``source`` is a ``dataset.jsonl`` or the folder of a run that contains one, a published PROBE-SWE dataset
    (``1_augmented_dilemmas_dataset_*.json``), an export for the Hugging Face Hub (its folder or a Parquet file),
    a folder of seeds, ``seeds`` for the packaged ones, or the name of a packaged domain such as
    ``software_engineering``. The oracle certifies seeds. Raises InputError, which names the line and the field with
    the problem; MissingError if seeds are read without SWI-Prolog.
    """
    return await read_items(Path(source))


load = synchronous(load_async)


async def data_of(given: Items) -> Dataset[Any]:
    """Return what a function was given as a dataset. Raises InputError for something else, or several protocols."""
    if isinstance(given, Dataset):
        return given
    if isinstance(given, (str, PathLike)):
        return await read_items(Path(given))
    dataset = Dataset[Any]((given,) if isinstance(given, Value) or not isinstance(given, Iterable) else given)
    if not dataset:
        raise InputError(f"no items given, but an empty {type(given).__name__}: give a dataset, items, or a path")
    return dataset
