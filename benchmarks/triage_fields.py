"""How well the best single field predicts right answers of profiles: `python -m benchmarks.triage_fields [profiles]`.

A line is one matter under the first n of its rules. Fields are taken in at most six ranges or their few values, and the
more frequent answer of a range is learnt on one half of the profiles and asked on the other.
"""

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

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
                    facts = await _drawn(policy, session.oracle(), profiles)
                    shares = {field: _share(facts, field) for field in matter.facts_at(level)}
                    best = max(shares, key=shares.__getitem__)
                    print(f"{name} {matter.name}, {level} rules: {best} {shares[best]:.1%}", flush=True)


async def _drawn(policy: Policy, oracle: Oracle, count: int) -> list[Facts]:
    """Return profiles whose right answers take turns."""
    known: dict[tuple[str, ...], str | None] = {}

    async def answer(facts: Facts) -> str | None:
        key = tuple(facts.values())
        if key not in known:
            programs = policy.programs(clauses_of(facts), cues_of("sequence", policy.answers))
            verdict = await oracle.verdict(programs.of(Arm.UNBIASED), answering=Answering(answers=policy.answers))
            known[key] = None if verdict.choice is None else str(verdict.choice)
        return known[key]

    contrasts = Contrasts(policy, answer, Random(f"{policy.matter.name} {policy.level}"))
    profiles = [await contrasts.profile(policy.answers[number % 2]) for number in range(count)]
    assert all(profile is not None for profile in profiles)
    return [profile for profile in profiles if profile is not None]


def _share(facts: Sequence[Facts], field: str) -> float:
    codes, right = _codes([profile[field] for profile in facts]), np.arange(len(facts)) % 2
    draw = np.random.default_rng(0)
    return float(np.mean([_guessed(codes, right, draw.permutation(len(facts))) for _ in range(SPLITS)]))


def _codes(values: Sequence[str]) -> Ints:
    distinct = sorted(set(values))
    if len(distinct) <= RANGES:
        return np.array([distinct.index(value) for value in values])
    numbers = np.array([int(value) for value in values])
    return np.searchsorted(np.quantile(numbers, np.arange(1, RANGES) / RANGES), numbers, side="right").astype(np.int64)


def _guessed(codes: Ints, right: Ints, order: Ints) -> float:
    half, hits = len(order) // 2, 0
    for learn, test in ((order[:half], order[half:]), (order[half:], order[:half])):
        for code in np.unique(codes[test]):
            same = right[learn][codes[learn] == code]
            guess = round(float(same.mean())) if len(same) else 0
            hits += int(np.sum(right[test][codes[test] == code] == guess))
    return hits / len(order)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 640))
