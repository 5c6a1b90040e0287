"""The checks that the strict profile adds to the published ones."""

from collections.abc import Callable, Iterator
from typing import cast

from probe.certificate.reading import (
    clause_place,
    common_decision,
    dump,
    fails,
    holds,
    not_applicable,
    undecided,
    undetermined,
    vacuous,
    verdicts,
)
from probe.values import (
    Arm,
    AxiomUse,
    Bias,
    Change,
    Check,
    Definition,
    Difference,
    Evidence,
    Examination,
    Invariance,
    Logic,
    Option,
    PairProbes,
    ProgramProbes,
)


def _decided(examination: Examination) -> Iterator[tuple[Arm, Option, ProgramProbes]] | None:
    """Yield each program with its decision and findings; None if either is missing."""
    probes = examination.probes
    if probes is None or any(verdict.choice is None for _, verdict in verdicts(examination)):
        return None
    return ((arm, cast(Option, verdict.choice), probes.of(arm)) for arm, verdict in verdicts(examination))


def _pair(examination: Examination) -> PairProbes | None:
    return examination.probes.pair if examination.probes else None


def _missing(name: str, examination: Examination) -> Check:
    """Report why the pair was not examined: there is no common decision, or time ran out."""
    if examination.probes is None or common_decision(examination) is None:
        return undecided(name)
    return _out_of_time(name)


def _out_of_time(name: str) -> Check:
    return undetermined(name, "time ran out before this examination of the pair")


def _logic(examination: Examination) -> Iterator[tuple[Arm, Logic]]:
    pair = _pair(examination)
    if pair is None:
        return
    for arm, logic in ((Arm.UNBIASED, pair.logic.unbiased), (Arm.BIASED, pair.logic.biased)):
        if logic is not None:
            yield arm, logic


def unique(examination: Examination, bias: Bias) -> Check:
    """Check that every solution of either program is its decision, including solutions that Prolog's control hides.

    ``defined`` checks undefined procedures; here they count as having no clauses, so that the search continues.
    """
    decided = _decided(examination)
    if decided is None:
        return undecided("unique")
    logic = dict(_logic(examination))
    evidence: Evidence = {}
    failing, short = [], []
    for arm, choice, found in decided:
        defined, read = found.defined, logic.get(arm)
        if defined is None or read is None:
            return _out_of_time("unique")
        evidence[arm.value] = {
            **dump(defined, "answers", "search", "search_detail"),
            "logical": dump(read, "search", "search_detail", "other"),
        }
        failing += _other_answers(arm, choice, defined, read)
        short += _unfinished(arm, defined, read)
    if failing:
        return fails("unique", "; ".join(failing), evidence)
    if short:
        return undetermined("unique", "; ".join(short), evidence)
    return holds("unique", "every answer of either program is its decision", evidence)


def _proved(examination: Examination) -> bool:
    """Whether both proofs are complete, so that a clause missing from them is certainly unused."""
    return all(verdict.proof_complete for _, verdict in verdicts(examination))


def _other_answers(arm: Arm, choice: Option, defined: Definition, read: Logic) -> list[str]:
    others = [answer for answer in defined.answers if answer.strip("'").casefold() != choice.casefold()]
    if others:
        return [f"the {arm.value} program decides for {choice} and also answers {others[0]}"]
    if read.search == "found":
        return [
            f"the {arm.value} program decides for {choice}, but {read.other} also follows once cuts, "
            "conditions and the order of solutions hide nothing"
        ]
    if read.search == "none" and not read.supports and not read.cut_short:
        return [f"the {arm.value} program's decision does not follow once cuts and conditions hide nothing"]
    if defined.search not in ("complete", "limit"):
        return [f"the search for all answers of the {arm.value} program ends in the error {defined.search_detail}"]
    return []


def _unfinished(arm: Arm, defined: Definition, read: Logic) -> list[str]:
    """Report what cut the search for all answers short; a decision that follows in very many ways does not count."""
    if read.search not in ("none", "found"):
        ended = _ended(read.search, read.search_detail)
    elif defined.search == "limit" and defined.search_detail != "answers":
        ended = _ended("limit", defined.search_detail)
    else:
        return []
    return [f"the search for all answers of the {arm.value} program ends in {ended}"]


def _ended(word: str, detail: str) -> str:
    return f"the {'limit of' if word == 'limit' else word} {detail}"


def defined(examination: Examination, bias: Bias) -> Check:
    """Check that every called procedure is defined, also behind cuts and in branches that are not taken."""
    evidence: Evidence = {}
    failing = []
    hidden: dict[Arm, tuple[str, ...]] = {arm: () for arm, _ in verdicts(examination)}
    hidden |= {arm: logic.undefined for arm, logic in _logic(examination)}
    for arm, verdict in verdicts(examination):
        if not verdict.ran:
            return not_applicable("defined", f"the {arm.value} program was not run")
        found = examination.probes.of(arm).defined if examination.probes else None
        unknown = found.unknown if found else ()
        said = [d.message for d in verdict.diagnostics if d.kind == "unknown"]
        evidence[arm.value] = {
            "unknown": [dump(one) for one in unknown],
            "diagnostics": [*said],
            "hidden": [*hidden[arm]],
        }
        if unknown:
            callers = [clause_place(clause) for clause in unknown[0].called_by]
            where = f" ({callers[0]})" if callers else ""
            failing.append(f"the {arm.value} program calls {unknown[0].procedure}{where}, which no clause defines")
        elif said:
            failing.append(f"in the {arm.value} program {said[0]}")
        elif hidden[arm]:
            what = f"{hidden[arm][0]}, which no clause defines"
            failing.append(f"behind a cut or in a branch not taken, the {arm.value} program calls {what}")
    if failing:
        return fails("defined", "; ".join(failing), evidence)
    return holds("defined", "every called procedure has clauses or a declaration", evidence)


def safe(examination: Examination, bias: Bias) -> Check:
    """Check that no negation contains an unbound variable that it shares with the rest of its clause."""
    if _decided(examination) is None:
        return undecided("safe")
    found = list(_logic(examination))
    if len(found) < 2:
        return _out_of_time("safe")
    evidence: Evidence = {arm.value: {"unsafe": [dump(clause) for clause in logic.unsafe]} for arm, logic in found}
    unsafe = [(arm, clause) for arm, logic in found for clause in logic.unsafe]
    if unsafe:
        arm, clause = unsafe[0]
        return fails(
            "safe",
            f"in the {arm.value} program, {clause.text} ({clause_place(clause)}) uses a variable that has no value yet "
            "in a negation, a collection or a first match: move it after the goals that bind the variable",
            evidence,
        )
    short = [(arm, logic) for arm, logic in found if logic.search not in ("none", "found")]
    if short:
        arm, logic = short[0]
        how = _ended(logic.search, logic.search_detail)
        return undetermined("safe", f"the search for all answers of the {arm.value} program ends in {how}", evidence)
    return holds("safe", "every negation has its variables bound", evidence)


def same_proof(examination: Examination, bias: Bias) -> Check:
    """Check that the same clauses prove the decision in both programs, in the first proof and in all others.

    Clauses that differ only in constants count as the same; so do, for the framing effect, facts that the axioms
    declare equivalent.
    """
    pair = _pair(examination)
    if pair is None or common_decision(examination) is None:
        return _missing("same_proof", examination)
    evidence: Evidence = {**dump(pair.proofs), "restated": [dump(one) for one in pair.restated]}
    if pair.restated and bias is not Bias.FRAMING:
        return fails("same_proof", "only the framing effect may declare two facts equivalent", evidence)
    if pair.proofs.result == "cut_short" or not _proved(examination):
        return undetermined("same_proof", "the search for all proofs was cut short", evidence)
    if pair.proofs.result == "same":
        return holds("same_proof", "the same clauses prove the decision in both programs", evidence)
    for arm, only in ((Arm.BIASED, pair.proofs.biased), (Arm.UNBIASED, pair.proofs.unbiased)):
        if only:
            what = f"{only[0].text} ({clause_place(only[0])})"
            return fails("same_proof", f"only proofs of the {arm.value} program use {what}", evidence)
    return fails("same_proof", "the programs combine the same clauses in other proofs", evidence)


def inert_cue(examination: Examination, bias: Bias) -> Check:
    """Check that the outcome stays the same when the clauses that differ between the programs are changed.

    Each differing clause that some rule reads is deleted, changed to name the other option, and changed to every other
    constant that a rule could match there. If the counterpart in the other program differs only in constants, the
    common parts are kept.
    """
    pair = _pair(examination)
    if pair is None or common_decision(examination) is None:
        return _missing("inert_cue", examination)
    evidence: Evidence = {
        "differing": [dump(one) for one in pair.differing],
        "variants": {
            arm.value: dump(logic, "variants", "change", "unbounded", "cut_short") for arm, logic in _logic(examination)
        },
    }
    restated = {one.unbiased for one in pair.restated} | {one.biased for one in pair.restated}
    differing = [one for one in pair.differing if not (bias is Bias.FRAMING and one.clause in restated)]
    if not any(one.read for one in differing):
        what = "no rule reads the clauses that differ" if differing else "the programs do not differ"
        return vacuous("inert_cue", what, evidence)
    failing = [_in_proof(one) for one in differing if one.in_proof and not one.paired]
    failing += [_changed(arm, logic.change) for arm, logic in _logic(examination) if logic.change is not None]
    if failing:
        return fails("inert_cue", failing[0], evidence)
    short = [
        f"a variant of the {arm.value} program's difference reached a limit or an error"
        if logic.cut_short
        else f"the {arm.value} program's difference has too many variants"
        for arm, logic in _logic(examination)
        if logic.cut_short or logic.unbounded
    ]
    if not _proved(examination):
        short.append("a proof was cut short, so a cue may be part of it")
    if short:
        return undetermined("inert_cue", short[0], evidence)
    tried = sum(logic.variants for _, logic in _logic(examination))
    return holds("inert_cue", f"nothing changes in {tried} variants of the clauses that differ", evidence)


def _in_proof(one: Difference) -> str:
    return (
        f"the {one.arm.value} program's own clause {one.clause.text} ({clause_place(one.clause)}) is part of the proof"
    )


def _changed(arm: Arm, change: Change) -> str:
    done = f"changed to {change.variant}" if change.variant else "deleted"
    more = ", and the other differences with it," if change.all else ""
    match change.effect:
        case "answers":
            what = f"{' and '.join(change.answers) or 'nothing'} would follow"
        case "support":
            what = "other clauses would support the decision"
        case _:
            what = "a branch that control hides here would have another outcome"
    return f"with {change.clause.text} ({clause_place(change.clause)}) {done}{more} in the {arm.value} program, {what}"


def uses_axioms(examination: Examination, bias: Bias) -> Check:
    """Check that axioms are part of the proof, and that the decision depends on them.

    It does if, without them, the decision changes for this case or for one within two edits of its facts. A decision by
    default (best practice does not follow) stays the same with the axioms deleted, but still depends on them.
    """
    decided = _decided(examination)
    if decided is None:
        return undecided("uses_axioms")
    evidence: Evidence = {}
    uses: list[tuple[Arm, AxiomUse]] = []
    for arm, _, probes in decided:
        if probes.uses_axioms is None:
            return _out_of_time("uses_axioms")
        uses.append((arm, probes.uses_axioms))
        evidence[arm.value] = dump(probes.uses_axioms)
    proved = _proved(examination)
    failing = [f"the {arm.value} program {flaw}" for arm, use in uses if (flaw := _unused(use, proved))]
    if failing:
        return fails("uses_axioms", "; ".join(failing), evidence)
    neighbours = [use.neighbour for _, use in uses if use.neighbour]
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
    decided = _decided(examination)
    if decided is None:
        return undecided("follows_facts")
    evidence: Evidence = {}
    failing = []
    named = 0
    for arm, choice, probes in decided:
        found = probes.follows_facts
        if found is None:
            return _out_of_time("follows_facts")
        evidence[arm.value] = dump(found)
        if not all(found.naming.values()):
            continue
        named += 1
        if found.exchanged != choice.other:
            failing.append(
                f"the {arm.value} program decides {choice}, but {_spoken(found.exchanged)} with the options "
                "exchanged in its facts"
            )
    if failing:
        return fails("follows_facts", "; ".join(failing), evidence)
    if not named:
        return not_applicable("follows_facts", "the case facts do not name both options", evidence)
    return holds("follows_facts", "exchanging the options in the facts exchanges the decision", evidence)


def reachable(examination: Examination, bias: Bias) -> Check:
    """Check that another case leads to the other option: at most two edits of the facts, or the options exchanged."""
    decided = _decided(examination)
    if decided is None:
        return undecided("reachable")
    evidence: Evidence = {}
    failing, edits = [], []
    short = False
    for arm, choice, probes in decided:
        found = probes.reachable
        if found is None:
            return _out_of_time("reachable")
        default = found.without_facts == choice
        evidence[arm.value] = {**dump(found), "default": default}
        short = short or found.result == "cut_short"
        if found.result == "exhausted":
            failing.append(
                f"none of {found.tries} edits of the facts makes the {arm.value} program decide for {choice.other}"
            )
        removed = [f"without {found.deleted.text}"] if found.deleted else []
        added = [f"with {found.added}"] if found.added else []
        made = " and ".join(removed + added) or "with the options exchanged in the facts"
        default_note = "; without any fact the decision is the same, by default"
        edits.append(f"{made} the other option follows{default_note if default else ''}")
    if failing:
        return fails("reachable", "; ".join(failing), evidence)
    if short:
        return undetermined("reachable", "the search for edits was cut short", evidence)
    return holds("reachable", edits[0], evidence)


def order_invariant(examination: Examination, bias: Bias) -> Check:
    """Check that the decision does not depend on the order of facts and of axiom rules without a cut."""
    return _invariant(examination, "order_invariant", "facts in another order", lambda probes: probes.order_invariant)


def name_invariant(examination: Examination, bias: Bias) -> Check:
    """Check that the decision does not depend on the names of atoms, strings, functors and options."""
    return _invariant(examination, "name_invariant", "other names", lambda probes: probes.name_invariant)


def _invariant(
    examination: Examination, name: str, what: str, finding: Callable[[ProgramProbes], Invariance | None]
) -> Check:
    decided = _decided(examination)
    if decided is None:
        return undecided(name)
    evidence: Evidence = {}
    found: list[tuple[Arm, Option, Invariance]] = []
    for arm, choice, probes in decided:
        one = finding(probes)
        if one is None:
            return _out_of_time(name)
        evidence[arm.value] = dump(one)
        found.append((arm, choice, one))
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
