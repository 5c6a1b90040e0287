"""Datasets: reading them."""

from pathlib import Path
from typing import Any

from probe.api.running import in_python, synchronous
from probe.options.shared import PathName
from probe.protocols.dataset import Dataset
from probe.protocols.reading import read_items


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
