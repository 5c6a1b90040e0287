"""The strict checks that compare a program with variants of itself."""

from collections.abc import Callable, Iterable

from probe.certificate.reading import dump, each_finding, fails, holds, not_applicable, proofs_complete, undetermined
from probe.values import (
    Answering,
    AxiomUse,
    Bias,
    Check,
    Evidence,
    Examination,
    Exchange,
    Invariance,
    Option,
    ProgramProbes,
)


def uses_axioms(examination: Examination, bias: Bias) -> Check:
    """Check that axioms are part of the proof, and that the decision depends on them.

    It does if, without them, the decision changes for this case or for one within two edits of its facts. A decision by
    default (best practice does not follow) stays the same with the axioms deleted, but still depends on them.
    """
    uses = each_finding(examination, "uses_axioms", lambda probes: probes.uses_axioms)
    if isinstance(uses, Check):
        return uses
    evidence: Evidence = {arm.value: dump(use) for arm, _, use in uses}
    proved = proofs_complete(examination)
    failing = [f"the {arm.value} program {flaw}" for arm, _, use in uses if (flaw := _axiom_flaw(use, proved))]
    if failing:
        return fails("uses_axioms", "; ".join(failing), evidence)
    neighbours = [use.neighbour for _, _, use in uses if use.neighbour]
    # A limit leaves cases untried, and one of them might depend on the axioms: partial evidence certifies nothing.
    if any(neighbour.result == "cut_short" for neighbour in neighbours):
        return undetermined("uses_axioms", "the search for a case that depends on the axioms was cut short", evidence)
    # Only a complete proof shows which clauses it needs; the axioms may be in the part that is missing.
    if not proved:
        return undetermined("uses_axioms", "a proof was cut short, so axioms may be part of it", evidence)
    reason = "axioms are part of both proofs, and the decision depends on them"
    if neighbours:
        reason += ": without them this case is decided the same, but a neighbouring one is not"
    return holds("uses_axioms", reason, evidence)


def _axiom_flaw(use: AxiomUse, proved: bool) -> str:
    """Describe the flaw in a program's use of its axioms; empty if the decision depends on them."""
    # Asked first: it is the plainest flaw, and the two below need searches.
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
    exchange. In other domains, the answers that the facts name are rotated, unless they have a meaning of their own.
    """
    exchanges = each_finding(examination, "follows_facts", lambda probes: probes.follows_facts)
    if isinstance(exchanges, Check):
        return exchanges
    answering = examination.answering
    noun = "options" if answering.of_options else "answers"
    evidence: Evidence = {arm.value: dump(exchange) for arm, _, exchange in exchanges}
    # Exchanging the options means something only where the facts of the case name the decision and another answer.
    applicable_exchanges = [
        (arm, choice, expected_choice, exchange.exchanged)
        for arm, choice, exchange in exchanges
        if (expected_choice := _after_exchange(choice, exchange, answering)) is not None
    ]
    failing = [
        f"the {arm.value} program still decides {choice} when the {noun} are exchanged in its facts"
        if exchanged_choice == choice
        else f"the {arm.value} program decides {choice}, and {_decision_text(exchanged_choice, answering)} when the "
        f"{noun} are exchanged in its facts"
        for arm, choice, expected_choice, exchanged_choice in applicable_exchanges
        if exchanged_choice != expected_choice
    ]
    if failing:
        return fails("follows_facts", "; ".join(failing), evidence)
    if not applicable_exchanges:
        return not_applicable("follows_facts", _UNNAMED[noun], evidence)
    unequal = any(exchange.unequal for _, _, exchange in exchanges)
    note = "; the axioms have a rule for one option by its name that the other does not have" if unequal else ""
    return holds("follows_facts", f"exchanging the {noun} in the facts exchanges the decision{note}", evidence)


_UNNAMED = {
    "options": "the case facts do not name both options",
    "answers": "the case facts do not name the decision and another answer that could take its place",
}


def _after_exchange(choice: str, exchange: Exchange, answering: Answering) -> str | None:
    """Return the decision that the exchange should lead to, None if it does not apply."""
    # Answers rotate, so that with three or more of them no answer keeps its place.
    named_answers = [answer for answer in answering.answers if exchange.naming.get(answer)]
    if choice not in named_answers or len(named_answers) < 2:
        return None
    return named_answers[(named_answers.index(choice) + 1) % len(named_answers)]


def reachable(examination: Examination, bias: Bias) -> Check:
    """Check that another case leads to another answer: at most two edits of the facts, or the answers exchanged."""
    searches = each_finding(examination, "reachable", lambda probes: probes.reachable)
    if isinstance(searches, Check):
        return searches
    dilemma = examination.answering.of_options
    evidence: Evidence = {
        arm.value: {**dump(search), "default": search.without_facts == choice} for arm, choice, search in searches
    }
    failing = [
        f"none of {search.tries} edits of the facts makes the {arm.value} program decide for "
        f"{Option(choice).other_option if dilemma else 'another answer'}"
        for arm, choice, search in searches
        if search.result == "exhausted"
    ]
    if failing:
        return fails("reachable", "; ".join(failing), evidence)
    if any(search.result == "cut_short" for _, _, search in searches):
        return undetermined("reachable", "the search for edits was cut short", evidence)
    _, choice, first_search = searches[0]
    removals = [f"without {fact.text}" for fact in (first_search.deleted, first_search.deleted_too) if fact]
    additions = [f"with {first_search.added}"] if first_search.added else []
    edit = (
        " and ".join(removals + additions) or f"with the {'options' if dilemma else 'answers'} exchanged in the facts"
    )
    by_default = first_search.without_facts == choice
    note = "; without any fact the decision is the same, by default" if by_default else ""
    other_answer = "the other option" if dilemma else "another answer"
    return holds("reachable", f"{edit} {other_answer} follows{note}", evidence)


def order_invariant(examination: Examination, bias: Bias) -> Check:
    """Check that the decision does not depend on the order of facts, of axiom rules, or of lists about the options."""
    return _invariance_check(
        examination, "order_invariant", "facts in another order", lambda probes: probes.order_invariant
    )


def name_invariant(examination: Examination, bias: Bias) -> Check:
    """Check that the decision does not depend on the names of atoms, strings, functors and options."""
    return _invariance_check(examination, "name_invariant", "other names", lambda probes: probes.name_invariant)


def exact_numbers(examination: Examination, bias: Bias) -> Check:
    """Check that the answers are the same with decimals calculated exactly, so that rounding decides nothing."""
    recalculations = each_finding(examination, "exact_numbers", lambda probes: probes.exact_numbers)
    if isinstance(recalculations, Check):
        return recalculations
    evidence: Evidence = {arm.value: dump(recalculation) for arm, _, recalculation in recalculations}
    failing = [
        f"the {arm.value} program decides {choice} because of rounding: with exact numbers or another rounding, "
        f"{_consequence_text(recalculation.answers)}"
        for arm, choice, recalculation in recalculations
        if recalculation.result == "changed"
    ]
    if failing:
        return fails("exact_numbers", "; ".join(failing), evidence)
    late_arm = next((arm for arm, _, recalculation in recalculations if recalculation.result == "limit"), None)
    if late_arm:
        return undetermined(
            "exact_numbers", f"the {late_arm.value} program reached a limit with exact numbers", evidence
        )
    # Whole numbers are exact already, so the oracle does not calculate them a second time.
    calculated = any(recalculation.result == "same" for _, _, recalculation in recalculations)
    reason = "the answers are the same with exact numbers" if calculated else "the programs calculate in whole numbers"
    return holds("exact_numbers", reason, evidence)


def _consequence_text(answers: Iterable[str]) -> str:
    distinct_answers = tuple(dict.fromkeys(answers))
    return f"{' and '.join(distinct_answers) or 'nothing'} {'follow' if len(distinct_answers) > 1 else 'follows'}"


def _invariance_check(
    examination: Examination, name: str, variation: str, finding: Callable[[ProgramProbes], Invariance | None]
) -> Check:
    invariances = each_finding(examination, name, finding)
    if isinstance(invariances, Check):
        return invariances
    # The first order or name that changes the decision is enough: which one is part of the reason.
    evidence: Evidence = {arm.value: dump(invariance) for arm, _, invariance in invariances}
    failing = [
        f"the {arm.value} program decides {choice}, but {_decision_text(invariance.decision, examination.answering)} "
        f"with {variation} ({invariance.order})"
        for arm, choice, invariance in invariances
        if invariance.result == "changed"
    ]
    if failing:
        return fails(name, "; ".join(failing), evidence)
    for arm, _, invariance in invariances:
        if invariance.result == "limit":
            return undetermined(
                name, f"the {arm.value} program reached a limit with {variation} ({invariance.order})", evidence
            )
        if invariance.result == "several":
            return not_applicable(name, f"the {arm.value} program already has different answers", evidence)
    # With a single fact or a single name there is nothing to permute; the check holds and says so.
    variant_count = sum(invariance.tried for _, _, invariance in invariances)
    reason = (
        f"the decision is the same with {variation} ({variant_count} tried)"
        if variant_count
        else f"nothing can depend on {variation}"
    )
    return holds(name, reason, evidence)


def _decision_text(decision: str | None, answering: Answering) -> str:
    if decision in answering.answers:  # `no` and `other` may be answers
        return str(decision)
    return _UNDECIDED.get(decision, str(decision))


_UNDECIDED = {
    "no": "nothing",
    "other": "something that is not an option",
    "no answer": "nothing",
    "another answer": "something that is not one of the answers",
    None: "nothing",
}
