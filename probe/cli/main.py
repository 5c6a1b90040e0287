"""The ``probe`` command: its group, its errors and its exit codes."""

import sys
from importlib import import_module

import click

from probe import __version__
from probe.cli.output import message
from probe.cli.running import INTERRUPTED
from probe.errors import ProbeError

COMMANDS = {
    "doctor": "probe.cli.doctor:doctor_command",
    "seeds": "probe.cli.seeds:seeds_command",
    "generate": "probe.cli.generate:generate_command",
    "controls": "probe.cli.controls:controls_command",
    "opinion": "probe.cli.opinion:opinion_command",
    "evaluate": "probe.cli.evaluate:evaluate_command",
    "awareness": "probe.cli.awareness:awareness_command",
    "analyze": "probe.cli.analyze:analyze",
    "verify": "probe.cli.verify:verify_command",
    "audit": "probe.cli.audit:audit_command",
    "serve": "probe.cli.serve:serve_command",
    "validate": "probe.cli.validate:validate_commands",
    "import": "probe.cli.convert:import_command",
    "prices": "probe.cli.prices:prices_command",
    "export": "probe.cli.convert:export_command",
    "demo": "probe.cli.demo:demo_command",
    "schema": "probe.cli.schema:schema_command",
}
"""Where each command lives; it is imported when it is used, so that none waits for another's libraries."""


class Commands(click.Group):
    """A group that imports a command when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order of the work that they do."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, None where there is none of this name."""
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="probe")
def commands() -> None:
    """Regenerate a benchmark of dilemmas, measure a model's bias sensitivity on it, audit each proof.

    Data goes to standard output, messages to standard error. Exit codes: 0 fine; 1 what was checked falls short;
    2 wrong usage or bad input; 3 something is missing; 4 stopped, resumable by the same command; 130 interrupted,
    resumable too.
    """


def main() -> None:
    """Run the command line; print an error of the user's as one line and end with its exit code."""
    try:
        code = commands.main(standalone_mode=False)
    except ProbeError as error:
        message(f"probe: {' '.join(str(error).split())}")
        code = error.exit_code
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except (click.Abort, KeyboardInterrupt):
        message("probe: interrupted; the same command goes on where it stopped")
        code = INTERRUPTED
    except BrokenPipeError:  # whoever read our output has seen enough
        sys.stderr.close()
        code = 0
    sys.exit(code or 0)
