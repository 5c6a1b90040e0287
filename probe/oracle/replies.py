"""From a worker's reply to values."""

import json
from typing import Any, Literal, cast

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

_decode = json.JSONDecoder(strict=False).decode

_FIRST = "the search for the first answer"
_ALL = "the search for all answers"


def parse_reply(reply: bytes) -> dict[str, Any]:
    """Return what the worker wrote; ``failed`` in it says that there are no verdicts, and why."""
    return cast(dict[str, Any], _decode(cut_deep_proofs(reply).decode("utf-8", "replace")))


def is_worn(reply: bytes) -> bool:
    """Tell whether the worker that sent ``reply`` is to be replaced: it met a limit, or failed."""
    return reply.endswith(b'"tired":true}') or reply.startswith(b'{"failed"')


def verdict_of(raw: list[Any]) -> Verdict:
    """Return the verdict in one entry of a reply."""
    diagnostics = tuple(_diagnostic(found) for found in raw[0])
    if len(raw) == 1:
        return Verdict(ran=False, diagnostics=diagnostics)
    outcome, detail, answer, choice, inferences, steps, depth, size, search, search_detail, answers, proof = raw[1:]
    return Verdict(
        ran=True,
        choice=Option(choice) if choice else None,
        answer=answer,
        answers=tuple(answers),
        search=_SEARCH.get(search, "error"),
        inferences=inferences,
        choice_steps=steps,
        depth=depth,
        size=size,
        proof=ProofStep.model_validate(proof[0]) if proof else None,
        diagnostics=diagnostics + _ended(outcome, detail, _FIRST) + _ended(search, search_detail, _ALL),
    )


def examination_of(oracle: str, reply: dict[str, Any]) -> Examination:
    """Return the examination of a pair."""
    unbiased, biased = (verdict_of(raw) for raw in reply["verdicts"])
    # What the JSON decoder made needs no proof that it is JSON; that would take longer than all the rest.
    return Examination.model_construct(
        oracle=oracle,
        unbiased=unbiased,
        biased=biased,
        same_programs=reply["same"],
        probes=_probes(reply["probes"]),
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


def explanation_of(reply: dict[str, Any]) -> Explanation:
    """Return the explanation of the one program in a reply, an empty one where there was no time for it."""
    if "explained" not in reply:
        return Explanation()
    (found,) = reply["explained"]
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


def _diagnostic(found: list[Any]) -> Diagnostic:
    kind, message, source, line, column, clause, text = found
    place = Place(source=cast(Source, source), line=line, column=column, clause=clause)
    return Diagnostic(kind=kind, message=message, place=place, clause_text=text or None)


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
