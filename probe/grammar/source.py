"""A file of the library: its data, and the line of every key for error messages."""

import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from probe.errors import InputError
from probe.values import Value

Key = tuple[str | int, ...]
SomeValue = TypeVar("SomeValue", bound=Value)

HEADER = re.compile(r"\s*(\[\[?)\s*([A-Za-z0-9_.\-]+)\s*\]\]?")
ASSIGNMENT = re.compile(r"\s*([A-Za-z0-9_\-]+)\s*=")


class Source:
    """A TOML file: ``data`` as read, and errors that name the file, the line and the reason."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self.text = path.read_text(encoding="utf-8")
            self.data: dict[str, Any] = tomllib.loads(self.text)
        except OSError as error:
            raise InputError(f"{path}: cannot be read ({error.strerror})") from error
        except UnicodeDecodeError as error:
            raise InputError(f"{path}: is not UTF-8 text (byte {error.start})") from error
        except tomllib.TOMLDecodeError as error:
            raise InputError(f"{path}: is not TOML: {error}") from error
        self._lines = self.text.splitlines()
        self._places = _places(self._lines)

    def error(self, key: Sequence[str | int], reason: str, words: str = "") -> InputError:
        """Return the error that ``reason`` is wrong at ``key``, on the line of ``words`` if they are given."""
        return InputError(f"{self.path}:{self.line(key, words)}: {reason}")

    def line(self, key: Sequence[str | int], words: str = "") -> int:
        """Return the line (from 1) of ``key`` or its nearest parent, or of ``words`` if they occur after it."""
        wanted = tuple(key)
        while wanted and wanted not in self._places:
            wanted = wanted[:-1]
        start = self._places.get(wanted, 1)
        if words:
            first = words.splitlines()[0]
            for number in range(start, len(self._lines) + 1):
                if first in self._lines[number - 1]:
                    return number
        return start

    def value(self, kind: type[SomeValue], key: Key = ()) -> SomeValue:
        """Return the value at ``key`` as a ``kind``; raise InputError with the line of an invalid value."""
        data: Any = self.data
        for part in key:
            data = data[part]
        try:
            return kind.model_validate(data)
        except ValidationError as error:
            first = error.errors()[0]
            raise self.error((*key, *first["loc"]), _reason(first["loc"], first["msg"])) from error


def _reason(place: tuple[str | int, ...], message: str) -> str:
    name = ".".join(str(part) for part in place) or "the table"
    return f"{name}: {message[:1].lower()}{message[1:]}"


def _places(lines: list[str]) -> dict[Key, int]:
    """Return the line of every table and key; arrays of tables count their elements from 0."""
    places: dict[Key, int] = {}
    table: Key = ()
    for number, line in enumerate(lines, start=1):
        header = HEADER.match(line)
        if header:
            names = _with_indices(tuple(header.group(2).split(".")), places)
            table = (*names, _next_index(names, places)) if header.group(1) == "[[" else names
            places.setdefault(names, number)
            places[table] = number
        elif assignment := ASSIGNMENT.match(line):
            places.setdefault((*table, assignment.group(1)), number)
    return places


def _with_indices(names: tuple[str, ...], places: dict[Key, int]) -> Key:
    """Return a dotted name with the index of the last element after every parent that is an array of tables."""
    result: Key = ()
    for name in names[:-1]:
        result = (*result, name)
        count = _next_index(result, places)
        result = (*result, count - 1) if count else result
    return (*result, names[-1])


def _next_index(names: Key, places: dict[Key, int]) -> int:
    index = 0
    while (*names, index) in places:
        index += 1
    return index
