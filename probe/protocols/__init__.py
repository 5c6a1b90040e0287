"""The protocols: one package each, found by name among the entry points of the group ``probe.protocols``.

Another distribution adds a protocol with an entry point of its own; its class is an ItemProtocol.
"""

from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from probe.errors import InputError

GROUP = "probe.protocols"
DILEMMAS = "dilemmas"
"""The protocol of lines and runs that name none."""
PACKAGED = {
    DILEMMAS: "probe.protocols.dilemmas.protocol:DilemmaProtocol",
    "prompts": "probe.protocols.prompts.protocol:PromptProtocol",
    "templates": "probe.protocols.templates.protocol:TemplateProtocol",
    "triage": "probe.protocols.triage.protocol:TriageProtocol",
    "workspaces": "probe.protocols.workspaces.protocol:WorkspaceProtocol",
}
"""The entry points of this distribution, as in pyproject.toml: a checkout without metadata lacks them."""


def registered() -> dict[str, str]:
    """Return where the class of each protocol is, by name: the packaged ones first."""
    return PACKAGED | {one.name: one.value for one in entry_points(group=GROUP)}


def protocol_named(name: str) -> Any:
    """Return the protocol called ``name``, an ItemProtocol of its own type of items; its class is imported here.

    An empty name is that of content that names none. Raises InputError if no protocol is called so.
    """
    known = registered()
    if (name or DILEMMAS) not in known:
        raise InputError(f"unknown protocol {name[:40]!r}: choose among {', '.join(known)}, or install what adds it")
    module, _, found = known[name or DILEMMAS].partition(":")
    return getattr(import_module(module), found)()
