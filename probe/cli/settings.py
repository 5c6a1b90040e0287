"""Options from the environment and from ``probe.toml`` in the working directory; the command line goes before both.

``PROBE_EVALUATE_RUNS=3`` is ``--runs 3`` of ``probe evaluate``; what commands share can be set for all of them, as
``PROBE_CONCURRENCY=4``. A table of the file is named like a command, and keys like options.
"""

import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import click

from probe.cli.main import MOVED
from probe.errors import InputError
from probe.options.form import settings_of
from probe.options.shared import ModelOptions, PlacementOptions

FILE = Path("probe.toml")
SHARED = tuple(setting.flags[0] for options in (ModelOptions, PlacementOptions) for setting in settings_of(options))
"""Options that can be set for all commands at once; others mean different things in different commands."""

ADDRESSES = ("--base-url", "--address")
"""Options that name a server, which receives keys: a file that came with a folder does not choose it."""


def name_variables(command: click.Command, path: str, earlier: str = "") -> None:
    """Give each option of a command, and of the commands below it, its variables of the environment.

    ``earlier`` is the command's name in earlier versions, whose variables are still read.
    """
    for option in options_of(command):
        flag = long_flag(option)
        named = [f"PROBE_{name}_{flag[2:]}" for name in (path, earlier) if name]
        names = [*named, *([f"PROBE_{flag[2:]}"] if flag in SHARED else [])]
        option.envvar = [name.upper().replace("-", "_").replace(" ", "_") for name in names]
    if isinstance(command, click.Group):
        for name, below in command.commands.items():
            name_variables(below, f"{path} {name}", name if MOVED.get(name) == path else "")


def options_of(command: click.Command) -> list[click.Option]:
    """Return the options of a command, without ``--help``."""
    return [param for param in command.params if isinstance(param, click.Option)]


def long_flag(option: click.Option) -> str:
    """Return the name of an option on the command line."""
    return next(flag for flag in option.opts if flag.startswith("--"))


def read_settings() -> dict[str, Any]:
    """Return the content of ``probe.toml``, empty if there is none. Raises InputError if it is not TOML."""
    if not FILE.is_file():
        return {}
    from probe.inputs import TEXT, read_bytes

    try:
        return tomllib.loads(read_bytes(FILE, TEXT).decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{FILE} is not TOML: {error}") from error


def defaults_from(content: Mapping[str, Any], command: click.Command, commands: list[str]) -> dict[str, Any]:
    """Return what the file sets for a command: values by the names of parameters, below the command's name.

    Raises InputError for a table that is not one of ``commands``, a key that is not an option, and an unusable value.
    """
    content = _regrouped(content)
    for name, value in content.items():
        if isinstance(value, Mapping) and name not in commands:
            raise InputError(f"{FILE}: [{name}] is not a command{_nearest(name, commands)}")
        if not isinstance(value, Mapping) and f"--{name}" not in SHARED:
            known = [flag[2:] for flag in SHARED]
            raise InputError(f"{FILE}: {name} is not an option of all commands{_nearest(name, known)}")
    shared = {name: value for name, value in content.items() if not isinstance(value, Mapping)}
    table = content.get(command.name or "")  # of ``seeds``, which is also an option, it may be a value
    return {
        command.name or "": _values(table if isinstance(table, Mapping) else {}, shared, command, command.name or "")
    }


def _regrouped(content: Mapping[str, Any]) -> dict[str, Any]:
    """Return the content with each table of a command that is now in a group in the table of that group."""
    moved = {name: value for name, value in content.items() if name in MOVED and isinstance(value, Mapping)}
    kept = {name: value for name, value in content.items() if name not in moved}
    for name, value in moved.items():
        group = kept.get(MOVED[name], {})
        if not isinstance(group, Mapping) or name in group:
            raise InputError(f"{FILE}: [{name}] is the earlier name of [{MOVED[name]}.{name}]: keep one of them")
        kept[MOVED[name]] = {**group, name: value}
    return kept


def _values(content: Mapping[str, Any], shared: Mapping[str, Any], command: click.Command, path: str) -> dict[str, Any]:
    """Return the values of one table, and of what all commands share, by the names of the command's parameters."""
    options = {long_flag(option)[2:]: option for option in options_of(command)}
    below = command.commands if isinstance(command, click.Group) else {}
    found: dict[str, Any] = {name: _values({}, shared, each, f"{path}.{name}") for name, each in below.items()}
    for name in shared.keys() & options.keys():
        found[options[name].name or ""] = _value(options[name], shared[name], f"{FILE}: {name}")
    for name, value in content.items():
        if name in below and isinstance(value, Mapping):
            found[name] = _values(value, shared, below[name], f"{path}.{name}")
        elif name in options:
            found[options[name].name or ""] = _value(options[name], value, f"{FILE}: [{path}] {name}")
        else:
            raise InputError(f"{FILE}: [{path}] has no option {name}{_nearest(name, [*options, *below])}")
    return found


def _value(option: click.Option, value: Any, place: str) -> Any:
    """Return a value as the option takes it. Raises InputError, which names its place, if it does not."""
    if long_flag(option) in ADDRESSES or "base_url=" in str(value):
        raise InputError(f"{place}: an address is not read from a file: give it on the command line or as a variable")
    several = option.multiple or option.nargs != 1
    each = value if isinstance(value, list) and several else [value]
    if any(isinstance(one, list | Mapping) for one in each):
        raise InputError(f"{place}: give {'values' if several else 'one value'}")
    # Texts, as on the command line: 2.7 is no whole number there.
    typed = [one if option.is_flag else str(one) for one in each]
    values = typed if option.multiple or isinstance(value, list) else typed[0]
    try:
        option.type_cast_value(click.Context(click.Command("probe")), values)
    except click.UsageError as error:
        raise InputError(f"{place}: {error.message}") from error
    return values


def _nearest(name: str, known: list[str]) -> str:
    near = get_close_matches(name, known, n=1)
    return f": did you mean {near[0]}?" if near else f": choose among {', '.join(known)}"
