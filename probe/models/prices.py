"""Prices of tokens, read from a file that users edit, never from code."""

import math
import tomllib
from collections.abc import Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Self

from probe.errors import InputError
from probe.values import ModelSpec
from probe.values.base import Value

PACKAGED_FILE = Path(__file__).with_name("prices.toml")
"""The file that is read if the user has none; it explains its own format."""
_PER = 1_000_000


class Price(Value):
    """US dollars per million tokens of input and of output."""

    input: float
    output: float

    def of(self, prompt_tokens: int, completion_tokens: int) -> float:
        """Return the cost of these tokens in US dollars."""
        return (prompt_tokens * self.input + completion_tokens * self.output) / _PER


class Prices:
    """A table of prices by model, and the file it is from (``source``)."""

    def __init__(self, table: Mapping[str, Price], source: Path) -> None:
        self._table = dict(table)
        self.source = source

    @property
    def table(self) -> Mapping[str, Price]:
        """Every entry as spelled in the file, in the file's order."""
        return self._table

    def of(self, spec: ModelSpec | str) -> Price | None:
        """Return the price of a model (options are ignored), None if the file has none.

        An entry with exactly its name wins; else the longest pattern (``openai/*``) that fits.
        """
        name = str(spec).partition("?")[0]
        if name in self._table:
            return self._table[name]
        fitting = [pattern for pattern in self._table if fnmatchcase(name, pattern)]
        return self._table[max(fitting, key=len)] if fitting else None

    @classmethod
    def load(cls, file: Path | None, environment: Mapping[str, str]) -> Self:
        """Read ``file``, else the user's price file, else the packaged one. Raise InputError for a broken file."""
        own = user_file(environment)
        source = file or (own if own.is_file() else PACKAGED_FILE)
        try:
            tables = tomllib.loads(source.read_text(encoding="utf-8"))
        except OSError as error:
            raise InputError(f"price file {source}: {error.strerror or 'cannot be read'}") from None
        except ValueError as error:
            raise InputError(f"price file {source}: not TOML: {' '.join(str(error).split())}") from None
        return cls({name: _price(entry, name, source) for name, entry in tables.items()}, source)


def user_file(environment: Mapping[str, str]) -> Path:
    """Return the path of a user's price file: ``~/.config/probe/prices.toml``, or below ``XDG_CONFIG_HOME``."""
    config = environment.get("XDG_CONFIG_HOME") or str(Path(environment.get("HOME", "~")).expanduser() / ".config")
    return Path(config) / "probe" / "prices.toml"


def _price(entry: Any, name: str, source: Path) -> Price:
    form = f'price file {source}: entry "{name}": write ["{name}"] with input = 0.15 and output = 0.6'
    if not isinstance(entry, dict) or set(entry) != {"input", "output"}:
        raise InputError(form)
    for amount in entry.values():
        if isinstance(amount, bool) or not isinstance(amount, int | float) or not 0 <= amount < math.inf:
            raise InputError(form)
    return Price(input=entry["input"], output=entry["output"])
