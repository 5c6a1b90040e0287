"""Audit pairs: recompute what a dataset claims, and list every difference."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from probe.certificate import certify, complexity, correct_option
from probe.ports import Oracle
from probe.values import (
    Bias,
    Certificate,
    Complexity,
    Examination,
    Option,
    Outcome,
    Pair,
    Profile,
    Programs,
    Value,
)

MAX_QUEUED = 64
"""How many pairs are queued at the oracle at once; it processes one per worker."""


class Difference(Value):
    """A recorded number or decision that differs from the oracle's, with an explanation."""

    field: str
    recorded: str
    found: str
    explanation: str


class Audited(Value):
    """The audit of one pair."""

    pair_id: str
    bias: Bias | None
    name: str
    certificate: Certificate
    correct_option: Option | None
    complexity: Complexity
    examination: Examination
    differences: tuple[Difference, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether no check fails and the decision matches the recorded one."""
        decided_otherwise = any(difference.field == "correct_option" for difference in self.differences)
        return self.certificate.passed and not decided_otherwise


class Audit(Value):
    """The audit of all pairs of a dataset under one profile."""

    profile: Profile
    oracle: str
    pairs: tuple[Audited, ...]

    @property
    def failing(self) -> tuple[Audited, ...]:
        """The failing pairs, in order."""
        return tuple(pair for pair in self.pairs if not pair.passed)

    def outcomes(self) -> dict[str, Counter[Outcome]]:
        """Return the number of outcomes per check, in the order of the checks."""
        counted: dict[str, Counter[Outcome]] = {}
        for pair in self.pairs:
            for check in pair.certificate.checks:
                counted.setdefault(check.name, Counter())[check.outcome] += 1
        return counted


async def audit_pairs(
    pairs: Sequence[Pair],
    oracle: Oracle,
    profile: Profile,
    listener: Callable[[int], None] = lambda done: None,
) -> Audit:
    """Examine every pair again, and compare the results with what the dataset records."""
    limit = asyncio.Semaphore(MAX_QUEUED)
    done = 0

    async def one(pair: Pair) -> Audited:
        nonlocal done
        async with limit:
            audited = await audit_pair(pair, oracle, profile)
        done += 1
        listener(done)
        return audited

    audited = await asyncio.gather(*(one(pair) for pair in pairs))
    return Audit(profile=profile, oracle=oracle.name, pairs=tuple(audited))


async def audit_pair(pair: Pair, oracle: Oracle, profile: Profile, *, explain: bool = False) -> Audited:
    """Examine one pair again, and compare with what the dataset records; ``explain`` adds proofs for readers."""
    return _audited(pair, await oracle.examine(pair.programs, profile, explain=explain), profile)


async def audit_programs(
    programs: Programs, name: str, bias: Bias | None, oracle: Oracle, profile: Profile, *, explain: bool = False
) -> Audited:
    """Examine a user's own pair of programs; without a bias, only checks that apply to every bias are made."""
    examination = await oracle.examine(programs, profile, explain=explain)
    certificate = certify(examination, bias, profile)
    return Audited(
        pair_id="",
        bias=bias,
        name=name,
        certificate=certificate,
        correct_option=correct_option(examination),
        complexity=complexity(examination),
        examination=examination,
    )


def _audited(pair: Pair, examination: Examination, profile: Profile) -> Audited:
    return Audited(
        pair_id=pair.id,
        bias=pair.bias,
        name=pair.provenance.seed_ids[0] if pair.provenance.author == "hand-made" and pair.provenance.seed_ids else "",
        certificate=certify(examination, pair.bias, profile),
        correct_option=correct_option(examination),
        complexity=complexity(examination),
        examination=examination,
        differences=tuple(_differences(pair, examination)),
    )


def _differences(pair: Pair, examination: Examination) -> Iterable[Difference]:
    found = examination.unbiased
    if found.choice is not pair.correct_option:
        yield Difference(
            field="correct_option",
            recorded=pair.correct_option.value,
            found=str(found.choice.value if found.choice else None),
            explanation=_why(pair, examination),
        )
    counted = complexity(examination)
    for field, recorded in pair.complexity:
        value = getattr(counted, field)
        if recorded is not None and value != recorded:
            yield Difference(
                field=field, recorded=str(recorded), found=str(value), explanation=_why(pair, examination, field)
            )


def _why(pair: Pair, examination: Examination, field: str = "") -> str:
    verdict = examination.unbiased
    if not verdict.ran:
        refusal = next((one.message for one in verdict.diagnostics), "the program was refused")
        return f"not run: {refusal}"
    if verdict.diagnostics:
        return verdict.diagnostics[0].message
    if field == "choice_steps" and "findall" in pair.axioms + pair.unbiased_program:
        return f"findall: {examination.oracle} counts its inner calls differently from other versions"
    return "not explained"
