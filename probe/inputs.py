"""Files that others wrote: only regular files, within limits, and JSON that every reader understands in the same way.

Whatever is wrong with a file is an UnreadableError of one line. Nothing waits for a pipe, reads from a device, or reads
more than the limit of the kind of file (docs/sharing.md).
"""

import gzip
import hashlib
import json
import os
import re
import stat
import tomllib
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NoReturn

from probe.errors import InputError, UnreadableError

MEGABYTE = 2**20
TEXT = MEGABYTE
"""The largest program, prompt, text or TOML file, in bytes: all of them are written by hand."""
DOCUMENT = 64 * MEGABYTE
"""The largest JSON document that is read as a whole, such as a manifest, in bytes."""
LINE = 64 * MEGABYTE
"""The longest line of a dataset, a report or a table, in bytes."""
BLANK_LINES = 1_000_000
"""The most blank lines of a file that is read line by line: each takes time and none means anything, and 64 MB of them
fit into 64 KB with gzip."""
VALUES = 4_000_000
"""The most values, keys not counted, of a JSON text that is read as a whole; a comma in a text counts as one."""
STREAM = 1024 * MEGABYTE
"""The most that is read from standard input, in bytes, since all of it is kept in a temporary file."""
MAX_UNPACKED, RATIO = 64 * MEGABYTE, 100
"""A compressed file that unpacks to more than both, in bytes and in times its own size, is refused: the texts of a
dataset shrink to a tenth, not to a thousandth."""

_BOM = b"\xef\xbb\xbf"
_OTHER_BOMS = (b"\xff\xfe", b"\xfe\xff")
_GZIP = b"\x1f\x8b"
_KINDS: tuple[tuple[Callable[[int], bool], str], ...] = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
    (stat.S_ISSOCK, "a socket"),
)
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|.)", re.S)
_SHOWN_KEY = 40


@contextmanager
def open_stream(file: Path) -> Iterator[IO[bytes]]:
    """Open a regular file. Raises UnreadableError for anything else, and if it cannot be read inside the block."""
    try:
        # Check before opening: opening a named pipe without a writer, or a device, may already have an effect.
        _check_kind(file, file.stat().st_mode)
        # Without O_NONBLOCK, a named pipe that has replaced the file since then would wait for a writer.
        with os.fdopen(os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as stream:
            _check_kind(file, os.fstat(stream.fileno()).st_mode)
            yield stream
    except OSError as error:
        raise _unreadable(file, error) from error


def _unreadable(file: Path, error: OSError) -> UnreadableError:
    if isinstance(error, FileNotFoundError) and file.is_symlink():
        return UnreadableError(file, "cannot be read: it is a link to a file that does not exist")
    return UnreadableError(file, f"cannot be read: {error.strerror or error}")


def _check_kind(file: Path, mode: int) -> None:
    if not stat.S_ISREG(mode):
        kind = next((name for fits, name in _KINDS if fits(mode)), "something else")
        raise UnreadableError(file, f"cannot be read: it is {kind}, not a file")


def read_bytes(file: Path, limit: int = DOCUMENT) -> bytes:
    """Return the content of a file of at most ``limit`` bytes; a larger file is not read."""
    with open_stream(file) as stream:
        # Check the size first, so that a huge file is not read; the read checks again, because a file may grow.
        is_large = os.fstat(stream.fileno()).st_size > limit
        content = b"" if is_large else stream.read(limit + 1) or b""
    if is_large or len(content) > limit:
        raise UnreadableError(file, f"is larger than {limit // MEGABYTE} MB, the limit of such a file")
    return content


def read_text(file: Path, limit: int = TEXT, *, mark: bool = False) -> str:
    """Return the text of a file in UTF-8; ``mark`` drops a byte order mark at its start, otherwise refused.

    Line endings of all systems become line feeds.
    """
    content = read_bytes(file, limit)
    _refuse_mark(file, content, accepted=mark)
    try:
        text = content.removeprefix(_BOM).decode("utf-8")
    except UnicodeDecodeError as error:
        raise _not_utf8_error(file, content, error.start) from error
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise UnreadableError(file, f"is not text: line {line} contains a NUL character")
    # Texts are hashed and compared: the same file from Windows has to be the same text.
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _not_utf8_error(file: Path, content: bytes, offset: int) -> UnreadableError:
    line = content.count(b"\n", 0, offset) + 1
    return UnreadableError(file, f"is not UTF-8 text (line {line}, byte {offset + 1})", "save it as UTF-8")


def _refuse_mark(file: Path, start: bytes, *, accepted: bool = False) -> None:
    if start.startswith(_OTHER_BOMS):
        raise UnreadableError(file, "begins with the byte order mark of UTF-16", "save it as UTF-8")
    if start.startswith(_BOM) and not accepted:
        raise UnreadableError(file, "begins with a byte order mark", "save it as UTF-8 without one")


MAX_DOTS = 200
"""The most dots outside of quotes in a line of TOML: reading a key takes quadratic time."""
_STRING = re.compile(r"\"(?:[^\"\\]|\\.)*+\"?|'[^']*+'?")


def parse_toml(text: str, file: Path) -> dict[str, Any]:
    """Return the table in the text of ``file``. Raises UnreadableError if it is not TOML."""
    # tomllib takes quadratic time for dotted keys: a megabyte of dots would take hours.
    if any(_STRING.sub("", line).count(".") > MAX_DOTS for line in text.splitlines() if line.count(".") > MAX_DOTS):
        raise UnreadableError(file, f"is not read: a line has more than {MAX_DOTS} dots outside of quotes")
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise UnreadableError(file, "is not TOML: it is nested too deeply") from error
    except ValueError as error:
        raise UnreadableError(file, f"is not TOML: {error}") from error


def read_json(file: Path) -> Any:
    """Return the content of a JSON file of at most ``DOCUMENT`` bytes."""
    return parse_json(read_text(file, DOCUMENT), str(file))


def parse_json(text: str, location: str) -> Any:
    """Return the value of a JSON text. Raises InputError that names the ``location`` of what is not JSON.

    JSON that readers disagree about is refused too: NaN, infinite numbers, keys that occur twice, lone surrogates.
    """
    # Check before decoding: 64 MB of empty lists would need gigabytes of objects.
    if many_values(text):
        raise InputError(f"{location} has more than {VALUES} values, the limit of one JSON text")
    try:
        value = DECODER.decode(text)
    except RecursionError as error:
        raise InputError(f"{location} is not JSON: it is nested too deeply") from error
    except json.JSONDecodeError as error:
        # A line of a dataset is one JSON text, so only the column shows the position.
        position_text = f" (line {error.lineno})" if error.lineno > 1 else f" (column {error.colno})"
        raise InputError(f"{location} is not JSON: {error.msg}{position_text}") from error
    except ValueError as error:
        raise InputError(f"{location} is not JSON: {str(error).partition(';')[0]}") from error
    # Python accepts it in a string and fails when the string is written as UTF-8, far from its cause.
    if surrogate := lone_surrogate(text):
        raise InputError(f"{location} is not JSON: {surrogate} is a lone surrogate")
    return value


def many_values(text: str) -> bool:
    """Whether a JSON text could have more than ``VALUES`` values: nothing takes more memory than empty lists."""
    return len(text) > VALUES and text.count(",") + text.count("[") + text.count("{") > VALUES


def lone_surrogate(text: str) -> str:
    """Return the first escape of a surrogate without the other of its pair, an empty text if there is none."""
    if "\\ud" not in text and "\\uD" not in text:
        return ""
    high_surrogate, end = "", 0
    for escape in _ESCAPE.finditer(text):
        code = int(escape[1] or "0", 16)
        follows = bool(high_surrogate) and escape.start() == end and 0xDC00 <= code < 0xE000
        if high_surrogate and not follows:
            return high_surrogate
        if 0xDC00 <= code < 0xE000 and not follows:
            return escape[0]
        high_surrogate, end = (escape[0], escape.end()) if 0xD800 <= code < 0xDC00 else ("", 0)
    return high_surrogate


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        keys: set[str] = set()
        repeated_key = next(key for key, _ in pairs if key in keys or keys.add(key))  # type: ignore[func-returns-value]
        raise ValueError(f"the key {repeated_key[:_SHOWN_KEY]!r} occurs twice")
    return members


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


def _finite(digits: str) -> float:
    # Python reads 1e999 as infinity, which JSON cannot represent.
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise ValueError(f"{digits[:_SHOWN_KEY]} is too large")
    return number


DECODER = json.JSONDecoder(object_pairs_hook=_without_repeats, parse_constant=_refuse_constant, parse_float=_finite)
"""Raises ValueError for what readers of JSON disagree about, but not for a lone surrogate."""


class Unpacking:
    """The content of a compressed file, as a stream that raises an error when it grows beyond its limit."""

    def __init__(self, file: Path, compressed_stream: IO[bytes]) -> None:
        self._file, self._stream = file, gzip.GzipFile(fileobj=compressed_stream, mode="rb")
        self._remaining_bytes = max(MAX_UNPACKED, RATIO * os.fstat(compressed_stream.fileno()).st_size)

    def read(self, size: int) -> bytes:
        """Return at most ``size`` bytes."""
        return self._count(self._stream.read(size))

    def readline(self, size: int) -> bytes:
        """Return the rest of a line, at most ``size`` bytes of it."""
        return self._count(self._stream.readline(size))

    def _count(self, chunk: bytes) -> bytes:
        self._remaining_bytes -= len(chunk)
        if self._remaining_bytes < 0:
            raise UnreadableError(self._file, f"unpacks to more than {RATIO} times its size", "unpack it yourself")
        return chunk


@contextmanager
def opened_data(file: Path) -> Iterator[IO[bytes] | Unpacking]:
    """Open a file of any size, which may be compressed with gzip; its first bytes decide, not its name."""
    with open_stream(file) as stream:
        try:
            is_compressed = stream.read(2) == _GZIP
            stream.seek(0)
            yield Unpacking(file, stream) if is_compressed else stream
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise UnreadableError(file, "cannot be read: the compressed file is broken", "copy it again") from error


def lines_of(file: Path, stream: IO[bytes] | Unpacking, *, mark: bool = False) -> Iterator[tuple[int, str]]:
    """Yield the lines of a stream with their numbers, from 1; one of them is in memory at once.

    Raises UnreadableError for a line of more than ``LINE`` bytes or not in UTF-8, and for more than ``BLANK_LINES``
    blank lines; ``mark`` is that of ``read_text``.
    """
    byte_count, number, blank_count = 0, 0, 0
    while line := stream.readline(LINE + 1):
        number += 1
        if len(line) > LINE:
            raise UnreadableError(file, f"line {number} is longer than {LINE // MEGABYTE} MB, the limit of a line")
        # Every reader skips blank lines, so limit their number to bound the time.
        blank_count += line.isspace()
        if blank_count > BLANK_LINES:
            raise UnreadableError(file, f"has more than {BLANK_LINES:,} blank lines")
        if number == 1:
            _refuse_mark(file, line, accepted=mark)
        try:
            text = line.decode("utf-8")
        except UnicodeDecodeError as error:
            position = byte_count + error.start + 1
            raise UnreadableError(
                file, f"is not UTF-8 text (line {number}, byte {position})", "save it as UTF-8"
            ) from error
        if "\0" in text:
            raise UnreadableError(file, f"is not text: line {number} contains a NUL character")
        byte_count += len(line)
        yield number, text.removeprefix("\ufeff") if number == 1 else text


def copy_lines(stream: IO[bytes], file: Path) -> None:
    """Copy standard input to a new file, within the limits of a line and of ``STREAM``.

    Raises InputError if it exceeds them, or ``file`` cannot be written.
    """
    source, size = Path("standard input"), 0
    try:
        # Standard input can be read only once, and several passes over it are needed.
        with file.open("xb") as copy:
            while line := stream.readline(LINE + 1):
                size += len(line)
                if len(line) > LINE:
                    raise UnreadableError(source, f"has a line longer than {LINE // MEGABYTE} MB, the limit of a line")
                if size > STREAM:
                    raise UnreadableError(source, f"is larger than {STREAM // MEGABYTE} MB", "give a file")
                copy.write(line)
    except OSError as error:
        raise InputError(f"standard input cannot be kept in {file}: {error.strerror or error}") from error


def sha256_of(file: Path, prefix: bytes = b"") -> bytes:
    """Return the SHA-256 of ``prefix`` followed by the content of a file of any size."""
    digest = hashlib.sha256(prefix)
    with open_stream(file) as stream:
        while chunk := stream.read(MEGABYTE):
            digest.update(chunk)
    return digest.digest()
