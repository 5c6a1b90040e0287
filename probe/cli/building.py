"""Commands from classes of options: parameters, help under headings, and the object that a command is called with.

Nothing here imports a use case, so that help is there at once: a command's function is imported when it is called.
"""

import os
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import partial
from inspect import cleandoc
from typing import Any

import click
from click.core import ParameterSource

from probe.cli.main import QUIET, imported
from probe.cli.types import BIAS, LABEL, OUTPUT, PATH, SHARD, SOURCE, SPEC, STREAM, NumberType
from probe.errors import InputError
from probe.extensions import PROTOCOLS, bulk_engines, names_in
from probe.options.form import GROUPS, Options, Setting, settings_of
from probe.protocols.formats import exportable, importable

TYPES: Mapping[str, click.ParamType[Any]] = {
    "text": click.STRING,
    "path": PATH,
    "source": SOURCE,
    "output": OUTPUT,
    "stream": STREAM,
    "model": SPEC,
    "bias": BIAS,
    "label": LABEL,
    "shard": SHARD,
}
EXTENSIONS: Mapping[str, Callable[[], tuple[str, ...]]] = {
    "protocol": partial(names_in, PROTOCOLS),
    "importable": importable,
    "exportable": exportable,
    "engine": bulk_engines,
}
"""The kinds of options that name what is installed."""

SPECS = """SPEC names a model as provider/model?option=value: openai/gpt-4.1-mini, groq/…, ollama/…; as an author also
    grammar?depth=2-8, and as a subject simulated/rational. A range of depths composes
    series of stories; &series=none composes single dilemmas. docs/models.md lists providers, docs/grammar.md the
    options of the grammar."""
"""The last paragraph of the help of every command with models."""


class SettingOption(click.Option):
    """An option made from a setting; the flags of earlier versions are accepted and not listed."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        default = {} if setting.kind == "flag" or setting.default in (None, ()) else {"default": setting.default}
        super().__init__(
            [setting.name, *setting.flags, *setting.earlier],
            type=None if setting.kind == "flag" else type_of(setting),
            is_flag=setting.kind == "flag" or None,
            multiple=setting.multiple,
            nargs=setting.nargs,
            required=setting.required,
            metavar=setting.metavar,
            show_default=setting.shown or bool(default),
            help=setting.help,
            **default,
        )

    def get_error_hint(self, ctx: click.Context | None) -> str:
        """Return what an error names: the variable of the environment where the value came from one."""
        hint = super().get_error_hint(ctx)
        return hint if ctx is None or not (name := self._variable(ctx)) else f"{name} ({self.setting.flags[0]})"

    def process_value(self, ctx: click.Context, value: Any) -> Any:
        """Return the value as the command receives it; an error of PROBE's own names the variable too."""
        try:
            return super().process_value(ctx, value)
        except InputError as error:
            if name := self._variable(ctx):
                raise InputError(f"{name}: {error}") from error
            raise

    def value_from_envvar(self, ctx: click.Context) -> Any:
        """Return the value of the option's variable, whose words are the values of an option that may be repeated."""
        value = super().value_from_envvar(ctx)
        # A blank variable has no words: what the command line refuses must not mean that the option is not set.
        return [self.resolve_envvar_value(ctx)] if value == [] else value

    def _variable(self, ctx: click.Context) -> str:
        """Return the variable that set the option, empty if none did."""
        if ctx.get_parameter_source(self.name or "") is not ParameterSource.ENVIRONMENT:
            return ""
        names = [self.envvar] if isinstance(self.envvar, str) else list(self.envvar or ())
        return next((name for name in names if os.environ.get(name)), "")

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the line of the help without earlier flags."""
        # click lists all names of an option, so the earlier ones are taken away meanwhile.
        all_names, self.opts = self.opts, [name for name in self.opts if name not in self.setting.earlier]
        try:
            return super().get_help_record(ctx)
        finally:
            self.opts = all_names

    def get_help_extra(self, ctx: click.Context) -> Any:
        """Return what follows the help: a default that the use case works out is written like others."""
        extra = super().get_help_extra(ctx)
        return {**extra, "default": self.setting.shown} if self.setting.shown else extra


def type_of(setting: Setting) -> click.ParamType[Any]:
    """Return what the text of an option is read as."""
    if setting.kind == "choice":
        return click.Choice(setting.choices)
    if setting.kind in EXTENSIONS:
        return click.Choice(EXTENSIONS[setting.kind]())
    if setting.kind == "number":
        return NumberType(setting.least, setting.most)
    if setting.kind != "whole":
        return TYPES[setting.kind]
    if setting.least is None:
        return click.INT
    return click.IntRange(int(setting.least), None if setting.most is None else int(setting.most))


QUIET_SETTING = Setting(
    name="quiet",
    help="Print no progress and no messages except errors.",
    kind="flag",
    default=False,
    flags=("--quiet", "-q"),
    group=GROUPS[-1],
)
"""The option of every command: ``probe.cli.output`` obeys it, so that no class of options and no command has to."""


class OptionsCommand(click.Command):
    """A command whose parameters are those of a class of options; ``function``, as module:name, is given an object.

    Without a ``function`` it is a group that does nothing itself.
    """

    def __init__(self, name: str, options_class: type[Options], function: str = "") -> None:
        self.options_class, self.function = options_class, function
        params, text = parameters_of(options_class), options_class.__doc__ or ""
        if function:
            params.append(SettingOption(QUIET_SETTING))
        if any(param.type is SPEC for param in params):
            text = f"{text.rstrip()}\n\n    {SPECS}"
        super().__init__(name, params=params, help=cleandoc(text))

    def invoke(self, ctx: click.Context) -> Any:
        """Call the function of the command with the options that were given."""
        ctx.meta[QUIET] = ctx.meta.get(QUIET, False) or bool(ctx.params.get(QUIET_SETTING.name))
        if ctx.invoked_subcommand:  # a group whose command below does the work
            return None
        values = {setting.name: ctx.params[setting.name] for setting in on_the_command_line(self.options_class)}
        # What is not given has the default of the class, which is that of Python too.
        given_options = {name: value for name, value in values.items() if value is not None}
        from probe.cli.output import warnings_shown  # only here: help does without the libraries of terminals

        with warnings_shown(quiet=ctx.meta[QUIET]):
            return imported(self.function)(self.options_class(**given_options))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the options under their headings."""
        records_by_group: dict[str, list[tuple[str, str]]] = {group: [] for group in GROUPS}
        # Below a heading, what has to be given comes first.
        for param in sorted(self.get_params(ctx), key=lambda param: not param.required):
            if isinstance(param, click.Option) and (record := param.get_help_record(ctx)) is not None:
                group = param.setting.group if isinstance(param, SettingOption) else GROUPS[-1]
                records_by_group[group].append(record)
        for group, records in records_by_group.items():
            if records:
                with formatter.section(group):
                    formatter.write_dl(records)


class OptionsGroup(click.Group, OptionsCommand):
    """A group of commands; with a ``function`` of its own it works without one of them.

    ``unnamed``, as module:name, returns the arguments to go on with where the first one is not a command.
    """

    def __init__(
        self,
        name: str,
        options_class: type[Options],
        commands: Mapping[str, click.Command],
        *,
        function: str = "",
        unnamed: str = "",
    ) -> None:
        self.unnamed = unnamed
        super().__init__(
            name, dict(commands), invoke_without_command=bool(function), options_class=options_class, function=function
        )

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order of the table, which is that of the work."""
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that ``args`` begin with; an error names the commands that look like it."""
        unknown = bool(args) and args[0] not in self.commands and not args[0].startswith("-")
        if unknown and not ctx.resilient_parsing:  # which is set while a shell completes
            if not self.unnamed:
                raise no_such_command(ctx, args[0], {name: name for name in self.commands})
            args = imported(self.unnamed)(args)
        return super().resolve_command(ctx, args)


def no_such_command(ctx: click.Context, name: str, commands: Mapping[str, str]) -> click.UsageError:
    """Return the error that ``name`` is not one of ``commands``, with what to type for those that look like it."""
    similar_commands = [
        f"{ctx.command_path} {commands[similar_name]}" for similar_name in get_close_matches(name, commands, n=3)
    ]
    hint = f" Did you mean {' or '.join(similar_commands)}?" if similar_commands else ""
    return click.UsageError(f"No such command {name!r}.{hint}", ctx)


def on_the_command_line(options_class: type[Options]) -> list[Setting]:
    """Return the settings that a command has: all but those of Python alone."""
    return [setting for setting in settings_of(options_class) if setting.flags or setting.argument]


def parameters_of(options_class: type[Options]) -> list[click.Parameter]:
    """Return the parameters of a command; an argument of any number of words comes last, whichever class it is from."""
    ordered_settings = sorted(
        on_the_command_line(options_class), key=lambda setting: setting.argument and setting.nargs == -1
    )
    return [
        click.Argument(
            [setting.name],
            type=type_of(setting),
            required=setting.required,
            nargs=setting.nargs,
            metavar=setting.metavar,
            **({} if setting.default in (None, ()) else {"default": setting.default}),
        )
        if setting.argument
        else SettingOption(setting)
        for setting in ordered_settings
    ]
