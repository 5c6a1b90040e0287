"""The strict checks that compare a program with variants of itself."""

from collections.abc import Callable

from probe.certificate.reading import (
    dump,
    each_finding,
    fails,
    holds,
    not_applicable,
    proofs_complete,
    undetermined,
)
from probe.values import AxiomUse, Bias, Check, Evidence, Examination, Invariance, ProgramProbes


def uses_axioms(examination: Examination, bias: Bias) -> Check:
    """Check that axioms are part of the proof, and that the decision depends on them.

    It does if, without them, the decision changes for this case or for one within two edits of its facts. A decision by
    default (best practice does not follow) stays the same with the axioms deleted, but still depends on them.
    """
    found = each_finding(examination, "uses_axioms", lambda probes: probes.uses_axioms)
    if isinstance(found, Check):
        return found
    evidence: Evidence = {arm.value: dump(use) for arm, _, use in found}
    proved = proofs_complete(examination)
    failing = [f"the {arm.value} program {flaw}" for arm, _, use in found if (flaw := _unused(use, proved))]
    if failing:
        return fails("uses_axioms", "; ".join(failing), evidence)
    neighbours = [use.neighbour for _, _, use in found if use.neighbour]
    if any(one.result == "cut_short" for one in neighbours):
        return undetermined("uses_axioms", "the search for a case that depends on the axioms was cut short", evidence)
    if not proved:
        return undetermined("uses_axioms", "a proof was cut short, so axioms may be part of it", evidence)
    reason = "axioms are part of both proofs, and the decision depends on them"
    if neighbours:
        reason += ": without them this case is decided the same, but a neighbouring one is not"
    return holds("uses_axioms", reason, evidence)


def _unused(use: AxiomUse, proved: bool) -> str:
    """Describe the fault in a program's use of its axioms; empty if the decision depends on them."""
    if proved and not use.in_proof:
        return "is proved without any axiom"
    if use.neighbour and use.neighbour.result == "exhausted":
        return "makes the same decision with all axioms deleted, also in every neighbouring case that was tried"
    if use.decorative:
        return "makes the same decision if its axioms are assumed to hold for everything"
    return ""


def follows_facts(examination: Examination, bias: Bias) -> Check:
    """Check that exchanging the options in what the text states exchanges the decision.

    A text states the program's own clauses except ``decide_option/2``. If it names only one option, there is nothing to
    exchange.
    """
    found = each_finding(examination, "follows_facts", lambda probes: probes.follows_facts)
    if isinstance(found, Check):
        return found
    evidence: Evidence = {arm.value: dump(one) for arm, _, one in found}
    named = [(arm, choice, one.exchanged) for arm, choice, one in found if all(one.naming.values())]
    failing = [
        f"the {arm.value} program decides {choice}, but {_spoken(exchanged)} with the options exchanged in its facts"
        for arm, choice, exchanged in named
        if exchanged != choice.other
    ]
    if failing:
        return fails("follows_facts", "; ".join(failing), evidence)
    if not named:
        return not_applicable("follows_facts", "the case facts do not name both options", evidence)
    return holds("follows_facts", "exchanging the options in the facts exchanges the decision", evidence)


def reachable(examination: Examination, bias: Bias) -> Check:
    """Check that another case leads to the other option: at most two edits of the facts, or the options exchanged."""
    found = each_finding(examination, "reachable", lambda probes: probes.reachable)
    if isinstance(found, Check):
        return found
    evidence: Evidence = {
        arm.value: {**dump(one), "default": one.without_facts == choice} for arm, choice, one in found
    }
    failing = [
        f"none of {one.tries} edits of the facts makes the {arm.value} program decide for {choice.other}"
        for arm, choice, one in found
        if one.result == "exhausted"
    ]
    if failing:
        return fails("reachable", "; ".join(failing), evidence)
    if any(one.result == "cut_short" for _, _, one in found):
        return undetermined("reachable", "the search for edits was cut short", evidence)
    _, choice, first = found[0]
    removed = [f"without {first.deleted.text}"] if first.deleted else []
    added = [f"with {first.added}"] if first.added else []
    made = " and ".join(removed + added) or "with the options exchanged in the facts"
    by_default = first.without_facts == choice
    note = "; without any fact the decision is the same, by default" if by_default else ""
    return holds("reachable", f"{made} the other option follows{note}", evidence)


def order_invariant(examination: Examination, bias: Bias) -> Check:
    """Check that the decision does not depend on the order of facts and of axiom rules without a cut."""
    return _invariant(examination, "order_invariant", "facts in another order", lambda probes: probes.order_invariant)


def name_invariant(examination: Examination, bias: Bias) -> Check:
    """Check that the decision does not depend on the names of atoms, strings, functors and options."""
    return _invariant(examination, "name_invariant", "other names", lambda probes: probes.name_invariant)


def _invariant(
    examination: Examination, name: str, what: str, finding: Callable[[ProgramProbes], Invariance | None]
) -> Check:
    found = each_finding(examination, name, finding)
    if isinstance(found, Check):
        return found
    evidence: Evidence = {arm.value: dump(one) for arm, _, one in found}
    failing = [
        f"the {arm.value} program decides {choice}, but {_spoken(one.decision)} with {what} ({one.order})"
        for arm, choice, one in found
        if one.result == "changed"
    ]
    if failing:
        return fails(name, "; ".join(failing), evidence)
    for arm, _, one in found:
        if one.result == "limit":
            return undetermined(name, f"the {arm.value} program reached a limit with {what} ({one.order})", evidence)
        if one.result == "several":
            return not_applicable(name, f"the {arm.value} program already has different answers", evidence)
    tried = sum(one.tried for _, _, one in found)
    reason = f"the decision is the same with {what} ({tried} tried)" if tried else f"nothing can depend on {what}"
    return holds(name, reason, evidence)


def _spoken(decision: str | None) -> str:
    return {"no": "nothing", "other": "something that is not an option", None: "nothing"}.get(decision, str(decision))
