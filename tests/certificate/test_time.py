"""What time cuts short is undetermined: no check fails or holds because a search had to end."""

from collections.abc import Iterator

import pytest

from probe.certificate import certify
from probe.certificate.meaning import decisive_fact, twin_flips
from probe.engines.clingo.oracle import ClingoOracle, ClingoProcess
from probe.oracle import Limits, SwiOracle
from probe.values import (
    Arm,
    Bias,
    Certificate,
    Check,
    Diagnostic,
    Examination,
    FactTwin,
    Option,
    Outcome,
    Profile,
    Programs,
    Verdict,
)
from tests.certificate.sound import with_verdict

SLOW_CLAUSES = "slow :- X is 3 ** 1000000 mod 7, X > 100.\nslow :- slow.\n"
"""Few inferences, but each takes a long time."""
DECIDING_PROGRAM = ":- consult('axioms').\ndecide_option(user, X) :- best(X).\ngood(option_A).\nbad(option_B).\n"
LATE = Verdict(
    ran=True, search="limit", diagnostics=(Diagnostic(kind="limit", message="time ran out"),), out_of_time=True
)
CUT_SHORT_CERTIFICATE = Certificate(
    profile=Profile.STRICT,
    oracle="x",
    checks=(Check(name="unique", outcome=Outcome.UNDETERMINED, reason="time ran out"),),
)
COMPLETE_CERTIFICATE = Certificate(profile=Profile.STRICT, oracle="x", checks=())
FAILED_CERTIFICATE = Certificate(
    profile=Profile.STRICT,
    oracle="x",
    checks=(*CUT_SHORT_CERTIFICATE.checks, Check(name="loads", outcome=Outcome.FAILS, reason="no")),
)
A = Verdict(ran=True, choice=Option.A, answer="option_A", answers=("option_A",))
B = Verdict(ran=True, choice=Option.B, answer="option_B", answers=("option_B",))


@pytest.fixture(scope="module")
def hurried_oracle() -> Iterator[SwiOracle]:
    with SwiOracle.start(workers=1, limits=Limits(seconds=0.15)) as oracle:
        yield oracle


def outcomes(examination: Examination) -> dict[str, Outcome]:
    return {check.name: check.outcome for check in certify(examination, Bias.ANCHORING, Profile.STRICT).checks}


async def test_a_variant_that_takes_too_long_is_no_other_decision(hurried_oracle: SwiOracle) -> None:
    """With the options exchanged, the biased program computes until the deadline; nothing is said of later variants."""
    axioms = f"best(option_A) :- good(option_B), hint(_), slow.\nbest(X) :- good(X), bad(_).\n{SLOW_CLAUSES}"
    programs = Programs(
        axioms=axioms, unbiased=f":- dynamic(hint/1).\n{DECIDING_PROGRAM}", biased=f"hint(x).\n{DECIDING_PROGRAM}"
    )
    outcome_of = outcomes(await hurried_oracle.examine(programs, Profile.STRICT))
    assert outcome_of["decides"] is Outcome.HOLDS
    assert Outcome.FAILS not in outcome_of.values()
    undetermined_checks = {name for name, outcome in outcome_of.items() if outcome is Outcome.UNDETERMINED}
    assert undetermined_checks >= {
        "follows_facts",
        "uses_axioms",
        "reachable",
        "order_invariant",
        "name_invariant",
        "defined",
    }


async def test_a_program_that_clingo_has_no_time_for_is_undetermined(oracle: SwiOracle) -> None:
    numbers = "".join(f"n({number}).\n" for number in range(300))
    text = f"{numbers}decide_option(user, option_A) :- n(A), n(B), n(C), n(D), A + B + C + D < 0.\n"
    with ClingoOracle(oracle, ClingoProcess(seconds=0.1)) as engine:
        examination = await engine.examine(Programs(axioms="", unbiased=text, biased=text), Profile.STRICT)
    assert examination.unbiased.out_of_time
    assert {outcomes(examination)[name] for name in ("loads", "decides")} == {Outcome.UNDETERMINED}


async def test_a_translation_that_takes_too_long_is_undetermined() -> None:
    """The first half of clingo's work is done by SWI-Prolog, under the same limits."""
    with (
        SwiOracle.start(workers=1, limits=Limits(seconds=0.0001)) as hasty_oracle,
        ClingoOracle(hasty_oracle) as engine,
    ):
        rules = "".join(f"n({number}) :- n({number + 1}).\n" for number in range(3000))
        text = f"{rules}decide_option(user, option_A)."
        examination = await engine.examine(Programs(axioms="", unbiased=text, biased=text), Profile.STRICT)
    assert examination.unbiased.out_of_time
    assert {outcomes(examination)[name] for name in ("loads", "decides")} == {Outcome.UNDETERMINED}


def test_steps_that_there_was_no_time_to_count_are_undetermined() -> None:
    outcome_of = outcomes(with_verdict(Arm.BIASED, inferences=None, choice_steps=None, out_of_time=True))
    assert outcome_of["same_steps"] is Outcome.UNDETERMINED


@pytest.mark.parametrize(
    ("original", "twin", "certificate", "expected"),
    [
        (A, B, COMPLETE_CERTIFICATE, Outcome.HOLDS),
        (A, A, COMPLETE_CERTIFICATE, Outcome.FAILS),
        (A, LATE, COMPLETE_CERTIFICATE, Outcome.UNDETERMINED),
        (LATE, B, CUT_SHORT_CERTIFICATE, Outcome.UNDETERMINED),
        (A, B, CUT_SHORT_CERTIFICATE, Outcome.UNDETERMINED),
        (A, A, CUT_SHORT_CERTIFICATE, Outcome.FAILS),
        (A, B, FAILED_CERTIFICATE, Outcome.FAILS),
        (A, LATE, FAILED_CERTIFICATE, Outcome.FAILS),
    ],
)
def test_a_twin_fails_for_what_it_does_not_for_what_time_cut_short(
    original: Verdict, twin: Verdict, certificate: Certificate, expected: Outcome
) -> None:
    assert twin_flips(original, twin, certificate).outcome is expected


@pytest.mark.parametrize(
    ("without_fact", "expected"),
    [
        (Verdict(ran=True, search="complete"), Outcome.HOLDS),
        (A, Outcome.FAILS),
        (LATE, Outcome.UNDETERMINED),
        (A.model_copy(update={"out_of_time": True}), Outcome.FAILS),
    ],
)
def test_that_nothing_follows_without_a_fact_needs_a_search_that_ended(
    without_fact: Verdict, expected: Outcome
) -> None:
    texts = {"unbiased": "", "biased": "", "unbiased_program": "", "biased_program": ""}
    twin = FactTwin(fact="load(9)", changed="load(1)", correct_option=Option.B, **texts)
    assert decisive_fact(without_fact, twin).outcome is expected
