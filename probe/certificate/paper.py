"""The checks of the published benchmark, and two that it assumed of its programs."""

from probe.certificate.reading import (
    compares_programs,
    dump,
    fails,
    holds,
    not_applicable,
    undecided,
    undetermined,
    vacuous,
    verdicts,
)
from probe.values import DISAGREEMENT, Bias, Check, Evidence, Examination
from probe.values.phrases import place_text

LOADING = frozenset({"syntax", "head", "clause", "whitelist", "text", "axioms"})
"""The kinds of diagnostics that report a program that was not loaded unchanged."""


def loads(examination: Examination, bias: Bias) -> Check:
    """Check that every clause is read and accepted: no syntax error, no forbidden directive, head or call."""
    problems = [
        (arm, diagnostic)
        for arm, verdict in verdicts(examination)
        for diagnostic in verdict.diagnostics
        if diagnostic.kind in LOADING or not verdict.ran
    ]
    if not problems:
        return holds("loads", "both programs load unchanged")
    arm, first_diagnostic = problems[0]
    location = place_text(first_diagnostic.place)
    reason = f"{arm.value} program{', ' + location if location else ''}: {first_diagnostic.message}"
    if len(problems) > 1:
        reason += f" (and {len(problems) - 1} more)"
    evidence: Evidence = {"diagnostics": [{"program": arm.value, **dump(diagnostic)} for arm, diagnostic in problems]}
    # Time that ran out says nothing about the program, but a syntax error found before does.
    late_arms = {arm for arm, verdict in verdicts(examination) if verdict.out_of_time}
    if all(arm in late_arms and diagnostic.kind not in LOADING for arm, diagnostic in problems):
        return undetermined("loads", reason, evidence)
    return fails("loads", reason, evidence)


def decides(examination: Examination, bias: Bias) -> Check:
    """Check that the first answer of either program is in the domain, and the one that its proof search finds."""
    evidence: Evidence = {
        arm.value: {"answer": verdict.answer, "choice": verdict.choice} for arm, verdict in verdicts(examination)
    }
    for arm, verdict in verdicts(examination):
        dispute = next(
            (diagnostic.message for diagnostic in verdict.diagnostics if diagnostic.kind == DISAGREEMENT), None
        )
        # Two interpreters of the same program disagree: one of them is wrong, so neither answer is used.
        if dispute:
            return fails("decides", f"the decision of the {arm.value} program is in doubt: {dispute}", evidence)
        if verdict.choice is not None:
            continue
        if not verdict.ran:
            reason = "was not run"
        elif verdict.answer is not None:
            answering = examination.answering
            expected_text = "an option" if answering.of_options else answering.answers_text
            reason = f"answers {verdict.answer}, which is not {expected_text}"
        else:
            reason = next(
                (diagnostic.message for diagnostic in verdict.diagnostics if diagnostic.kind not in LOADING),
                "gives no answer",
            )
        outcome = undetermined if verdict.out_of_time and verdict.answer is None else fails
        return outcome("decides", f"the {arm.value} program does not decide: {reason}", evidence)
    choices = {verdict.choice for _, verdict in verdicts(examination)}
    return holds("decides", f"both programs decide ({', '.join(sorted(str(choice) for choice in choices))})", evidence)


@compares_programs
def same_decision(examination: Examination, bias: Bias) -> Check:
    """Check that both programs give the same answer; if the answers are mirrored, that each mirrors the other's."""
    unbiased, biased = examination.unbiased.choice, examination.biased.choice
    if unbiased is None or biased is None:
        return undecided("same_decision")
    evidence: Evidence = {"unbiased": unbiased, "biased": biased}
    if examination.answering.relation == "mirrored":
        return _mirror_check(unbiased, biased, examination.answering.mirror(unbiased), evidence)
    if unbiased == biased:
        return holds("same_decision", f"both programs decide for {unbiased}", evidence)
    return fails("same_decision", f"the unbiased program decides for {unbiased}, the biased one for {biased}", evidence)


def _mirror_check(unbiased: str, biased: str, expected: str, evidence: Evidence) -> Check:
    decisions = f"the unbiased program decides for {unbiased}, the biased one for {biased}"
    if biased == expected:
        return holds("same_decision", f"{decisions}, its mirror image", evidence)
    return fails("same_decision", f"{decisions}, not for {expected}, its mirror image", evidence)


@compares_programs
def same_steps(examination: Examination, bias: Bias) -> Check:
    """Check that both programs take the same number of inferences and of choice steps, more than zero."""
    if examination.answering.relation == "mirrored":
        return not_applicable("same_steps", "to answer the mirrored question takes steps of its own")
    counts = {arm: (verdict.inferences, verdict.choice_steps) for arm, verdict in verdicts(examination)}
    (inferences, steps), (biased_inferences, biased_steps) = counts.values()
    if inferences is None or biased_inferences is None:
        if any(verdict.out_of_time and verdict.answer is not None for _, verdict in verdicts(examination)):
            return undetermined("same_steps", "there was no time to count the steps")
        return not_applicable("same_steps", "a program that gives no answer has no steps to compare")
    evidence: Evidence = {
        arm.value: {"inferences": inference_count, "choice_steps": step_count}
        for arm, (inference_count, step_count) in counts.items()
    }
    # Exactly equal, as published: a tolerance would let a cue take part in one inference.
    if (inferences, steps) != (biased_inferences, biased_steps):
        reason = (
            f"{inferences} inferences and {steps} choice steps in the unbiased program, "
            f"{biased_inferences} and {biased_steps} in the biased one"
        )
        return fails("same_steps", reason, evidence)
    # A decision without an inference is stated, not derived.
    if inferences <= 0:
        return fails("same_steps", "the decision takes no inference: it is stated as a fact", evidence)
    return holds("same_steps", f"{inferences} inferences and {steps} choice steps in both programs", evidence)


@compares_programs
def distinct(examination: Examination, bias: Bias) -> Check:
    """Check that the two programs differ; the framing effect may have a single program."""
    same = examination.same_programs
    if same is None:
        return not_applicable("distinct", "the programs were not read")
    if not same:
        return holds("distinct", "the programs differ")
    if bias is Bias.FRAMING:
        return vacuous("distinct", "both texts have the same program, as the framing effect allows")
    return fails("distinct", "both texts have the same program: it does not represent the cue")
