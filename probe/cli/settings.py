"""Options from the environment and from ``probe.toml`` in the working directory; the command line goes before both.

``PROBE_EVALUATE_RUNS=3`` is ``--runs 3`` of ``probe evaluate``; what commands share can be set for all of them, as
``PROBE_CONCURRENCY=4``. A table of the file is named like a command, and keys like options.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from probe.cli.main import MOVED
from probe.errors import CorpusError, InputError, choose
from probe.options.form import settings_of
from probe.options.shared import ModelOptions, PlacementOptions

if TYPE_CHECKING:
    from probe.content import ContentFile

FILE = Path("probe.toml")
SHARED = tuple(setting.flags[0] for options in (ModelOptions, PlacementOptions) for setting in settings_of(options))
"""Options that can be set for all commands at once; others mean different things in different commands."""

ADDRESSES = ("--base-url", "--address")
"""Options that name a server, which receives keys: a file that came with a folder does not choose it."""


def name_variables(command: click.Command, path: str, earlier_name: str = "") -> None:
    """Give each option of a command, and of the commands below it, its variables of the environment.

    ``earlier_name`` is the command's name in earlier versions, whose variables are still read.
    """
    for option in options_of(command):
        flag = long_flag(option)
        prefixed_names = [f"PROBE_{name}_{flag[2:]}" for name in (path, earlier_name) if name]
        names = [*prefixed_names, *([f"PROBE_{flag[2:]}"] if flag in SHARED else [])]
        option.envvar = [name.upper().replace("-", "_").replace(" ", "_") for name in names]
    if isinstance(command, click.Group):
        for name, subcommand in command.commands.items():
            name_variables(subcommand, f"{path} {name}", name if MOVED.get(name) == path else "")


def options_of(command: click.Command) -> list[click.Option]:
    """Return the options of a command, without ``--help``."""
    return [param for param in command.params if isinstance(param, click.Option)]


def long_flag(option: click.Option) -> str:
    """Return the name of an option on the command line."""
    return next(flag for flag in option.opts if flag.startswith("--"))


def read_settings() -> ContentFile | None:
    """Return ``probe.toml``, None if there is none. Raises InputError if it cannot be read or is not TOML."""
    # Also a broken link: a command whose limits are in the file must not run without them.
    if not os.path.lexists(FILE):
        return None
    from probe.content import ContentFile  # only here: commands start sooner without pydantic

    return ContentFile(FILE)


def defaults_from(file: ContentFile, command: click.Command, commands: list[str]) -> dict[str, Any]:
    """Return what the file sets for a command: values by the names of parameters, below the command's name.

    Raises CorpusError, which lists each table that is not one of ``commands``, each key that is not an option, and each
    unusable value, with their lines.
    """
    reading = SettingsReading(file)
    values = reading.defaults(command, commands)
    if reading.problems:
        # A value for all commands is read once for each command below a group.
        raise CorpusError(list(dict.fromkeys(reading.problems)), "file")
    return {command.name or "": values}


class SettingsReading:
    """Reads the values of a command from the file, and collects what is wrong with it."""

    def __init__(self, file: ContentFile) -> None:
        self._file = file
        self.problems: list[str] = []

    def defaults(self, command: click.Command, commands: list[str]) -> dict[str, Any]:
        """Return the values for a command, which is one of ``commands``, by the names of its parameters."""
        content = self._regrouped()
        for name, value in content.items():
            if isinstance(value, Mapping) and name not in commands:
                self._add((name,), f"[{name}] is not a command: {choose(name, commands)}")
            if not isinstance(value, Mapping) and f"--{name}" not in SHARED:
                options = [flag[2:] for flag in SHARED]
                self._add((name,), f"{name} is not an option of all commands: {choose(name, options)}")
        shared_values = {name: value for name, value in content.items() if not isinstance(value, Mapping)}
        name = command.name or ""
        table = content.get(name)  # of ``seeds``, which is also an option, it may be a value
        return self._values(table if isinstance(table, Mapping) else {}, shared_values, command, (name,))

    def _add(self, key: tuple[str, ...], reason: str) -> None:
        """Record a problem; a command that moved into a group may be in the table of its earlier name."""
        self.problems.append(str(self._file.error(key if self._file.at(key) is not None else key[1:], reason)))

    def _regrouped(self) -> dict[str, Any]:
        """Return the content with each table of a command that is now in a group in the table of that group."""
        content = self._file.data
        moved_tables = {name: value for name, value in content.items() if name in MOVED and isinstance(value, Mapping)}
        regrouped = {name: value for name, value in content.items() if name not in moved_tables}
        for name, value in moved_tables.items():
            group = regrouped.get(MOVED[name], {})
            if not isinstance(group, Mapping) or name in group:
                self._add((name,), f"[{name}] is the earlier name of [{MOVED[name]}.{name}]: keep one of them")
            else:
                regrouped[MOVED[name]] = {**group, name: value}
        return regrouped

    def _values(
        self, content: Mapping[str, Any], shared_values: Mapping[str, Any], command: click.Command, key: tuple[str, ...]
    ) -> dict[str, Any]:
        """Return the values of one table, and of what all commands share."""
        options = {long_flag(option)[2:]: option for option in options_of(command)}
        subcommands = command.commands if isinstance(command, click.Group) else {}
        values: dict[str, Any] = {
            name: self._values({}, shared_values, subcommand, (*key, name)) for name, subcommand in subcommands.items()
        }
        path = ".".join(key)
        for name in shared_values.keys() & options.keys():
            self._set(values, options[name], shared_values[name], (name,), name)
        for name, value in content.items():
            if name in subcommands and isinstance(value, Mapping):
                values[name] = self._values(value, shared_values, subcommands[name], (*key, name))
            elif name in options:
                self._set(values, options[name], value, (*key, name), f"[{path}] {name}")
            else:
                self._add((*key, name), f"[{path}] has no option {name}: {choose(name, [*options, *subcommands])}")
        return values

    def _set(self, values: dict[str, Any], option: click.Option, value: Any, key: tuple[str, ...], label: str) -> None:
        """Put a value into ``values`` as the option takes it, or record why it does not."""
        accepts_several = option.multiple or option.nargs != 1
        elements = value if isinstance(value, list) and accepts_several else [value]
        # Texts, as on the command line: 2.7 is no whole number there.
        typed_elements = [element if option.is_flag else str(element) for element in elements]
        typed_value = typed_elements if option.multiple or isinstance(value, list) else typed_elements[0]
        # A model's name can have an address among its options, and would be a way around the first test.
        if long_flag(option) in ADDRESSES or "base_url=" in str(value):
            reason = "an address is not read from a file: give it on the command line or as a variable"
        elif any(isinstance(element, list | Mapping) for element in elements):
            reason = f"give {'values' if accepts_several else 'one value'}"
        else:
            reason = _refusal(option, typed_value)
        if reason:
            self._add(key, f"{label}: {reason}")
        else:
            values[option.name or ""] = typed_value


def _refusal(option: click.Option, value: Any) -> str:
    """Return why an option does not take what is given; empty if it does."""
    try:
        option.type_cast_value(click.Context(click.Command("probe")), value)
    except click.UsageError as error:
        return error.message
    except InputError as error:
        return str(error)
    return ""
