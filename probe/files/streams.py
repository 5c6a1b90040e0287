"""Datasets read line by line: JSON Lines, plain or compressed with gzip, and Parquet with a column ``pair``."""

import hashlib
import re
from array import array
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from pydantic import JsonValue, ValidationError

from probe.errors import InputError, UnreadableError
from probe.files.plain import replacing
from probe.inputs import LINE, lines_of, open_stream, opened_data, parse_json
from probe.ports import AnyItem, ReadItem
from probe.values import Bias, Item, problem_of

Element = TypeVar("Element")
_PARQUET = b"PAR1"
_COLUMN = "pair"
ROWS = 256
"""How many rows of a Parquet file are written at a time, as a group, which is in memory until then."""
_ROWS_PER_READ = 64
"""How many rows of a group are read at a time: as Python objects, they take more memory than the group itself."""
_GROUP = 512 * 2**20
"""How large a group of rows of a Parquet file may be, unpacked, in bytes."""
PARQUET_OPTIONS = {"write_statistics": False, "use_dictionary": False}
"""How Parquet files are written: statistics would put the first and the last text of every group into the file's end,
which is read at once, and dictionaries of texts, which rarely repeat, take memory to write and to read."""

PARTS = "data"
"""The folder of the Parquet files in an exported folder (``probe export --format hf``)."""

_MARKED_LINE = re.compile(r'^\{"canary": "[^"\\]*", ')
"""How each line of a release begins (``probe.files.release``); the canary is not part of the item."""


class Line(NamedTuple):
    """One item as text; ``location`` names the file and the line, or the row of a Parquet file."""

    location: str
    text: str

    def content(self) -> Mapping[str, JsonValue]:
        """Return the fields of the item. Raises InputError that names the place if the text is not a JSON object."""
        content = parse_json(self.text, self.location)
        if not isinstance(content, dict):
            raise InputError(f"{self.location}: the line: Input should be an object")
        if _MARKED_LINE.match(self.text):
            # The canary marks the line and is not a field of the item.
            del content["canary"]
        return content

    def item(self, read_item: ReadItem[AnyItem]) -> AnyItem:
        """Return the item. Raises InputError that names the place and the field with the problem."""
        content = self.content()
        try:
            return read_item(content)
        except InputError as error:
            raise InputError(f"{self.location}: {error}") from error
        except ValidationError as error:
            field, problem = problem_of(error)
            raise InputError(f"{self.location}: {f'field {field}' if field else 'the line'}: {problem}") from error


def read_lines(file: Path) -> Iterator[Line]:
    """Yield the lines of a dataset that are not blank; only a few are in memory at once.

    The kind of file is read from its first bytes, not from its name. Raises InputError if it cannot be read.
    """
    try:
        with open_stream(file) as stream:
            start = stream.read(4)
        yield from _rows(file) if start == _PARQUET else _text_lines(file)
    except UnreadableError as error:
        raise UnreadableError(file, error.problem, error.fix or "give a dataset.jsonl or its folder") from error


def _text_lines(file: Path) -> Iterator[Line]:
    with opened_data(file) as stream:
        for number, line in lines_of(file, stream):
            if text := line.strip():
                yield Line(f"{file} line {number}", text)


def _rows(file: Path) -> Iterator[Line]:
    with parquet_table(file) as table:
        if _COLUMN not in table.schema_arrow.names:
            raise InputError(f"{file} has no column {_COLUMN}: give a file of probe data export --format hf")
        number = 0
        for batch in batches(table, [_COLUMN]):
            for text in batch.column(0).to_pylist():
                number += 1
                yield Line(f"{file} row {number}", _text(file, number, text))


def has_parquet(path: Path) -> bool:
    """Whether ``path`` is a Parquet file, or a folder with some in ``data/`` or directly in it."""
    return path.suffix == ".parquet" if path.is_file() else bool(_parquet_in(path))


def parquet_files(path: Path) -> list[Path]:
    """Return ``path`` itself or the Parquet files in this folder. Raises InputError if there is none."""
    files = [path] if path.is_file() else _parquet_in(path)
    if not files:
        fix = "give a folder of probe data export --format hf, or one .parquet"
        raise InputError(f"{path} contains no Parquet file: {fix}")
    return files


def _parquet_in(folder: Path) -> list[Path]:
    return sorted((folder / PARTS).glob("*.parquet")) or sorted(folder.glob("*.parquet"))


@contextmanager
def parquet_table(file: Path) -> Iterator[Any]:
    """Open a Parquet file. Raises UnreadableError, also while it is read, if it is not a file or is broken."""
    import pyarrow as pa  # imported here because the import takes longer than most commands
    from pyarrow import parquet

    # Check first that the file can be read, because pyarrow raises its own errors for missing files and folders.
    with open_stream(file):
        pass
    try:
        with parquet.ParquetFile(file) as table:
            for group in range(table.metadata.num_row_groups):
                # The metadata shows it before anything is unpacked: a small file can unpack to far more than the
                # memory.
                if table.metadata.row_group(group).total_byte_size > _GROUP:
                    raise UnreadableError(file, f"has more than {_GROUP // 2**20} MB in one group of rows")
            yield table
    except (OSError, ValueError, KeyError, MemoryError, pa.ArrowException) as error:
        raise UnreadableError(file, f"cannot be read as Parquet: {' '.join(str(error).split())}") from error


def batches(table: Any, columns: list[str] | None = None) -> Iterator[Any]:
    """Yield the rows of an open Parquet file, all ``columns`` or some, a few rows at a time.

    Groups of rows are read one after another: a reader of all of them has memory for each. As every row may repeat the
    longest text of a group that stores it once, fewer rows of a large group are read at a time.
    """
    for group in range(table.metadata.num_row_groups):
        rows = max(1, min(_ROWS_PER_READ, _GROUP // max(1, table.metadata.row_group(group).total_byte_size)))
        yield from table.iter_batches(rows, row_groups=[group], columns=columns, use_threads=False)


def write_column(file: Path, texts: Iterable[str]) -> None:
    """Write a Parquet file with the column ``pair``, atomically; only a few of ``texts`` are in memory at once."""
    import pyarrow as pa
    from pyarrow import parquet

    schema = pa.schema([(_COLUMN, pa.string())])
    with replacing(file) as stream, parquet.ParquetWriter(stream, schema, **PARQUET_OPTIONS) as table:
        for rows in chunks(texts, ROWS):
            table.write_table(pa.table({_COLUMN: rows}, schema=schema))


def _text(file: Path, number: int, text: Any) -> str:
    if not isinstance(text, str):
        raise InputError(f"{file} row {number}: column {_COLUMN} is not a text; export the dataset again")
    if len(text) > LINE:
        raise InputError(f"{file} row {number} is longer than {LINE // 2**20} MB, the limit of a line")
    return text


@dataclass(frozen=True)
class Scan:
    """What one pass over a dataset shows: how many ``items`` it has, and a ``digest`` of their lines, in order.

    ``biases`` are in the order in which they occur; there are none if lines were only counted.
    """

    items: int
    digest: str
    biases: tuple[Bias, ...] = ()


def scan(file: Path, read_item: ReadItem[Item], *, whole: bool = True) -> Scan:
    """Read a dataset once, before work on it begins.

    Raises InputError if it has no item and, if it is used as a ``whole``, for the first line that is not an item and
    for an item that occurs twice; otherwise lines are only counted.
    """
    digest, ids, count, biases = hashlib.blake2b(digest_size=16), array("Q"), 0, dict[Bias, None]()
    for count, line in enumerate(read_lines(file), 1):  # noqa: B007 - the number of lines, used after the loop
        # Include the line ending, so that the same characters split differently have a different digest.
        digest.update(line.text.encode() + b"\n")
        if whole:
            item = line.item(read_item)
            ids.append(int(item.id, 16))
            biases[item.bias] = None
    if not count:
        raise InputError(f"{file} contains no item: give a dataset, such as the folder of probe generate")
    if (repeated_id := first_repetition_in(ids)) is not None:
        raise InputError(_repeated_item_message(file, repeated_id, read_item))
    return Scan(count, digest.hexdigest(), tuple(biases))


_PARTS = 16
"""Sixty-four bit numbers are compared in this many parts: sets of all of them would take ten times their memory."""


def first_repetition_in(ids: "array[int]") -> int | None:
    """Return a number that occurs twice in ``ids``, None if there is none."""
    return next(repetitions(ids), None)


def repetitions(ids: "array[int]") -> Iterator[int]:
    """Yield each number of ``ids`` that occurred before."""
    for remainder in range(_PARTS):
        seen_numbers: set[int] = set()
        for number in ids:
            if number % _PARTS == remainder:
                if number in seen_numbers:
                    yield number
                seen_numbers.add(number)


def _repeated_item_message(file: Path, number: int, read_item: ReadItem[Item]) -> str:
    item_id = f"{number:016x}"
    # Read the file again for the message: storing the positions of all lines would take more memory than their ids.
    first_place, second_place = islice(
        (line.location for line in read_lines(file) if line.item(read_item).id == item_id), 2
    )
    return f"{second_place}: item {item_id} is already in {first_place.removeprefix(f'{file} ')}; delete one"


def chunks(values: Iterable[Element], size: int) -> Iterator[tuple[Element, ...]]:
    """Yield ``values`` in tuples of ``size``; the last may be shorter."""
    remaining_values = iter(values)
    while chunk := tuple(islice(remaining_values, size)):
        yield chunk
