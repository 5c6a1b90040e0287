"""A file of the library: its data, and the line of every key for error messages."""

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from probe.errors import InputError
from probe.grammar.reasons import Key, explained, named
from probe.inputs import parse_toml, read_text
from probe.values import Value
from probe.values.texts import visible, visible_line

SomeValue = TypeVar("SomeValue", bound=Value)

HEADER = re.compile(r"\s*(\[\[?)\s*([A-Za-z0-9_.\-]+)\s*\]\]?")
ASCII = re.compile(r"[ -~]+")
ASSIGNMENT = re.compile(r"\s*([A-Za-z0-9_\-]+)\s*=")


class Source:
    """A TOML file: ``data`` as read, and errors that name the file, the line and the reason.

    Raises InputError for what is not UTF-8 or TOML, and for text that has hidden characters or several lines.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.text = read_text(path, mark=True)
        self._lines = self.text.split("\n")
        if hidden := _hidden(self.text, visible):
            line = self.text.count("\n", 0, self.text.index(hidden)) + 1
            raise InputError(f"{path}:{line}: contains {_called(hidden)}: remove it")
        self.data: dict[str, Any] = parse_toml(self.text, path)
        self._places = _places(self._lines)
        self._check_texts()

    def _check_texts(self) -> None:
        """Reject escapes for hidden characters and line ends: the file shows them, the text that it means does not."""
        every = list(_texts(self.data, ()))
        hidden = _hidden("".join(text for _, text in every), visible_line)
        for key, text in every if hidden else ():
            if hidden in text:
                where = visible_line(named(self.data, key))
                reason = f"{where}: contains {_called(hidden)}: write one line of visible text"
                raise self.error(key, reason, max(ASCII.findall(text), key=len, default=""))

    def error(self, key: Sequence[str | int], reason: str, words: str = "") -> InputError:
        """Return the error that ``reason`` is wrong at ``key``, on the line of ``words`` if they are given."""
        return InputError(f"{self.place(key, words)}: {reason}")

    def place(self, key: Sequence[str | int], words: str = "") -> str:
        """Return the file and the line of ``key``, or of ``words`` if they are given."""
        return f"{self.path}:{self.line(key, words)}"

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
        if not data:
            raise self.error(key, "the file is empty" if not key else "the table is empty")
        try:
            return kind.model_validate(data)
        except ValidationError as error:
            place, reason = explained(error, kind, data)
            whole = (*key, *place)
            owner = whole[:-1] if reason.startswith("unknown key") else whole
            raise self.error(whole, ": ".join(filter(None, (named(self.data, owner), reason)))) from error


def _hidden(text: str, shown: Callable[[str], str]) -> str:
    """Return the first character of ``text`` that is not ``shown`` as it is, or nothing."""
    found = {char for char in set(text) if shown(char) != char}
    return next(char for char in text if char in found) if found else ""


def _called(char: str) -> str:
    return {"\n": "a line end", "\t": "a tab"}.get(char, f"the hidden character U+{ord(char):04X}")


def _texts(data: Any, key: Key) -> Iterator[tuple[Key, str]]:
    """Yield every text and key in ``data``, with its place."""
    if isinstance(data, str):
        yield key, data
    elif isinstance(data, dict):
        for name, value in data.items():
            yield (*key, name), name
            yield from _texts(value, (*key, name))
    elif isinstance(data, list):
        for place, value in enumerate(data):
            yield from _texts(value, (*key, place))


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
