"""Read datasets of any protocol."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError

from probe.errors import InputError
from probe.files.dataset import dataset_file, dataset_lines, read_dataset
from probe.protocols import protocol_named
from probe.protocols.base import ItemProtocol
from probe.values import Item, Pair

DILEMMAS = "dilemmas"


class Dataset(NamedTuple):
    """The items of a dataset and their protocol."""

    protocol: ItemProtocol[Any]
    items: Sequence[Item | Pair]


def read_items(path: Path) -> Dataset:
    """Return the items of a dataset file, or of the dataset in a folder, with their protocol.

    Raises InputError that names the line and the field with the fault, or if the file contains no item or items of
    several protocols.
    """
    file = dataset_file(path)
    lines = [(number, line) for number, line in enumerate(dataset_lines(file), 1) if line.strip()]
    name = _protocol_of(lines[0][1]) if lines else DILEMMAS
    if name == DILEMMAS:
        return Dataset(protocol_named(name), read_dataset(path))
    protocol: ItemProtocol[Item] = protocol_named(name)
    items: dict[str, Item] = {}
    for number, line in lines:
        item = _read_line(protocol, line, f"{file} line {number}")
        if item.id in items:
            raise InputError(f"{file} line {number}: item {item.id} is there twice; delete one")
        items[item.id] = item
    return Dataset(protocol, tuple(items.values()))


def _protocol_of(line: str) -> str:
    """Return the protocol that a line names; a dilemma names none."""
    try:
        content = json.loads(line)
    except ValueError:
        return DILEMMAS  # whose reader says what is wrong with the line
    return str(content.get("protocol", DILEMMAS)) if isinstance(content, dict) else DILEMMAS


def _read_line(protocol: ItemProtocol[Item], line: str, where: str) -> Item:
    if (other := _protocol_of(line)) != protocol.name:
        raise InputError(f"{where}: an item of the protocol {other} in a dataset of {protocol.name}; separate them")
    try:
        return protocol.read(json.loads(line))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        field = ".".join(str(part) for part in first["loc"])
        raise InputError(f"{where}: {f'field {field}' if field else 'the line'}: {first['msg']}") from error
    except ValueError as error:
        raise InputError(f"{where}: not JSON: {error}") from error
