"""Options shared by several commands."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

from probe.session import Access
from probe.values import Bias, Budget, ModelSpec, Profile

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


class SpecType(click.ParamType[ModelSpec]):
    """Parse ``provider/model?options``."""

    name = "SPEC"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> ModelSpec:
        """Return the spec. Raises InputError, which shows the expected form, if it cannot be parsed."""
        return value if isinstance(value, ModelSpec) else ModelSpec.parse(str(value))


class BiasType(click.ParamType[Bias]):
    """Parse a bias's name in either spelling."""

    name = "NAME"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Bias:
        """Return the bias. Raises InputError if the text cannot be a name."""
        return value if isinstance(value, Bias) else Bias.parse(str(value))


class PathType(click.Path):
    """A path that is checked when it is read, so that the error message can name the fix."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)


SPEC = SpecType()
PATH = PathType()

profile_option: Decorator = click.option(
    "--profile",
    type=click.Choice([profile.value for profile in Profile]),
    default=Profile.STRICT.value,
    show_default=True,
    callback=lambda ctx, param, value: Profile(value),
    help="How strict the checks are.",
)
json_option: Decorator = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
quiet_option: Decorator = click.option(
    "--quiet", "-q", is_flag=True, help="Print no progress and no messages except errors."
)
out_option: Decorator = click.option(
    "--out", "-o", "out", type=PATH, required=True, metavar="DIR", help="Folder for the run; repeat it to resume."
)
bias_option: Decorator = click.option(
    "--bias", "biases", type=BiasType(), multiple=True, help="Use only this bias; may be repeated."
)
prompts_option: Decorator = click.option(
    "--prompts", type=PATH, metavar="DIR", help="Prompt templates to use instead of the packaged ones."
)
seeds_option: Decorator = click.option(
    "--seeds", type=PATH, metavar="DIR|NAME", help="Seed domain: a folder, or the name of a packaged domain."
)


def access_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options for model access and budget, passed to the command as one parameter, ``access``."""

    @wraps(command)
    def with_access(**given: Any) -> Any:
        budget = Budget(max_calls=given.pop("max_calls"), max_usd=given.pop("max_usd"))
        access = Access(
            base_url=given.pop("base_url"),
            concurrency=given.pop("concurrency"),
            budget=budget,
            prices=given.pop("prices"),
        )
        return command(access=access, **given)

    decorated: Callable[..., Any] = with_access
    for option in reversed(_ACCESS):
        decorated = option(decorated)
    return decorated


_ACCESS: tuple[Decorator, ...] = (
    click.option("--base-url", metavar="URL", help="OpenAI-compatible endpoint to use instead of the provider's."),
    click.option(
        "--concurrency",
        type=click.IntRange(1, 1024),
        default=16,
        show_default=True,
        help="Maximum number of concurrent calls.",
    ),
    click.option(
        "--max-calls", type=click.IntRange(0), help="Stop after this many paid calls; the run can be resumed."
    ),
    click.option(
        "--max-usd", type=click.FloatRange(0), help="Stop after spending this many US dollars; the run can be resumed."
    ),
    click.option("--prices", type=PATH, metavar="FILE", help="Prices per million tokens, instead of the default file."),
)
