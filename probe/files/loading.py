"""Read pairs from what a user names: a dataset, a published file, an export, the folder of a run."""

from pathlib import Path

from probe.errors import InputError
from probe.files.corpus import names_domain
from probe.files.dataset import DATASET, read_dataset
from probe.files.huggingface import is_huggingface, read_huggingface
from probe.files.published import import_probe_swe
from probe.values import Dilemma


def read_pairs(source: Path) -> tuple[Dilemma, ...]:
    """Return the pairs in ``source``.

    It is a dataset (``.jsonl``), a published PROBE-SWE dataset (``.json``), a folder that contains ``dataset.jsonl``,
    or an export for the Hugging Face Hub (its folder or a Parquet file). Raises InputError if it is none of these, or
    cannot be read.
    """
    if source.suffix == ".json":
        return import_probe_swe(source)
    if not (source / DATASET).exists() and is_huggingface(source):
        return read_huggingface(source)
    if source.is_dir() and not (source / DATASET).exists():
        raise InputError(f"{source} contains no {DATASET}, and no seeds: give a dataset, or the folder of a run")
    return read_dataset(source)


def contains_seeds(source: Path) -> bool:
    """Return whether ``source`` is a folder of seeds, or, if no such file exists, the name of a packaged domain."""
    return names_domain(source) or (source.is_dir() and any(map(names_domain, source.iterdir())))
