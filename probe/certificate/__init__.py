"""The certificate: pure functions from an examination to its checks, one function per check."""

from probe.certificate import logical, paper, variants
from probe.certificate.cue import inert_cue
from probe.certificate.logical import second_engine
from probe.certificate.reading import CheckFunction, common_decision
from probe.values import Bias, Certificate, Complexity, Examination, Option, Profile

__all__ = ["PAPER_CHECKS", "STRICT_CHECKS", "certify", "common_decision", "complexity", "correct_option"]

UNNAMED_BIAS = Bias("unnamed bias")
"""Replaces the bias of a pair of programs that has none."""

PAPER_CHECKS: tuple[CheckFunction, ...] = (
    paper.loads,
    paper.decides,
    paper.same_decision,
    paper.same_steps,
    paper.distinct,
)
"""The checks of both profiles, in the order of a certificate."""

STRICT_CHECKS: tuple[CheckFunction, ...] = (
    logical.unique,
    logical.defined,
    logical.safe,
    logical.same_proof,
    inert_cue,
    variants.uses_axioms,
    variants.follows_facts,
    variants.reachable,
    variants.order_invariant,
    variants.name_invariant,
    variants.exact_numbers,
)
"""The checks that the strict profile adds."""


def certify(examination: Examination, bias: Bias | None, profile: Profile) -> Certificate:
    """Return the certificate of a pair of ``bias`` that was examined in ``profile`` (or a stricter one).

    Without a bias, rules for single biases do not apply. The answers and the relation expected between the programs are
    those of the examination. If a second engine was asked, its result is recorded as a further check, which no pair has
    to pass: it tests the oracle.
    """
    named_bias = UNNAMED_BIAS if bias is None else bias
    functions = PAPER_CHECKS if profile is Profile.PAPER else PAPER_CHECKS + STRICT_CHECKS
    if profile is Profile.STRICT and examination.second is not None:
        functions = (*functions, second_engine)
    checks = tuple(check(examination, named_bias) for check in functions)
    return Certificate(profile=profile, oracle=examination.oracle, checks=checks)


def complexity(examination: Examination) -> Complexity:
    """Return the pair's complexity: that of its unbiased program."""
    verdict = examination.unbiased
    has_counts = verdict.inferences is not None and verdict.inferences >= 0
    return Complexity(
        inferences=verdict.inferences if has_counts else None,
        choice_steps=verdict.choice_steps,
        depth=verdict.depth,
        size=verdict.size,
    )


def correct_option(examination: Examination) -> Option | None:
    """Return the option that both programs of a dilemma choose, None if they do not agree."""
    answer = common_decision(examination)
    return Option(answer) if answer is not None and examination.answering.of_options else None
