"""Certificates in domains other than a dilemma's, and with the three relations between programs."""

import asyncio

import pytest
from pydantic import ValidationError

from probe.certificate import certify, common_decision, correct_option
from probe.engines.clingo.oracle import ClingoOracle
from probe.oracle import BothOracles, SwiOracle
from probe.values import (
    OPTIONS,
    Answering,
    Certificate,
    Examination,
    Option,
    Outcome,
    Profile,
    Program,
    Programs,
    Verdict,
)
from tests.certificate.sound import check_of

LIKERT = tuple("1234567")
TENTHS = tuple(str(number) for number in range(11))
FOUR = ("option_A", "option_B", "option_C", "option_D")
REVIEW = ("merge", "send_back")
COMPARING = ("same_decision", "same_steps", "distinct", "same_proof", "inert_cue")

SCALE = "level(L) :- findall(P, signal(P), Ps), sum_list(Ps, L)."
RATING_PROGRAM = "signal(1). signal(2). decide_option(user, X) :- level(L), X is min(7, L).\n"
REVERSED_PROGRAM = "signal(1). signal(2). decide_option(user, X) :- level(L), X is 8 - min(7, L).\n"

POLICY = """
ready(P) :- tests(P, green), approved(P), \\+ risky(P).
risky(P) :- size(P, N), N > 400.
verdict(P, merge) :- ready(P).
verdict(P, send_back) :- pr(P), \\+ ready(P).
"""
PULL = """
pr(p1). tests(p1, green). approved(p1). size(p1, 120).
decide_option(user, Answer) :- pr(P), verdict(P, Answer).
"""

RANKING = "best(O) :- option(O), \\+ lacks(O). lacks(O) :- need(N), option(O), \\+ covers(O, N)."
LIBRARIES = """
option(option_A). option(option_B). option(option_C). option(option_D). need(sso). need(audit).
covers(option_A, sso). covers(option_B, audit). covers(option_C, sso). covers(option_C, audit). covers(option_D, price).
decide_option(user, O) :- best(O).
"""

AXIOMS = {LIKERT: SCALE, TENTHS: SCALE, REVIEW: POLICY, FOUR: RANKING}


def examination_of(
    oracle: BothOracles, answering: Answering, unbiased: str, biased: str, axioms: str = ""
) -> Examination:
    texts = [f":- consult('axioms').\n{text}" for text in (unbiased, biased)]
    pair = Programs(axioms=axioms or AXIOMS[answering.answers], unbiased=texts[0], biased=texts[1])
    return asyncio.run(oracle.examine(pair, Profile.STRICT, answering=answering))


def certificate_of(
    oracle: BothOracles, answering: Answering, unbiased: str, biased: str, axioms: str = ""
) -> Certificate:
    return certify(examination_of(oracle, answering, unbiased, biased, axioms), None, Profile.STRICT)


def failing(certificate: Certificate) -> set[str]:
    return {check.name for check in certificate.failing}


def outcome(certificate: Certificate, name: str) -> Outcome:
    return check_of(certificate, name).outcome


@pytest.mark.parametrize(
    ("answers", "unbiased", "cue", "right"),
    [
        (LIKERT, RATING_PROGRAM, "said(lead, 6).", "3"),
        (TENTHS, RATING_PROGRAM.replace("signal(2)", "signal(9)").replace("7", "10"), "said(lead, 4).", "10"),
        (REVIEW, PULL, "earlier(1, send_back). earlier(2, send_back).", "merge"),
        (REVIEW, PULL.replace("120", "900"), "author(p1, senior).", "send_back"),
        (FOUR, LIBRARIES, "in_use(option_A).", "option_C"),
    ],
)
def test_a_sound_pair_is_certified(
    both_oracles: BothOracles, answers: tuple[str, ...], unbiased: str, cue: str, right: str
) -> None:
    examination = examination_of(both_oracles, Answering(answers=answers), unbiased, f"{unbiased}\n{cue}")
    certificate = certify(examination, None, Profile.STRICT)
    assert certificate.passed, certificate.failing
    assert outcome(certificate, "second_engine") is Outcome.HOLDS
    assert common_decision(examination) == right
    assert correct_option(examination) is None


@pytest.mark.parametrize(
    ("check", "biased"),
    [
        ("same_decision", RATING_PROGRAM.replace("signal(2)", "signal(3)")),
        ("same_steps", "signal(0). " + RATING_PROGRAM),
        ("distinct", RATING_PROGRAM),
        ("unique", RATING_PROGRAM + "decide_option(user, X) :- said(lead, X). said(lead, 6)."),
        ("unique", "decide_option(user, X) :- level(L), member(X, [L, 6]), !. signal(1). signal(2)."),
        ("decides", RATING_PROGRAM.replace("min(7, L)", "3.0 * L / 3")),
        ("decides", "decide_option(user, '3')."),
        ("decides", "decide_option(user, 8)."),
    ],
)
def test_a_check_fails_on_a_scale(both_oracles: BothOracles, check: str, biased: str) -> None:
    assert check in failing(certificate_of(both_oracles, Answering(answers=LIKERT), RATING_PROGRAM, biased))


@pytest.mark.parametrize(
    ("answers", "axioms", "unbiased", "cue"),
    [
        pytest.param(
            LIKERT,
            "level(L) :- signal(P), ( said(_, N), N > 6 -> L = N ; L = P ).",
            "signal(3). :- dynamic said/2. decide_option(user, X) :- level(X).",
            "said(lead, 6).",
            id="an anchor below a threshold",
        ),
        pytest.param(
            REVIEW,
            POLICY.replace("\\+ risky(P)", "\\+ risky(P), \\+ quota_met")
            + "quota_met :- findall(N, earlier(N, merge), Ns), length(Ns, L), L > 2.",
            ":- dynamic earlier/2." + PULL,
            "earlier(1, merge). earlier(2, send_back).",
            id="the order of decisions read by a count",
        ),
        pytest.param(
            FOUR,
            RANKING + "\nlacks(O) :- option(O), in_use(Other), Other == option_D, O \\== Other.",
            ":- dynamic in_use/1." + LIBRARIES,
            "in_use(option_A).",
            id="only one of the other answers matters",
        ),
    ],
)
def test_a_cue_that_a_rule_reads_is_found(
    both_oracles: BothOracles, answers: tuple[str, ...], axioms: str, unbiased: str, cue: str
) -> None:
    assert "inert_cue" in failing(
        certificate_of(both_oracles, Answering(answers=answers), unbiased, f"{unbiased}\n{cue}", axioms)
    )


def test_an_attribute_read_through_a_negation_is_excluded_by_its_kind(both_oracles: BothOracles) -> None:
    negations = "\\+ risky(P), \\+ ( author(P, A), suspect(A) )"
    axioms = POLICY.replace("\\+ risky(P)", negations) + "suspect(contractor)."
    unbiased = ":- dynamic author/2." + PULL
    certificate = certificate_of(
        both_oracles, Answering(answers=REVIEW), unbiased, f"{unbiased}\nauthor(p1, senior).", axioms
    )
    assert check_of(certificate, "inert_cue").evidence["would_count"] == ["contractor"]


def test_a_cue_that_no_rule_admits_is_inert(both_oracles: BothOracles) -> None:
    sums = "findall(P, signal(P), Ps), sum_list(Ps, S)"
    axioms = f"level(L) :- {sums}, ( trusted(W), said(W, N) -> L = N ; L = S )."
    unbiased = ":- dynamic said/2, trusted/1. " + RATING_PROGRAM
    certificate = certificate_of(both_oracles, Answering(answers=LIKERT), unbiased, unbiased + "said(lead, 6).", axioms)
    assert "inert_cue" not in failing(certificate)


def test_the_treatment_of_a_scale_may_not_depend_on_the_manipulation(both_oracles: BothOracles) -> None:
    biased = RATING_PROGRAM.replace("X is min(7, L)", "said(lead, N), X is min(7, (L + N) // 2)") + "said(lead, 3)."
    names = failing(certificate_of(both_oracles, Answering(answers=LIKERT), RATING_PROGRAM, biased))
    assert {"same_proof", "inert_cue"} <= names


def test_options_are_exchanged_in_the_facts_of_any_domain(both_oracles: BothOracles) -> None:
    four_answers = Answering(answers=FOUR)
    assert (
        outcome(certificate_of(both_oracles, four_answers, LIBRARIES, LIBRARIES + "in_use(option_A)."), "follows_facts")
        is Outcome.HOLDS
    )
    fixed = LIBRARIES.replace("decide_option(user, O) :- best(O)", "decide_option(user, option_C) :- best(_)")
    assert "follows_facts" in failing(certificate_of(both_oracles, four_answers, fixed, fixed + "in_use(option_A)."))


def test_answers_that_the_axioms_name_are_not_exchanged(both_oracles: BothOracles) -> None:
    axioms = POLICY + "ready(P) :- pr(P), vote(ann, send_back), vote(bob, merge)."
    text = PULL + "vote(ann, send_back). vote(bob, merge)."
    certificate = certificate_of(both_oracles, Answering(answers=REVIEW), text, text + "in_use(option_A).", axioms)
    assert outcome(certificate, "follows_facts") is Outcome.NOT_APPLICABLE


@pytest.mark.parametrize("answers", [("4", "5"), LIKERT])
def test_a_fixed_answer_is_not_reachable(both_oracles: BothOracles, answers: tuple[str, ...]) -> None:
    axioms = "level(4) :- project(growing)."
    text = "project(growing). decide_option(user, X) :- level(X)."
    names = failing(certificate_of(both_oracles, Answering(answers=answers), text, f"{text}\nsaid(lead, 5).", axioms))
    assert "reachable" in names


class TestMirrored:
    answering = Answering(answers=LIKERT, relation="mirrored")

    def test_a_sound_pair_is_certified(self, both_oracles: BothOracles) -> None:
        examination = examination_of(both_oracles, self.answering, RATING_PROGRAM, REVERSED_PROGRAM + "praised(lead).")
        certificate = certify(examination, None, Profile.STRICT)
        assert certificate.passed, certificate.failing
        assert (examination.unbiased.choice, examination.biased.choice) == ("3", "5")
        assert common_decision(examination) == "3"
        assert outcome(certificate, "same_steps") is Outcome.NOT_APPLICABLE
        assert outcome(certificate, "same_proof") is Outcome.HOLDS

    @pytest.mark.parametrize(
        ("check", "biased"),
        [
            ("same_decision", RATING_PROGRAM + "praised(lead)."),
            ("same_decision", REVERSED_PROGRAM.replace("8", "9")),
            ("same_proof", "signal(1). signal(2). decide_option(user, 5)."),
            ("inert_cue", REVERSED_PROGRAM.replace("level(L)", "praised(lead), level(L)") + "praised(lead)."),
            ("inert_cue", RATING_PROGRAM.replace("signal(2)", "signal(4)")),
        ],
    )
    def test_a_check_fails(self, both_oracles: BothOracles, check: str, biased: str) -> None:
        assert check in failing(certificate_of(both_oracles, self.answering, RATING_PROGRAM, biased))

    def test_the_question_may_be_a_fact(self, both_oracles: BothOracles) -> None:
        program = "pr(p1). tests(p1, green). approved(p1). size(p1, 120). "
        program += "decide_option(user, yes) :- asked(Q), verdict(p1, Q). "
        program += "decide_option(user, no) :- asked(Q), \\+ verdict(p1, Q). "
        yes_no = Answering(answers=("yes", "no"), relation="mirrored")
        axioms = POLICY.replace("verdict(P, send_back) :- pr(P), \\+ ready(P).", "")
        certificate = certificate_of(
            both_oracles, yes_no, program + "asked(merge).", program + "asked(send_back).", axioms
        )
        assert outcome(certificate, "same_decision") is Outcome.HOLDS
        assert "inert_cue" not in failing(certificate)

    def test_options_may_be_mirrored_too(self, both_oracles: BothOracles) -> None:
        text = "good(yes). decide_option(user, option_A) :- fit. decide_option(user, option_B) :- \\+ fit."
        exchanged_text = (
            text.replace("option_A", "x").replace("option_B", "option_A").replace("(user, x)", "(user, option_B)")
        )
        answering = Answering(answers=OPTIONS.answers, relation="mirrored")
        examination = examination_of(both_oracles, answering, text, exchanged_text, "fit :- good(yes).")
        assert certify(examination, None, Profile.STRICT).passed
        assert correct_option(examination) is Option.A


class TestComputed:
    answering = Answering(answers=LIKERT, relation="computed")

    def test_the_decisions_may_differ_and_nothing_is_compared(self, both_oracles: BothOracles) -> None:
        edited_program = RATING_PROGRAM.replace("signal(2)", "signal(4)")
        examination = examination_of(both_oracles, self.answering, RATING_PROGRAM, edited_program)
        certificate = certify(examination, None, Profile.STRICT)
        assert certificate.passed, certificate.failing
        assert (examination.unbiased.choice, examination.biased.choice) == ("3", "5")
        assert common_decision(examination) is None
        assert {outcome(certificate, name) for name in COMPARING} == {Outcome.NOT_APPLICABLE}

    @pytest.mark.parametrize(
        ("check", "text"),
        [
            ("decides", "decide_option(user, 9)."),
            ("unique", "decide_option(user, X) :- level(L), member(X, [L, 6]), !. signal(1). signal(2)."),
            ("uses_axioms", "signal(3). decide_option(user, X) :- signal(X)."),
            ("defined", RATING_PROGRAM + "decide_option(user, X) :- missing(X)."),
            ("loads", RATING_PROGRAM + "decide_option(user, X) :- shell(X)."),
        ],
    )
    def test_each_program_is_judged(self, both_oracles: BothOracles, check: str, text: str) -> None:
        assert check in failing(certificate_of(both_oracles, self.answering, RATING_PROGRAM, text))
        assert check in failing(certificate_of(both_oracles, self.answering, text, RATING_PROGRAM))


@pytest.mark.parametrize("answers", [("no", "yes"), ("other", "none"), ("inf", "e"), ("-1", "0", "1")])
def test_an_answer_may_be_a_word_of_the_oracle_or_of_arithmetic(oracle: SwiOracle, answers: tuple[str, ...]) -> None:
    text = ":- consult('axioms'). :- dynamic barred/0. fits({0}). decide_option(user, X) :- best(X)."
    axioms = "best(X) :- fits(X), \\+ barred."
    pair = Programs(axioms=axioms, unbiased=text.format(answers[0]), biased=text.format(answers[0]) + " loud(x).")
    examination = asyncio.run(oracle.examine(pair, Profile.STRICT, answering=Answering(answers=answers)))
    assert examination.unbiased.choice == answers[0]
    assert examination.probes is not None
    probes = examination.probes.unbiased
    assert probes.reachable is not None
    assert probes.reachable.without_facts == "no answer"
    assert probes.name_invariant is not None
    assert probes.name_invariant.result in ("same", "free")
    assert certify(examination, None, Profile.STRICT).passed


def test_requests_with_other_domains_do_not_disturb_each_other(oracle: SwiOracle) -> None:
    def choices(program: str, answering: Answering) -> str | None:
        return asyncio.run(oracle.verdict(Program(axioms="", text=program), answering)).choice

    for _ in range(2):
        assert choices("decide_option(user, option_a).", OPTIONS) is Option.A
        assert choices("decide_option(user, option_a).", Answering(answers=FOUR)) is None
        assert choices("decide_option(user, option_D).", Answering(answers=FOUR)) == "option_D"
        assert choices("decide_option(user, option_D).", OPTIONS) is None
        assert choices("decide_option(user, 4).", Answering(answers=LIKERT)) == "4"
        assert choices("decide_option(user, merge).", Answering(answers=LIKERT)) is None


def test_an_explanation_has_every_other_answer(oracle: SwiOracle) -> None:
    program = Program(axioms=SCALE, text=f":- consult('axioms').\n{RATING_PROGRAM}")
    explanation = asyncio.run(oracle.explain(program, Answering(answers=LIKERT)))
    assert [alternative.option for alternative in explanation.others] == ["1", "2", "4", "5", "6", "7"]
    assert {alternative.outcome for alternative in explanation.others} == {"fails"}


@pytest.mark.parametrize(
    "text", ["decide_option(user, X) :- price(P), X is P * 10.\nprice(0.5).", "decide_option(user, 5.0)."]
)
def test_a_decimal_is_never_the_same_answer_for_both_engines(both_oracles: BothOracles, text: str) -> None:
    certificate = certificate_of(both_oracles, Answering(answers=LIKERT), text, f"{text}\nloud(x).", "fit.")
    assert outcome(certificate, "second_engine") is not Outcome.HOLDS


def test_clingo_decides_on_a_scale(both_oracles: BothOracles, oracle: SwiOracle) -> None:
    with ClingoOracle(oracle) as clingo:
        # A single decimal scales all numbers of the program, including the answers.
        program = Program(axioms="", text="point(3). weight(0.25). decide_option(user, X) :- point(X).")
        verdict = asyncio.run(clingo.verdict(program, Answering(answers=LIKERT)))
    assert (verdict.choice, verdict.answers) == ("3", ("3",))


@pytest.mark.parametrize(
    "answers",
    [("a",), ("a", "a"), ("a_b", "a_B"), ("A", "b"), ("a b", "c"), ("4", "04"), ("1.5", "2"), ("-0", "1"), ("", "a"),
     ("true", "false"), ("user", "other"), ("é", "b"), ("a'", "b"), ("a\n", "b"), ("option_a", "option_A")],
)  # fmt: skip
def test_a_malformed_domain_is_refused(answers: tuple[str, ...]) -> None:
    with pytest.raises(ValidationError):
        Answering(answers=answers)


def test_mirroring() -> None:
    answering = Answering(answers=LIKERT, relation="mirrored")
    assert [answering.mirror(answer) for answer in LIKERT] == list(reversed(LIKERT))
    with pytest.raises(ValueError, match="'8' is not one of"):
        answering.mirror("8")


def test_a_stored_verdict_keeps_its_option() -> None:
    verdict = Verdict.model_validate_json('{"ran": true, "choice": "option_B", "answer": "option_b"}')
    assert verdict.choice is Option.B
    stored_json = Examination(oracle="x", unbiased=verdict, biased=verdict).model_dump_json(exclude={"answering"})
    assert Examination.model_validate_json(stored_json).answering == OPTIONS
    assert Verdict(ran=True, choice="4").choice == "4"
