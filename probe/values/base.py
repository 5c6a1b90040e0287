"""The base of all values: frozen, closed to unknown fields, without side effects."""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Self, TypeVar

from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler, JsonValue
from pydantic_core import core_schema

Evidence = dict[str, JsonValue]
"""The measurements behind an outcome: plain JSON, keyed by the name of the measurement."""


class Value(BaseModel):
    """Base of every value: immutable, and unknown fields are errors."""

    model_config = ConfigDict(frozen=True, extra="forbid")


Named = TypeVar("Named", bound="Name")


class _Open(type):
    """Makes the class of an open set of names iterable over its packaged names."""

    def __iter__(cls: type[Named]) -> Iterator[Named]:  # type: ignore[misc]  # typed as EnumMeta is
        return iter(cls.packaged)

    def __len__(cls: "type[Name]") -> int:  # type: ignore[misc]
        return len(cls.packaged)


class Name(str, metaclass=_Open):
    """A name from an open set: any well-formed text is valid, and equal names are the same object.

    ``packaged`` lists the names that come with the package, in their usual order; content can add others.
    """

    form: ClassVar[re.Pattern[str]]
    packaged: ClassVar[tuple[Any, ...]] = ()
    _known: ClassVar[dict[tuple[type, str], Any]] = {}

    def __new__(cls, text: str) -> Self:
        """Return the name ``text``; raise ValueError if it is not well-formed."""
        known = cls._known.get((cls, text))
        if known is None:
            if not cls.form.fullmatch(text):
                raise ValueError(f"{text!r} is not the name of a {cls.__name__.lower()}")
            known = cls._known[cls, str(text)] = super().__new__(cls, text)
        found: Self = known
        return found

    @property
    def value(self) -> str:
        """The name as plain text."""
        return str.__str__(self)

    @classmethod
    def in_order(cls, names: Iterable[Self]) -> list[Self]:
        """Return ``names`` without duplicates: the packaged ones in their usual order, then the others by name."""
        usual = list(cls.packaged)
        return sorted(set(names), key=lambda name: (usual.index(name) if name in usual else len(usual), str(name)))

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        return core_schema.no_info_after_validator_function(cls, core_schema.str_schema())


def canonical_json(value: Any) -> str:
    """Return the one JSON text of ``value``: sorted keys, no blanks, unescaped characters."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def fingerprint(value: Any, digits: int = 16) -> str:
    """Return the first ``digits`` hex digits of the SHA-256 of ``value`` as canonical JSON."""
    return hashlib.sha256(canonical_json(value).encode("utf-8", "surrogatepass")).hexdigest()[:digits]
