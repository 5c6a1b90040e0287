"""The strict checks that read programs as logic and compare the two of a pair, and the second engine's check."""

from pydantic import JsonValue

from probe.certificate.reading import (
    common_decision,
    compares_programs,
    decided_programs,
    dump,
    fails,
    holds,
    logic_of,
    missing,
    not_applicable,
    out_of_time,
    pair_probes,
    proofs_complete,
    undecided,
    undetermined,
    verdicts,
)
from probe.values import (
    OPTIONS,
    Answering,
    Arm,
    Bias,
    Check,
    Chosen,
    Definition,
    DerivedAnswers,
    Evidence,
    Examination,
    Logic,
    Option,
    Outcome,
    Restatement,
    Verdict,
)
from probe.values.phrases import clause_place, place_text


def unique(examination: Examination, bias: Bias) -> Check:
    """Check that every solution of either program is its decision, including solutions that Prolog's control hides.

    ``defined`` checks undefined procedures; here they count as having no clauses, so that the search continues.
    """
    decisions = decided_programs(examination)
    if decisions is None:
        return undecided("unique")
    logic = dict(logic_of(examination))
    evidence: Evidence = {}
    failing, incomplete_searches = [], []
    for arm, choice, probes in decisions:
        definition, reading = probes.defined, logic.get(arm)
        if definition is None or reading is None:
            return out_of_time("unique")
        evidence[arm.value] = {
            **dump(definition, "answers", "search", "search_detail"),
            "logical": dump(reading, "search", "search_detail", "other"),
        }
        failing += _other_answers(arm, choice, definition, reading, fold_case=examination.answering.of_options)
        incomplete_searches += _incomplete_search(arm, definition, reading)
    if failing:
        return fails("unique", "; ".join(failing), evidence)
    if incomplete_searches:
        return undetermined("unique", "; ".join(incomplete_searches), evidence)
    return holds("unique", "every answer of either program is its decision", evidence)


def _other_answers(arm: Arm, choice: Chosen, definition: Definition, reading: Logic, *, fold_case: bool) -> list[str]:
    # Options are compared without quotes and case, as SWI-Prolog prints 'Option_A' and option_a; answers of other
    # domains are names, in which case counts.
    other_answers = [
        answer
        for answer in definition.answers
        if (_fold_case(answer) != choice.casefold() if fold_case else answer != choice)
    ]
    if other_answers:
        return [f"the {arm.value} program decides for {choice} and also answers {other_answers[0]}"]
    # The logical reading drops cuts and conditions, but the answers that they hide still follow.
    if reading.search == "found":
        return [
            f"the {arm.value} program decides for {choice}, but {reading.other} also follows once cuts, "
            "conditions and the order of solutions hide nothing"
        ]
    # A decision without any support exists only because of control, for example a failing first branch.
    if reading.search == "none" and not reading.supports and not reading.cut_short:
        return [f"the {arm.value} program's decision does not follow once cuts and conditions hide nothing"]
    if definition.search not in ("complete", "limit"):
        return [f"the search for all answers of the {arm.value} program ends in the error {definition.search_detail}"]
    return []


def _incomplete_search(arm: Arm, definition: Definition, reading: Logic) -> list[str]:
    """Report what cut the search for all answers short; a decision that follows in very many ways does not count."""
    # The logical search is stricter: if it ended, the limit of the plain search does not matter.
    if reading.search not in ("none", "found"):
        end_text = _end_text(reading.search, reading.search_detail)
    elif definition.search == "limit" and definition.search_detail != "answers":
        end_text = _end_text("limit", definition.search_detail)
    else:
        return []
    return [f"the search for all answers of the {arm.value} program ends in {end_text}"]


def _end_text(word: str, detail: str) -> str:
    return f"the {'limit of' if word == 'limit' else word} {detail}"


def defined(examination: Examination, bias: Bias) -> Check:
    """Check that every called procedure is defined, also behind cuts and in branches that are not taken."""
    evidence: Evidence = {}
    failing = []
    logic = dict(logic_of(examination))
    # Prolog raises an error only where it calls a procedure; the logical reading also visits branches that are not
    # taken.
    hidden_procedures = {arm: logic[arm].undefined if arm in logic else () for arm, _ in verdicts(examination)}
    for arm, verdict in verdicts(examination):
        if not verdict.ran:
            return not_applicable("defined", f"the {arm.value} program was not run")
        definition = examination.probes.of(arm).defined if examination.probes else None
        unknown_procedures = definition.unknown if definition else ()
        messages = [diagnostic.message for diagnostic in verdict.diagnostics if diagnostic.kind == "unknown"]
        evidence[arm.value] = {
            "unknown": [dump(procedure) for procedure in unknown_procedures],
            "diagnostics": [*messages],
            "hidden": [*hidden_procedures[arm]],
        }
        if unknown_procedures:
            callers = [clause_place(clause) for clause in unknown_procedures[0].called_by]
            caller_text = f" ({callers[0]})" if callers else ""
            failing.append(
                f"the {arm.value} program calls {unknown_procedures[0].procedure}{caller_text}, which no clause defines"
            )
        elif messages:
            failing.append(f"in the {arm.value} program {messages[0]}")
        elif hidden_procedures[arm]:
            call_text = f"{hidden_procedures[arm][0]}, which no clause defines"
            failing.append(f"behind a cut or in a branch not taken, the {arm.value} program calls {call_text}")
    if failing:
        return fails("defined", "; ".join(failing), evidence)
    decisions = decided_programs(examination)
    # No undefined procedure was called, but a search that did not run cannot show that there is none.
    if decisions and (len(logic) < 2 or any(probes.defined is None for _, _, probes in decisions)):
        return out_of_time("defined")
    late_arm = next((arm for arm, verdict in verdicts(examination) if verdict.out_of_time), None)
    if late_arm:
        return undetermined(
            "defined", f"the searches of the {late_arm.value} program exceed the limit of time", evidence
        )
    return holds("defined", "every called procedure has clauses or a declaration", evidence)


def safe(examination: Examination, bias: Bias) -> Check:
    """Check that no negation contains an unbound variable that it shares with the rest of its clause."""
    if decided_programs(examination) is None:
        return undecided("safe")
    readings = list(logic_of(examination))
    if len(readings) < 2:
        return out_of_time("safe")
    evidence: Evidence = {arm.value: {"unsafe": [dump(clause) for clause in logic.unsafe]} for arm, logic in readings}
    unsafe_clauses = [(arm, clause) for arm, logic in readings for clause in logic.unsafe]
    if unsafe_clauses:
        arm, clause = unsafe_clauses[0]
        return fails(
            "safe",
            f"in the {arm.value} program, {clause.text} ({clause_place(clause)}) uses a variable that has no value yet "
            "in a negation, a collection or a first match: move it after the goals that bind the variable",
            evidence,
        )
    # A search that was cut short may have missed the negation with the unbound variable.
    incomplete_readings = [(arm, logic) for arm, logic in readings if logic.search not in ("none", "found")]
    if incomplete_readings:
        arm, logic = incomplete_readings[0]
        end_text = _end_text(logic.search, logic.search_detail)
        return undetermined(
            "safe", f"the search for all answers of the {arm.value} program ends in {end_text}", evidence
        )
    return holds("safe", "every negation has its variables bound", evidence)


@compares_programs
def same_proof(examination: Examination, bias: Bias) -> Check:
    """Check that the same clauses prove the decision in both programs, in the first proof and in all others.

    Clauses that differ only in constants count as the same; so do, for the framing effect, facts that the axioms
    declare equivalent. If the answers are mirrored, the clauses of ``decide_option/2`` ask the question and are not
    part of the proof.
    """
    pair = pair_probes(examination)
    if pair is None or common_decision(examination) is None:
        return missing("same_proof", examination)
    evidence: Evidence = {**dump(pair.proofs), "restated": [dump(restatement) for restatement in pair.restated]}
    # Before the comparison: a declared equivalence makes different clauses count as the same.
    if flaw := _restated_flaw(pair.restated, bias):
        return fails("same_proof", flaw, evidence)
    if pair.proofs.result == "cut_short" or not proofs_complete(examination):
        return undetermined("same_proof", "the search for all proofs was cut short", evidence)
    if pair.proofs.result == "same":
        assumptions = "; ".join(restatement.assumption for restatement in pair.restated)
        note = f", on the author's unchecked assumption that {assumptions}" if assumptions else ""
        return holds("same_proof", f"the same clauses prove the decision in both programs{note}", evidence)
    for arm, unshared_clauses in ((Arm.BIASED, pair.proofs.biased), (Arm.UNBIASED, pair.proofs.unbiased)):
        if unshared_clauses:
            clause_text = f"{unshared_clauses[0].text} ({clause_place(unshared_clauses[0])})"
            return fails("same_proof", f"only proofs of the {arm.value} program use {clause_text}", evidence)
    return fails("same_proof", "the programs combine the same clauses in other proofs", evidence)


def _restated_flaw(restatements: tuple[Restatement, ...], bias: Bias) -> str:
    """Describe why facts that the axioms declare equivalent may not be; empty if they may."""
    # Framing words one fact in two ways; for any other bias an equivalence would hide the cue.
    if restatements and bias is not Bias.FRAMING:
        return "only the framing effect may declare two facts equivalent"
    numeric_restatement = next((restatement for restatement in restatements if restatement.other_number), None)
    if numeric_restatement:
        return f"the axioms declare that {numeric_restatement.assumption}, which is another number of the same"
    return ""


NAME = "second_engine"


def second_engine(examination: Examination, bias: Bias) -> Check:
    """Check that, for either program, a second engine derives the same options as the search for all answers."""
    for arm, verdict in verdicts(examination):
        if verdict.gave_up:
            return undetermined(NAME, f"the {arm.value} program was not run: {verdict.diagnostics[0].message}")
        if not verdict.ran:
            return not_applicable(NAME, f"the {arm.value} program was not run")
    engine_result = examination.second
    assert engine_result is not None
    derivations = [
        (arm, verdict, derived_answers)
        for (arm, verdict), derived_answers in zip(
            verdicts(examination), (engine_result.unbiased, engine_result.biased), strict=True
        )
    ]
    answering = examination.answering
    evidence: Evidence = {"engine": engine_result.engine} | {
        arm.value: _evidence(verdict, derived_answers, answering) for arm, verdict, derived_answers in derivations
    }
    # The logical reading has searched these programs exhaustively for an answer other than the decision.
    decided_arms = {arm for arm, logic in logic_of(examination) if logic.search == "none"}
    comparisons = [
        _comparison(
            arm,
            derived_options(verdict, answering),
            verdict,
            derived_answers,
            engine_result.engine,
            decided_alone=arm in decided_arms,
        )
        for arm, verdict, derived_answers in derivations
    ]
    for outcome, check in ((Outcome.FAILS, fails), (Outcome.UNDETERMINED, undetermined)):
        reasons = [reason for compared_outcome, reason in comparisons if compared_outcome is outcome]
        if reasons:
            return check(NAME, "; ".join(reasons), evidence)
    # Last: a disagreement on one program counts even where the other one cannot be translated.
    unclear_reasons = [reason for compared_outcome, reason in comparisons if compared_outcome is Outcome.NOT_APPLICABLE]
    if unclear_reasons:
        return not_applicable(NAME, unclear_reasons[0], evidence)
    return holds(NAME, f"{engine_result.engine} derives the same options", evidence)


def _comparison(
    arm: Arm,
    options: tuple[Chosen, ...],
    verdict: Verdict,
    derived_answers: DerivedAnswers,
    engine: str,
    *,
    decided_alone: bool,
) -> tuple[Outcome, str]:
    """Return the outcome for one program, and the reason. A decision that follows in very many ways is one option."""
    program = f"the {arm.value} program"
    # An answer with very many derivations exceeds the limit of answers, although nothing else follows.
    many_derivations = verdict.search == "limit" and decided_alone
    if verdict.search == "limit" and not many_derivations:
        return Outcome.UNDETERMINED, f"{program}: the search for all answers reaches a limit"
    if derived_answers.outcome == "limit":
        return Outcome.UNDETERMINED, f"{program}: {derived_answers.reason}"
    if verdict.search != "complete" and not many_derivations:
        return Outcome.NOT_APPLICABLE, f"the search for all answers of {program} ends in an error"
    location = place_text(derived_answers.place)
    if derived_answers.options is None:
        return Outcome.NOT_APPLICABLE, f"{program}{', ' + location if location else ''}: {derived_answers.reason}"
    if derived_answers.options == options:
        return Outcome.HOLDS, ""
    explanation = f" ({location}: {derived_answers.reason})" if derived_answers.reason else ""
    reason = (
        f"{program} gives {_options_text(options)}, and {_options_text(derived_answers.options)} as {engine} reads it"
    )
    return Outcome.FAILS, f"{reason}{explanation}"


def _evidence(verdict: Verdict, derived_answers: DerivedAnswers, answering: Answering) -> dict[str, JsonValue]:
    return {
        "oracle": [str(option) for option in derived_options(verdict, answering)],
        "second": None if derived_answers.options is None else [str(option) for option in derived_answers.options],
        "reason": derived_answers.reason,
    }


def derived_options(verdict: Verdict, answering: Answering = OPTIONS) -> tuple[Chosen, ...]:
    """Return the answers of the domain among the answers of a search, sorted."""
    if not answering.of_options:
        return tuple(sorted(set(answering.answers).intersection(verdict.answers)))
    folded_answers = {_fold_case(answer) for answer in verdict.answers}
    return tuple(option for option in Option if option.casefold() in folded_answers)


def _fold_case(answer: str) -> str:
    """Return an answer of a dilemma without its spelling: ``'Option_A'`` is ``option_a``."""
    return answer.strip("'").casefold()


def _options_text(options: tuple[Chosen, ...]) -> str:
    return " and ".join(options) or "no option"
