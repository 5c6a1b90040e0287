"""What is wrong with the data of a file, in the words of its author: keys as written, and what to write instead."""

import difflib
import json
import re
from collections.abc import Iterable, Sequence
from typing import Any, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

Key = tuple[str | int, ...]

ATOM = re.compile(r"[a-z][a-z0-9_]*")
SHOWN = 40
"""How many characters of an invalid value a message shows."""
PAIRS = {
    **dict.fromkeys(("range", "small", "large"), "[20, 600]"),
    "size": "[2, 3]",
    "share": "[0.1, 0.9]",
    "margin": "[0.1, 0.5]",
}
"""The keys whose value is two numbers, each with an example."""
WHOLE = "write a whole number, not {given}"
TABLE = "write it as a table with single brackets, [{header}]"
REASONS = {
    "missing": "{key!r} is missing",
    "string_type": "write a text in quotes, not {given}",
    "string_too_short": "the text is empty",
    "string_pattern_mismatch": "{given} is not a name: use lower-case letters, digits and _, beginning with a letter",
    **dict.fromkeys(("int_type", "int_parsing", "int_from_float"), WHOLE),
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
OF_UNION = "write a whole number, the value of a category in quotes, or a list of members"


def explained(error: ValidationError, kind: type[BaseModel], data: Any) -> tuple[Key, str]:
    """Return the key of the most helpful problem of ``data``, which is not a ``kind``, and how to fix it.

    An unknown key comes first: a missing one is often only misspelt.
    """
    first = min(error.errors(include_url=False), key=lambda one: one["type"] != "extra_forbidden")
    written = _written(first["loc"], data)
    if first["type"] == "extra_forbidden":
        owner = _model(kind, written[:-1])
        return written, unknown_key(str(written[-1]), _keys(owner) if owner else ())
    missing = first["type"] == "missing" and isinstance(first["loc"][-1], str)
    if len(written) + missing < len(first["loc"]) and first["type"] != "missing":
        return written, OF_UNION
    return written, _reason(first, written, tables=_model(kind, written) is not None)


def unknown_key(key: str, known: Sequence[str]) -> str:
    """Return that a key is unknown, with the one that was probably meant, or all that are known."""
    close = difflib.get_close_matches(key, known, n=1)
    return f"unknown key {key!r}; " + (f"did you mean {close[0]!r}?" if close else f"choose among {', '.join(known)}")


def named(data: Any, key: Sequence[str | int]) -> str:
    """Return ``key`` as the author knows it, such as ``missing.range`` for ``number.0.range``."""
    parts: list[str] = []
    for part in key:
        data = _item(data, part)
        if isinstance(part, str):
            parts.append(part)
        elif isinstance(data, dict):
            name = data.get("name", data.get("system"))
            other = f"{parts[-1]} {name!r}" if isinstance(name, str) else f"{parts[-1]} {part + 1}"
            parts[-1] = name if isinstance(name, str) and ATOM.fullmatch(name) else other
    return ".".join(parts)


def _reason(first: ErrorDetails, written: Key, *, tables: bool) -> str:
    key = next((str(part) for part in reversed(first["loc"]) if isinstance(part, str)), "")
    header = ".".join(part for part in written if isinstance(part, str))
    given = json.dumps(first["input"], ensure_ascii=False, default=str)
    given = given if len(given) <= SHOWN else given[:SHOWN] + "…"
    of_pair = first["type"] in ("tuple_type", "too_long") or isinstance(first["loc"][-1], int)
    if key in PAIRS and of_pair and first["type"] in ("tuple_type", "too_long", "missing"):
        return f"write two numbers: {key} = {PAIRS[key]}"
    if first["type"] == "tuple_type":
        return f"write [[{header}]], with two brackets" if tables else f"write a list: {key} = [{given}]"
    words = {"key": key, "given": given, "header": header, **first.get("ctx", {})}
    template = REASONS.get(first["type"])
    return template.format(**words) if template else f"{first['msg'][:1].lower()}{first['msg'][1:]}"


def _written(place: Iterable[str | int], data: Any) -> Key:
    """Return the part of a ``place`` that the data has: without missing keys, and pydantic's names of types."""
    found: list[str | int] = []
    for part in place:
        data = _item(data, part)
        if data is None:
            break
        found.append(part)
    return tuple(found)


def _item(data: Any, part: str | int) -> Any:
    """Return what the data has at ``part``; None if nothing, as no value in TOML is None."""
    if isinstance(data, dict):
        return data.get(part)
    return data[part] if isinstance(data, list) and isinstance(part, int) and part < len(data) else None


def _keys(kind: type[BaseModel]) -> list[str]:
    return [field.alias or name for name, field in kind.model_fields.items()]


def _model(kind: type[BaseModel] | None, place: Key) -> type[BaseModel] | None:
    """Return the model that a table at ``place`` of a ``kind`` has to be."""
    for part in place:
        if isinstance(part, str) and kind:
            field = next((one for name, one in kind.model_fields.items() if (one.alias or name) == part), None)
            kind = _model_in(field.annotation) if field else None
    return kind


def _model_in(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((found for one in get_args(annotation) if (found := _model_in(one))), None)
