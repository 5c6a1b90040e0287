"""The library of steering phrases of a domain: ``steering/*.toml``, one file per bias (docs/own-prompts.md)."""

import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field, model_validator

from probe.content import ContentFile
from probe.errors import InputError
from probe.files.corpus import find_domain
from probe.values import Bias, Value

FOLDER = "steering"
"""The folder of a domain that contains the library."""


def _compiles(pattern: str) -> str:
    try:
        # Patterns are joined into one expression, in which a name may occur once.
        groups = re.compile(f"(?:{pattern})").groupindex
    except re.error as error:
        raise ValueError(f"not a regular expression: {error}") from error
    if groups:
        raise ValueError(f"the group {next(iter(groups))} has a name, which another pattern may also have: write (?:…)")
    return pattern


def _replaces(rule: tuple[str, str]) -> tuple[str, str]:
    try:
        re.sub(*rule, "")
    except (re.error, IndexError) as error:
        raise ValueError(f"{rule[1]!r} cannot replace a match: {error}") from error
    return rule


Pattern = Annotated[str, Field(min_length=1), AfterValidator(_compiles)]
Rule = Annotated[tuple[Pattern, str], AfterValidator(_replaces)]


class Phrase(Value):
    """A family of phrases that steer, regardless of the logic of the task.

    ``patterns`` are regular expressions that ignore case. Every text of ``match`` contains such a phrase, and no text
    of ``no_match`` does. ``neutral`` advises how to say it neutrally; where a rule can do that, each entry of
    ``instead`` is a regular expression and its replacement in the phrase.
    """

    name: str = Field(pattern=r"^[a-z][a-z_]*$")
    reason: str = Field(min_length=1)
    neutral: str = Field(min_length=1)
    patterns: tuple[Pattern, ...] = Field(min_length=1)
    instead: tuple[Rule, ...] = ()
    match: tuple[str, ...] = Field(min_length=1)
    no_match: tuple[str, ...] = Field(min_length=1)

    @cached_property
    def expression(self) -> re.Pattern[str]:
        """All patterns as one expression."""
        return re.compile("|".join(f"(?:{pattern})" for pattern in self.patterns), re.I | re.M)

    def reword(self, words: str) -> str | None:
        """Return the neutral words for ``words``, which a pattern matches; None where no rule gives them."""
        neutral_words = words
        for pattern, replacement in self.instead:
            neutral_words = re.sub(pattern, replacement, neutral_words, flags=re.I)
        # A rule that changes nothing does not give neutral words, so show only the advice.
        if neutral_words == words:
            return None
        return neutral_words[:1].upper() + neutral_words[1:] if words[:1].isupper() else neutral_words

    @model_validator(mode="after")
    def _examples_hold(self) -> "Phrase":
        for text in self.match:
            if not self.expression.search(text):
                raise ValueError(f"match: no pattern of {self.name} matches {text!r}")
        for text in self.no_match:
            if match := self.expression.search(text):
                raise ValueError(f"no_match: a pattern of {self.name} matches {match[0]!r} in {text!r}")
        return self


class PhraseFile(Value):
    """The phrases of one bias."""

    bias: Bias
    phrase: tuple[Phrase, ...] = Field(min_length=1)


class PhraseLibrary(Value):
    """The steering phrases of a domain, by bias."""

    files: tuple[PhraseFile, ...]

    def __iter__(self) -> Iterator[tuple[Bias, Phrase]]:  # type: ignore[override]  # pydantic iterates over fields
        for file in self.files:
            for phrase in file.phrase:
                yield file.bias, phrase


def read_library(seeds: Path | None = None) -> PhraseLibrary:
    """Return the library of the domain that ``seeds`` names, by default the packaged one.

    Raises InputError if the domain has none, or if a file cannot be used, with a line for each of its problems.
    """
    folder = find_domain(seeds) / FOLDER
    paths = sorted(folder.glob("*.toml")) if folder.is_dir() else []
    if not paths:
        raise InputError(f"{folder.parent}: has no steering phrases; add {FOLDER}/<bias>.toml, or leave --seeds out")
    return PhraseLibrary(files=tuple(ContentFile(path).value(PhraseFile) for path in paths))
