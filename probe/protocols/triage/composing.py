"""Compose profiles: draw the facts that a policy reads, and write text and program from the same facts."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from probe.protocols.triage.content import Matter
from probe.protocols.triage.programs import OPTIONS, Cues, answers_of, pair_programs
from probe.values import Programs
from probe.values.texts import with_capital

LETTERS = ("A", "B", "C", "D")
"""The places of a choice, as texts name them."""

Facts = dict[str, str]
"""The values of a profile's facts, by predicate."""


class Policy(NamedTuple):
    """The first ``level`` rules of a matter, in one of its settings."""

    matter: Matter
    level: int
    setting: str

    @property
    def sentences(self) -> tuple[str, ...]:
        """The rules as the text states them."""
        return tuple(rule.sentence for rule in self.matter.rules[: self.level])

    @property
    def axioms(self) -> str:
        """The rules as clauses."""
        return self.matter.axioms_at(self.level)

    @property
    def answers(self) -> tuple[str, ...]:
        """The answers of the program, in the order of the scale."""
        if self.matter.kind == "choice":
            return OPTIONS
        return answers_of((self.matter.accept, self.matter.reject))

    @property
    def instructions(self) -> str:
        """The setting, the rules, and that nothing else counts."""
        rules = "\n".join(f"{number}. {sentence}" for number, sentence in enumerate(self.sentences, 1))
        return f"{self.setting}\n\nThe rules are the following:\n{rules}\n\n{self.matter.independent}"

    def draw(self, draw: Random) -> Facts:
        """Return facts for one profile or option."""
        fields = self.matter.fields
        return {name: draw.choice(fields[name].drawn_from) for name in self.matter.facts_at(self.level)}

    def profile(self, title: str, facts: Facts, author: str = "") -> str:
        """Return the text of a profile: its title, who is behind it, and its facts."""
        lines = [self.matter.author.replace("{who}", author)] if author else []
        lines += [self.matter.fields[name].sentence_of(value) for name, value in facts.items()]
        return "\n".join([f"{with_capital(self.matter.noun)}: {title}", *(f"- {line}" for line in lines)])

    def option(self, name: str, facts: Facts) -> str:
        """Return the text of an option: its name and its facts."""
        return "\n".join([name, *(f"- {self.matter.fields[fact].sentence_of(value)}" for fact, value in facts.items())])

    def options(self, names: Sequence[str], facts: Sequence[Facts], order: Sequence[int]) -> str:
        """Return the text of the options in this order, with the letter of its place before each."""
        return "\n\n".join(
            f"{letter}. {self.option(names[index], facts[index])}" for letter, index in zip(LETTERS, order, strict=True)
        )

    def programs(self, clauses: str, cues: Cues) -> Programs:
        """Return the programs of a profile's or of all options' facts, with the suggestion of each."""
        return pair_programs(self.axioms, clauses, cues)


def clauses_of(facts: Facts, option: str = "") -> str:
    """Return facts as clauses; those of an ``option`` name it first."""
    subject = f"{option}, " if option else ""
    return "".join(f"{name}({subject}{value}).\n" for name, value in facts.items())
