"""Audit pairs: recompute what a dataset claims, and list every difference."""

import asyncio
from collections.abc import Iterator, Sequence

from probe.certificate import certify, complexity, correct_option
from probe.ports import Oracle
from probe.values import (
    Bias,
    Certificate,
    Complexity,
    Dilemma,
    Examination,
    Option,
    Profile,
    Programs,
    Value,
)


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


async def audit_pairs(pairs: Sequence[Dilemma], oracle: Oracle, profile: Profile) -> Audit:
    """Examine every pair again, and compare the results with what the dataset records."""
    audited = await asyncio.gather(*(audit_pair(pair, oracle, profile) for pair in pairs))
    return Audit(profile=profile, oracle=oracle.name, pairs=tuple(audited))


async def audit_pair(pair: Dilemma, oracle: Oracle, profile: Profile, *, explain: bool = False) -> Audited:
    """Examine one pair again, and compare with what the dataset records; ``explain`` adds proofs for readers."""
    return audited_pair(pair, await oracle.examine(pair.programs, profile, explain=explain), profile)


def audited_pair(pair: Dilemma, examination: Examination, profile: Profile) -> Audited:
    """Certify an examined pair, and compare the results with what the dataset records."""
    seeds = pair.provenance.seed_ids if pair.provenance.author == "hand-made" else ()
    audited = _audited(examination, seeds[0] if seeds else "", pair.bias, profile)
    differences = tuple(_differences(pair, examination, audited.complexity))
    return audited.model_copy(update={"pair_id": pair.id, "differences": differences})


async def audit_programs(
    programs: Programs, name: str, bias: Bias | None, oracle: Oracle, profile: Profile, *, explain: bool = False
) -> Audited:
    """Examine a user's own pair of programs; without a bias, only checks that apply to every bias are made."""
    return _audited(await oracle.examine(programs, profile, explain=explain), name, bias, profile)


def _audited(examination: Examination, name: str, bias: Bias | None, profile: Profile) -> Audited:
    return Audited(
        pair_id="",
        bias=bias,
        name=name,
        certificate=certify(examination, bias, profile),
        complexity=complexity(examination),
        correct_option=correct_option(examination),
        examination=examination,
    )


def _differences(pair: Dilemma, examination: Examination, counted: Complexity) -> Iterator[Difference]:
    found, why = examination.unbiased, _why(examination)
    if found.choice is not pair.correct_option:
        recorded, choice = pair.correct_option.value, str(found.choice)
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
