"""Datasets as folders for the Hugging Face Hub: one Parquet file per bias, a card, a licence, Croissant metadata."""

import hashlib
import json
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from heapq import merge
from itertools import islice, pairwise
from pathlib import Path
from typing import Any, NamedTuple, Self

from pydantic import JsonValue, ValidationError

from probe.errors import InputError
from probe.files.card import CardContents, card, licence, licence_name
from probe.files.columns import Row, arrow_schema
from probe.files.croissant import croissant
from probe.files.dataset import CANARY, MANIFEST
from probe.files.folders import replacing_folder, write_new
from probe.files.hub_columns import DILEMMAS, HubForm, description_columns, row_of
from probe.files.manifest import Manifest
from probe.files.plain import replacing
from probe.files.streams import PARQUET_OPTIONS, PARTS, ROWS, batches, parquet_files, parquet_table, repetitions
from probe.inputs import parse_json, read_json, sha256_of
from probe.values import Bias, Item, first_problem

CARD, LICENCE, METADATA = "README.md", "LICENSE", "croissant.json"
_POSITION = "position"


@dataclass(frozen=True)
class Publication:
    """How a dataset is published: licence (an SPDX expression), version, canary, its own manifest, and its columns."""

    licence: str | None = None
    version: str = "0.0.0"
    canary: str = CANARY
    manifest: Manifest | None = None
    form: HubForm = DILEMMAS


def split_file(bias: str) -> str:
    """Return the path of a split in the folder; ``bias`` is the slug of its bias."""
    return f"{PARTS}/{bias}.parquet"


def export_huggingface(
    folder: Path, pairs: Iterable[Item], publication: Publication | None = None
) -> tuple[CardContents, dict[str, str]]:
    """Write the files into ``folder``, all or none, and remove splits of an earlier export that this one lacks.

    Return what is in the dataset, and the SHA-256 of each file by its path. Few pairs are in memory at once.
    """
    with replacing_folder(folder, earlier=_listed_splits(folder), last=MANIFEST) as new_folder:
        return write_publication(new_folder, pairs, publication)


def write_publication(
    folder: Path, pairs: Iterable[Item], publication: Publication | None = None
) -> tuple[CardContents, dict[str, str]]:
    """Write what ``export_huggingface`` writes into a folder that is not complete yet."""
    details = publication or Publication()
    contents, digests = _write_splits(folder, pairs, details)
    files = {path: text.encode("utf-8") for path, text in _texts(contents, digests, details).items()}
    for path, content in files.items():
        write_new(folder / path, content)
    return contents, digests | {path: hashlib.sha256(content).hexdigest() for path, content in files.items()}


def _texts(contents: CardContents, digests: Mapping[str, str], publication: Publication) -> dict[str, str]:
    """Return the files about the splits, whose SHA-256 is given, by their path."""
    name = licence_name(contents, publication.licence)
    return {
        CARD: card(contents, publication.licence, publication.canary),
        LICENCE: licence(contents, publication.licence),
        METADATA: croissant(digests, publication.form, licence=name, version=publication.version),
        MANIFEST: _manifest({"pairs": contents.pairs, "licence": name, "sha256": dict(digests)}, publication),
    }


def _write_splits(folder: Path, pairs: Iterable[Item], publication: Publication) -> tuple[CardContents, dict[str, str]]:
    """Write a Parquet file for each bias, all or none; return what is in them, and the SHA-256 of each by its path."""
    contents, form = CardContents(publication.form), publication.form
    with ExitStack() as stack:
        splits: dict[str, _Split] = {}
        for position, pair in enumerate(pairs):
            contents.add(pair)
            path = split_file(pair.bias.slug)
            if path not in splits:
                splits[path] = stack.enter_context(_Split.open(folder / path, form))
            splits[path].add(row_of(pair, position, publication.canary, form))
    return contents, {path: sha256_of(folder / path).hex() for path in splits}


class _Split:
    """A Parquet file that is written some rows at a time."""

    def __init__(self, write: Callable[[list[Row]], None]) -> None:
        self._write, self._rows = write, list[Row]()

    @classmethod
    @contextmanager
    def open(cls, file: Path, form: HubForm) -> Iterator[Self]:
        """Begin a file that appears when the block ends."""
        import pyarrow as pa  # imported here because the import takes longer than most commands
        from pyarrow import parquet

        schema = arrow_schema(form.types)
        with replacing(file) as stream, parquet.ParquetWriter(stream, schema, **PARQUET_OPTIONS) as writer:
            split = cls(lambda rows: writer.write_table(pa.Table.from_pylist(rows, schema=schema)))
            yield split
            split.flush()

    def add(self, row: Row) -> None:
        """Add a row."""
        self._rows.append(row)
        if len(self._rows) == ROWS:
            self.flush()

    def flush(self) -> None:
        """Write the rows that wait."""
        if self._rows:
            self._write(self._rows)
            self._rows = []


def output_files(biases: Iterable[Bias]) -> tuple[str, ...]:
    """Return the paths of the files that an export of pairs of these biases writes."""
    return (*(split_file(bias.slug) for bias in biases), CARD, LICENCE, METADATA, MANIFEST)


def _manifest(export_record: Mapping[str, JsonValue], publication: Publication) -> str:
    manifest = (publication.manifest or Manifest()).with_changes(canary=publication.canary, export=dict(export_record))
    return json.dumps(manifest.content, indent=2, ensure_ascii=False) + "\n"


def _listed_splits(folder: Path) -> set[str]:
    """Return the splits that the manifest of an earlier export in ``folder`` lists."""
    try:
        digests_by_path = dict(read_json(folder / MANIFEST)["export"]["sha256"])
    except (InputError, ValueError, KeyError, TypeError):
        return set()
    # Ignore files elsewhere that a manifest names, because the files that it lists are deleted.
    return {path for path in digests_by_path if Path(path).parent == Path(PARTS) and path.endswith(".parquet")}


def stream_huggingface(path: Path, start: int = 0, form: HubForm = DILEMMAS) -> Iterator[Any]:
    """Yield the pairs of an exported folder or of one of its Parquet files, in the order of the dataset.

    The first pairs, as many as ``start``, are left out and not checked, except that none may be repeated. Raises
    InputError, where it finds the problem, that names the file, the row (from 1) and the column, and for a pair that
    occurs twice or differs from the columns beside it.
    """
    ids, rows = (
        array("Q"),
        merge(
            *(_rows_in_order(file, form) for file in parquet_files(path)), key=lambda placed_row: placed_row.position
        ),
    )
    # Rows that were imported before are not checked, but a later one must not repeat them.
    ids.extend(int(placed_row.id, 16) for placed_row in islice(rows, start))
    for placed_row in rows:
        pair = placed_row.pair()
        ids.append(int(pair.id, 16))
        yield pair
    repetition_count = sum(1 for _ in repetitions(ids))
    if repetition_count or not ids:
        problem = (
            f"repeats {repetition_count} pairs: import one file at a time" if repetition_count else "contains no pair"
        )
        raise InputError(f"{path} {problem}")


class _PlacedRow(NamedTuple):
    """A row with a pair, and its place in the dataset; ``location`` is its place in the file."""

    position: int
    location: str
    row: dict[str, Any]
    form: HubForm

    @property
    def id(self) -> str:
        """The id of the pair, which is not checked if the row has a column for it."""
        recorded_id = self.row.get("id")
        return recorded_id if isinstance(recorded_id, str) else self.pair().id

    def pair(self) -> Item:
        """Return the pair. Raises InputError if the row is not what an export writes."""
        return _read_row(self.location, self.row, self.form)


def _rows_in_order(file: Path, form: HubForm) -> Iterator[_PlacedRow]:
    """Yield the rows of a file by their place. A file whose rows were put in another order is read whole."""
    if _is_ordered(file):
        yield from _read_file(file, form)
    else:
        yield from sorted(_read_file(file, form), key=lambda placed_row: placed_row.position)


def _is_ordered(file: Path) -> bool:
    positions = (row.get(_POSITION) for row in _cells(file, only=_POSITION))
    return all(
        isinstance(position, int) and isinstance(next_position, int) and position <= next_position
        for position, next_position in pairwise(positions)
    )


def _read_file(file: Path, form: HubForm) -> Iterator[_PlacedRow]:
    for number, row in enumerate(_cells(file), 1):
        position = row.get(_POSITION)
        yield _PlacedRow(position if isinstance(position, int) else number, f"{file} row {number}", row, form)


def _cells(file: Path, only: str | None = None) -> Iterator[dict[str, Any]]:
    """Yield the rows of a Parquet file, or ``only`` one of their columns; some of them are in memory at once."""
    with parquet_table(file) as table:
        columns = None if only is None else [name for name in table.schema_arrow.names if name == only]
        for batch in batches(table, columns):
            yield from batch.to_pylist()


def _read_row(location: str, row: dict[str, Any], form: HubForm) -> Item:
    if not isinstance(row.get("pair"), str):
        raise InputError(f"{location}: column pair is missing or not a text: only exports of PROBE have it")
    content = parse_json(row["pair"], f"{location}: column pair")
    try:
        item: Item = form.read(content)
    except ValidationError as error:
        raise InputError(f"{location}: column pair: {first_problem(error)}") from error
    # If the columns of a dataset were edited, it would be imported unchanged from the JSON in column pair.
    changed_column = next(
        (name for name, cell in description_columns(item, form).items() if name in row and row[name] != cell), None
    )
    if changed_column is not None:
        raise InputError(
            f"{location}: column {changed_column} differs from the pair in column pair: export the dataset again"
        )
    return item
