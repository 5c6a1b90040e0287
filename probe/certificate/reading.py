"""How the checks read an examination."""

from collections.abc import Iterator
from functools import partial
from typing import cast

from pydantic import BaseModel, JsonValue

from probe.certificate.proof_words import line_text
from probe.values import (
    Arm,
    Check,
    ClauseAt,
    Diagnostic,
    Evidence,
    Examination,
    Logic,
    Option,
    Outcome,
    PairProbes,
    Place,
    ProgramProbes,
    Verdict,
)


def verdicts(examination: Examination) -> Iterator[tuple[Arm, Verdict]]:
    """Yield both verdicts with their arm."""
    yield Arm.UNBIASED, examination.unbiased
    yield Arm.BIASED, examination.biased


def common_decision(examination: Examination) -> Option | None:
    """Return the option that both programs choose, None if they do not agree."""
    choice = examination.unbiased.choice
    return choice if choice is not None and choice == examination.biased.choice else None


def dump(found: BaseModel, *fields: str) -> Evidence:
    """Return a finding, or some of its fields, as evidence."""
    return cast(Evidence, found.model_dump(mode="json", exclude_none=True, include=set(fields) or None))


def place_text(place: Place | None) -> str:
    """Return ``axiom line 3``, or nothing."""
    if place is None:
        return ""
    column = f", column {place.column}" if place.column else ""
    return f"{line_text(place.source, place.line)}{column}"


def clause_place(clause: ClauseAt) -> str:
    """Return where a clause begins."""
    return line_text(clause.source, clause.line)


def diagnostic_evidence(arm: Arm, found: Diagnostic) -> dict[str, JsonValue]:
    """Return a diagnostic as evidence."""
    return {"program": arm.value, **cast(dict[str, JsonValue], found.model_dump(mode="json", exclude_none=True))}


def _check(outcome: Outcome, name: str, reason: str, evidence: Evidence | None = None) -> Check:
    return Check(name=name, outcome=outcome, reason=reason, evidence=evidence or {})


holds = partial(_check, Outcome.HOLDS)
fails = partial(_check, Outcome.FAILS)
vacuous = partial(_check, Outcome.VACUOUS)
undetermined = partial(_check, Outcome.UNDETERMINED)
not_applicable = partial(_check, Outcome.NOT_APPLICABLE)
not_run = partial(_check, Outcome.NOT_RUN)
"""A check with this outcome, from its name, the reason and the evidence."""


def undecided(name: str) -> Check:
    """Return the outcome of a check that needs a decision if there is none."""
    return not_applicable(name, "the programs share no decision to check")


def decided_programs(examination: Examination) -> Iterator[tuple[Arm, Option, ProgramProbes]] | None:
    """Yield each program with its decision and findings; None if either is missing."""
    probes = examination.probes
    if probes is None or any(verdict.choice is None for _, verdict in verdicts(examination)):
        return None
    return ((arm, cast(Option, verdict.choice), probes.of(arm)) for arm, verdict in verdicts(examination))


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
