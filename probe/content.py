"""Files of content that people write: a TOML file, the line of every key, and all problems in its author's words."""

import difflib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from probe.errors import CorpusError, InputError, choose
from probe.inputs import parse_toml, read_text
from probe.values import Value
from probe.values.texts import visible, visible_line

SomeValue = TypeVar("SomeValue", bound=Value)
Key = tuple[str | int, ...]

PART = re.compile(r"""[A-Za-z0-9_\-]+|"[^"\n]*"|'[^'\n]*'""")
"""A name between the dots of a key, quoted or not."""
HEADER = re.compile(rf"^\s*(\[\[?)\s*((?:{PART.pattern})(?:\s*\.\s*(?:{PART.pattern}))*)\s*\]\]?")
ASCII = re.compile(r"[ -~]+")
ASSIGNMENT = re.compile(rf"^\s*((?:{PART.pattern})(?:\s*\.\s*(?:{PART.pattern}))*)\s*=")
OPENING = re.compile(r"""(?:[=\[,]|^)\s*(\"{3}|'{3})""")
"""What opens a text of several lines, where a value may begin: in a comment or another text it opens nothing."""
ABOUT = re.compile(r"^([\w.]+): (.+)")
"""A problem that a model reports itself, with the key that it is about."""
ATOM = re.compile(r"[a-z][a-z0-9_]*")
SHOWN_LENGTH = 40
"""How many characters of an invalid value a message shows."""
PAIRS = {
    **dict.fromkeys(("range", "small", "large"), "[20, 600]"),
    "size": "[2, 3]",
    "share": "[0.1, 0.9]",
    "margin": "[0.1, 0.5]",
}
"""The keys whose value is two numbers, each with an example."""
WHOLE_NUMBER = "write a whole number, not {given}"
TABLE = "write it as a table with single brackets, [{header}]"
REASONS = {
    "missing": "{key!r} is missing",
    "string_type": "write a text in quotes, not {given}",
    "string_too_short": "the text is empty",
    "string_pattern_mismatch": "{given} is not a name: use lower-case letters, digits and _, beginning with a letter",
    **dict.fromkeys(("int_type", "int_parsing", "int_from_float"), WHOLE_NUMBER),
    **dict.fromkeys(("float_type", "float_parsing", "finite_number"), "write a number, not {given}"),
    **dict.fromkeys(("bool_type", "bool_parsing"), "write true or false, without quotes, not {given}"),
    **dict.fromkeys(("dict_type", "model_type", "model_attributes_type"), TABLE),
    "literal_error": "write {expected}, not {given}",
    "greater_than_equal": "{given} is too small: it has to be {ge} or more",
    "less_than_equal": "{given} is too large: it has to be {le} or less",
    "too_short": "the list needs {min_length} or more, but has {actual_length}",
    "too_long": "the list may have {max_length}, but has {actual_length}",
}
"""What to write, by the type of pydantic's error."""


class ContentFile:
    """A TOML file: ``data`` as read, and errors that name the file, the line and the reason.

    Raises InputError for what is not UTF-8 or TOML, and for text that has hidden characters or, unless it may,
    ``several_lines``.
    """

    def __init__(self, path: Path, *, several_lines: bool = False) -> None:
        self.path = path
        # Some editors begin a file with a byte order mark, which means nothing here.
        self.text = read_text(path, mark=True)
        self._lines = self.text.split("\n")
        # What a reviewer cannot see could change what the file means.
        if hidden := _hidden(self.text, visible):
            line = self.text.count("\n", 0, self.text.index(hidden)) + 1
            raise InputError(f"{path}:{line}: contains {_character_name(hidden)}: remove it")
        self.data: dict[str, Any] = parse_toml(self.text, path)
        self._key_lines = _key_lines(self._lines)
        self._check_texts(visible if several_lines else visible_line)

    def _check_texts(self, make_visible: Callable[[str], str]) -> None:
        """Reject escapes for hidden characters and line ends: the file shows them, the text that it means does not."""
        texts = list(_texts(self.data, ()))
        hidden = _hidden("".join(text for _, text in texts), make_visible)
        for key, text in texts if hidden else ():
            if hidden in text:
                location = visible_line(named(self.data, key))
                reason = f"{location}: contains {_character_name(hidden)}: write one line of visible text"
                raise self.error(key, reason, max(ASCII.findall(text), key=len, default=""))

    def error(self, key: Sequence[str | int], reason: str, words: str = "") -> InputError:
        """Return the error that ``reason`` is wrong at ``key``, on the line of ``words`` if they are given."""
        return InputError(f"{self.place(key, words)}: {reason}")

    def place(self, key: Sequence[str | int], words: str = "") -> str:
        """Return the file and the line of ``key``, or of ``words`` if they are given."""
        return f"{self.path}:{self.line(key, words)}"

    def line(self, key: Sequence[str | int], words: str = "") -> int:
        """Return the line (from 1) of ``key`` or its nearest parent, or of ``words`` if they occur after it."""
        known_key = tuple(key)
        while known_key and known_key not in self._key_lines:
            known_key = known_key[:-1]
        start = self._key_lines.get(known_key, 1)
        if words:
            first_line = words.splitlines()[0]
            for number in range(start, len(self._lines) + 1):
                if first_line in self._lines[number - 1]:
                    return number
        return start

    def value(self, kind: type[SomeValue], key: Key = (), *, named_like_file: bool = False) -> SomeValue:
        """Return the value at ``key`` as a ``kind``, whose name is the file's where it is ``named_like_file``.

        Raises CorpusError with a line for every problem.
        """
        data: Any = self.data
        for part in key:
            data = data[part]
        if not data:
            raise self.error(key, "the file is empty" if not key else "the table is empty")
        problems: list[str] = []
        value = self._checked(kind, {**data, "name": self.path.stem} if named_like_file else data, [key], problems)
        if value is None:
            raise CorpusError(problems, "file")
        return value

    def joined(self, kind: type[SomeValue], keys: Sequence[Key], problems: list[str]) -> SomeValue | None:
        """Return the value of the tables at ``keys``, of which a later one replaces the entries of an earlier one.

        A key without a table has no entries. What is wrong is added to ``problems``, and the value is then None.
        """
        tables = {key: table for key in keys if isinstance(table := self.at(key), dict)}
        entries = {name: value for table in tables.values() for name, value in table.items()}
        return self._checked(kind, entries, list(tables) or [keys[0]], problems)

    def at(self, key: Key) -> Any:
        """Return what the file has at ``key``; None if nothing, as no value in TOML is None."""
        data: Any = self.data
        for part in key:
            data = _item(data, part)
        return data

    def _checked(
        self, kind: type[SomeValue], data: Any, tables: Sequence[Key], problems: list[str]
    ) -> SomeValue | None:
        """Return ``data``, which is from ``tables``, as a ``kind``; or add what is wrong to ``problems``."""
        try:
            return kind.model_validate(data)
        except ValidationError as error:
            problems_found = [
                ((*key, *problem_key), (*key, *owner), reason)
                for problem_key, owner, reason in explain_errors(error, kind, data)
                for key in [
                    next((key for key in reversed(tables) if self.at((*key, *problem_key[:1])) is not None), tables[-1])
                ]
            ]
            # An unknown key comes first, since it may be why another one is missing; then as in the file.
            problems_found.sort(key=lambda problem: (problem[0] == problem[1], self.line(problem[0])))
            problems += [
                f"{self.place(problem_key)}: {': '.join(filter(None, (named(self.data, owner), reason)))}"
                for problem_key, owner, reason in problems_found
            ]
            return None


def _hidden(text: str, make_visible: Callable[[str], str]) -> str:
    """Return the first character of ``text`` that ``make_visible`` changes, empty if there is none."""
    # Each different character once, since a long text has few of them.
    hidden = {character for character in set(text) if make_visible(character) != character}
    return next(character for character in text if character in hidden) if hidden else ""


def _character_name(character: str) -> str:
    return {"\n": "a line end", "\t": "a tab"}.get(character, f"the hidden character U+{ord(character):04X}")


def _texts(data: Any, key: Key) -> Iterator[tuple[Key, str]]:
    """Yield every text and key in ``data``, with its place."""
    if isinstance(data, str):
        yield key, data
    elif isinstance(data, dict):
        for name, value in data.items():
            yield (*key, name), name
            yield from _texts(value, (*key, name))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from _texts(value, (*key, index))


def _key_lines(lines: list[str]) -> dict[Key, int]:
    """Return the line of every table and key; arrays of tables count their elements from 0."""
    key_lines: dict[Key, int] = {}
    element_counts: dict[Key, int] = {}
    table: Key = ()
    closing = ""
    for number, line in enumerate(lines, start=1):
        if closing:  # within a text of several lines
            closing = "" if closing in line else closing
            continue
        opening = OPENING.search(line)
        # A second mark on the same line closes the text again.
        closing = opening[1] if opening and line.count(opening[1]) % 2 else ""
        header = HEADER.match(line)
        if header:
            table = names = _with_indices(_parts(header.group(2)), element_counts)
            if header.group(1) == "[[":
                index = element_counts.get(names, 0)
                table, element_counts[names] = (*names, index), index + 1
            # An array of tables is where its first element is.
            key_lines.setdefault(names, number)
            key_lines[table] = number
        elif assignment := ASSIGNMENT.match(line):
            key_lines.setdefault((*table, *_parts(assignment.group(1))), number)
    return key_lines


def _parts(key: str) -> tuple[str, ...]:
    """Return the names of a dotted key without their quotation marks."""
    return tuple(part.strip("\"'") for part in PART.findall(key))


def _with_indices(names: tuple[str, ...], element_counts: Mapping[Key, int]) -> Key:
    """Return a dotted name with the index of the last element after every parent that is an array of tables."""
    result: Key = ()
    for name in names[:-1]:
        result = (*result, name)
        count = element_counts.get(result, 0)
        result = (*result, count - 1) if count else result
    return (*result, names[-1])


def explain_errors(error: ValidationError, kind: type[BaseModel], data: Any) -> list[tuple[Key, Key, str]]:
    """Return every problem of ``data``, which is not a ``kind``: its key, the key that is named, and how to fix it.

    A missing key is no problem of its own where an unknown one was meant to be it.
    """
    problems: dict[tuple[Key, str], Key] = {}
    misspelt_keys, general_problems = set[Key](), set[tuple[Key, str]]()
    # Unknown keys first, because they show which of the missing ones are only misspelt.
    for detail in sorted(error.errors(include_url=False), key=lambda detail: detail["type"] != "extra_forbidden"):
        present_key = _present_key(detail["loc"], data)
        if detail["type"] == "extra_forbidden":
            owner = _model(kind, present_key[:-1])
            keys = _keys(owner) if owner else ()
            misspelt_keys.update(
                (*present_key[:-1], key) for key in difflib.get_close_matches(str(present_key[-1]), keys, n=1)
            )
            problems[present_key, unknown_key(str(present_key[-1]), keys)] = present_key[:-1]
        elif detail["type"] == "missing" and (*present_key, detail["loc"][-1]) in misspelt_keys:
            continue
        elif detail["type"] == "value_error":
            problems.update({(key, reason): key for key, reason in _reported_problems(detail, present_key, kind)})
        else:
            form = _form(detail, present_key, kind)
            problem = present_key, form or _reason(detail, present_key, kind)
            problems[problem] = present_key
            general_problems.update({problem} if form or detail["type"] == "too_short" else ())
    # A list counts only its valid members, and a value in one of its forms need not have another.
    causes = {key[:length] for key, _ in problems for length in range(len(key))}
    kept_problems = (problem for problem in problems if problem not in general_problems or problem[0] not in causes)
    return [(key, problems[key, reason], reason) for key, reason in kept_problems]


def _form(error: ErrorDetails, present_key: Key, kind: type[BaseModel]) -> str:
    """Return what to write where a value may have several forms and has none of them, else nothing."""
    field = _field(kind, present_key)
    tagged = len(present_key) + (error["type"] == "missing") < len(error["loc"]) and error["loc"][-1] != "[key]"
    return f"write {field.description}" if tagged and field and field.description else ""


def _reported_problems(error: ErrorDetails, present_key: Key, kind: type[BaseModel]) -> Iterator[tuple[Key, str]]:
    """Yield the problems, one on each line, that a model at ``present_key`` reports itself."""
    model = _model(kind, present_key)
    for line in str(error["ctx"]["error"]).splitlines():
        about = ABOUT.fullmatch(line)
        names = about[1].split(".") if about else []
        if about and model and names[0] in _keys(model):
            yield (*present_key, *names), about[2]
        else:
            yield present_key, line


def unknown_key(key: str, keys: Sequence[str]) -> str:
    """Return the message that a key is unknown, with the key that was probably meant, or all keys."""
    return f"unknown key {key!r}; {choose(key, keys)}"


def named(data: Any, key: Sequence[str | int]) -> str:
    """Return ``key`` as the author knows it, such as ``missing.range`` for ``number.0.range``."""
    parts: list[str] = []
    for part in key:
        data = _item(data, part)
        if isinstance(part, str):
            parts.append(part)
        elif isinstance(data, dict):
            name = data.get("name", data.get("system"))
            numbered_name = f"{parts[-1]} {name!r}" if isinstance(name, str) else f"{parts[-1]} {part + 1}"
            parts[-1] = name if isinstance(name, str) and ATOM.fullmatch(name) else numbered_name
    return ".".join(parts)


def _reason(error: ErrorDetails, present_key: Key, kind: type[BaseModel]) -> str:
    key = next((str(part) for part in reversed(error["loc"]) if isinstance(part, str)), "")
    header = ".".join(part for part in present_key if isinstance(part, str))
    shown_input = json.dumps(error["input"], ensure_ascii=False, default=str)
    shown_input = shown_input if len(shown_input) <= SHOWN_LENGTH else shown_input[:SHOWN_LENGTH] + "…"
    is_pair_error = error["type"] in ("tuple_type", "too_long") or isinstance(error["loc"][-1], int)
    if key in PAIRS and is_pair_error and error["type"] in ("tuple_type", "too_long", "missing"):
        return f"write two numbers: {key} = {PAIRS[key]}"
    if error["type"] == "tuple_type":
        return (
            f"write [[{header}]], with two brackets"
            if _model(kind, present_key)
            else f"write a list: {key} = [{shown_input}]"
        )
    words = {"key": key, "given": shown_input, "header": header, **error.get("ctx", {})}
    template = REASONS.get(error["type"])
    return template.format(**words) if template else f"{error['msg'][:1].lower()}{error['msg'][1:]}"


def _present_key(location: Iterable[str | int], data: Any) -> Key:
    """Return the part of a ``location`` that the data has: without missing keys, and pydantic's names of types."""
    present: list[str | int] = []
    for part in location:
        item = _item(data, part)
        if item is not None:
            data = item
            present.append(part)
    return tuple(present)


def _item(data: Any, part: str | int) -> Any:
    """Return what the data has at ``part``; None if nothing, as no value in TOML is None."""
    if isinstance(data, dict):
        return data.get(part)
    return data[part] if isinstance(data, list) and isinstance(part, int) and part < len(data) else None


def _keys(kind: type[BaseModel]) -> list[str]:
    return [field.alias or name for name, field in kind.model_fields.items()]


def _model(kind: type[BaseModel], key: Key) -> type[BaseModel] | None:
    """Return the model that a table at ``key`` of a ``kind`` has to be."""
    field = _field(kind, key)
    return kind if not key else _model_in(field.annotation) if field else None


def _field(kind: type[BaseModel], key: Key) -> FieldInfo | None:
    """Return the field of a ``kind``, or of a model in it, that is at ``key`` or contains it."""
    field: FieldInfo | None = None
    model: type[BaseModel] | None = kind
    for part in key:
        if isinstance(part, str) and model:
            field = next((entry for name, entry in model.model_fields.items() if (entry.alias or name) == part), None)
            model = _model_in(field.annotation) if field else None
    return field


def _model_in(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((model for part in get_args(annotation) if (model := _model_in(part))), None)
