"""The protocols: one package each, registered here by name."""

from importlib import import_module
from typing import Any

from probe.errors import InputError

DILEMMAS = "dilemmas"
PROTOCOLS = {
    DILEMMAS: "probe.protocols.dilemmas.protocol:DilemmaProtocol",
    "templates": "probe.protocols.templates.protocol:TemplateProtocol",
    "triage": "probe.protocols.triage.protocol:TriageProtocol",
}
"""The class of each protocol; it is imported when a dataset or a command names it."""


def protocol_named(name: str) -> Any:
    """Return the protocol called ``name``, an ItemProtocol of its own type of items. Raises InputError if unknown."""
    if name not in PROTOCOLS:
        raise InputError(f"unknown protocol {name!r}: choose among {', '.join(PROTOCOLS)}")
    module, _, found = PROTOCOLS[name].partition(":")
    return getattr(import_module(module), found)()
