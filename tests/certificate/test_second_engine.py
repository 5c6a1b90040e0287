"""The check second_engine as a pure function."""

import pytest

from probe.certificate import certify
from probe.values import Bias, Check, Derived, Examination, Option, Outcome, Profile, SecondEngine, Verdict

A = Verdict(ran=True, choice=Option.A, answer="option_A", answers=("option_A",), search="complete")


def check(native: Verdict, derived: Derived | None) -> Check:
    second = derived and SecondEngine(engine="clingo 5", unbiased=derived, biased=derived)
    examination = Examination(oracle="SWI-Prolog", unbiased=native, biased=native, second=second)
    found = certify(examination, Bias.FRAMING, Profile.STRICT).check("second_engine")
    assert found is not None
    return found


def derived(*options: Option) -> Derived:
    return Derived(outcome="derived", options=options)


@pytest.mark.parametrize(
    ("native", "second", "outcome"),
    [
        (A, derived(Option.A), Outcome.HOLDS),
        (A, derived(Option.A, Option.B), Outcome.FAILS),
        (A, derived(), Outcome.FAILS),
        (A, None, Outcome.NOT_RUN),
        (A, Derived(outcome="untranslatable", reason="a cut"), Outcome.NOT_APPLICABLE),
        (A, Derived(outcome="limit", reason="time"), Outcome.UNDETERMINED),
        (A.model_copy(update={"search": "limit"}), derived(Option.A), Outcome.UNDETERMINED),
        (A.model_copy(update={"search": "error"}), derived(Option.A), Outcome.NOT_APPLICABLE),
        (A.model_copy(update={"answers": ("'Option_a'", "option_A", "none")}), derived(Option.A), Outcome.HOLDS),
    ],
)
def test_the_outcome_follows_from_both_engines(native: Verdict, second: Derived | None, outcome: Outcome) -> None:
    assert check(native, second).outcome is outcome


def test_what_was_not_run_is_never_refused_and_what_is_undetermined_is() -> None:
    for second, refused in ((None, False), (Derived(outcome="limit", reason="time"), True)):
        engine = second and SecondEngine(engine="clingo 5", unbiased=second, biased=second)
        examination = Examination(oracle="x", unbiased=A, biased=A, second=engine)
        failing = certify(examination, Bias.FRAMING, Profile.STRICT).failing
        assert ("second_engine" in [one.name for one in failing]) is refused


def test_an_untranslatable_program_says_why() -> None:
    assert "a cut" in check(A, Derived(outcome="untranslatable", reason="a cut")).reason
