"""A new decision schema to rewrite: complete, so that it passes its check before the first change."""

import re
from importlib.resources import files
from pathlib import Path
from string import Template

from probe.errors import InputError
from probe.files.plain import refuse_overwriting, write_atomically

MOST_CHARACTERS = 60
"""How long the name of a schema may be."""
DOMAIN = 'name = "{}"\ndescription = "Decisions of our own."\n'
_READABLE = re.compile(r"[A-Za-z][A-Za-z0-9 _-]*")


def write_skeleton(folder: Path, name: str, area: str, *, force: bool = False) -> Path:
    """Write the schema ``name`` into the domain ``folder``, with a domain.toml if there is none; return its path.

    Raises InputError for a name that is not made of letters, digits, blanks, ``-`` and ``_``, and where the schema
    exists, unless ``force`` is set.
    """
    for text, argument in ((name, "NAME"), (area, "--area")):
        if not _READABLE.fullmatch(text) or len(text) > MOST_CHARACTERS:
            raise InputError(
                f"{argument}: use at most {MOST_CHARACTERS} letters, digits, blanks, - and _, beginning with a letter"
            )
    about, area_slug = (re.sub(r"[ -]+", "_", text.strip().lower()) for text in (name, area))
    path = folder / "practices" / "schemas" / area_slug / f"{about}.toml"
    refuse_overwriting([path], "NAME", force=force)
    content = files("probe.grammar").joinpath("skeleton.toml").read_text(encoding="utf-8")
    write_atomically(path, Template(content).substitute(about=about, name=name.strip(), area=area_slug))
    if not (folder / "domain.toml").exists():
        # A quote in the name of the folder would end the string in TOML.
        write_atomically(folder / "domain.toml", DOMAIN.format(folder.resolve().name.replace('"', "'")))
    return path
