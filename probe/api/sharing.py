"""Merge, export and release datasets."""

import asyncio
from pathlib import Path
from typing import Any

from probe.api.options import folder_of
from probe.api.running import function, synchronous
from probe.files.dataset import DATASET
from probe.files.release import Release
from probe.files.release import release as freeze
from probe.generation.merge import MergeCommand
from probe.generation.merge import merge as merge_datasets
from probe.options.reading import path_of
from probe.options.sharing import ExportOptions, MergeOptions, ReleaseOptions, VerifyReleaseOptions
from probe.protocols.dataset import Dataset
from probe.protocols.formats import export as export_source
from probe.protocols.reading import read_dataset
from probe.protocols.releasing import CheckedRelease, check_release, release_of


@function(MergeOptions)
async def merge_async(options: MergeOptions) -> Dataset[Any]:
    """Merge datasets without repeating items, and return what is kept; the manifest lists what was left out.

    Of items with the same content, or nearly the same first text, the first is kept. ``out`` is the file to write; by
    default it is in a temporary folder, which is removed with the dataset. Raises InputError if a dataset cannot be
    read, or ``out`` exists, unless ``force``.
    """
    file = path_of(options.out)
    with folder_of(None if file is None else file.parent) as folder:
        output = file or folder.path / DATASET
        await merge_datasets(MergeCommand.of(options), output, force=options.force)
        dataset = read_dataset(output)
        return Dataset(dataset, protocol=dataset.protocol, manifest=dataset.manifest, folder=folder)


merge = synchronous(merge_async)


@function(ExportOptions)
async def export_async(options: ExportOptions) -> Path:
    """Write a dataset or an evaluation in another ``format``, and return the path of what was written.

    Raises InputError if the source cannot be read or is of another protocol than the format, if options do not fit the
    format, or if files are in the way, unless ``force``.
    """
    return (await asyncio.to_thread(export_source, options)).path


export = synchronous(export_async)


@function(ReleaseOptions)
async def release_async(options: ReleaseOptions) -> Release:
    """Freeze a dataset as ``version`` in the new folder ``out``, and return the content of ``release.json``.

    With a ``private`` dataset of the same recipe, the release commits to it, and its salt is written to ``secret``.
    Raises InputError if ``out`` is not empty, or the private dataset has a different recipe or shares an item.
    """
    return await asyncio.to_thread(freeze, *release_of(options))


release = synchronous(release_async)


@function(VerifyReleaseOptions)
async def verify_release_async(options: VerifyReleaseOptions) -> CheckedRelease:
    """Compare the files of a release with their checksums, and a ``private`` dataset with the commitment to it.

    ``holds`` of the result says whether all are as released. Raises InputError if the folder contains no release.
    """
    folder, private, secret = Path(options.release), path_of(options.private), path_of(options.secret)
    return await asyncio.to_thread(check_release, folder, private, secret)


verify_release = synchronous(verify_release_async)
