"""Convert a worker's replies to values: verdicts, examinations, explanations and answer-set programs."""

import re
from typing import Any, cast

from pydantic import BaseModel

from probe.values import (
    DISAGREEMENT,
    Answering,
    Chosen,
    Diagnostic,
    Examination,
    Explanation,
    OtherOption,
    Probes,
    ProofStep,
    SourceLocation,
    Verdict,
)

_SAME = ("choice", "answer", "answers", "inferences", "choice_steps", "depth", "size")
"""What a verdict takes over from a worker's findings."""


class SearchEnd(BaseModel):
    """How a search ended: a word, and a detail."""

    how: str
    detail: str


class ProgramFindings(BaseModel):
    """A worker's findings for a program; only diagnostics if the program was refused.

    ``proof`` is the number of a text that was sent separately.
    """

    diagnostics: tuple[Diagnostic, ...]
    outcome: SearchEnd | None = None
    answer: str | None = None
    choice: str | None = None
    inferences: int | None = None
    choice_steps: int | None = None
    proof_outcome: SearchEnd = SearchEnd(how="not_run", detail="")
    depth: int | None = None
    size: int | None = None
    search: SearchEnd = SearchEnd(how="not_run", detail="")
    answers: tuple[str, ...] = ()
    proof: int | None = None


class OtherFindings(BaseModel):
    """The outcome for an option that the first answer does not name (``prolog/explaining.pl``)."""

    option: Chosen
    follows: int | None
    outcome: SearchEnd
    all: SearchEnd
    shown: SearchEnd
    cut: SourceLocation | None
    search: tuple[ProofStep, ...]


class Explained(BaseModel):
    """The proofs of a program's answers, and the outcome for the other option."""

    proofs: tuple[ProofStep, ...]
    all_proofs: bool
    others: tuple[OtherFindings, ...]


class AnswerSetProgram(BaseModel):
    """A translated program, or the ``reasons`` that prevent a translation, such as one that ran ``out_of_time``.

    ``options`` maps constants of ``text`` to the answers of the domain that they represent. If ``doubt(N)`` is in the
    answer set, the N-th of ``doubts`` is the reason not to use it. ``notes`` are clauses that may mean something else
    to Prolog, because of its goal order or its rounding.
    """

    text: str | None = None
    options: dict[str, Chosen] = {}
    doubts: tuple[Diagnostic, ...] = ()
    notes: tuple[Diagnostic, ...] = ()
    reasons: tuple[Diagnostic, ...] = ()
    out_of_time: bool = False


class WorkerReply(BaseModel):
    """A worker's reply, as sent; ``failed`` is the reason if there are no verdicts.

    ``apart`` are the texts that are parsed on demand: a proof for each verdict that has one, and an explanation for
    each program if requested. Other fields refer to them by number.
    """

    failed: str | None = None
    verdicts: tuple[ProgramFindings, ...] = ()
    explained: tuple[int, ...] = ()
    same: bool | None = None
    probes: Probes | None = None
    answer_sets: tuple[AnswerSetProgram, ...] = ()
    apart: tuple[str, ...] = ()


_CONTROL = re.compile("[\x00-\x1f]")

_FIRST = "the search for the first answer"
_ALL = "the search for all answers"
_PROOF = "the search for the proof"


def parse_reply(reply: bytes) -> WorkerReply:
    """Parse a worker's reply. Texts on separate lines are not parsed until they are needed."""
    lines = [_clean(line) for line in reply.split(b"\n")]
    large_texts = tuple(lines[1::2])
    # Every second line is a large text, which is replaced by its number: most callers never read a proof.
    lines[1::2] = map(str, range(len(large_texts)))
    worker_reply = WorkerReply.model_validate_json("".join(lines))
    worker_reply.apart = large_texts
    return worker_reply


def _clean(line: bytes) -> str:
    """Return a line as valid JSON: strings of programs may contain control characters and lone surrogates."""
    text = line.decode("utf-8", "replace")
    # Nearly every line is printable, which is known sooner than that nothing has to be replaced.
    return text if text.isprintable() else _CONTROL.sub(lambda control: f"\\u{ord(control[0]):04x}", text)


def verdict_of(reply: WorkerReply, number: int = 0) -> Verdict:
    """Return the verdict on one of the programs in a reply."""
    findings = reply.verdicts[number]
    if findings.outcome is None:
        return Verdict(ran=False, diagnostics=findings.diagnostics)
    ends = (
        _end_diagnostics(findings.outcome, _FIRST)
        + _end_diagnostics(findings.search, _ALL)
        + _proof_diagnostics(findings)
    )
    fields: dict[str, Any] = {
        "ran": True,
        **{name: getattr(findings, name) for name in _SAME},
        "search": how if (how := findings.search.how) in ("complete", "limit", "not_run") else "error",
        # Without an answer there is nothing to prove, and nothing is missing from its proof.
        "proof_complete": findings.proof_outcome.how in ("complete", "not_run"),
        "diagnostics": findings.diagnostics + ends,
        "out_of_time": any(
            (search.how, search.detail) == ("limit", "time")
            for search in (findings.outcome, findings.proof_outcome, findings.search)
        ),
    }
    if findings.proof is None:
        return Verdict(**fields)
    return Verdict.with_unread_proof(reply.apart[findings.proof], **fields)


def examination_of(oracle: str, reply: WorkerReply, answering: Answering) -> Examination:
    """Return the examination of a pair in the domain ``answering``."""
    unbiased, biased = verdict_of(reply, 0), verdict_of(reply, 1)
    # Skip validating that decoded JSON is JSON: that would take longer than everything else.
    return Examination.model_construct(
        oracle=oracle,
        unbiased=unbiased,
        biased=biased,
        same_programs=reply.same,
        probes=reply.probes,
        explanations=(explanation_of(reply, 0), explanation_of(reply, 1)) if reply.explained else None,
        answering=answering,
    )


def needs_recount(examination: Examination) -> bool:
    """Return whether the choice steps should be measured again: equal inferences, but different choice steps.

    SWI-Prolog's profiler miscounts by one node in about 0.06 % of its readings. If the choice steps of a pair really
    differ, the second reading shows it again.
    """
    unbiased, biased = examination.unbiased, examination.biased
    # Inferences are counted exactly: a pair that differs in them fails in any case.
    if unbiased.inferences != biased.inferences:
        return False
    return unbiased.choice_steps != biased.choice_steps


def explanation_of(reply: WorkerReply, number: int = 0) -> Explanation:
    """Return the explanation of one of the programs in a reply; empty if there was no time for it."""
    if not reply.explained:
        return Explanation()
    parsed_explanation = Explained.model_validate_json(reply.apart[reply.explained[number]])
    return Explanation(
        proofs=parsed_explanation.proofs,
        all_proofs=parsed_explanation.all_proofs,
        others=tuple(_other_option(findings) for findings in parsed_explanation.others),
    )


def _other_option(search: OtherFindings) -> OtherOption:
    """Return the outcome for an option, from the search for it alone and the search for all answers."""
    search_end = search.outcome
    if search.follows is not None:
        outcome = "follows"
    # It can be derived alone, but the search for all answers does not reach it: a cut is in the way.
    elif search_end.how == "yes":
        outcome, search_end = "unreached", search.all
    elif search_end.how == "no":
        outcome = "fails"
    else:
        outcome = "limit" if search_end.how == "limit" else "error"
    return OtherOption(
        option=search.option,
        outcome=cast(Any, outcome),
        detail=_detail(search_end.how, search_end.detail),
        answer=search.follows,
        cut=search.cut if outcome == "unreached" else None,
        search=search.search[0] if search.search else None,
        whole=search.shown.how == "complete",
    )


def _detail(how: str, detail: str) -> str:
    """Describe how an incomplete search ended; empty if the search is complete."""
    match how:
        case "complete" | "yes" | "no":
            return ""
        case "unknown":
            return f"calls {detail}, which no clause defines"
        case "limit":
            return f"exceeds the limit of {detail}"
        case _:
            return f"ends in the error {detail}"


def refused(kind: str, message: str, *, out_of_time: bool = False) -> Verdict:
    """Return the verdict on a program that was not run, with the reason."""
    return Verdict(ran=False, diagnostics=(Diagnostic(kind=kind, message=message),), out_of_time=out_of_time)


def _end_diagnostics(search_end: SearchEnd, search_name: str) -> tuple[Diagnostic, ...]:
    """Describe how a search ended, unless it found everything requested."""
    if search_end.how == "no":
        return (Diagnostic(kind="no_answer", message="no clause of decide_option/2 gives an answer"),)
    if search_end.how not in ("unknown", "error", "limit"):
        return ()
    return (Diagnostic(kind=search_end.how, message=f"{search_name} {_detail(search_end.how, search_end.detail)}"),)


def _proof_diagnostics(findings: ProgramFindings) -> tuple[Diagnostic, ...]:
    """Explain why an answer has no complete proof: a limit, or an interpreter with a different result."""
    proof_end = findings.proof_outcome
    match proof_end.how:
        case "complete" | "not_run":
            return ()
        case "limit":
            message = f"{_PROOF} exceeds the limit of {proof_end.detail}: depth and size are not known"
            return (Diagnostic(kind="limit", message=message),)
        case "no":
            proof_answer = "no answer"
        # Both interpreters found an answer, in another order.
        case "other":
            proof_answer = f"{proof_end.detail} first"
        case how:
            proof_answer = f"the {'error' if how == 'error' else 'unknown procedure'} {proof_end.detail}"
    message = f"SWI-Prolog answers {findings.answer}, but {_PROOF} finds {proof_answer}: one of the two is wrong"
    return (Diagnostic(kind=DISAGREEMENT, message=message),)
