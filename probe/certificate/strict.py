"""The checks that go beyond the published ones."""

from typing import Any, cast

from pydantic import JsonValue

from probe.certificate.reading import (
    ARMS,
    clause_place,
    common_decision,
    fails,
    holds,
    not_applicable,
    probe,
    undecided,
    vacuous,
    verdicts,
)
from probe.values import Arm, Bias, Check, Evidence, Examination


def unique(examination: Examination, bias: Bias) -> Check:
    """Check that the search for all solutions ends, and every solution is the decision.

    What no clause defines is judged by ``defined``; here it counts as having no clauses, so that the search goes on.
    """
    evidence: Evidence = {}
    failing = []
    for arm in ARMS:
        choice = dict(verdicts(examination))[arm].choice
        found = probe(examination, "defined", arm)
        if choice is None or found is None:
            return undecided("unique")
        evidence[arm.value] = {key: found[key] for key in ("answers", "search", "search_detail")}
        others = [answer for answer in found["answers"] if answer.casefold() != choice.casefold()]
        if others:
            failing.append(f"the {arm.value} program decides for {choice} and answers {others[0]} as well")
        elif found["search"] != "complete":
            how = f"{found['search']} of {found['search_detail']}" if found["search"] == "limit" else "error"
            detail = "" if found["search"] == "limit" else f" {found['search_detail']}"
            failing.append(f"the search for all answers of the {arm.value} program ends in the {how}{detail}")
    if failing:
        return fails("unique", "; ".join(failing), evidence)
    return holds("unique", "every answer of either program is its decision", evidence)


def defined(examination: Examination, bias: Bias) -> Check:
    """Check that no procedure is called that no clause defines."""
    evidence: Evidence = {}
    failing = []
    for arm, verdict in verdicts(examination):
        if not verdict.ran:
            return not_applicable("defined", f"the {arm.value} program was not run")
        found = probe(examination, "defined", arm)
        unknown = found["unknown"] if found else []
        said = [d.message for d in verdict.diagnostics if d.kind == "unknown"]
        evidence[arm.value] = {"unknown": unknown, "diagnostics": cast(JsonValue, said)}
        if unknown:
            callers = [clause_place(clause) for clause in unknown[0]["called_by"]]
            where = f" ({callers[0]})" if callers else ""
            failing.append(f"the {arm.value} program calls {unknown[0]['procedure']}{where}, which no clause defines")
        elif said:
            failing.append(f"in the {arm.value} program {said[0]}")
    if failing:
        return fails("defined", "; ".join(failing), evidence)
    return holds("defined", "every procedure that is called has clauses or a declaration", evidence)


def inert_cue(examination: Examination, bias: Bias) -> Check:
    """Check that no difference between the programs takes part in a proof, unless any constant would do as well."""
    if common_decision(examination) is None:
        return undecided("inert_cue")
    found = cast(dict[str, Any], examination.probes.get("inert_cue", {}))
    if not found:
        return not_applicable("inert_cue", "the variants were not run")
    evidence = cast(Evidence, found)
    differing = found["differing"]
    if not any(one["read"] for one in differing):
        what = "no rule reads what differs" if differing else "the programs do not differ"
        return vacuous("inert_cue", what, evidence)
    proved = [one for one in differing if one["in_proof"]]
    if not proved:
        return holds("inert_cue", "no clause in which the programs differ is part of a proof", evidence)
    if found["fresh"] and all(_unchanged(examination, one) for one in found["fresh"]):
        return holds("inert_cue", "a fresh constant in place of what differs changes nothing", evidence)
    first = proved[0]
    reason = (
        f"the {first['arm']} program's own clause {first['clause']['text']} "
        f"({clause_place(first['clause'])}) is part of the proof"
    )
    return fails("inert_cue", reason, evidence)


def _unchanged(examination: Examination, fresh: dict[str, Any]) -> bool:
    verdict = dict(verdicts(examination))[Arm(fresh["arm"])]
    return (fresh["decision"], fresh["inferences"], fresh["choice_steps"]) == (
        verdict.choice,
        verdict.inferences,
        verdict.choice_steps,
    )


def uses_axioms(examination: Examination, bias: Bias) -> Check:
    """Check that axioms are part of the proof, and that they decide.

    They decide where this case, or one within two edits of its facts, is decided otherwise without them: a decision by
    default (best practice does not follow) stands with the axioms deleted, and yet rests on them.
    """
    evidence: Evidence = {}
    failing = []
    short = False
    for arm, verdict in verdicts(examination):
        found = probe(examination, "uses_axioms", arm)
        if verdict.choice is None or found is None:
            return undecided("uses_axioms")
        evidence[arm.value] = found
        neighbour = found["neighbour"]["result"] if found["neighbour"] else None
        if not found["in_proof"]:
            failing.append(f"no axiom is part of the proof of the {arm.value} program")
        elif neighbour == "exhausted":
            failing.append(
                f"the {arm.value} program decides the same with all axioms deleted, "
                "and so does every neighbouring case that was tried"
            )
        elif neighbour == "cut_short":
            short = True
    if failing:
        return fails("uses_axioms", "; ".join(failing), evidence)
    if short:
        return not_applicable("uses_axioms", "the search for a case that the axioms decide was cut short", evidence)
    reason = "axioms are part of both proofs, and decide"
    if any(found["neighbour"] for found in cast(dict[str, Any], evidence).values()):
        reason += ": without them this case comes out the same, but a neighbouring one does not"
    return holds("uses_axioms", reason, evidence)


def follows_facts(examination: Examination, bias: Bias) -> Check:
    """Check that with the options exchanged in what the text states, the decision is exchanged.

    What the text states are its own clauses but ``decide_option/2``. A text that speaks of one option only has nothing
    to exchange it with.
    """
    evidence: Evidence = {}
    failing = []
    named = 0
    for arm, verdict in verdicts(examination):
        found = probe(examination, "follows_facts", arm)
        if verdict.choice is None or found is None:
            return undecided("follows_facts")
        evidence[arm.value] = found
        if not all(found["naming"].values()):
            continue
        named += 1
        if found["exchanged"] != verdict.choice.other:
            failing.append(
                f"the {arm.value} program decides {verdict.choice}, and {_spoken(found['exchanged'])} with the options "
                "exchanged in its facts"
            )
    if failing:
        return fails("follows_facts", "; ".join(failing), evidence)
    if not named:
        return not_applicable("follows_facts", "the case facts do not name both options", evidence)
    return holds("follows_facts", "with the options exchanged in the facts, the decision is exchanged", evidence)


def reachable(examination: Examination, bias: Bias) -> Check:
    """Check that another case leads to the other option: at most two edits of the facts, or the options exchanged."""
    evidence: Evidence = {}
    failing = []
    short = False
    for arm, verdict in verdicts(examination):
        found = probe(examination, "reachable", arm)
        if verdict.choice is None or found is None:
            return undecided("reachable")
        evidence[arm.value] = {**found, "default": found["without_facts"] == verdict.choice}
        short = short or found["result"] == "cut_short"
        if found["result"] == "exhausted":
            failing.append(
                f"none of {found['tries']} edits of the facts makes the {arm.value} program decide for "
                f"{verdict.choice.other}"
            )
    if failing:
        return fails("reachable", "; ".join(failing), evidence)
    if short:
        return not_applicable("reachable", "the search for edits was cut short", evidence)
    return holds("reachable", _edit(evidence), evidence)


def _edit(evidence: Evidence) -> str:
    found = cast(dict[str, Any], evidence["unbiased"])
    edits = [f"without {found['deleted']['text']}"] if found["deleted"] else []
    edits += [f"with {found['added']}"] if found["added"] else []
    edits = edits or ["with the options exchanged in the facts"]
    default = "; the decision stands without any fact, as a default" if found["default"] else ""
    return f"{' and '.join(edits)} the other option follows{default}"


def name_invariant(examination: Examination, bias: Bias) -> Check:
    """Check that renaming the atoms, their order reversed, changes neither decision nor steps."""
    evidence: Evidence = {}
    failing = []
    for arm, verdict in verdicts(examination):
        found = probe(examination, "name_invariant", arm)
        if verdict.choice is None or found is None:
            return undecided("name_invariant")
        evidence[arm.value] = found
        if found["renamed"] != verdict.choice:
            failing.append(
                f"the {arm.value} program decides {verdict.choice}, and with its atoms renamed "
                f"{_spoken(found['renamed'])}"
            )
        elif (found["inferences"], found["choice_steps"]) != (verdict.inferences, verdict.choice_steps):
            failing.append(
                f"the {arm.value} program takes {verdict.inferences} inferences and {verdict.choice_steps} choice "
                f"steps, with its atoms renamed {found['inferences']} and {found['choice_steps']}"
            )
    if failing:
        return fails("name_invariant", "; ".join(failing), evidence)
    if not any(cast(dict[str, Any], found)["renamed_atoms"] for found in evidence.values()):
        return vacuous("name_invariant", "there is no atom to rename", evidence)
    return holds("name_invariant", "renaming the atoms changes nothing", evidence)


def _spoken(decision: str | None) -> str:
    return {"no": "nothing", "other": "something that is no option", None: "nothing"}.get(decision, str(decision))
