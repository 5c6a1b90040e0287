"""The checks as pure functions: what they say where there is little to say."""

import pytest

from probe.certificate import STRICT_CHECKS, certify, complexity, correct_option
from probe.values import DISAGREEMENT, Bias, Complexity, Diagnostic, Examination, Option, Outcome, Profile, Verdict

REFUSED = Verdict(ran=False, diagnostics=(Diagnostic(kind="whitelist", message="shell/1 is outside the pure subset"),))
DECIDED = Verdict(ran=True, choice=Option.A, answer="option_A", inferences=3, choice_steps=5, depth=2, size=4)


def test_a_pair_that_was_not_run_fails_and_says_why() -> None:
    examination = Examination(oracle="SWI-Prolog", unbiased=REFUSED, biased=DECIDED)
    certificate = certify(examination, Bias.ANCHORING, Profile.STRICT)
    assert [check.name for check in certificate.failing] == ["loads", "decides"]
    assert "shell/1" in certificate.failing[0].reason
    assert all(
        certificate.check(check.__name__).outcome is Outcome.NOT_APPLICABLE  # type: ignore[union-attr]
        for check in STRICT_CHECKS
    )


@pytest.mark.parametrize("kind", ["limit", "crash", "oracle", "text"])
def test_a_program_that_was_not_run_for_any_reason_does_not_load(kind: str) -> None:
    verdict = Verdict(ran=False, diagnostics=(Diagnostic(kind=kind, message="so it was"),))
    certificate = certify(Examination(oracle="x", unbiased=DECIDED, biased=verdict), Bias.FRAMING, Profile.PAPER)
    assert "loads" in [check.name for check in certificate.failing]


@pytest.mark.parametrize("profile", Profile)
def test_a_decision_that_its_own_proof_search_does_not_find_is_not_certified(profile: Profile) -> None:
    found = Diagnostic(kind=DISAGREEMENT, message="SWI-Prolog answers option_A, but the search finds option_B first")
    disputed = DECIDED.model_copy(update={"proof_complete": False, "diagnostics": (found,)})
    certificate = certify(Examination(oracle="x", unbiased=DECIDED, biased=disputed), Bias.FRAMING, profile)
    decides = certificate.check("decides")
    assert decides is not None
    assert decides.outcome is Outcome.FAILS
    assert "the biased program" in decides.reason
    assert "option_B first" in decides.reason


def test_no_inference_is_no_reasoning() -> None:
    fact = DECIDED.model_copy(update={"inferences": -1})
    examination = Examination(oracle="x", unbiased=fact, biased=fact, same_programs=True)
    failing = certify(examination, Bias.FRAMING, Profile.PAPER).failing
    assert [check.name for check in failing] == ["same_steps"]
    assert complexity(examination) == Complexity(inferences=None, choice_steps=5, depth=2, size=4)


def test_complexity_and_option_are_those_of_the_pair() -> None:
    examination = Examination(oracle="x", unbiased=DECIDED, biased=DECIDED)
    assert complexity(examination) == Complexity(inferences=3, choice_steps=5, depth=2, size=4)
    assert correct_option(examination) is Option.A
    other = Examination(oracle="x", unbiased=DECIDED, biased=DECIDED.model_copy(update={"choice": Option.B}))
    assert correct_option(other) is None
