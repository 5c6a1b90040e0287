"""The protocols: one package each, found by name among the entry points of the group ``probe.protocols``.

Another distribution adds a protocol with its own entry point; its class is an ItemProtocol.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from probe.errors import InputError
from probe.extensions import PROTOCOLS, load, names_in

if TYPE_CHECKING:
    from probe.protocols.base import ItemProtocol

DILEMMAS = "dilemmas"
"""The protocol of datasets and runs that do not name one."""


def protocol_of(content: Mapping[str, Any]) -> str:
    """Return the name of the protocol that the content of a line names; a dilemma names none."""
    return str(content.get("protocol", DILEMMAS))


def protocol_named(name: str) -> "ItemProtocol[Any]":
    """Return the protocol called ``name``, an ItemProtocol of its own type of items; its class is imported here.

    An empty name means dilemmas, as in content that names no protocol. Raises InputError for an unknown name.
    """
    names = names_in(PROTOCOLS)
    if (name or DILEMMAS) not in names:
        raise InputError(f"unknown protocol {name[:40]!r}: choose among {', '.join(names)}, or install what adds it")
    protocol: ItemProtocol[Any] = load(PROTOCOLS, name or DILEMMAS)
    return protocol
