"""Read datasets and evaluations of any protocol, and seeds as a dataset."""

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from probe.certificate import certify, complexity
from probe.errors import InputError
from probe.files.corpus import names_domain, read_corpus
from probe.files.dataset import DATASET, StoredItems, dataset_file, manifest_beside, stream_items
from probe.files.folders import Folder
from probe.files.hub_columns import HubForm
from probe.files.streams import parquet_files, read_lines
from probe.options.shared import Items
from probe.ports import CountListener, ReadItem
from probe.protocols import DILEMMAS, protocol_named, protocol_of
from probe.protocols.base import ItemProtocol
from probe.protocols.dataset import Dataset
from probe.protocols.formats import reader_recognising
from probe.session import Session, holds_run
from probe.store.reading import run_about, stored_evaluation
from probe.values import Dilemma, Evaluation, Item, Profile, Value

SEEDS = Path("seeds")
"""Names the packaged domain that is read by default, unless there is one domain in a folder of this name."""


async def read_items(path: Path, *, certified: bool = True) -> Dataset[Any]:
    """Return the items of a dataset from any source.

    ``path`` is a dataset file or the folder of one, a published PROBE-SWE dataset (``.json``), an export for the
    Hugging Face Hub (its folder or a Parquet file), a folder of seeds, or the name of a packaged domain. The oracle
    certifies seeds, unless they are not wanted ``certified``. Raises InputError that names the line and the field with
    the problem, or if there is no item or there are items of several protocols; MissingError if seeds are read
    without SWI-Prolog.
    """
    if reads_seeds(path):
        seeds = _domain(path)
        return Dataset(await certified_seeds(seeds) if certified else seed_pairs(seeds))
    # Reading a large dataset in the event loop would block other tasks.
    return await asyncio.to_thread(_read, path)


async def items_of(source: Items) -> Dataset[Any]:
    """Return what a function was given as a dataset. Raises InputError for something else, or several protocols."""
    if isinstance(source, Dataset):
        return source
    if isinstance(source, (str, PathLike)):
        return await read_items(Path(source))
    dataset = Dataset[Any]((source,) if isinstance(source, Value) or not isinstance(source, Iterable) else source)
    if not dataset:
        raise InputError(f"expected items, but the {type(source).__name__} is empty: give a dataset, items, or a path")
    return dataset


def reads_seeds(path: Path) -> bool:
    """Whether ``path`` is read as seeds: no dataset is there, but a domain is named or seeds are."""
    return not dataset_file(path).is_file() and (path == SEEDS or contains_seeds(path))


def _domain(path: Path) -> Path | None:
    """Return the domain that ``path`` names, None for the packaged one: a folder with one domain comes before it."""
    # A folder called seeds with one domain in it is the user's own.
    is_own_domain = names_domain(path) or (path.is_dir() and sum(map(names_domain, path.iterdir())) == 1)
    return None if path == SEEDS and not is_own_domain else path


def _read(path: Path) -> Dataset[Any]:
    # Try other formats first: an export for the Hub is a folder too, but without the file that is required below.
    if (reader := reader_recognising(path)) is not None:
        return reader.dataset(path)
    if path.is_dir() and not dataset_file(path).exists():
        raise InputError(f"{path} contains neither {DATASET} nor seeds: give a dataset, or the folder of a run")
    return read_dataset(path)


def read_dataset(path: Path) -> Dataset[Any]:
    """Return the items of a dataset file, or of the dataset in a folder, with the manifest beside it."""
    file = dataset_file(path)
    manifest = manifest_beside(file) or {}
    return Dataset(stream_dataset(path), manifest=manifest, folder=folder_of(file, manifest))


def folder_of(path: Path, manifest: Mapping[str, Any]) -> Folder | None:
    """Return the folder of the run that made a dataset, None if there is no ``manifest`` of one beside it."""
    return Folder(path if path.is_dir() else path.parent) if manifest else None


def form_in(path: Path) -> HubForm:
    """Return how a dataset's items are published; ``path`` is its file, its folder, or an export for the Hub."""
    file = dataset_file(path)
    return protocol_named(protocol_in(file if file.is_file() else parquet_files(path)[0])).hub_form


def stream_dataset(path: Path) -> Iterator[Item]:
    """Yield what ``read_dataset`` returns, item by item. Raises InputError where it finds the problem."""
    return stream_items(path, reader_of(path))


def open_dataset(path: Path) -> StoredItems[Item]:
    """Read a dataset once, and return its items to be read again. Raises InputError as ``read_dataset`` does."""
    return StoredItems.open(path, reader_of(path))


def report_progress(
    items: Iterable[Item], total: int | None, listener: CountListener, previous_count: int = 0
) -> Iterator[Item]:
    """Yield ``items`` and report progress: how many of the ``total`` were used, with ``previous_count`` before them."""
    for number, item in enumerate(items, previous_count + 1):
        yield item
        listener(number, total)


def reader_of(path: Path) -> ReadItem[Item]:
    """Return what reads the lines of a dataset: it refuses items whose protocol differs from the first one's."""
    return protocol_named(protocol_in(dataset_file(path))).read


def protocol_in(file: Path) -> str:
    """Return the name of the protocol of a dataset's first line, that of dilemmas if it names none.

    Raises InputError if the file cannot be read.
    """
    first_line = next(read_lines(file), None)
    return DILEMMAS if first_line is None else protocol_of(first_line.content())


def protocol_of_run(folder: Path) -> ItemProtocol[Any]:
    """Return the protocol of an evaluation. Raises InputError if there is no run, or it is of an unknown protocol."""
    return protocol_named(run_about(folder).protocol)


def protocol_of_runs(folders: Sequence[Path]) -> ItemProtocol[Any]:
    """Return the protocol of evaluations. Raises InputError if they are of several, or as ``protocol_of_run``."""
    protocols = {protocol.name: protocol for protocol in map(protocol_of_run, folders)}
    if len(protocols) > 1:
        raise InputError(
            f"these evaluations are of several protocols ({', '.join(sorted(protocols))}):"
            " give evaluations of one protocol"
        )
    return next(iter(protocols.values()))


def read_evaluation(folder: Path) -> Evaluation:
    """Return a subject's decisions and the items they are about. Raises InputError as ``stored_evaluation``."""
    return stored_evaluation(folder, protocol_of_run(folder).read)


def evaluations_in(folder: Path) -> Iterator[Path]:
    """Yield the runs in a folder of several subjects, by name; a folder that is a run itself is yielded."""
    run_folders = sorted(run for run in folder.iterdir() if run.is_dir() and holds_run(run)) if folder.is_dir() else []
    # Yield a folder without any run too, so that reading it reports what is missing.
    if holds_run(folder) or not run_folders:
        yield folder
    else:
        yield from run_folders


def contains_seeds(source: Path) -> bool:
    """Return whether ``source`` is a folder of seeds, or, if no such file exists, the name of a packaged domain."""
    return names_domain(source) or (source.is_dir() and any(map(names_domain, source.iterdir())))


def seed_pairs(seeds: Path | None) -> tuple[Dilemma, ...]:
    """Return the seeds of a domain as pairs. Raises InputError if it has none."""
    corpus = read_corpus(seeds)
    if not corpus.seeds:
        raise InputError(f"the domain {corpus.domain} has no hand-made dilemmas: compose some with probe generate")
    return tuple(seed.to_pair() for seed in corpus.seeds)


async def certified_seeds(seeds: Path | None) -> tuple[Dilemma, ...]:
    """Return the seeds of a domain as pairs with complexity and certificate. Raises InputError if it has none."""
    pairs = seed_pairs(seeds)
    async with Session() as session:
        oracle = session.oracle()

        async def to_dilemma(pair: Dilemma) -> Dilemma:
            examination = await oracle.examine(pair.programs, Profile.STRICT)
            certificate = certify(examination, pair.bias, Profile.STRICT)
            return pair.model_copy(update={"complexity": complexity(examination), "certificate": certificate})

        return tuple(await asyncio.gather(*map(to_dilemma, pairs)))
