"""From a worker's reply to values."""

import re
from typing import Any, Literal, NamedTuple, cast

from pydantic import BaseModel, TypeAdapter, ValidationError

from probe.oracle.shallow import cut_deep_proofs
from probe.values import (
    Diagnostic,
    Evidence,
    Examination,
    Explanation,
    Option,
    OtherOption,
    Place,
    ProofStep,
    Source,
    Verdict,
)

_SEARCH: dict[str, Literal["complete", "limit", "error", "not_run"]] = {
    "complete": "complete",
    "limit": "limit",
    "not_run": "not_run",
}


class Finding(NamedTuple):
    """What a worker has to say about a program, and about which clause."""

    kind: str
    message: str
    source: Source
    line: int
    column: int
    clause: int
    text: str


class Found(NamedTuple):
    """What a worker found for a program; of one that was refused, the findings alone."""

    findings: tuple[Finding, ...]
    outcome: str | None = None
    detail: str = ""
    answer: str | None = None
    choice: str | None = None
    inferences: int | None = None
    choice_steps: int | None = None
    depth: int | None = None
    size: int | None = None
    search: str = "not_run"
    search_detail: str = ""
    answers: tuple[str, ...] = ()
    proof: tuple[ProofStep, ...] | None = None


class Reply(BaseModel):
    """A worker's reply, as it is sent; ``failed`` says that there are no verdicts, and why."""

    failed: str | None = None
    verdicts: tuple[Found, ...] = ()
    same: bool | None = None
    probes: dict[str, Any] = {}
    explained: tuple[dict[str, Any], ...] = ()


_REPLY = TypeAdapter(Reply)
_CONTROL = re.compile("[\x00-\x1f]")

_FIRST = "the search for the first answer"
_ALL = "the search for all answers"


def parse_reply(reply: bytes) -> Reply:
    """Return what the worker wrote. Texts may hold what is no JSON: control characters, half characters."""
    shallow = cut_deep_proofs(reply)
    try:
        return _REPLY.validate_json(shallow)
    except ValidationError:
        text = shallow.decode("utf-8", "replace")
        return _REPLY.validate_json(_CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text))


def verdict_of(found: Found) -> Verdict:
    """Return the verdict in one entry of a reply."""
    diagnostics = tuple(map(_diagnostic, found.findings))
    if found.outcome is None:
        return Verdict(ran=False, diagnostics=diagnostics)
    ends = _ended(found.outcome, found.detail, _FIRST) + _ended(found.search, found.search_detail, _ALL)
    return Verdict(
        ran=True,
        choice=Option(found.choice) if found.choice else None,
        answer=found.answer,
        answers=found.answers,
        search=_SEARCH.get(found.search, "error"),
        inferences=found.inferences,
        choice_steps=found.choice_steps,
        depth=found.depth,
        size=found.size,
        proof=found.proof[0] if found.proof else None,
        diagnostics=diagnostics + ends,
    )


def examination_of(oracle: str, reply: Reply) -> Examination:
    """Return the examination of a pair."""
    unbiased, biased = map(verdict_of, reply.verdicts)
    # What the JSON decoder made needs no proof that it is JSON; that would take longer than all the rest.
    return Examination.model_construct(
        oracle=oracle,
        unbiased=unbiased,
        biased=biased,
        same_programs=reply.same,
        probes=_probes(reply.probes),
    )


def wavers(examination: Examination) -> bool:
    """Tell whether the choice steps should be read again: equal inferences came with other choice steps.

    The profiler of SWI-Prolog counts one node more or less in some 0.06 % of its readings. A pair whose choice steps
    differ indeed will say so again.
    """
    unbiased, biased = examination.unbiased, examination.biased
    if unbiased.inferences != biased.inferences:
        return False
    renamed = cast(dict[str, dict[str, Any]], examination.probes.get("name_invariant", {}))
    steps = [found["choice_steps"] for found in renamed.values() if found["inferences"] == unbiased.inferences]
    return len({unbiased.choice_steps, biased.choice_steps, *steps}) > 1


def explanation_of(reply: Reply) -> Explanation:
    """Return the explanation of the one program in a reply, an empty one where there was no time for it."""
    if not reply.explained:
        return Explanation()
    (found,) = reply.explained
    return Explanation(
        proofs=tuple(ProofStep.model_validate(proof[0]) for proof in found["proofs"]),
        others=tuple(_other(one) for one in found["others"]),
    )


def _other(found: dict[str, Any]) -> OtherOption:
    """Say what became of an option, from the search for it alone and the search for all answers."""
    search = ProofStep.model_validate(found["search"][0]) if found["search"] else None
    ended = found["outcome"]
    if found["follows"] is not None:
        outcome = "follows"
    elif ended["how"] == "yes":
        outcome, ended = "unreached", found["all"]
    elif ended["how"] == "no":
        outcome = "fails"
    else:
        outcome = "limit" if ended["how"] == "limit" else "error"
    return OtherOption(
        option=Option(found["option"]),
        outcome=cast(Any, outcome),
        detail=_detail(ended["how"], ended["detail"]),
        answer=found["follows"],
        cut=Place(**found["cut"]) if found["cut"] and outcome == "unreached" else None,
        search=search,
        whole=found["shown"]["how"] == "complete",
    )


def _detail(how: str, detail: str) -> str:
    """Say how a search ended that did not come to its end; nothing where it did."""
    match how:
        case "complete" | "yes" | "no":
            return ""
        case "unknown":
            return f"calls {detail}, which no clause defines"
        case "limit":
            return f"exceeds the limit of {detail}"
        case _:
            return f"ends in the error {detail}"


def _probes(raw: dict[str, Any]) -> dict[str, Evidence]:
    """Turn probes by program into evidence by check."""
    if not raw:
        return {}
    probes: dict[str, Evidence] = {}
    for arm in ("unbiased", "biased"):
        for name, found in raw[arm].items():
            probes.setdefault(name, {})[arm] = found
    probes["inert_cue"] = raw["pair"]
    return probes


def refused(kind: str, message: str) -> Verdict:
    """Return the verdict on a program that was not run, and why."""
    return Verdict(ran=False, diagnostics=(Diagnostic(kind=kind, message=message),))


def _diagnostic(found: Finding) -> Diagnostic:
    place = Place(source=found.source, line=found.line, column=found.column, clause=found.clause)
    return Diagnostic(kind=found.kind, message=found.message, place=place, clause_text=found.text or None)


def _ended(word: str, detail: str, what: str) -> tuple[Diagnostic, ...]:
    """Say how a search ended that ended otherwise than with all that was asked."""
    match word:
        case "unknown":
            return (Diagnostic(kind="unknown", message=f"{what} calls {detail}, which no clause defines"),)
        case "error":
            return (Diagnostic(kind="error", message=f"{what} ends in the error {detail}"),)
        case "limit":
            return (Diagnostic(kind="limit", message=f"{what} exceeds the limit of {detail}"),)
        case "no":
            return (Diagnostic(kind="no_answer", message="no clause of decide_option/2 gives an answer"),)
        case _:
            return ()
