"""The checks as pure functions, in the cases with the least evidence."""

import re

import pytest

from probe.audit.evidence import MEANINGS, QUESTIONS, shown_checks
from probe.certificate import PAPER_CHECKS, STRICT_CHECKS, certify, complexity, correct_option
from probe.values import (
    DISAGREEMENT,
    Arm,
    Bias,
    Check,
    Complexity,
    Diagnostic,
    Examination,
    Option,
    Outcome,
    Profile,
    SourceLocation,
    Verdict,
)
from tests.certificate.sound import ARMS, SOUND, check_of, with_verdict
from tests.shared import ROOT

REFUSED_VERDICT = Verdict(
    ran=False, diagnostics=(Diagnostic(kind="whitelist", message="shell/1 is outside the pure subset"),)
)
DECIDED_VERDICT = Verdict(ran=True, choice=Option.A, answer="option_A", inferences=3, choice_steps=5, depth=2, size=4)


def test_a_pair_that_was_not_run_fails_and_says_why() -> None:
    examination = Examination(oracle="SWI-Prolog", unbiased=REFUSED_VERDICT, biased=DECIDED_VERDICT)
    certificate = certify(examination, Bias.ANCHORING, Profile.STRICT)
    assert [check.name for check in certificate.failing] == ["loads", "decides"]
    assert "shell/1" in certificate.failing[0].reason
    assert {check_of(certificate, check.__name__).outcome for check in STRICT_CHECKS} == {Outcome.NOT_APPLICABLE}


def test_every_check_has_a_meaning_for_readers() -> None:
    assert [*MEANINGS] == [check.__name__ for check in PAPER_CHECKS + STRICT_CHECKS]


def test_four_questions_have_every_check_once() -> None:
    assert len(QUESTIONS) == 4
    assert sorted(name for checks in QUESTIONS.values() for name in checks) == sorted(MEANINGS)


def test_the_pages_count_and_name_every_check() -> None:
    """Prose does not refer to code by name, so a new check would not update it."""
    docs = ROOT / "docs"
    overview, page = ((docs / name).read_text(encoding="utf-8") for name in ("certificate.md", "checks.md"))
    numbers = {15: "fifteen", 16: "sixteen", 17: "seventeen", 18: "eighteen", 19: "nineteen", 20: "twenty"}
    assert f"with {numbers[len(MEANINGS)]} checks;" in overview
    assert f"its {numbers[len(MEANINGS)]} checks." in page
    assert sorted(re.findall(r"\[`(\w+)`\]\(checks\.md#\1\)", overview)) == sorted(MEANINGS)
    _, _, ablation = page.partition("## Could a check be left out?")
    table, _, _ = ablation.partition("\n## ")
    assert re.findall(r"^\| `(\w+)` \|", table, re.M) == [*MEANINGS]


def test_checks_are_shown_by_question() -> None:
    visible_checks = shown_checks(certify(SOUND, None, Profile.STRICT))
    assert list(dict.fromkeys(check.question for check in visible_checks)) == [*QUESTIONS, ""]
    assert [check.check.name for check in visible_checks if not check.question] == ["second_engine"]


@pytest.mark.parametrize("kind", ["limit", "crash", "oracle", "text"])
def test_a_program_that_was_not_run_for_any_reason_does_not_load(kind: str) -> None:
    verdict = Verdict(ran=False, diagnostics=(Diagnostic(kind=kind, message="so it was"),))
    certificate = certify(
        Examination(oracle="x", unbiased=DECIDED_VERDICT, biased=verdict), Bias.FRAMING, Profile.PAPER
    )
    assert "loads" in [check.name for check in certificate.failing]


@pytest.mark.parametrize("kind", ["limit", "crash"])
def test_a_program_that_time_cut_short_is_undetermined(kind: str) -> None:
    """On a less busy machine it might decide, so nothing counts against it, but it is not certified."""
    diagnostics = (Diagnostic(kind=kind, message="time ran out"),)
    unread_verdict = Verdict(ran=False, diagnostics=diagnostics, out_of_time=True)
    undecided_verdict = Verdict(ran=True, search="limit", diagnostics=diagnostics, out_of_time=True)
    for verdict, names in ((unread_verdict, ["loads", "decides"]), (undecided_verdict, ["decides"])):
        for profile in Profile:
            certificate = certify(
                Examination(oracle="x", unbiased=DECIDED_VERDICT, biased=verdict), Bias.ANCHORING, profile
            )
            assert {check.outcome for check in certificate.failing} == {Outcome.UNDETERMINED}
            assert [check.name for check in certificate.failing][: len(names)] == names


def test_a_flaw_counts_beside_a_program_that_time_cut_short() -> None:
    late_verdict = Verdict(ran=False, diagnostics=(Diagnostic(kind="limit", message="late"),), out_of_time=True)
    examination = Examination(oracle="x", unbiased=REFUSED_VERDICT, biased=late_verdict)
    assert paper(examination, "loads").outcome is Outcome.FAILS


@pytest.mark.parametrize("profile", Profile)
def test_a_decision_that_its_own_proof_search_does_not_find_is_not_certified(profile: Profile) -> None:
    disagreement = Diagnostic(
        kind=DISAGREEMENT, message="SWI-Prolog answers option_A, but the search finds option_B first"
    )
    disputed_verdict = DECIDED_VERDICT.model_copy(update={"proof_complete": False, "diagnostics": (disagreement,)})
    examination = Examination(oracle="x", unbiased=DECIDED_VERDICT, biased=disputed_verdict)
    decides = check_of(certify(examination, Bias.FRAMING, profile), "decides")
    assert decides.outcome is Outcome.FAILS
    assert "the biased program" in decides.reason
    assert "option_B first" in decides.reason


def test_no_inference_is_no_reasoning() -> None:
    fact = DECIDED_VERDICT.model_copy(update={"inferences": -1})
    examination = Examination(oracle="x", unbiased=fact, biased=fact, same_programs=True)
    failing = certify(examination, Bias.FRAMING, Profile.PAPER).failing
    assert [check.name for check in failing] == ["same_steps"]
    assert complexity(examination) == Complexity(inferences=None, choice_steps=5, depth=2, size=4)


def test_complexity_and_option_are_those_of_the_pair() -> None:
    examination = Examination(oracle="x", unbiased=DECIDED_VERDICT, biased=DECIDED_VERDICT)
    assert complexity(examination) == Complexity(inferences=3, choice_steps=5, depth=2, size=4)
    assert correct_option(examination) is Option.A
    differing_examination = Examination(
        oracle="x", unbiased=DECIDED_VERDICT, biased=DECIDED_VERDICT.model_copy(update={"choice": Option.B})
    )
    assert correct_option(differing_examination) is None


def paper(examination: Examination, name: str, bias: Bias | None = Bias.ANCHORING) -> Check:
    return check_of(certify(examination, bias, Profile.PAPER), name)


def test_each_profile_makes_its_checks_in_their_order() -> None:
    for profile, checks in ((Profile.PAPER, PAPER_CHECKS), (Profile.STRICT, PAPER_CHECKS + STRICT_CHECKS)):
        certificate = certify(SOUND.model_copy(update={"second": None}), None, profile)
        assert (certificate.profile, certificate.oracle) == (profile, "SWI-Prolog")
        assert [check.name for check in certificate.checks] == [check.__name__ for check in checks]
    assert (len(PAPER_CHECKS), len(STRICT_CHECKS)) == (5, 11)


@ARMS
@pytest.mark.parametrize(
    ("kind", "outcome"),
    [(kind, Outcome.FAILS) for kind in ("syntax", "head", "clause", "whitelist", "text", "axioms")]
    + [(kind, Outcome.HOLDS) for kind in ("singleton", "unknown", "limit")],
)
def test_a_program_that_ran_was_loaded_unless_a_clause_was_dropped(arm: Arm, kind: str, outcome: Outcome) -> None:
    diagnostic = Diagnostic(kind=kind, message="so it is", place=SourceLocation(source="program", line=4, column=2))
    loads = paper(with_verdict(arm, diagnostics=(diagnostic,)), "loads")
    assert loads.outcome is outcome
    if outcome is Outcome.FAILS:
        location = {"source": "program", "line": 4, "column": 2}
        entry = {"program": arm.value, "kind": kind, "message": "so it is", "place": location}
        assert loads.evidence == {"diagnostics": [entry]}
        assert "program line 4, column 2" in loads.reason


def test_every_problem_of_loading_is_evidence_and_the_first_is_the_reason() -> None:
    diagnostics = tuple(Diagnostic(kind="syntax", message=message) for message in ("first", "second", "third"))
    single, three = (paper(with_verdict(Arm.BIASED, diagnostics=diagnostics[:number]), "loads") for number in (1, 3))
    assert "first" in three.reason
    assert "2 more" in three.reason
    assert "more" not in single.reason
    entries = three.evidence["diagnostics"]
    assert isinstance(entries, list)
    assert len(entries) == 3


@ARMS
@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"ran": False}, "not run"),
        ({"answer": "perhaps"}, "perhaps"),
        ({"diagnostics": (Diagnostic(kind="limit", message="too many steps"),)}, "too many steps"),
        ({"diagnostics": (Diagnostic(kind="syntax", message="end expected"),)}, "no answer"),
    ],
)
def test_a_program_without_a_decision_is_refused_with_the_reason(
    arm: Arm, changes: dict[str, object], reason: str
) -> None:
    silent_examination = with_verdict(arm, with_verdict(arm, choice=None, answer=None), **changes)
    decides = paper(silent_examination, "decides")
    assert decides.outcome is Outcome.FAILS
    assert arm.value in decides.reason
    assert reason in decides.reason
    assert decides.evidence[arm.value] == {"answer": changes.get("answer"), "choice": None}
    assert paper(silent_examination, "same_decision").outcome is Outcome.NOT_APPLICABLE


def test_programs_that_decide_differently_share_no_decision() -> None:
    examination = with_verdict(Arm.BIASED, choice=Option.B, answer="option_B")
    assert paper(examination, "decides").outcome is Outcome.HOLDS
    same_decision = paper(examination, "same_decision")
    assert same_decision.outcome is Outcome.FAILS
    assert same_decision.evidence == {"unbiased": "option_A", "biased": "option_B"}
    assert correct_option(with_verdict(Arm.UNBIASED, choice=None)) is None


@ARMS
@pytest.mark.parametrize(
    ("changes", "outcome"),
    [
        ({"inferences": 4}, Outcome.FAILS),
        ({"choice_steps": 4}, Outcome.FAILS),
        ({"choice_steps": 6}, Outcome.FAILS),
        ({"inferences": None}, Outcome.NOT_APPLICABLE),
    ],
)
def test_both_programs_take_the_same_steps(arm: Arm, changes: dict[str, object], outcome: Outcome) -> None:
    assert paper(with_verdict(arm, **changes), "same_steps").outcome is outcome


@pytest.mark.parametrize(("inferences", "outcome"), [(-1, Outcome.FAILS), (0, Outcome.FAILS), (1, Outcome.HOLDS)])
def test_one_inference_is_reasoning_and_none_is_not(inferences: int, outcome: Outcome) -> None:
    equal = with_verdict(Arm.BIASED, with_verdict(Arm.UNBIASED, inferences=inferences), inferences=inferences)
    assert paper(equal, "same_steps").outcome is outcome
    assert complexity(equal).inferences == (inferences if inferences >= 0 else None)


@pytest.mark.parametrize(
    ("is_same", "bias", "outcome"),
    [
        (None, Bias.ANCHORING, Outcome.NOT_APPLICABLE),
        (False, Bias.FRAMING, Outcome.HOLDS),
        (True, Bias.FRAMING, Outcome.VACUOUS),
        (True, Bias.ANCHORING, Outcome.FAILS),
        (True, None, Outcome.FAILS),
    ],
)
def test_one_program_for_both_texts_is_for_framing_only(
    is_same: bool | None, bias: Bias | None, outcome: Outcome
) -> None:
    assert paper(SOUND.model_copy(update={"same_programs": is_same}), "distinct", bias).outcome is outcome


def test_complexity_is_that_of_the_unbiased_program() -> None:
    examination = with_verdict(Arm.BIASED, inferences=9, choice_steps=9, depth=9, size=9)
    assert complexity(examination) == Complexity(inferences=3, choice_steps=5, depth=2, size=4)
