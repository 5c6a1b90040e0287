"""The formats of other tools that one protocol reads or writes, by name: the protocol is imported when it is needed."""

from pathlib import Path

from probe.errors import InputError
from probe.files.dataset import dataset_file
from probe.protocols import DILEMMAS
from probe.protocols.reading import protocol_in

IMPORTS = {"malberg": "templates", "biasbuster": "triage"}
"""Whose items each format has; of malberg, decisions on them are read as well."""
EXPORTS = {"probe-swe": DILEMMAS, "malberg": "templates"}
"""Whose items each format takes; others take those of every protocol."""


def writer_of(form: str, source: Path) -> str:
    """Return the protocol that writes a format. Raises InputError if the items in ``source`` are of another one."""
    named = protocol_in(dataset_file(source))
    if named != EXPORTS[form]:
        raise InputError(f"--format {form} is for {EXPORTS[form]}, and {source} has items of the protocol {named[:40]}")
    return named
