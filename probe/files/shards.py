"""Parts of a bulk command's work, and reports: a header line, then one line per item, in the order of the dataset."""

import json
import os
from array import array
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import IO, Any, Self, cast

from pydantic import JsonValue

from probe.errors import InputError, StoppedError
from probe.files.continuing import keep_whole_rows
from probe.files.plain import write_atomically, write_chunks
from probe.files.streams import first_repetition_in
from probe.inputs import lines_of, open_stream
from probe.values.shard import ALL_ITEMS, Shard

KIND = "probe-report"
"""The first key of every header."""


_MEMORY_LIMIT = 2**20
"""The size from which a temporary report is written to the disk."""


class OtherReportError(InputError):
    """The file to resume is not the report that the command writes."""


class GrowingReport:
    """A report that is written as results arrive; opened again, it continues after its last whole line."""

    def __init__(self, stream: IO[bytes], done_lines: int = 0) -> None:
        self._stream = stream
        self.done = done_lines

    @classmethod
    def temporary(cls) -> Self:
        """Begin a temporary report; a large one is a file without a name."""
        stream = cast(IO[bytes], SpooledTemporaryFile(_MEMORY_LIMIT))  # noqa: SIM115 - closed by close
        # In place of the header, which lines() skips.
        stream.write(b"\n")
        return cls(stream)

    @classmethod
    def open(cls, file: Path, header: bytes, *, force: bool = False) -> Self:
        """Begin or resume the report in ``file`` with this first line.

        A file that ends within this line is a report that has not begun: a full disk or a power failure leaves one.
        Raises OtherReportError if the file is another report or something else, unless ``force`` replaces it, and
        InputError if it cannot be written.
        """
        if os.path.lexists(file) and not file.is_file():
            raise InputError(f"{file} is not a regular file: choose another file")
        if force or not _has_begun(file, header):
            write_atomically(file, header)
        try:
            stream = cast(IO[bytes], file.open("r+b"))
        except OSError as error:
            raise InputError(f"{file} cannot be written: {error.strerror}") from error
        # Limit the bytes read: a different file may have no line break.
        if stream.readline(len(header)) != header:
            stream.close()
            raise OtherReportError(
                f"{file} was not written by this command for this dataset: choose another file, or add --force to"
                " overwrite it"
            )
        return cls(stream, keep_whole_rows(stream, offset=len(header)))

    @classmethod
    def of_part(cls, file: Path, header: Mapping[str, JsonValue], shard: Shard, *, force: bool = False) -> Self:
        """Begin or resume the report of a part; ``pairs`` in its ``header`` is the number of all items.

        Raises what ``open`` does, and OtherReportError for more lines than the part has items.
        """
        report = cls.open(file, header_line(header, shard), force=force)
        if report.done > len(shard.items(cast(int, header["pairs"]))):
            raise OtherReportError(f"{file} has more rows than items: delete it, or add --force to overwrite it")
        return report

    def write(self, lines: Sequence[str]) -> None:
        """Append lines, and hand them to the system. Raises StoppedError if the disk is full."""
        try:
            self._stream.write("".join(f"{line}\n" for line in lines).encode())
            # To the system, not to the disk: a killed process loses nothing, and after a power failure the command
            # continues after the last whole line.
            self._stream.flush()
        except OSError as error:
            raise _write_error(error) from error
        self.done += len(lines)

    def lines(self) -> Iterator[str]:
        """Yield the lines after the header; the next write appends again."""
        self._stream.seek(0)
        self._stream.readline()
        for line in self._stream:
            yield line.decode().rstrip("\n")

    def close(self) -> None:
        """Close the file. Raises StoppedError if a line that is not in it yet cannot be written."""
        try:
            self._stream.close()
        except OSError as error:
            raise _write_error(error) from error


def _has_begun(file: Path, header: bytes) -> bool:
    """Whether ``file`` has more than a part of its first line; zeros are what a power failure leaves of a part."""
    try:
        with file.open("rb") as stream:
            start = stream.read(len(header)).rstrip(b"\0")
    except FileNotFoundError:
        return False
    except OSError as error:
        raise InputError(f"{file} cannot be read: {error.strerror}") from error
    return start == header or not header.startswith(start)


def _write_error(error: OSError) -> StoppedError:
    return StoppedError(f"the report cannot be written: {error.strerror}; fix that and repeat the command")


def report_lines(file: Path) -> Iterator[str]:
    """Yield the lines of a report after its header."""
    with open_stream(file) as stream:
        for number, line in lines_of(file, stream):
            if number > 1:
                yield line.rstrip("\n")


def report_header(file: Path) -> dict[str, Any]:
    """Return the first line of a whole dataset's report. Raises InputError for a part's, and for anything else."""
    shard, header = _header(file)
    if shard.of > 1:
        raise InputError(f"{file} is only part {shard}: merge all parts with probe data merge --shards")
    total = _total(header, file)
    if (count := sum(1 for _ in report_lines(file))) != total:
        raise InputError(f"{file} has {count} of {total} rows: repeat the command that writes it")
    return header


def header_line(header: Mapping[str, JsonValue], shard: Shard = ALL_ITEMS) -> bytes:
    """Return the first line of a report; that of a part names its shard."""
    shard_field: dict[str, JsonValue] = {} if shard.of == 1 else {"shard": str(shard)}
    return json.dumps({KIND: 1, **header, **shard_field}).encode() + b"\n"


def merge_shards(parts: Sequence[Path], out: Path) -> int:
    """Write the report that one run without shards would have written, and return its number of items.

    ``parts`` may have any order. Raises InputError if a part is missing, given twice, incomplete or of another run.
    """
    headers = {file: _header(file) for file in parts}
    # A shell lists part 10 before part 2.
    ordered_parts = sorted(parts, key=lambda file: headers[file][0])
    _refuse_gaps(ordered_parts, headers)
    header = headers[ordered_parts[0]][1]
    total = _total(header, ordered_parts[0])
    # Eight bytes per item: a set of the names of millions of items would not fit into memory.
    ids = array("Q", (item_id for file in ordered_parts for item_id in _ids(file, headers[file][0], total)))
    if (repeated_id := first_repetition_in(ids)) is not None:
        raise InputError(f"pair {repeated_id:016x} occurs twice in the dataset: delete one")
    with ExitStack() as stack:
        streams = [stack.enter_context(open_stream(file)) for file in ordered_parts]
        for stream in streams:
            stream.readline()
        write_chunks(out, _joined_parts(header_line(header), streams))
    return total


def _refuse_gaps(ordered_parts: Sequence[Path], headers: Mapping[Path, tuple[Shard, Mapping[str, Any]]]) -> None:
    """Raise InputError if the files, in the order of their shards, are not all parts of one run."""
    (_, part_count), first_header = headers[ordered_parts[0]]
    for file in ordered_parts:
        shard, header = headers[file]
        if header != first_header or shard.of != part_count:
            raise InputError(f"{file} and {ordered_parts[0]} are parts of different runs: merge the parts of one run")
    numbers = [headers[file][0].number for file in ordered_parts]
    if repeated_numbers := [number for number, next_number in pairwise(numbers) if number == next_number]:
        raise InputError(f"shard {repeated_numbers[0]}/{part_count} is given twice: give each part once")
    if missing_numbers := sorted({*range(1, part_count + 1)}.difference(numbers)):
        raise InputError(f"shard {missing_numbers[0]}/{part_count} is missing: give all {part_count} parts")


def _joined_parts(header: bytes, streams: Sequence[IO[bytes]]) -> Iterator[bytes]:
    yield header
    for stream in streams:
        while chunk := stream.read(1 << 20):
            yield chunk


def _header(file: Path) -> tuple[Shard, dict[str, Any]]:
    """Return which part a file is, and the rest of its header."""
    try:
        with open_stream(file) as stream:
            # Limit the bytes read, because a different file may be one long line.
            header = json.loads(stream.readline(1 << 20))
    except (ValueError, RecursionError):
        header = None
    if not isinstance(header, dict) or header.pop(KIND, None) != 1:
        raise InputError(f"{file} was not written by a command with --shard: give the files of its parts")
    return Shard.parse(str(header.pop("shard", "1/1"))), header


def _total(header: Mapping[str, Any], file: Path) -> int:
    total = header.get("pairs")
    if not isinstance(total, int):
        raise InputError(f"{file} was not written by a command with --shard: its first line has no number of pairs")
    return total


def _ids(file: Path, shard: Shard, total: int) -> Iterator[int]:
    """Yield the ids of a part's items. Raises InputError if they are not all of its shard."""
    count, expected_count = 0, len(shard.items(total))
    for count, line in enumerate(report_lines(file), 1):
        try:
            # A report may have been edited, so an id of a different length must still fit the array.
            yield int(json.loads(line)["id"], 16) % 2**64
        except (ValueError, KeyError, TypeError) as error:
            raise InputError(f"{file} line {count + 1} is not a row of a report: repeat its command") from error
    if count != expected_count:
        raise InputError(f"{file} has {count} of the {expected_count} items of shard {shard}: repeat its command")
