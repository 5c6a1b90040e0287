"""A document as JSON: the fields of every block, texts unescaped."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from probe.document.blocks import Block, Step, StyledText


class Lazy(list[Any]):
    """A list for a JSON encoder whose elements are made while they are written, by ``make``."""

    def __init__(self, make: Callable[[], Iterator[Any]]) -> None:
        super().__init__()
        self._make = make

    def __iter__(self) -> Iterator[Any]:
        return self._make()

    def __bool__(self) -> bool:
        # The encoder asks whether a list is empty before it iterates over it.
        return any(True for _ in self)


def json_blocks(blocks: Iterable[Block]) -> list[dict[str, Any]]:
    """Return blocks as JSON; lone surrogates, which JSON files cannot store, are replaced."""
    return [_to_json(block) for block in blocks]


def _to_json(value: Any) -> Any:
    match value:
        case StyledText(text=text, tone="", form="", link=""):
            return _to_json(text)
        case str():
            return value.encode("utf-8", "replace").decode("utf-8")
        case tuple():
            return [_to_json(item) for item in value]
        case _ if is_dataclass(value):
            name = {} if isinstance(value, Step | StyledText) else {"block": type(value).__name__}
            # A step's key compares derivations within a process and has no meaning in a file.
            field_values = {field.name: _to_json(getattr(value, field.name)) for field in fields(value) if field.repr}
            return name | field_values
        case _:
            return value
