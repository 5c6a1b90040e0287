"""Options that several commands share."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

from probe.session import Access
from probe.values import Bias, Budget, ModelSpec, Profile

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


class SpecType(click.ParamType[ModelSpec]):
    """Reads ``provider/model?options``."""

    name = "SPEC"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> ModelSpec:
        """Return the spec; raises InputError that shows the form."""
        return value if isinstance(value, ModelSpec) else ModelSpec.parse(str(value))


class BiasType(click.ParamType[Bias]):
    """Reads a bias's name in either spelling."""

    name = "NAME"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Bias:
        """Return the bias; raises InputError where it cannot be a name."""
        return value if isinstance(value, Bias) else Bias.parse(str(value))


class PathType(click.Path):
    """A path that is checked where it is read, so that the error can say what to do."""

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
    help="How demanding the checks are.",
)
json_option: Decorator = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
quiet_option: Decorator = click.option("--quiet", "-q", is_flag=True, help="No progress and no messages but errors.")
out_option: Decorator = click.option(
    "--out", "-o", "out", type=PATH, required=True, metavar="DIR", help="Folder of the run; the same one resumes it."
)
bias_option: Decorator = click.option(
    "--bias", "biases", type=BiasType(), multiple=True, help="Only this bias; may be repeated."
)
prompts_option: Decorator = click.option(
    "--prompts", type=PATH, metavar="DIR", help="Templates that take the place of the packaged ones."
)
seeds_option: Decorator = click.option(
    "--seeds", type=PATH, metavar="DIR|NAME", help="A domain of seeds: a folder, or the name of a packaged one."
)


def access_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say how models are reached and what they may cost, as one parameter ``access``."""

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
    click.option("--base-url", metavar="URL", help="An OpenAI-compatible endpoint in place of the provider's."),
    click.option(
        "--concurrency",
        type=click.IntRange(1, 1024),
        default=16,
        show_default=True,
        help="Calls under way at once, at most.",
    ),
    click.option("--max-calls", type=click.IntRange(0), help="Stop, resumably, when so many calls were paid for."),
    click.option("--max-usd", type=click.FloatRange(0), help="Stop, resumably, when so many US dollars were spent."),
    click.option("--prices", type=PATH, metavar="FILE", help="Prices per million tokens, in place of the usual file."),
)
