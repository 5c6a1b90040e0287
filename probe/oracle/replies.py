"""From a worker's reply to values."""

import json
from typing import Any, Literal, cast

from probe.values import Diagnostic, Evidence, Examination, Option, Place, ProofStep, Source, Verdict

_SEARCH: dict[str, Literal["complete", "limit", "error", "not_run"]] = {
    "complete": "complete",
    "limit": "limit",
    "not_run": "not_run",
}


def parse_reply(reply: bytes) -> dict[str, Any] | None:
    """Return what the worker wrote; None where the oracle itself failed on the request."""
    document = cast(dict[str, Any], json.loads(reply.decode("utf-8", "replace"), strict=False))
    return None if document.get("failed") else document


def is_worn(reply: bytes) -> bool:
    """Tell whether the worker that sent ``reply`` is to be replaced: it met a limit, or failed."""
    return reply.endswith(b'"tired":true}') or reply == b'{"failed":true}'


def verdict_of(raw: dict[str, Any]) -> Verdict:
    """Return the verdict in one entry of a reply."""
    diagnostics = [_diagnostic(found) for found in raw["diagnostics"]]
    if not raw["ran"]:
        return Verdict(ran=False, diagnostics=tuple(diagnostics))
    diagnostics += _run_diagnostics(raw)
    search = raw["search"]
    return Verdict(
        ran=True,
        choice=Option(raw["choice"]) if raw["choice"] else None,
        answer=raw["answer"],
        answers=tuple(raw["answers"]),
        search=_SEARCH.get(search, "error"),
        inferences=raw["inferences"],
        choice_steps=raw["choice_steps"],
        depth=raw["depth"],
        size=raw["size"],
        proof=_proof(raw["proof"]),
        diagnostics=tuple(diagnostics),
    )


def examination_of(oracle: str, reply: dict[str, Any]) -> Examination:
    """Return the examination of a pair."""
    unbiased, biased = (verdict_of(raw) for raw in reply["verdicts"])
    return Examination(
        oracle=oracle,
        unbiased=unbiased,
        biased=biased,
        same_programs=reply["same"],
        probes=_probes(reply["probes"]),
    )


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


def _run_diagnostics(raw: dict[str, Any]) -> list[Diagnostic]:
    """Say how a search ended that ended otherwise than with all answers."""
    said = []
    for word, detail, what in (
        (raw["outcome"], raw["detail"], "the search for the first answer"),
        (raw["search"], raw["search_detail"], "the search for all answers"),
    ):
        match word:
            case "unknown":
                said.append(Diagnostic(kind="unknown", message=f"{what} calls {detail}, which no clause defines"))
            case "error":
                said.append(Diagnostic(kind="error", message=f"{what} ends in the error {detail}"))
            case "limit":
                said.append(Diagnostic(kind="limit", message=f"{what} exceeds the limit of {detail}"))
            case "no":
                said.append(Diagnostic(kind="no_answer", message="no clause of decide_option/2 gives an answer"))
    return said


def _proof(nodes: list[Any] | None) -> ProofStep | None:
    """Return the proof: its one root, the clause of decide_option/2 that answered."""
    return _step(nodes[0]) if nodes else None


def _step(node: list[Any]) -> ProofStep:
    kind, goal, succeeded, source, line, clause, bindings, children = node
    place = Place(source=source, line=line, clause=clause) if source else None
    return ProofStep(
        goal=goal,
        kind=kind,
        succeeded=succeeded,
        place=place,
        bindings=bindings,
        children=tuple(_step(child) for child in children),
    )
