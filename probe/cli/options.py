"""Options shared by several commands."""

import errno
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from probe.cli.output import message
from probe.errors import InputError
from probe.session import Access
from probe.values import Bias, Budget, ModelSpec, Profile, Rates

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
    """A path that is checked when it is read, so that the error message can name the fix.

    Only a text that cannot be a path, because it is empty or too long, is refused here.
    """

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path. Raises click's BadParameter if no file can have this name."""
        if not str(value):
            self.fail("an empty text is not a path", param, ctx)
        try:
            Path(value).lstat()
        except (ValueError, OSError) as error:
            if not isinstance(error, OSError) or error.errno in (errno.ENAMETOOLONG, errno.ELOOP):
                reason = error.strerror if isinstance(error, OSError) else str(error)
                self.fail(f"{str(value)[:40]!r} … is not a path: {reason}", param, ctx)
        return super().convert(value, param, ctx)


class NumberType(click.FloatRange):
    """A finite number in a range; click itself accepts ``nan``, which is in every range."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number. Raises click's BadParameter if it is not finite or out of range."""
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value} is not a number", param, ctx)
        return number


class LabelType(click.ParamType[str]):
    """A short name that fits into a table: printable characters on one line."""

    name = "TEXT"
    longest = 60

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the label. Raises click's BadParameter if it is empty, too long or not printable."""
        label = str(value).strip()
        if not label or len(label) > self.longest or not label.isprintable():
            self.fail(f"give 1 to {self.longest} printable characters", param, ctx)
        return label


LABEL = LabelType()
SPEC = SpecType()
PATH = PathType()


@dataclass(frozen=True)
class RunOptions:
    """The options that every command with models has, besides its roles."""

    access: Access
    prompts: Path | None
    seeds: Path | None
    as_json: bool
    quiet: bool
    keep_trying: bool = False
    dry_run: bool = False

    def notify(self, lines: Iterable[str]) -> None:
        """Print messages, unless --quiet is given."""
        for line in () if self.quiet else lines:
            message(line)


profile_option: Decorator = click.option(
    "--profile",
    type=click.Choice([profile.value for profile in Profile]),
    default=Profile.STRICT.value,
    show_default=True,
    callback=lambda ctx, param, value: Profile(value),
    help="How strict the checks are.",
)
json_option: Decorator = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
out_option: Decorator = click.option(
    "--out", "-o", "out", type=PATH, required=True, metavar="DIR", help="Folder for the run; repeat it to resume."
)


class _FileOption(click.Option):
    """``--out``, which is also accepted under its earlier name and not listed under it."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the line of the help without the earlier name."""
        every, self.opts = self.opts, [name for name in self.opts if name != "--output"]
        try:
            return super().get_help_record(ctx)
        finally:
            self.opts = every


def file_option(line: str, *, required: bool = True) -> Decorator:
    """Return the option for a file or folder to write, with this line of help."""
    return click.option(
        "--out", "-o", "--output", "output", cls=_FileOption, type=PATH, required=required, metavar="PATH", help=line
    )


def refuse_given(names: Iterable[str], reason: str) -> None:
    """Raise InputError with ``reason`` if one of the parameters called ``names`` was given on the command line."""
    context = click.get_current_context()
    for parameter in context.command.params:
        name = parameter.name or ""
        if name in names and context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise InputError(f"{parameter.opts[0]} {reason}: leave it out")


def chosen_runs(runs: int) -> int | None:
    """Return ``runs`` if the user gave it, None for the default."""
    default = click.get_current_context().get_parameter_source("runs") is ParameterSource.DEFAULT
    return None if default else runs


force_option: Decorator = click.option("--force", is_flag=True, help="Overwrite files that already exist.")
bias_option: Decorator = click.option(
    "--bias",
    "biases",
    type=BiasType(),
    multiple=True,
    callback=lambda ctx, param, value: tuple(dict.fromkeys(value)),
    help="Use only this bias, such as anchoring_bias; may be repeated.",
)
seeds_option: Decorator = click.option(
    "--seeds", type=PATH, metavar="DIR|NAME", help="Seed domain: a folder, or the name of a packaged domain."
)
_RUN: tuple[Decorator, ...] = (
    click.option("--prompts", type=PATH, metavar="DIR", help="Prompt templates to use instead of the packaged ones."),
    seeds_option,
    json_option,
    click.option("--quiet", "-q", is_flag=True, help="Print no progress and no messages except errors."),
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
        "--max-usd",
        type=NumberType(0),
        help="Ask nothing that could bring the cost above this many US dollars; the run can be resumed.",
    ),
    click.option("--rpm", type=click.IntRange(1), help="Maximum number of requests per minute at an endpoint."),
    click.option("--tpm", type=click.IntRange(1), help="Maximum number of tokens per minute at an endpoint."),
    click.option(
        "--max-wait",
        type=NumberType(0),
        default=10,
        show_default=True,
        metavar="MINUTES",
        help="Wait so long for a provider's rate limit; stop beyond it, and resume later.",
    ),
    click.option("--dry-run", is_flag=True, help="Estimate calls, tokens and cost; call no model."),
    click.option(
        "--keep-trying",
        is_flag=True,
        help="Do not stop early because of unreadable answers, a stage that accepts nothing, or a hopeless author.",
    ),
    click.option("--prices", type=PATH, metavar="FILE", help="Prices per million tokens, instead of the default file."),
)


SPECS = """SPEC names a model as provider/model?option=value: openai/gpt-4.1-mini, groq/…, ollama/…; as an author also
    grammar?depth=2-8, and as a subject simulated/rational. A range of depths composes
    series of stories; &series=none composes single dilemmas. docs/models.md lists providers, docs/grammar.md the
    options of the grammar."""
"""The last paragraph of the help of every command with models."""


def run_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of commands with models, passed to the command as one parameter, ``given``."""
    command.__doc__ = f"{(command.__doc__ or '').rstrip()}\n\n    {SPECS}\n    "

    @wraps(command)
    def with_options(
        *,
        base_url: str | None,
        concurrency: int,
        max_calls: int | None,
        max_usd: float | None,
        prices: Path | None,
        rpm: int | None,
        tpm: int | None,
        max_wait: float,
        dry_run: bool,
        prompts: Path | None,
        seeds: Path | None,
        as_json: bool,
        quiet: bool,
        keep_trying: bool,
        **own: Any,
    ) -> Any:
        budget, rates = Budget(max_calls=max_calls, max_usd=max_usd), Rates(rpm=rpm, tpm=tpm)
        notify = None if quiet else message
        access = Access(base_url, concurrency, budget, prices, rates, max_wait=max_wait, notify=notify)
        return command(given=RunOptions(access, prompts, seeds, as_json, quiet, keep_trying, dry_run), **own)

    decorated: Callable[..., Any] = with_options
    for option in reversed(_RUN):
        decorated = option(decorated)
    return decorated
