"""Options shared by several commands."""

from collections.abc import Callable, Iterable
from typing import Any

import click
from click.core import ParameterSource

from probe.cli.types import PATH
from probe.errors import InputError
from probe.values import Profile

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


profile_option: Decorator = click.option(
    "--profile",
    type=click.Choice([profile.value for profile in Profile]),
    default=Profile.STRICT.value,
    show_default=True,
    callback=lambda ctx, param, value: Profile(value),
    help="How strict the checks are.",
)
json_option: Decorator = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")


force_option: Decorator = click.option("--force", is_flag=True, help="Overwrite files that already exist.")
seeds_option: Decorator = click.option(
    "--seeds", type=PATH, metavar="DIR|NAME", help="Seed domain: a folder, or the name of a packaged domain."
)


def refuse_given(names: Iterable[str], reason: str) -> None:
    """Raise InputError with ``reason`` if one of the parameters called ``names`` was given on the command line."""
    context = click.get_current_context()
    for parameter in context.command.params:
        name = parameter.name or ""
        if name in names and context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise InputError(f"{parameter.opts[0]} {reason}: leave it out")
