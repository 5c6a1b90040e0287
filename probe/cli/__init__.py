"""The command line: one file a command, data on standard output, messages on standard error."""

from probe.cli.main import main

__all__ = ["main"]
