"""How the checks read an examination."""

from collections.abc import Callable, Iterator
from functools import partial, wraps
from typing import TypeVar, cast

from pydantic import BaseModel

from probe.values import (
    Arm,
    Bias,
    Check,
    Chosen,
    Evidence,
    Examination,
    Logic,
    Outcome,
    PairProbes,
    ProgramProbes,
    Verdict,
)

Finding = TypeVar("Finding")
CheckFunction = Callable[[Examination, Bias], Check]


def verdicts(examination: Examination) -> Iterator[tuple[Arm, Verdict]]:
    """Yield both verdicts with their arm."""
    yield Arm.UNBIASED, examination.unbiased
    yield Arm.BIASED, examination.biased


def common_decision(examination: Examination) -> Chosen | None:
    """Return the answer that is right in both arms: the unbiased program's, None if the biased one does not fit it.

    A mirrored program fits if it gives the mirror image; programs that each compute their own answer have none.
    """
    unbiased, biased = examination.unbiased.choice, examination.biased.choice
    if unbiased is None or biased is None:
        return None
    return unbiased if biased == examination.answering.expected(unbiased) else None


def compares_programs(check: CheckFunction) -> CheckFunction:
    """Make a check that compares the programs ``not_applicable`` if each computes its own answer."""

    @wraps(check)
    def compare_if_comparable(examination: Examination, bias: Bias) -> Check:
        if examination.answering.relation == "computed":
            return not_applicable(check.__name__, "each program computes an answer of its own: nothing is compared")
        return check(examination, bias)

    return compare_if_comparable


def dump(finding: BaseModel, *fields: str) -> Evidence:
    """Return a finding, or some of its fields, as evidence."""
    return cast(Evidence, finding.model_dump(mode="json", exclude_none=True, include=set(fields) or None))


def _check(outcome: Outcome, name: str, reason: str, evidence: Evidence | None = None) -> Check:
    # The evidence was dumped as JSON: validating it again would take a third of the time of a certificate.
    return Check.model_construct(name=name, outcome=outcome, reason=reason, evidence=evidence or {})


holds = partial(_check, Outcome.HOLDS)
fails = partial(_check, Outcome.FAILS)
vacuous = partial(_check, Outcome.VACUOUS)
undetermined = partial(_check, Outcome.UNDETERMINED)
not_applicable = partial(_check, Outcome.NOT_APPLICABLE)
"""A check with this outcome, from its name, the reason and the evidence."""


def undecided(name: str) -> Check:
    """Return the outcome of a check that needs a decision if there is none."""
    return not_applicable(name, "the programs share no decision to check")


def decided_programs(examination: Examination) -> Iterator[tuple[Arm, Chosen, ProgramProbes]] | None:
    """Yield each program with its decision and findings; None if either is missing."""
    probes = examination.probes
    if probes is None or any(verdict.choice is None for _, verdict in verdicts(examination)):
        return None
    return ((arm, cast(Chosen, verdict.choice), probes.of(arm)) for arm, verdict in verdicts(examination))


def each_finding(
    examination: Examination, name: str, finding_of: Callable[[ProgramProbes], Finding | None]
) -> list[tuple[Arm, Chosen, Finding]] | Check:
    """Return each program's decision and finding, or the outcome of the check if one of them is missing."""
    decisions = decided_programs(examination)
    if decisions is None:
        return undecided(name)
    findings = [
        (arm, choice, finding) for arm, choice, probes in decisions if (finding := finding_of(probes)) is not None
    ]
    # The oracle examines both programs or, when time runs out, leaves out what remains.
    return findings if len(findings) == 2 else out_of_time(name)


def pair_probes(examination: Examination) -> PairProbes | None:
    """Return the findings on the pair, None if it was not examined or time ran out."""
    return examination.probes.pair if examination.probes else None


def missing(name: str, examination: Examination) -> Check:
    """Report why the pair was not examined: there is no common decision, or time ran out."""
    if examination.probes is None or common_decision(examination) is None:
        return undecided(name)
    return out_of_time(name)


def out_of_time(name: str) -> Check:
    """Return the outcome of a check that the request had no time for."""
    return undetermined(name, "time ran out before this examination of the pair")


def logic_of(examination: Examination) -> Iterator[tuple[Arm, Logic]]:
    """Yield what the logical reading of each program found."""
    pair = pair_probes(examination)
    if pair is None:
        return
    for arm, logic in ((Arm.UNBIASED, pair.logic.unbiased), (Arm.BIASED, pair.logic.biased)):
        if logic is not None:
            yield arm, logic


def proofs_complete(examination: Examination) -> bool:
    """Whether both proofs are complete, so that a clause missing from them is certainly unused."""
    return all(verdict.proof_complete for _, verdict in verdicts(examination))
