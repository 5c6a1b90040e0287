"""Read datasets of any protocol, and seeds as a dataset."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError

from probe.certificate import certify, complexity
from probe.errors import InputError
from probe.files.corpus import names_domain, read_corpus
from probe.files.dataset import dataset_file, read_dataset
from probe.files.streams import protocol_of, read_lines
from probe.inputs import parse_json
from probe.protocols import DILEMMAS, protocol_named
from probe.protocols.base import ItemProtocol
from probe.session import Session
from probe.values import Dilemma, Item, Profile, Seed, problem_of


class Dataset(NamedTuple):
    """The items of a dataset and their protocol."""

    protocol: ItemProtocol[Any]
    items: Sequence[Item | Dilemma]


SEEDS = Path("seeds")
"""Names the packaged domain that is read by default."""


async def read_items(path: Path) -> Dataset:
    """Return the items of a dataset file, of the dataset in a folder, or of a domain of seeds, with their protocol.

    The oracle certifies seeds. Raises InputError that names the line and the field with the problem, or if the file
    contains no item or items of several protocols; MissingError if seeds are read without SWI-Prolog.
    """
    file = dataset_file(path)
    if not file.is_file() and (path == SEEDS or names_domain(path)):
        return Dataset(protocol_named(DILEMMAS), await certified_seeds(None if path == SEEDS else path))
    name = protocol_in(file)
    if name == DILEMMAS:
        return Dataset(protocol_named(name), read_dataset(path))
    protocol: ItemProtocol[Item] = protocol_named(name)
    items: dict[str, Item] = {}
    for line in read_lines(file):
        item = _read_line(protocol, line.text, line.place)
        if item.id in items:
            raise InputError(f"{line.place}: item {item.id} is there twice; delete one")
        items[item.id] = item
    return Dataset(protocol, tuple(items.values()))


def protocol_in(file: Path) -> str:
    """Return the name of the protocol of a dataset's first line, that of dilemmas if it names none.

    Raises InputError if the file cannot be read.
    """
    first = next(read_lines(file), None)
    return (first and protocol_of(parse_json(first.text, first.place))) or DILEMMAS


async def certified_seeds(seeds: Path | None) -> tuple[Dilemma, ...]:
    """Return the seeds of a domain as pairs with complexity and certificate. Raises InputError if it has none."""
    corpus = read_corpus(seeds)
    if not corpus.seeds:
        raise InputError(f"the domain {corpus.domain} has no hand-made dilemmas: compose some with probe generate")
    async with Session() as session:
        oracle = session.oracle()

        async def certified(seed: Seed) -> Dilemma:
            pair = seed.to_pair()
            found = await oracle.examine(pair.programs, Profile.STRICT)
            certificate = certify(found, pair.bias, Profile.STRICT)
            return pair.model_copy(update={"complexity": complexity(found), "certificate": certificate})

        return tuple(await asyncio.gather(*map(certified, corpus.seeds)))


def _read_line(protocol: ItemProtocol[Item], line: str, where: str) -> Item:
    content = parse_json(line, where)
    if (other := protocol_of(content) or DILEMMAS) != protocol.name:
        raise InputError(f"{where}: an item of the protocol {other} in a dataset of {protocol.name}; separate them")
    try:
        return protocol.read(content)
    except ValidationError as error:
        field, what = problem_of(error)
        raise InputError(f"{where}: {f'field {field}' if field else 'the line'}: {what}") from error
