"""The ``probe`` command: its group, its errors and its exit codes.

This module imports no command, which keeps start-up fast: help and completion come from the table below, and a
command is imported when it is used.
"""

import errno
import os
import signal
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from typing import Any, ClassVar

import click
from click.shell_completion import CompletionItem

from probe.errors import MissingError, ProbeError, single_error
from probe.extensions import COMMANDS as EXTENSIONS
from probe.extensions import ExtensionCommand, load, names_in

INTERRUPTED = 130

SECTIONS: dict[str, dict[str, tuple[str, ...]]] = {
    "Start": {
        "demo": ("Compose dilemmas, measure and report, without an API key.", "inspecting"),
        "doctor": ("Show what is installed and configured, and what is missing.", "inspecting"),
        "seeds": ("Show the hand-made dilemmas and check them.", "seeding"),
    },
    "Make": {
        "generate": ("Make a dataset of certified dilemmas.", "generating"),
        "controls": ("Write the control texts that pairs lack.", "generating"),
        "opinion": ("Repeat the model-based checks with other models.", "generating"),
    },
    "Measure": {
        "plan": ("Plan a study: its size, precision, power and cost.", "analyzing"),
        "evaluate": ("Show items to a model and save its decisions.", "evaluating"),
        "awareness": ("Judge the explanations of harmful decisions.", "evaluating", "evaluate"),
        "analyze": ("Measure the effect on errors and write the report.", "analyzing"),
        "compare": ("Compare two evaluations, paired or across datasets.", "analyzing"),
    },
    "Audit": {
        "verify": ("Run the programs again and check them.", "auditing"),
        "audit": ("Show why items are valid, or what is wrong.", "auditing"),
        "shortcuts": ("Show whether right options can be guessed.", "auditing"),
        "serve": ("Serve pages about a dataset on this machine.", "auditing"),
    },
    "Files": {
        "data": ("Import, export, merge and release datasets.", "sharing:DataOptions"),
    },
    "Runs": {
        "log": ("Show every request of a run, its answer and its cost.", "inspecting"),
        "prices": ("Show the prices in use and their file.", "inspecting", "doctor"),
    },
}
"""The one-line help of each command and the module of its options, by what a user wants to do.

``demo`` is ``demo_command`` in probe/cli/demo.py with an object of DemoCommandLine; a third entry names another file.
The sections are in the order of the workflow. A group with a class of options does nothing without a subcommand.
"""
SUBCOMMANDS: dict[str, dict[str, tuple[str, str]]] = {
    "data": {
        "import": ("probe.cli.convert:import_command", "inspecting:ImportCommandLine"),
        "export": ("probe.cli.convert:export_command", "sharing:ExportCommandLine"),
        "merge": ("probe.cli.merge:merge_command", "sharing:MergeCommandLine"),
        "release": ("probe.cli.release:release_command", "sharing:ReleaseCommandLine"),
        "schema": ("probe.cli.convert:schema_command", "inspecting:SchemaCommandLine"),
    },
    "seeds": {
        "check": ("probe.cli.seeds:check_command", "seeding:SeedsCheckCommandLine"),
        "new": ("probe.cli.seeds:new_command", "seeding:SeedsNewCommandLine"),
        "rules": ("probe.cli.seeds:rules_command", "seeding:SeedsRulesCommandLine"),
    },
}
"""The function and the class of options of each command of a group; the docstring of the class is its help."""

MOVED_COMMANDS = dict.fromkeys(SUBCOMMANDS["data"], "data")
"""The group of each command that was outside of a group in earlier versions; its short name is still accepted."""


def _own_command(section: str, name: str, line: str, options: str, module: str = "") -> ExtensionCommand:
    """Return a command of the table."""
    subcommands = {
        subcommand: (handler, f"probe.options.{class_path}")
        for subcommand, (handler, class_path) in SUBCOMMANDS.get(name, {}).items()
    }
    function, class_path = f"probe.cli.{module or name}:{name}_command", f"{options}:{name.capitalize()}CommandLine"
    if ":" in options:
        function, class_path = "", options
    return ExtensionCommand(function, line, f"probe.options.{class_path}", subcommands, section=section)


class CommandTable(Mapping[str, ExtensionCommand]):
    """All commands by name: those of the sections, then those that extensions add.

    Extensions are searched only for what the sections lack, and imported only where their lines are shown. A command of
    the sections is never replaced.
    """

    ours: ClassVar = {
        name: _own_command(section, name, *entry)
        for section, entries in SECTIONS.items()
        for name, entry in entries.items()
    }

    def __getitem__(self, name: str) -> ExtensionCommand:
        if name in self.ours:
            return self.ours[name]
        extension: ExtensionCommand = load(EXTENSIONS, name)
        return extension

    def __iter__(self) -> Iterator[str]:
        yield from (name for section in self.sections().values() for name in section)

    def __len__(self) -> int:
        return sum(map(len, self.sections().values()))

    def __contains__(self, name: object) -> bool:
        return name in self.ours or name in names_in(EXTENSIONS)

    def sections(self) -> dict[str, dict[str, ExtensionCommand]]:
        """Return every command by section: extensions behind the command that they name."""
        by_section: dict[str, dict[str, ExtensionCommand]] = {section: {} for section in SECTIONS}
        for name, command in self.ours.items():
            by_section[command.section][name] = command
        for name in names_in(EXTENSIONS):
            if name in self.ours:
                continue
            try:
                extension = self[name]
            except MissingError:  # the error is reported when the command is used
                extension = ExtensionCommand("", "This command cannot be loaded: probe doctor shows why.")
            section_commands = list(by_section.setdefault(extension.section, {}).items())
            index = next(
                (
                    position
                    for position, (command_name, _) in enumerate(section_commands, 1)
                    if command_name == extension.after
                ),
                len(section_commands),
            )
            by_section[extension.section] = dict(
                [*section_commands[:index], (name, extension), *section_commands[index:]]
            )
        return by_section


COMMANDS = CommandTable()


def import_object(path: str) -> Any:
    """Import what ``path``, as module:name, names."""
    module, _, name = path.partition(":")
    return getattr(import_module(module), name)


QUIET = "probe.quiet"
"""Where a command's context keeps that ``--quiet`` is given."""


def make_command(name: str) -> click.Command:
    """Return the command or the group called ``name``."""
    from probe.cli.building import OptionsCommand, OptionsGroup

    command = COMMANDS[name]
    if not command.options:
        click_command: click.Command = import_object(command.function)
        return click_command
    options = import_object(command.options)
    if not command.below:
        return OptionsCommand(name, options, command.function)
    commands = {
        subcommand: OptionsCommand(subcommand, import_object(class_path), function)
        for subcommand, (function, class_path) in command.below.items()
    }
    return OptionsGroup(name, options, commands, function=command.function, default_name=command.unnamed)


class Commands(click.Group):
    """A group that imports a command on first use, and lists commands without importing them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in table order."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command with this name, or None."""
        if cmd_name not in COMMANDS:
            return None
        return make_command(cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands with their one-line help."""
        sections = COMMANDS.sections()
        width = max(
            len(name) for section_commands in sections.values() for name in section_commands
        )  # one column for all sections
        for section, section_commands in sections.items():
            with formatter.section(section):
                formatter.write_dl([(name.ljust(width), command.help) for name, command in section_commands.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that ``args`` begin with; an error names the commands that look like it."""
        # Keep scripts that were written for an earlier version working.
        if args[:1] == ["analyze"] and "--plan" in args:
            _message("notice: probe analyze --plan is now probe plan", "")
            args = ["plan", *(_with_current_name(argument) for argument in args[1:] if argument != "--plan")]
        if args and args[0] in MOVED_COMMANDS:
            args = [MOVED_COMMANDS[args[0]], *args]
        exists = not args or args[0] in COMMANDS or args[0].startswith("-")
        if not exists and not ctx.resilient_parsing:  # resilient_parsing is set during shell completion
            from probe.cli.building import no_such_command

            # If two commands have the same name, suggest that of the group which is first in the table; extensions come
            # after PROBE's own groups.
            entries = [group for section in COMMANDS.sections().values() for group in reversed(section.items())]
            groups = sorted(entries, key=lambda group: group[0] not in COMMANDS.ours)
            subcommands = {
                subcommand: f"{name} {subcommand}" for name, command in reversed(groups) for subcommand in command.below
            }
            raise no_such_command(ctx, args[0], subcommands | {name: name for name in COMMANDS})
        name, command, remaining_args = super().resolve_command(ctx, args)
        if command is not None and name is not None:
            from probe.cli.settings import defaults_from, name_variables, read_settings

            name_variables(command, name)
            # Help and completion work even if the file is faulty.
            file = None if ctx.resilient_parsing or {"-h", "--help"} & set(remaining_args) else read_settings()
            ctx.default_map = defaults_from(file, command, list(COMMANDS)) if file else None
        return name, command, remaining_args

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete the name of a command or an option of the group."""
        entries = (entry for section in COMMANDS.sections().values() for entry in section.items())
        matches = [(name, command.help) for name, command in entries if name.startswith(incomplete)]
        return [CompletionItem(name, help=line) for name, line in matches] + click.Command.shell_complete(
            self, ctx, incomplete
        )


EARLIER_NAMES = {"--likeness": "--icc", "--rate": "--effect"}
"""Options of ``probe plan`` that had other names when it was ``probe analyze --plan``."""


def _with_current_name(argument: str) -> str:
    name, equals, value = argument.partition("=")
    return f"{EARLIER_NAMES.get(name, name)}{equals}{value}"


def _print_version(ctx: click.Context, param: click.Parameter, requested: bool) -> None:
    if requested and not ctx.resilient_parsing:
        from probe.version import __version__

        click.echo(f"probe, version {__version__}")
        ctx.exit()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=_print_version, help="Show the version."
)
def commands() -> None:
    """Make dilemmas, measure what cues do to a model's decisions, and audit each proof.

    Start with probe demo, or with probe check for a prompt of your own. probe COMMAND --help shows an example of each
    command. Data goes to standard output, messages to standard error. Exit codes: 0 success; 1 a check failed; 2 wrong
    usage or bad input; 3 a requirement is missing; 4 stopped, the same command resumes; 130 interrupted.
    """


@contextmanager
def _termination_interrupts() -> Iterator[None]:
    """Let SIGTERM do what Ctrl-C does: end the workers, delete what is not complete, keep what can be resumed."""
    # Python sets signal handlers in the main thread only.
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    previous_handler = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, previous_handler)


def main() -> None:
    """Run the command line; print a ProbeError as one line and exit with its code."""
    try:
        with _termination_interrupts():
            # Otherwise click would end the process itself, with its own words and exit codes.
            code = commands.main(prog_name="probe", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except (click.Abort, KeyboardInterrupt) as error:
        resumable = getattr(error, "resumable", False)
        _message("interrupted; repeat the command to resume" if resumable else "interrupted")
        code = INTERRUPTED
    except BrokenPipeError:  # the program that reads our output closed the pipe
        # At exit, the interpreter would report that the remaining output cannot be written.
        sys.stderr.close()
        code = 0
    except OSError as error:
        # A traceback means a bug in PROBE, but a full disk is not a bug; files of commands have errors of their own.
        if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO):
            raise
        _message(f"the output cannot be written: {error.strerror}")
        # What is still buffered cannot be written either, which the interpreter would report at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        code = 2
    except (ProbeError, ImportError, ExceptionGroup) as error:
        plain_error = single_error(error)
        # An unexpected error is a bug in PROBE, so show the whole traceback.
        if not isinstance(plain_error, ProbeError):
            raise
        _message(" ".join(str(plain_error).split()))
        code = plain_error.exit_code
    sys.exit(code or 0)


def _message(text: str, prefix: str = "probe: ") -> None:
    from probe.values.texts import visible

    click.echo(visible(f"{prefix}{text}"), err=True)
