"""Draw the facts of profiles in contrasting pairs, so that no field alone reveals the right answer.

A pair has two profiles with different answers that differ in the value of one field, as in contrast sets (Gardner et
al. 2020, arXiv 2004.02709). The field is drawn before the values. A profile is one of a pair, so each field that does
not differ has the same values among profiles of both answers.
"""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import NamedTuple

from probe.protocols.triage.composing import Facts, Policy

TRIES = 500
"""Draws of a pair before it is given up: some answers are rare."""
NEAR_SHARE = 0.6
"""Share of pairs in which both profiles are near the point where the answer changes; in the others, at least one is."""

AnswerFunction = Callable[[Facts], Awaitable[str | None]]
"""Returns the answer that follows from facts; None: there is not exactly one."""


class AnsweredFacts(NamedTuple):
    """Facts with the answer that follows from them."""

    facts: Facts
    answer: str


@dataclass(frozen=True)
class Contrasts:
    """Draws profiles of a policy from contrasting pairs."""

    policy: Policy
    answer: AnswerFunction
    draw: Random

    async def profile(self, wanted_answer: str) -> Facts | None:
        """Return the profile of a pair whose answer is ``wanted_answer``; None if no pair is found."""
        fields = self._fields()
        for field in fields:
            # Give up a field that decides nothing, so that the draws go to the others.
            for _ in range(TRIES // len(fields)):
                for answered_facts in await self._pair(field):
                    if answered_facts.answer == wanted_answer:
                        return answered_facts.facts
        return None

    def _fields(self) -> list[str]:
        """Return the fields in random order, mostly those with many values first: few values reveal more."""
        fields = self.policy.matter.fields
        keys = {
            name: self.draw.random() ** (1 / sqrt(len(fields[name].drawn_from)))
            for name in self.policy.matter.facts_at(self.policy.level)
        }
        return sorted(keys, key=keys.__getitem__, reverse=True)

    async def _pair(self, field: str) -> tuple[AnsweredFacts, ...]:
        """Return two profiles that differ in ``field`` and in their answers; nothing if the field decides nothing."""
        facts = self.policy.draw(self.draw)
        answer = await self.answer(facts)
        if (
            answer is None
            or (changed_facts := await self._with_other_answer(AnsweredFacts(facts, answer), field)) is None
        ):
            return ()
        near_facts = await self._with_other_answer(changed_facts, field) if self.draw.random() < NEAR_SHARE else None
        return near_facts or AnsweredFacts(facts, answer), changed_facts

    async def _with_other_answer(self, answered_facts: AnsweredFacts, field: str) -> AnsweredFacts | None:
        """Return the facts with a near value of ``field`` from which the other answer follows."""
        for value in self._nearby_values(field, answered_facts.facts[field]):
            changed_values = {**answered_facts.facts, field: value}
            answer = await self.answer(changed_values)
            if answer not in (None, answered_facts.answer):
                return AnsweredFacts(changed_values, str(answer))
        return None

    def _nearby_values(self, field: str, value: str) -> Iterator[str]:
        """Yield other values at growing distances, two each of 1, of 2 to 3, of 4 to 7 values, and so on."""
        values = self.policy.matter.fields[field].drawn_from
        position, distance = values.index(value), 1
        while distance < len(values):
            # Take both sides in random order, so that limits are not always approached from below.
            for direction in self.draw.sample((-1, 1), 2):
                neighbour = position + direction * self.draw.randrange(distance, 2 * distance)
                if 0 <= neighbour < len(values):
                    yield values[neighbour]
            distance *= 2


def has_to_be_weighed(policy: Policy, options: Sequence[Facts], right: int) -> bool:
    """Return whether a choice needs its rules: no two options are alike, and the right one is not best in every figure.

    An option that is at least as good as all others in every figure is found without any rule.
    """
    if any(options.count(option) > 1 for option in options):
        return False
    fields = policy.matter.fields
    best = {name: min(fields[name].rank(option[name]) for option in options) for name in options[right]}
    return len(best) < 2 or any(fields[name].rank(options[right][name]) > rank for name, rank in best.items())
