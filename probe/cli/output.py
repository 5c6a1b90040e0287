"""What the command line prints: data on standard output, messages on standard error.

Texts from datasets and models are untrusted: control characters, which could move the cursor or recolour a terminal,
are shown as visible symbols, and nothing of them is read as markup.
"""

import json
import sys
import unicodedata
from typing import Any

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text


def message(text: str) -> None:
    """Print one line for people on standard error."""
    click.echo(visible(text), err=True)


def print_json(value: Any) -> None:
    """Print one JSON document on standard output."""
    click.echo(json.dumps(value, indent=2, ensure_ascii=True))


def console() -> Console:
    """Return the console of standard output; it honours NO_COLOR and the terminal's width."""
    return Console(file=sys.stdout, highlight=False, emoji=False, markup=False)


def messages() -> Console:
    """Return the console of standard error, for progress."""
    return Console(file=sys.stderr, highlight=False, emoji=False, markup=False)


def table(*columns: str, right: tuple[str, ...] = ()) -> Table:
    """Return an empty table with these columns, those in ``right`` for numbers."""
    result = Table(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        result.add_column(column, justify="right" if column in right else "left", overflow="fold", vertical="top")
    return result


def cell(value: object, style: str = "") -> Text:
    """Return untrusted content as a table cell."""
    return Text(visible(str(value)), style=style)


def visible(text: str) -> str:
    """Return ``text`` with control and direction characters replaced by what shows them; line ends and tabs stay."""
    return "".join(char if char in "\n\t" or not _hidden(char) else _symbol(char) for char in text)


def _hidden(char: str) -> bool:
    return unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")


def _symbol(char: str) -> str:
    return chr(0x2400 + ord(char)) if ord(char) < 0x20 else f"<U+{ord(char):04X}>"
