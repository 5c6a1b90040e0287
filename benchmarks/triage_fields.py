"""Measure how well the best field predicts the right answers: `python -m benchmarks.triage_fields [profiles]`.

A line is one matter under the first n of its rules. A field is divided into at most six ranges, or into its values if
they are few; the more frequent answer of a range is learnt on one half of the profiles and tested on the other.
"""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from benchmarks.running import read_options
from probe.files.corpus import find_domain
from probe.ports import Oracle
from probe.protocols.triage.composing import Facts, Policy, clauses_of
from probe.protocols.triage.content import LEAST_RULES, read_content
from probe.protocols.triage.drawing import Contrasts
from probe.protocols.triage.programs import cues_of
from probe.session import Session
from probe.values import Arm
from probe.values.answering import Answering

DOMAINS = ("software_engineering", "admissions")
RANGES, SPLITS = 6, 5
Ints = NDArray[np.int64]


async def main(profiles: int) -> None:
    """Print the best field of each matter and number of rules, with its share of right guesses."""
    async with Session(engines="swi") as session:
        for name in DOMAINS:
            for matter in read_content(find_domain(Path(name))).of("single"):
                for level in range(LEAST_RULES, len(matter.rules) + 1):
                    policy = Policy(matter, level, matter.settings[0])
                    facts = await _draw_profiles(policy, session.oracle(), profiles)
                    shares = {field: _accuracy(facts, field) for field in matter.facts_at(level)}
                    best = max(shares, key=shares.__getitem__)
                    print(f"{name} {matter.name}, {level} rules: {best} {shares[best]:.1%}", flush=True)


async def _draw_profiles(policy: Policy, oracle: Oracle, count: int) -> list[Facts]:
    """Return profiles whose right answers alternate."""
    answers: dict[tuple[str, ...], str | None] = {}

    async def answer(facts: Facts) -> str | None:
        key = tuple(facts.values())
        if key not in answers:
            programs = policy.programs(clauses_of(facts), cues_of("sequence", policy.answers))
            verdict = await oracle.verdict(programs.of(Arm.UNBIASED), answering=Answering(answers=policy.answers))
            answers[key] = None if verdict.choice is None else str(verdict.choice)
        return answers[key]

    contrasts = Contrasts(policy, answer, Random(f"{policy.matter.name} {policy.level}"))
    profiles = [await contrasts.profile(policy.answers[number % 2]) for number in range(count)]
    assert all(profile is not None for profile in profiles)
    return [profile for profile in profiles if profile is not None]


def _accuracy(facts: Sequence[Facts], field: str) -> float:
    codes, right = _codes([profile[field] for profile in facts]), np.arange(len(facts)) % 2
    rng = np.random.default_rng(0)
    return float(np.mean([_guessed(codes, right, rng.permutation(len(facts))) for _ in range(SPLITS)]))


def _codes(values: Sequence[str]) -> Ints:
    distinct = sorted(set(values))
    if len(distinct) <= RANGES:
        return np.array([distinct.index(value) for value in values])
    numbers = np.array([int(value) for value in values])
    return np.searchsorted(np.quantile(numbers, np.arange(1, RANGES) / RANGES), numbers, side="right").astype(np.int64)


def _guessed(codes: Ints, right: Ints, order: Ints) -> float:
    middle, hits = len(order) // 2, 0
    for training, test in ((order[:middle], order[middle:]), (order[middle:], order[:middle])):
        for code in np.unique(codes[test]):
            right_in_range = right[training][codes[training] == code]
            guess = round(float(right_in_range.mean())) if len(right_in_range) else 0
            hits += int(np.sum(right[test][codes[test] == code] == guess))
    return hits / len(order)


if __name__ == "__main__":
    asyncio.run(main(read_options(__doc__, profiles={"nargs": "?", "type": int, "default": 640}).profiles))
