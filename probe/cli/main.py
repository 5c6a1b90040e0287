"""The ``probe`` command: its group, its errors and its exit codes."""

import sys

import click

from probe import __version__
from probe.errors import ProbeError


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="probe")
def commands() -> None:
    """Regenerate a benchmark of dilemmas, measure a model's bias sensitivity on it, audit each proof."""


def main() -> None:
    """Run the command line; print an error of the user's as one line and end with its exit code."""
    try:
        commands()
    except ProbeError as error:
        click.echo(f"probe: {error}", err=True)
        sys.exit(error.exit_code)
