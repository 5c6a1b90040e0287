"""Datasets: pairs as a sequence, with the manifest of the run that made them."""

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeVar, overload

from probe.api.options import Folder, PathName, biases_of
from probe.errors import InputError
from probe.files.dataset import dataset_file, read_manifest, write_dataset
from probe.files.loading import contains_seeds, read_pairs
from probe.files.plain import refuse_overwriting
from probe.notebook import html_lines, html_table
from probe.protocols.reading import SEEDS, certified_seeds
from probe.values import Bias, Dilemma, Item

if TYPE_CHECKING:
    import pandas as pd

SHOWN = 20
"""How many pairs a notebook shows."""
BEGINNING = 80
"""How many characters of a text a notebook shows."""


Row = TypeVar("Row", bound=Dilemma | Item)


class Rows(Sequence[Row]):
    """Pairs or items, ``NAME``, in the order of their file. A slice and ``filter`` return rows of the same class.

    ``folder`` is the folder of the run that made the rows, None for other sources; ``manifest`` is its manifest, empty
    without one.
    """

    NAME = "row"

    def __init__(
        self, rows: Iterable[Row], *, manifest: Mapping[str, Any] | None = None, folder: Folder | None = None
    ) -> None:
        self._rows = tuple(rows)
        self.manifest: dict[str, Any] = dict(manifest or {})
        self._folder = folder

    @property
    def folder(self) -> Path | None:
        """The folder of the run that made the rows, or None."""
        return None if self._folder is None else self._folder.path

    @property
    def biases(self) -> tuple[Bias, ...]:
        """The biases of the rows, in their usual order."""
        return tuple(Bias.in_order(row.bias for row in self))

    def filter(self, *, bias: str | Iterable[str]) -> Self:
        """Return the rows of one bias or several. Raises InputError for a bias that no row has."""
        wanted = biases_of(bias)
        unknown = next((name for name in wanted if name not in self.biases), None)
        if unknown is not None:
            raise InputError(f"no {self.NAME} here has the bias {unknown.slug}: choose among {slugs(self.biases)}")
        return self._part(row for row in self if row.bias in wanted)

    def write(self, file: PathName, *, force: bool = False) -> Path:
        """Write the rows as JSON Lines, which every command reads, and return the path.

        Raises InputError if the file exists, unless ``force``.
        """
        path = Path(file)
        refuse_overwriting([path], "file", force=force)
        write_dataset(path, self)
        return path

    def _found(self, row_id: str) -> Row:
        """Return the row whose ID begins with ``row_id``. Raises InputError if there is not exactly one."""
        found = [row for row in self if row.id.startswith(row_id.lower())]
        if len(found) != 1:
            raise InputError(f"{len(found)} of these {len(self)} {self.NAME}s have an ID that begins with {row_id!r}")
        return found[0]

    def _part(self, rows: Iterable[Row]) -> Self:
        return type(self)(rows, manifest=self.manifest, folder=self._folder)

    @overload
    def __getitem__(self, place: int) -> Row: ...

    @overload
    def __getitem__(self, place: slice) -> Self: ...

    def __getitem__(self, place: int | slice) -> Row | Self:
        return self._part(self._rows[place]) if isinstance(place, slice) else self._rows[place]

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self._rows)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self._rows == other._rows

    def __hash__(self) -> int:
        return hash(self._rows)


class Dataset(Rows[Dilemma]):
    """Pairs in the order of their file, with the ``manifest`` and the ``folder`` of their run."""

    NAME = "pair"

    def pair(self, pair_id: str) -> Dilemma:
        """Return the pair whose ID begins with ``pair_id``. Raises InputError if there is not exactly one."""
        return self._found(pair_id)

    def to_pandas(self) -> "pd.DataFrame":
        """Return one row per pair: the columns of ``probe export --format csv``."""
        import pandas as pd  # only here: most programs make no data frame

        from probe.files.exports import COLUMNS, flat_row

        return pd.DataFrame([flat_row(pair) for pair in self], columns=list(COLUMNS))

    def __repr__(self) -> str:
        return f"<Dataset: {len(self)} pairs, {slugs(self.biases)}>" if self else "<Dataset: no pairs>"

    def _repr_html_(self) -> str:
        headings = ("", "ID", "bias", "right option", "depth", "author", "unbiased text")
        rows = [(number, *_row(pair)) for number, pair in enumerate(self[:SHOWN])]
        more = [f"… and {len(self) - SHOWN} more"] if len(self) > SHOWN else []
        return html_table(f"{len(self)} pairs", headings, rows) + html_lines(more)


def slugs(biases: Iterable[Bias]) -> str:
    """Return the names of biases, with commas between."""
    return ", ".join(bias.slug for bias in biases)


def _row(pair: Dilemma) -> tuple[object, ...]:
    depth = "" if pair.complexity.depth is None else pair.complexity.depth
    text = " ".join(pair.unbiased.split())
    beginning = text if len(text) <= BEGINNING else f"{text[:BEGINNING]}…"
    return pair.id, pair.bias, pair.correct_option, depth, pair.provenance.author, beginning


Pairs = Dilemma | Iterable[Dilemma] | PathName
"""What functions accept as pairs: one, several, or what ``load`` reads."""


async def read_pairs_of(path: Path) -> Dataset:
    """Read a dataset of dilemmas from any source that ``load`` reads; seeds are certified, as commands do it."""
    if not dataset_file(path).is_file() and (path == SEEDS or contains_seeds(path)):
        return Dataset(await certified_seeds(None if path == SEEDS else path))
    return await asyncio.to_thread(_read, path)


def _read(path: Path) -> Dataset:
    pairs, at = read_pairs(path), path if path.is_dir() else path.parent
    manifest = {} if path.suffix == ".json" else read_manifest(at)
    return Dataset(pairs, manifest=manifest, folder=Folder(at) if manifest else None)


async def dataset_of(given: Pairs) -> Dataset:
    """Return what a function was given as a dataset. Raises InputError for something else."""
    if isinstance(given, Dataset):
        return given
    if isinstance(given, Dilemma):
        return Dataset([given])
    if isinstance(given, (str, PathLike)):
        return await read_pairs_of(Path(given))
    return _checked(given)


def _checked(given: object) -> Dataset:
    found = tuple(given) if isinstance(given, Iterable) else ()
    wrong = next((one for one in found if not isinstance(one, Dilemma)), None)
    if wrong is not None or not found:
        what = type(given if wrong is None else wrong).__name__
        raise InputError(f"no pairs given, but {what}: give a dataset, pairs, or a path that probe.load reads")
    return Dataset(found)
