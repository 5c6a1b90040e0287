"""The command line: one file per command, data on standard output, messages on standard error."""

from probe.cli.main import main

__all__ = ["main"]
