"""Summarise a dilemma's proofs: what decides, what supports it, why the other option loses, and the cue's role."""

from collections.abc import Iterable, Iterator

from probe.audit.dossier import ShownProgram, ShownProofs, WhyNot
from probe.audit.proof_steps import ProofReader, inner, levels, negated
from probe.document import ProgramLine, Step
from probe.document.differences import line_differences
from probe.values import (
    Arm,
    BarredFact,
    Check,
    Difference,
    Examination,
    Explanation,
    NeededClauses,
    OtherOption,
    Outcome,
    Program,
    Programs,
    Verdict,
)
from probe.values.phrases import clause_place, counted, joined, line_text, lines_text, nth

Lines = tuple[ProgramLine, ...]

MAX_OTHER_PROOFS = 3
"""How many further proofs are shown; the rest are counted, and JSON lists them all."""
MAX_CAUSES = 2
MAX_GOALS = 3
"""How many goals or clauses one sentence names; a longer list shows one fewer and the number of the others."""


def shown_pair(
    programs: Programs,
    examination: Examination,
    lines: tuple[Lines, Lines] | None = None,
) -> tuple[ShownProgram, ShownProgram]:
    """Return the programs of a pair with their proofs; ``lines`` are by default marked where they differ.

    Without explanations, only the proof of each decision is known.
    """
    unbiased_lines, biased_lines = lines or line_differences(programs.unbiased, programs.biased)
    needed = examination.probes.unbiased.needed if examination.probes else None
    unbiased, biased = examination.explanations or (Explanation(), Explanation())
    return (
        shown_program(programs.of(Arm.UNBIASED), examination.unbiased, unbiased, unbiased_lines, needed=needed),
        shown_program(programs.of(Arm.BIASED), examination.biased, biased, biased_lines, arm=Arm.BIASED),
    )


def shown_program(
    program: Program,
    verdict: Verdict,
    explanation: Explanation,
    lines: Lines,
    *,
    arm: Arm = Arm.UNBIASED,
    needed: NeededClauses | None = None,
) -> ShownProgram:
    """Return a program with its verdict and its proofs for readers."""
    proofs = shown_proofs(program, verdict, explanation)
    diagnostics = tuple(
        f"{diagnostic.message} ({line_text(diagnostic.place.source, diagnostic.place.line)})"
        if diagnostic.place
        else diagnostic.message
        for diagnostic in verdict.diagnostics
    )
    shown_levels = levels(verdict.proof) if verdict.proof else 0
    # A reader who counts the shown levels would otherwise find another depth than the one stated.
    if verdict.depth and verdict.depth > shown_levels > 0:
        diagnostics += (f"the proof is {verdict.depth} rules deep: only its first {shown_levels} levels are shown",)
    summary, counts = summarise(verdict, proofs), describe_counts(verdict, needed)
    return ShownProgram(arm, lines, verdict, explanation, proofs, summary, counts, diagnostics)


def shown_proofs(program: Program, verdict: Verdict, explanation: Explanation) -> ShownProofs:
    """Return the proofs of a program for readers; the proof of its decision comes first, in the most detail known."""
    reader, detailed_proof = ProofReader(program.axioms, program.text), next(iter(explanation.proofs), None)
    same_goal = detailed_proof is not None and verdict.proof is not None and detailed_proof.goal == verdict.proof.goal
    # The explanation may begin with another answer; the proof of the decision is the one to show.
    first_proof = detailed_proof if same_goal else verdict.proof
    proof = reader.read(first_proof, verdict.proof_complete) if first_proof else None
    further_proofs = explanation.proofs[1:] if proof else ()
    number = _count(len(further_proofs) + 1, explanation)
    titled_proofs = tuple(
        (f"Another proof, the {nth(position)} of {number}", reader.read(further))
        for position, further in enumerate(further_proofs[:MAX_OTHER_PROOFS], 2)
    )
    return ShownProofs(
        proof=proof,
        others=titled_proofs,
        why_not=tuple(_why_not(other, explanation, *reader.read_other(other)) for other in explanation.others),
        ways=_ways(verdict, explanation),
        more=len(further_proofs) - len(titled_proofs),
        complete=verdict.proof_complete and all(other.whole for other in explanation.others),
    )


def _count(number: int, explanation: Explanation) -> str:
    """Return a number of proofs as text; it is a lower bound if the search did not find all of them."""
    return str(number) if explanation.all_proofs else f"at least {number}"


def _ways(verdict: Verdict, explanation: Explanation) -> str:
    if verdict.proof is None or verdict.choice is None:
        return ""
    same_answer_count = sum(proof.goal == verdict.proof.goal for proof in explanation.proofs)
    return f"{verdict.choice} follows in {_count(same_answer_count, explanation)} ways" if same_answer_count > 1 else ""


def _why_not(other: OtherOption, explanation: Explanation, search: Step | None, cut: Step | None) -> WhyNot:
    option = str(other.option)
    match other.outcome:
        case "fails":
            complete = search is not None and other.whole
            text = f"{option} does not follow: {causes(search)}" if complete and search else f"{option} does not follow"
        case "follows":
            number = max(len(explanation.proofs), other.answer or 1)
            text = f"{option} follows too, as answer {other.answer} of {_count(number, explanation)}"
        # The most specific explanation first: a known cut, then a known limit, then neither.
        case "unreached" if cut and not other.detail:
            text = f"{option} is never reached: the cut (!) in {cut.place} ends the search with the first answer"
            text += "; queried alone, it follows"
        case "unreached" if other.detail:
            text = f"{option} follows when queried alone; the search for all answers {other.detail} before that"
        case "unreached":
            text = f"{option} is never reached, although it follows when queried alone: a cut or a condition on the "
            text += "path ends the search first"
        case _:
            text = f"It is unknown whether {option} follows: the search for it {other.detail}"
    return WhyNot(
        other.option,
        other.outcome == "fails",
        text if other.whole or not search else f"{text} (only the first steps of the search are known)",
        search,
    )


def causes(search: Step) -> str:
    """Describe in one line why a failed search found nothing."""
    reasons = list(dict.fromkeys(step.words for step in _ends(search)))
    text = "; ".join(reasons[:MAX_CAUSES])
    return f"{text}; and {len(reasons) - MAX_CAUSES} more" if len(reasons) > MAX_CAUSES else text


def _ends(step: Step) -> Iterator[Step]:
    """Yield the leaves that made a step fail: the last goals that failed, or what a negation found."""
    failed_steps = [child for child in step.children if not child.succeeded or child.kind == "group"]
    if step.text.startswith("not ") and not step.succeeded:
        yield Step(f"{step.words}, since {step.text.removeprefix('not ').removesuffix(', evaluated in')} holds")
    elif failed_steps:
        for child in failed_steps:
            yield from _ends(child)
    else:
        yield step


def summarise(verdict: Verdict, proofs: ShownProofs) -> str:
    """Describe which rule decides, what it requires, and which lines the proof uses."""
    proof = proofs.proof
    if proof is None:
        return ""
    required_goals = [child.goal for child in proof.children if child.goal]
    requirement = f", a rule that requires {_some(required_goals)}" if required_goals else ""
    facts = {(step.source, step.lines[0]) for step in _used_facts(proof) if step.lines}
    used_facts = f"{counted(len(facts), 'fact')} ({_line_numbers(facts)})" if facts else "no fact"
    # A decision that rests on absence alone is easily changed by one more fact: a reader has to know.
    if not facts and (failed_goals := list(dict.fromkeys(_failed_searches(proof)))):
        used_facts += (
            f", only failed searches ({_some(failed_goals)} cannot be proved), so that adding a fact may change it"
        )
    if not verdict.proof_complete:
        used_facts = f"{used_facts}, as far as known"
    basis = f"; its proof uses {used_facts}"
    return f"{verdict.choice or verdict.answer} follows by {proof.place}{proof.after}{requirement}{basis}"


def _line_numbers(lines: Iterable[tuple[str, int]]) -> str:
    """Return the sources and lines of clauses in order, such as ``axiom line 3 and program lines 2, 4-5``."""
    ordered_lines = sorted(set(lines))
    by_source = {
        source: [line for line_source, line in ordered_lines if line_source == source] for source, _ in ordered_lines
    }
    return " and ".join(lines_text(source, *_spans(numbers)) for source, numbers in by_source.items())


def _used_facts(step: Step) -> Iterator[Step]:
    """Yield the facts that a proof uses; facts found only in failed searches are excluded."""
    if step.kind == "fact":
        yield step
    # Below "because" are searches that failed: their facts did not help to prove anything.
    if step.succeeded and step.link != "because":
        for child in step.children:
            yield from _used_facts(child)


def _failed_searches(step: Step) -> Iterator[str]:
    """Yield the goals whose failure a proof rests on: under negations, and conditions that were not met."""
    for child in step.children:
        goal = negated(child.goal) if child.kind == "control" else None
        if goal is not None and child.succeeded:
            yield goal
        elif child.kind == "control" and not child.succeeded:
            yield inner(child.goal, "if")
        elif child.succeeded:
            yield from _failed_searches(child)


def _some(phrases: list[str]) -> str:
    """Join ``phrases``; of a long list, name the first ones and the number of the others."""
    named_count = MAX_GOALS - 1
    return joined(
        phrases if len(phrases) <= MAX_GOALS else [*phrases[:named_count], f"{len(phrases) - named_count} more"]
    )


def _spans(lines: list[int]) -> list[tuple[int, int]]:
    """Return sorted line numbers as spans of consecutive lines, each with its first and last line."""
    spans: list[tuple[int, int]] = []
    for line in lines:
        if spans and line == spans[-1][1] + 1:
            spans[-1] = (spans[-1][0], line)
        else:
            spans.append((line, line))
    return spans


def describe_counts(verdict: Verdict, needed: NeededClauses | None = None) -> str:
    """Describe a decision's counts and what they measure, with the steps that decide nothing."""
    effort = f"{verdict.inferences} inferences, {verdict.choice_steps} choice steps (search effort, as in the paper)"
    if verdict.size is None or verdict.depth is None:
        return f"Size and depth unknown; {effort}"
    idle_counts = (verdict.size - needed.size, verdict.depth - needed.depth) if needed else (0, 0)
    idle_note = (
        f"; idle: {idle_counts[0]} of the rules, {idle_counts[1]} of the levels (taking them out changes nothing)"
        if any(idle_counts)
        else ""
    )
    size = f"Size {verdict.size} (rules applied or tried), depth {verdict.depth} (rules on the longest branch)"
    return f"{size}{idle_note}; {effort}"


def cue_account(check: Check | None, examination: Examination) -> str:
    """Describe the role of the clauses that differ between the programs, given the check ``inert_cue``.

    Returns an empty string if it was not made. If a proof is not complete, a clause that does not appear in it may
    still be part of it.
    """
    pair = examination.probes.pair if examination.probes else None
    if check is None or pair is None or not check.evidence:
        return ""
    complete, differing = examination.unbiased.proof_complete and examination.biased.proof_complete, pair.differing
    if not differing:
        return "The cue is in the wording only: both programs are identical"
    roles = [(_role(difference, check.outcome is Outcome.HOLDS, complete), difference) for difference in differing]
    sentences = []
    for role in dict.fromkeys(role for role, _ in roles):
        clauses = [difference for clause_role, difference in roles if clause_role == role]
        sentences.append(f"{_clauses(clauses)} {'is' if len(clauses) == 1 else 'are each'} {role}")
    assumptions = "; ".join(equivalence.assumption for equivalence in pair.restated)
    counting_note = f". It would count if it were {' or '.join(check.would_count)}" if check.would_count else ""
    assumption_note = f". Assumed by the author, not checked: {assumptions}" if assumptions else ""
    return f"The cue: {'; '.join(sentences)}{counting_note}{assumption_note}"


def _role(difference: Difference, inert: bool, complete: bool) -> str:
    if difference.in_proof:
        return "in the proof, but other constants in its place change nothing" if inert else "part of the proof"
    if not difference.read:
        return "used by no rule"
    # A clause that is not in the recorded part of a proof may be in the rest.
    if not complete:
        return "called by a rule; it is unknown whether it is part of a proof"
    return (
        f"in no proof{_obstacle(difference.barred) if difference.barred else ', although a rule calls its predicate'}"
    )


def _obstacle(barred: BarredFact) -> str:
    """Describe which rule cannot use a clause, and which goal fails there."""
    prefix = f", since the rule in {clause_place(barred.rule)} cannot use it: "
    if barred.stated is None:
        return f"{prefix}{barred.lacks} is false"
    if not barred.stated:
        return f"{prefix}nothing states {barred.lacks}"
    stated_clauses = _some([clause.text for clause in barred.stated])
    locations = _line_numbers((clause.source, clause.line) for clause in barred.stated)
    return f"{prefix}nothing states {barred.lacks}, only {stated_clauses} ({locations})"


def _clauses(differing: list[Difference]) -> str:
    return _some(
        [f"{difference.clause.text} ({difference.arm} {clause_place(difference.clause)})" for difference in differing]
    )
