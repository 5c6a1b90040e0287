"""The options of every command, compared with a record of them: a script that worked keeps working.

The record has no help texts, which may change. ``PROBE_WRITE_WORDING=1`` rewrites it: a line that is removed or
changed breaks existing scripts.
"""

import json
import os
from enum import Enum
from pathlib import Path
from typing import Any

import click

from probe.cli.main import commands
from tests.cli.walking import walk

RECORD = Path(__file__).with_name("options.json")


def describe(param: click.Parameter) -> dict[str, Any]:
    """Return what a script depends on: flags, type with its bounds, default, and how often it is given."""
    kind = param.type
    bounds = {name: getattr(kind, name) for name in ("min", "max") if getattr(kind, name, None) is not None}
    choices = [choice.value if isinstance(choice, Enum) else choice for choice in getattr(kind, "choices", ())]
    flag = isinstance(param, click.Option) and param.is_flag
    name = "flag" if flag else "range" if bounds else type(kind).__name__ if choices else kind.name
    number = type(kind).__name__ in ("IntRange", "FloatRange", "NumberType")
    return {
        "flags": sorted([*param.opts, *param.secondary_opts]) if isinstance(param, click.Option) else [],
        "type": {"name": "number" if number else name.lower(), **bounds, **({"choices": choices} if choices else {})},
        "default": None if flag else _default(param),
        "multiple": getattr(param, "multiple", False),
        "nargs": param.nargs,
        "required": param.required,
    }


def _default(param: click.Parameter) -> Any:
    """Return the default, or the help text's description of it if the command computes it."""
    help_default = getattr(param, "show_default", None)
    if isinstance(help_default, str):
        return help_default
    value = param.get_default(click.Context(click.Command("x")), call=False)
    if value is None or "UNSET" in repr(value) or value == ():
        return None
    return str(value)


def contract() -> dict[str, Any]:
    """Return every command with its parameters: arguments in their order, options by their flags."""
    contract = {}
    for path, command in walk(commands):
        arguments = [describe(param) for param in command.params if isinstance(param, click.Argument)]
        options = [describe(param) for param in command.params if isinstance(param, click.Option)]
        contract[" ".join(path)] = {
            "arguments": arguments,
            "options": sorted(options, key=lambda option: option["flags"]),
        }
    return contract


def test_every_command_has_the_recorded_options() -> None:
    current = json.loads(json.dumps(contract()))
    if os.environ.get("PROBE_WRITE_WORDING"):
        RECORD.write_text(json.dumps(current, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    recorded = json.loads(RECORD.read_text(encoding="utf-8"))
    assert current.keys() == recorded.keys()
    for name, parameters in recorded.items():
        assert current[name] == parameters, name
