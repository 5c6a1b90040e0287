"""Read what is decided and by which rules (``<domain>/profiles/*.toml``), and the attributes of people in it."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, Self, TypeVar

from pydantic import Field, field_validator, model_validator

from probe.content import ContentFile
from probe.errors import CorpusError, InputError
from probe.values import Value

PROFILES, ATTRIBUTES = "profiles", "attributes"
"""The folder of a domain with profiles, and the folder in it with attributes."""
LEAST_RULES, MOST_RULES = 2, 8

_GOAL = re.compile(r"\b([a-z]\w*)\(")
_ATOM = re.compile(r"[a-z][a-z0-9_]*")
_VALUE = re.compile(r"[a-z][a-z0-9_]*|-?[0-9]+")
_FUNCTIONS = frozenset({"max", "min", "abs", "mod", "is"})
_SLOT = re.compile(r"\{(\w*)\}")


class DrawnFact(Value):
    """A fact of a profile: the values that it is drawn from, and the sentence for each of them.

    Either ``values`` has a sentence for each value, or whole numbers ``from`` … ``to`` in steps fill ``{value}``. In a
    choice, less or ``more`` of a number is ``better`` for an option; values that are words are listed best first.
    """

    values: dict[str, str] = Field(default_factory=dict)
    start: int | None = Field(default=None, alias="from")
    to: int | None = None
    step: int = Field(default=1, ge=1)
    sentence: str = ""
    better: Literal["less", "more"] = "less"

    @model_validator(mode="after")
    def _has_values_or_range(self) -> Self:
        if self.values:
            invalid_value = next((value for value in self.values if not _VALUE.fullmatch(value)), None)
            if invalid_value is not None:
                raise ValueError(f"{invalid_value!r} is not a whole number or a word in lower case")
        elif self.start is None or self.to is None or self.start >= self.to or "{value}" not in self.sentence:
            raise ValueError("give values with a sentence each, or from, to and a sentence with {value}")
        return self

    @property
    def drawn_from(self) -> tuple[str, ...]:
        """The values, as Prolog writes them."""
        if self.values:
            return tuple(self.values)
        return tuple(map(str, range(self.start or 0, (self.to or 0) + 1, self.step)))

    def rank(self, value: str) -> int:
        """Return a number that is the lower, the better ``value`` is for an option of a choice."""
        if _ATOM.fullmatch(value):
            return self.drawn_from.index(value)
        return int(value) if self.better == "less" else -int(value)

    def sentence_of(self, value: str) -> str:
        """Return the sentence that states ``value``."""
        return self.values[value] if self.values else self.sentence.replace("{value}", value)


class PolicyRule(Value):
    """A rule of a policy: its sentence, and its clauses."""

    sentence: str = Field(min_length=1)
    clauses: str = Field(min_length=1)

    @property
    def defined_predicates(self) -> set[str]:
        """The predicates that the clauses define."""
        return {names[0] for line in self._lines() if (names := _GOAL.findall(line.partition(":-")[0]))}

    @property
    def called_predicates(self) -> set[str]:
        """The predicates that the clauses read."""
        return {name for line in self._lines() for name in _GOAL.findall(line.partition(":-")[2])} - _FUNCTIONS

    def _lines(self) -> Iterator[str]:
        yield from (line for line in self.clauses.strip().splitlines() if line.strip())


class Matter(Value):
    """What is decided: its words, its rules from the decision down to the facts, and the facts that profiles state.

    A policy of n rules has the first n; what the other rules would derive is then a fact.
    """

    name: str
    kind: Literal["single", "choice"]
    noun: str = Field(min_length=1)
    settings: tuple[str, ...] = Field(min_length=1)
    independent: str = Field(min_length=1)
    neutral: str = Field(min_length=1)
    rules: tuple[PolicyRule, ...] = Field(min_length=LEAST_RULES, max_length=MOST_RULES)
    fields: dict[str, DrawnFact] = Field(min_length=1)
    accept: str = ""
    reject: str = ""
    admitting: str = ""
    rejecting: str = ""
    author: str = ""
    titles: tuple[str, ...] = ()
    intro: str = ""
    status_quo: str = ""
    names: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _is_coherent(self) -> Self:
        if problems := [*self._word_problems(), *self._rule_problems()]:
            raise ValueError("\n".join(problems))
        return self

    def _word_problems(self) -> Iterator[str]:
        single_fields = ("accept", "reject", "admitting", "rejecting", "author", "titles")
        for name in single_fields if self.kind == "single" else ("intro", "status_quo", "names"):
            if not getattr(self, name):
                yield f"a matter of the kind {self.kind} needs {name}"
        if self.kind == "choice" and self.names and len(set(self.names)) < 4:
            yield "names: write four different names or more"
        for name, text, slot in (("author", self.author, "who"), ("status_quo", self.status_quo, "name")):
            if text and set(_SLOT.findall(text)) != {slot}:
                yield f"{name}: write it with {{{slot}}}, but no other braces"

    def _rule_problems(self) -> Iterator[str]:
        """Yield why a goal is neither a fact nor derived, for the fewest rules where it is so."""
        if "called_for" not in self.rules[0].defined_predicates:
            yield "rules: the first rule must define called_for, the decision"
        unknown_names: dict[str, int] = {}
        for level in range(LEAST_RULES, len(self.rules) + 1):
            for name in sorted(self.read_at(level) - set(self.fields)):
                unknown_names.setdefault(name, level)
        for name, level in unknown_names.items():
            yield f"rules: the first {level} rules read {name}, which is neither derived nor a field"
        for name in sorted(set(self.fields) - set().union(*(rule.called_predicates for rule in self.rules))):
            yield f"fields.{name}: no rule reads this field"

    def read_at(self, level: int) -> set[str]:
        """Return the predicates that a policy of ``level`` rules reads as facts."""
        rules = self.rules[:level]
        # If the policy ends before a rule, what that rule would derive is given as a fact.
        return set().union(*(rule.called_predicates for rule in rules)) - set().union(
            *(rule.defined_predicates for rule in rules)
        )

    def facts_at(self, level: int) -> tuple[str, ...]:
        """Return the fields that a profile states under a policy of ``level`` rules, in order."""
        fact_names = self.read_at(level)
        return tuple(name for name in self.fields if name in fact_names)

    def axioms_at(self, level: int) -> str:
        """Return the clauses of the first ``level`` rules."""
        return "\n".join(rule.clauses.strip() for rule in self.rules[:level]) + "\n"


class Attribute(Value):
    """An attribute of the people behind profiles, in two groups; a placebo is one that should matter to no one.

    ``first`` and ``second`` have the words for each group, in pairs.
    """

    name: str = Field(min_length=1)
    groups: tuple[str, str]
    first: tuple[str, ...] = Field(min_length=1)
    second: tuple[str, ...] = Field(min_length=1)
    sensitive: bool = False
    placebo: bool = False

    @field_validator("groups")
    @classmethod
    def _are_atoms(cls, groups: tuple[str, str]) -> tuple[str, str]:
        if groups[0] == groups[1] or not all(map(_ATOM.fullmatch, groups)):
            raise ValueError("write two different words in lower case")
        return groups

    @model_validator(mode="after")
    def _are_pairs(self) -> Self:
        if len(self.first) != len(self.second):
            raise ValueError("first and second need equally many entries: they are used in pairs")
        return self


class TriageContent(Value):
    """The matters and attributes of a domain."""

    domain: str
    matters: tuple[Matter, ...]
    attributes: tuple[Attribute, ...]

    def of(self, kind: Literal["single", "choice"]) -> tuple[Matter, ...]:
        """Return the matters of a kind."""
        return tuple(matter for matter in self.matters if matter.kind == kind)

    @property
    def placebo(self) -> Attribute | None:
        """The first placebo, None if there is none."""
        return next((attribute for attribute in self.attributes if attribute.placebo), None)


Content = TypeVar("Content", Matter, Attribute)


def read_content(domain: Path) -> TriageContent:
    """Return the profiles of a domain. Raises InputError if it has none, CorpusError with a line per problem."""
    folder = domain / PROFILES
    if not folder.is_dir():
        raise InputError(f"{domain}: has no folder {PROFILES}; add one, or name another domain with --seeds")
    problems: list[str] = []
    matters = tuple(_read_all(folder, Matter, problems))
    attributes = tuple(_read_all(folder / ATTRIBUTES, Attribute, problems))
    if not matters and not problems:
        problems.append(f"{folder}: contains no .toml file; add one that describes what is decided")
    if problems:
        raise CorpusError(problems)
    return TriageContent(domain=domain.name, matters=matters, attributes=attributes)


def _read_all(folder: Path, form: type[Content], problems: list[str]) -> Iterator[Content]:
    for path in sorted(folder.glob("*.toml")):
        try:
            yield ContentFile(path, several_lines=True).value(form, named_like_file=form is Matter)
        except InputError as error:
            problems += error.problems
