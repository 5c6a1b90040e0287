"""Options shared by several commands."""

from collections.abc import Callable
from typing import Any

import click

from probe.cli.types import PATH
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
