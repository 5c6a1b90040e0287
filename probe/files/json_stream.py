"""A large JSON file of the form ``{name: [row, row …], …}``, read row by row."""

import codecs
import json
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, NamedTuple, NoReturn

from probe.errors import InputError, UnreadableError
from probe.inputs import DECODER, LINE, VALUES, Unpacking, lone_surrogate, many_values, opened_data

_CHUNK_SIZE = 2**18
"""How many bytes are read at a time."""
_LONGEST = LINE
"""Characters of one row from which a problem in it is reported without reading the rest of the file."""
_MARK = "\ufeff"
_SPACE = " \t\n\r"


class ListedRow(NamedTuple):
    """The ``number``-th row, from 1, of the list called ``name``."""

    name: str
    number: int
    row: Any


def read_listed_rows(file: Path, content: str) -> Iterator[ListedRow]:
    """Yield the rows of every list in ``file``, in its order; only a few are in memory at once.

    The file may be compressed with gzip. Raises InputError if it cannot be read or is not JSON, and, naming the
    expected ``content``, if it is JSON of another form.
    """
    try:
        with opened_data(file) as stream:
            yield from _UnreadText(file, content, stream).lists()
    except UnicodeDecodeError as error:
        raise InputError(f"{file} is not JSON: it is not UTF-8 text ({error.reason})") from error
    except RecursionError as error:
        raise InputError(f"{file} is not {content}: its values are nested too deeply") from error


class _UnreadText:
    """The text that was read and not used yet, and the number of lines before it."""

    def __init__(self, file: Path, content: str, stream: IO[bytes] | Unpacking) -> None:
        self._file, self._content, self._stream = file, content, stream
        # A chunk may end in the middle of a character.
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._text, self._position, self._lines, self._ended = "", 0, 1, False

    def lists(self) -> Iterator[ListedRow]:
        if self._next() == _MARK:
            raise UnreadableError(self._file, "begins with a byte order mark", "save it as UTF-8 without one")
        # A list or a number may be valid JSON: then the form is wrong, not the syntax.
        if self._next() != "{":
            self._value()  # valid JSON, or an error that names the line
            self._wrong_form()
        self._position += 1
        has_more, names = self._next() != "}", set[str]()
        while has_more:
            name = self._value()
            if not isinstance(name, str):
                self._broken("a name in double quotes is expected")
            if name in names:
                self._broken(f"the key {name[:40]!r} occurs twice")
            names.add(name)
            self._take(":")
            yield from self._rows(name)
            has_more = self._next() == ","
            self._position += has_more
        self._take("}")
        if self._next():
            self._broken("the file goes on after its end")

    def _rows(self, name: str) -> Iterator[ListedRow]:
        if self._next() != "[":
            self._value()
            self._wrong_form()
        self._position += 1
        number, has_more = 0, self._next() != "]"
        while has_more:
            number += 1
            yield ListedRow(name, number, self._value())
            has_more = self._next() == ","
            self._position += has_more
        self._take("]")

    def _take(self, expected: str) -> None:
        if self._next() != expected:
            self._broken(f"{expected!r} is expected")
        self._position += 1

    def _next(self) -> str:
        """Return the next character that is not white space, without using it; an empty text at the end."""
        while True:
            while self._position < len(self._text) and self._text[self._position] in _SPACE:
                self._position += 1
            if self._position < len(self._text) or self._ended:
                return self._text[self._position : self._position + 1]
            self._read(_CHUNK_SIZE)

    def _value(self) -> Any:
        """Return the next value. What follows it has to be read as well: a number could go on there."""
        self._next()
        while True:
            # Before decoding: a row of millions of values would fill the memory.
            if many_values(self._text):
                self._broken(f"a row has more than {VALUES} values")
            try:
                value, end = DECODER.raw_decode(self._text, self._position)
                # A number or a literal at the end of a chunk may continue in the next one.
                if end < len(self._text) or self._ended:
                    if surrogate := lone_surrogate(self._text[self._position : end]):
                        self._broken(f"{surrogate} is a lone surrogate")
                    self._position = end
                    return value
            except json.JSONDecodeError as error:
                # Text that looks broken has usually just not been read to its end.
                if self._ended or len(self._text) - self._position > _LONGEST:
                    self._broken(error.msg, error.pos)
            except ValueError as error:  # a number with thousands of digits
                self._broken(str(error).partition(";")[0])
            # Read twice as much each time, so that repeated decoding of a long row takes linear time.
            self._read(max(_CHUNK_SIZE, len(self._text) - self._position))

    def _read(self, size: int) -> None:
        """Drop the text that was used, and read more."""
        chunk = self._stream.read(size) or b""  # None if a non-blocking file has no data yet
        self._ended = not chunk
        # Counted before the text is dropped, so that a later message can name its line.
        self._lines += self._text.count("\n", 0, self._position)
        self._text = self._text[self._position :] + self._decoder.decode(chunk, final=self._ended)
        self._position = 0

    def _broken(self, problem: str, index: int | None = None) -> NoReturn:
        position = self._position if index is None else index
        line = self._lines + self._text.count("\n", 0, position)
        raise InputError(f"{self._file} is not JSON: line {line}: {problem}")

    def _wrong_form(self) -> NoReturn:
        raise InputError(f"{self._file} is not {self._content}")
