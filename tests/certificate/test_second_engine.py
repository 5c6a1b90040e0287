"""The check second_engine as a pure function."""

import pytest

from probe.values import (
    Arm,
    Check,
    DerivedAnswers,
    Examination,
    Option,
    Outcome,
    SecondEngine,
    SourceLocation,
    Verdict,
)
from tests.certificate.sound import ARMS, DERIVED_ANSWERS, SOUND, certificate, check_of, with_logic, with_verdict

A = Verdict(ran=True, choice=Option.A, answer="option_A", answers=("option_A",), search="complete")


def second_engine(examination: Examination) -> Check:
    return check_of(certificate(examination), "second_engine")


def check(native: Verdict, answers: DerivedAnswers) -> Check:
    second = SecondEngine(engine="clingo 5", unbiased=answers, biased=answers)
    examination = Examination(oracle="SWI-Prolog", unbiased=native, biased=native, second=second)
    return second_engine(examination)


def answers_of(*options: Option) -> DerivedAnswers:
    return DerivedAnswers(outcome="derived", options=options)


@pytest.mark.parametrize(
    ("native", "second", "outcome"),
    [
        (A, answers_of(Option.A), Outcome.HOLDS),
        (A, answers_of(Option.A, Option.B), Outcome.FAILS),
        (A, answers_of(), Outcome.FAILS),
        (A, DerivedAnswers(outcome="untranslatable", reason="a cut"), Outcome.NOT_APPLICABLE),
        (A, DerivedAnswers(outcome="limit", reason="time"), Outcome.UNDETERMINED),
        (A.model_copy(update={"search": "limit"}), answers_of(Option.A), Outcome.UNDETERMINED),
        (A.model_copy(update={"search": "error"}), answers_of(Option.A), Outcome.NOT_APPLICABLE),
        (A.model_copy(update={"answers": ("'Option_a'", "option_A", "none")}), answers_of(Option.A), Outcome.HOLDS),
    ],
)
def test_the_outcome_follows_from_both_engines(native: Verdict, second: DerivedAnswers, outcome: Outcome) -> None:
    assert check(native, second).outcome is outcome


def test_the_result_is_recorded_and_rejects_nothing() -> None:
    for second in (answers_of(Option.B), DerivedAnswers(outcome="limit", reason="time")):
        engine = SecondEngine(engine="clingo 5", unbiased=second, biased=second)
        with_second = certificate(SOUND.model_copy(update={"second": engine}))
        assert with_second.checks[-1].name == "second_engine"
        assert with_second.passed


def test_without_a_second_engine_there_is_no_such_check() -> None:
    assert certificate(SOUND.model_copy(update={"second": None})).check("second_engine") is None


def test_an_untranslatable_program_says_why() -> None:
    assert "a cut" in check(A, DerivedAnswers(outcome="untranslatable", reason="a cut")).reason


@ARMS
@pytest.mark.parametrize(
    ("other_answers", "outcome"),
    [
        (answers_of(Option.A, Option.B), Outcome.FAILS),
        (answers_of(Option.B), Outcome.FAILS),
        (DerivedAnswers(outcome="limit", reason="time"), Outcome.UNDETERMINED),
        (DerivedAnswers(outcome="untranslatable", reason="a cut"), Outcome.NOT_APPLICABLE),
    ],
)
def test_one_program_that_differs_is_enough(arm: Arm, other_answers: DerivedAnswers, outcome: Outcome) -> None:
    assert SOUND.second is not None
    pair = SOUND.model_copy(update={"second": SOUND.second.model_copy(update={arm.value: other_answers})})
    compared = second_engine(pair)
    assert compared.outcome is outcome
    assert f"the {arm.value} program" in compared.reason
    evidence = compared.evidence[arm.value]
    assert isinstance(evidence, dict)
    assert evidence["oracle"] == ["option_A"]
    assert evidence["second"] == (
        None if other_answers.options is None else [str(option) for option in other_answers.options]
    )


def test_a_failure_outweighs_a_limit_and_a_limit_what_cannot_be_translated() -> None:
    limit = DerivedAnswers(outcome="limit", reason="time")
    for worse_answers, other_answers, outcome in (
        (answers_of(Option.B), limit, Outcome.FAILS),
        (limit, DerivedAnswers(outcome="untranslatable", reason="a cut"), Outcome.UNDETERMINED),
    ):
        second = SecondEngine(engine="clingo 5", unbiased=other_answers, biased=worse_answers)
        assert second_engine(SOUND.model_copy(update={"second": second})).outcome is outcome


@ARMS
@pytest.mark.parametrize(
    ("search", "outcome"),
    [("none", Outcome.HOLDS), ("found", Outcome.UNDETERMINED), ("limit", Outcome.UNDETERMINED)],
)
def test_a_decision_that_follows_in_very_many_ways_is_one_option(arm: Arm, search: str, outcome: Outcome) -> None:
    """The search for all answers reaches its limit, but the logical reading of the program finds no second option."""
    examination = with_logic(arm, with_verdict(arm, search="limit"), search=search, search_detail="")
    assert second_engine(examination).outcome is outcome


@ARMS
def test_a_program_that_was_not_run_is_not_compared(arm: Arm) -> None:
    assert second_engine(with_verdict(arm, ran=False)).outcome is Outcome.NOT_APPLICABLE


def test_answers_that_name_no_option_are_no_options() -> None:
    for answers, options in ((("nothing", "Option_B", "'OPTION_A'"), (Option.A, Option.B)), (("nothing",), ())):
        verdict = A.model_copy(update={"answers": answers})
        assert check(verdict, answers_of(*options)).outcome is Outcome.HOLDS
        assert check(verdict, DERIVED_ANSWERS).outcome is Outcome.FAILS


def test_a_clause_that_engines_may_read_differently_is_named() -> None:
    location = SourceLocation(source="axioms", line=7)
    other_answers = DerivedAnswers(outcome="derived", options=(), reason="integers only", place=location)
    assert "axiom line 7: integers only" in check(A, other_answers).reason
    cut = DerivedAnswers(outcome="untranslatable", reason="a cut", place=location)
    assert "axiom line 7: a cut" in check(A, cut).reason
