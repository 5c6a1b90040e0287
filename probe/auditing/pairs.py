"""Audit pairs: recompute what a dataset claims, list every difference, and count the results."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

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
    StageOutcome,
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
    seeds = pair.provenance.seed_ids if pair.provenance.author == "hand-made" else ()
    name = seeds[0] if seeds else ""
    return _compared(pair, await audit_programs(pair.programs, name, pair.bias, oracle, profile, explain=explain))


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
        complexity=complexity(examination),
        correct_option=correct_option(examination),
        examination=examination,
    )


def _compared(pair: Pair, audited: Audited) -> Audited:
    differences = tuple(_differences(pair, audited.examination, audited.complexity))
    return audited.model_copy(update={"pair_id": pair.id, "differences": differences})


def _differences(pair: Pair, examination: Examination, counted: Complexity) -> Iterator[Difference]:
    found, why = examination.unbiased, _why(examination)
    if found.choice is not pair.correct_option:
        recorded, choice = pair.correct_option.value, str(found.choice.value if found.choice else None)
        yield Difference(field="correct_option", recorded=recorded, found=choice, explanation=why or "not explained")
    for field, recorded in pair.complexity:
        value = getattr(counted, field)
        if recorded is not None and value != recorded:
            collects = field == "choice_steps" and "findall" in pair.axioms + pair.unbiased_program
            note = f"findall: {examination.oracle} counts its inner calls differently from other versions"
            reason = why or (note if collects else "not explained")
            yield Difference(field=field, recorded=str(recorded), found=str(value), explanation=reason)


def _why(examination: Examination) -> str:
    """Return why the oracle's results may differ from the recorded ones, as far as its messages explain it."""
    verdict = examination.unbiased
    message = next((one.message for one in verdict.diagnostics), "")
    return message if verdict.ran else f"not run: {message or 'the program was refused'}"


@dataclass(frozen=True)
class CheckCount:
    """The number of outcomes of one check."""

    check: str
    holds: int
    fails: int
    not_applicable: int
    vacuous: int
    undetermined: int
    not_run: int


@dataclass(frozen=True)
class GroupCount:
    """The pairs of one bias or author: their number, how many fail, and the check that fails most often."""

    name: str
    pairs: int
    failing: int
    worst_check: str

    @property
    def share(self) -> float:
        """The share of pairs that fail, 0 to 1."""
        return self.failing / self.pairs


@dataclass(frozen=True)
class StageCount:
    """The pairs that record one stage: their number, and how many were accepted or not run."""

    stage: str
    pairs: int
    accepted: int
    not_run: int


@dataclass(frozen=True)
class Overview:
    """An audit's counts, each list worst first."""

    pairs: int
    passed: int
    decided_otherwise: int
    checks: tuple[CheckCount, ...]
    stages: tuple[StageCount, ...]
    biases: tuple[GroupCount, ...]
    authors: tuple[GroupCount, ...]


def overview(audit: Audit, pairs: Sequence[Pair]) -> Overview:
    """Return the counts over ``pairs``, which must be those of ``audit``, in the same order."""
    both = list(zip(audit.pairs, pairs, strict=True))
    counted = [
        CheckCount(check, *(counts[outcome] for outcome in Outcome)) for check, counts in audit.outcomes().items()
    ]
    return Overview(
        pairs=len(pairs),
        passed=len(audit.pairs) - len(audit.failing),
        decided_otherwise=sum(not one.passed and one.certificate.passed for one in audit.pairs),
        checks=tuple(sorted(counted, key=lambda one: -one.fails)),
        stages=_stages(pairs),
        biases=_groups(both, lambda pair: pair.bias.value),
        authors=_groups(both, lambda pair: pair.provenance.author),
    )


def _groups(both: Sequence[tuple[Audited, Pair]], key: Callable[[Pair], str]) -> tuple[GroupCount, ...]:
    members: dict[str, list[Audited]] = {}
    for audited, pair in both:
        members.setdefault(key(pair), []).append(audited)
    counted = []
    for name, group in members.items():
        failing = [one for one in group if not one.passed]
        checks = Counter(check.name for one in failing for check in one.certificate.failing)
        counted.append(GroupCount(name, len(group), len(failing), checks.most_common(1)[0][0] if checks else ""))
    return tuple(sorted(counted, key=lambda one: (-one.share, one.name)))


def _stages(pairs: Sequence[Pair]) -> tuple[StageCount, ...]:
    """Count the recorded stage results; evidence from an import counts as a record without an outcome."""
    recorded: dict[str, Counter[str]] = {}
    for pair in pairs:
        for stage, evidence in pair.evidence.items():
            recorded.setdefault(stage, Counter())[str(evidence.get("outcome", ""))] += 1
    counted = [
        StageCount(stage, counts.total(), counts[StageOutcome.ACCEPTED.value], counts[StageOutcome.NOT_RUN.value])
        for stage, counts in recorded.items()
    ]
    return tuple(sorted(counted, key=lambda one: (-one.not_run, one.accepted - one.pairs)))
