"""What extends PROBE: entry points of installed distributions, both PROBE's and those of others.

There are five groups. ``probe.protocols``: ItemProtocol (probe/protocols/base.py). ``probe.formats``: ItemReader,
DecisionReader and Exporter (probe/protocols/formats.py). ``probe.providers``: Extension (probe/models/providers.py).
``probe.engines``: BulkEngine
and LogicEngine (probe/ports.py). ``probe.commands``: ExtensionCommand (below).
"""

import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from probe.errors import MissingError

PROTOCOLS, FORMATS, PROVIDERS, ENGINES, COMMANDS = GROUPS = (
    "probe.protocols",
    "probe.formats",
    "probe.providers",
    "probe.engines",
    "probe.commands",
)
PROJECT = "probe-swe"
"""The distribution whose entry points a checkout has in its pyproject.toml: metadata of an install can be older."""
PYPROJECT = Path(__file__).resolve().parents[1] / "pyproject.toml"


@dataclass(frozen=True)
class ExtensionCommand:
    """A command of ``probe``: what an entry point of the group ``probe.commands`` names.

    ``function`` is a click command or group as ``module:name``, or, with a class of ``options`` (a subclass of
    probe.options.form.Options), a function that takes an object of it. Both are imported when the command is used, so
    that ``probe --help``, which lists the ``help`` under the heading ``section``, waits for neither. It follows the
    command called ``after`` there, and is the last one without such a command.

    Of a group, ``below`` are function and class of each command in it; without a ``function`` it does nothing alone.
    ``unnamed`` is a function that returns the arguments to go on with where the first is not one of its commands.
    """

    function: str
    help: str
    options: str = ""
    below: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    unnamed: str = ""
    section: str = "Extensions"
    after: str = ""


def extension_kind(group: str) -> str:
    """Return what an extension of a group is called, such as ``format``."""
    return group.removeprefix("probe.").removesuffix("s")


def names_in(group: str) -> tuple[str, ...]:
    """Return the names of the extensions in a group, PROBE's own first; none of them is imported."""
    return tuple(_entry_points(group, tuple(sys.path)))


def added_by(group: str, name: str) -> str:
    """Return the distributions that add an extension, with their versions, as text."""
    points = _entry_points(group, tuple(sys.path))[name]
    return " and ".join(
        PROJECT if _distribution(point) == PROJECT or point.dist is None else f"{point.dist.name} {point.dist.version}"
        for point in points
    )


def load(group: str, name: str) -> Any:
    """Import what an extension's entry point names, and return it, or an instance of it if it is a class.

    Raises KeyError for a name that the group lacks; MissingError, which names the distribution, if it cannot be
    imported, or if two distributions add the name.
    """
    entry_point, *further_points = _entry_points(group, tuple(sys.path))[name]
    kind = extension_kind(group)
    if further_points:
        raise MissingError(f"the {kind} {name} is added by {added_by(group, name)}: uninstall all but one of them")
    try:
        extension = entry_point.load()
        return extension() if isinstance(extension, type) else extension
    except MissingError:  # it names what is missing and how to install it
        raise
    except Exception as error:  # a third-party package can fail in any way
        reason = " ".join(str(error).split())[:200]
        raise MissingError(
            f"the {kind} {name} cannot be loaded from {entry_point.module} ({reason}): update {added_by(group, name)}, "
            "or uninstall it"
        ) from error


def engines_that_serve(purpose: str) -> tuple[str, ...]:
    """Return the names of the engines for "bulk work" or "logic", without those that cannot be loaded."""
    names = []
    for name in names_in(ENGINES):
        # One broken extension must not disable the others; its error appears when it is used.
        with suppress(MissingError):
            if load(ENGINES, name).serves == purpose:
                names.append(name)
    return tuple(names)


def bulk_engines() -> tuple[str, ...]:
    """Return where bulk work can run: worker processes on this machine, and what extensions add."""
    return ("local", *engines_that_serve("bulk work"))


@lru_cache(maxsize=16)
def _entry_points(group: str, path: tuple[str, ...]) -> Mapping[str, tuple[EntryPoint, ...]]:
    """Return the entry points of a group by name; those of a distribution that is installed twice count once.

    ``path`` is where distributions are searched, here only the key of the cache.
    """
    own_points = of_checkout(group)
    installed_points = [
        point for point in entry_points(group=group) if not (own_points and _distribution(point) == PROJECT)
    ]
    installed_points.sort(key=lambda point: _distribution(point) != PROJECT)
    points_by_name: dict[str, dict[str, EntryPoint]] = {}
    for point in (*own_points, *installed_points):
        points_by_name.setdefault(point.name, {}).setdefault(point.value, point)
    return {name: tuple(points.values()) for name, points in points_by_name.items()}


def _distribution(point: EntryPoint) -> str:
    return point.dist.name if point.dist else PROJECT


def of_checkout(group: str) -> Iterable[EntryPoint]:
    """Return our entry points as the pyproject.toml next to the package lists them; none if PROBE is installed."""
    if not PYPROJECT.is_file():
        return ()
    import tomllib  # imported here because an installed PROBE does not need it

    project = tomllib.loads(PYPROJECT.read_text(encoding="utf-8")).get("project", {})
    # The folder above an installed package may belong to another project.
    if project.get("name") != PROJECT:
        return ()
    return [EntryPoint(name, value, group) for name, value in project["entry-points"].get(group, {}).items()]
