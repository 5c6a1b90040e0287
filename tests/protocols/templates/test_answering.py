"""How tests are shown, how answers are read, and what the estimator makes of simulated subjects."""

from collections.abc import Sequence
from statistics import fmean

import pytest

from probe.errors import InputError
from probe.prompts import load_prompts
from probe.protocols.base import Showing
from probe.protocols.templates.item import CONTROL, TREATMENT, TemplateItem
from probe.protocols.templates.showing import read_option
from probe.values import About, Decision, ModelSpec, Profile, Request
from tests.protocols.templates.material import PROTOCOL, SOFTWARE, decisions_of, items

PROMPTS = load_prompts()


def means(tests: Sequence[TemplateItem], decisions: Sequence[Decision]) -> dict[str, float]:
    pairs_by_measure: dict[str, list[tuple[float, float]]] = {}
    for item_value in PROTOCOL.values(tests, decisions):
        pairs_by_measure.setdefault(item_value.measure, []).append((item_value.value, item_value.weight))
    return {name: sum(v for v, _ in rows) / sum(w for _, w in rows) for name, rows in pairs_by_measure.items()}


@pytest.mark.parametrize(
    ("answer", "decision"),
    [
        ("Explanation: It is safe.\nDecision: Option 3", 2),
        ("**Decision:** option 3.", 2),
        ("Decision: 3", 2),
        ("Option 3", 2),
        ("I take Option 3, since Option 1 is too risky.", "unparsed"),
        ("Decision: Option 3 or Option 4", "unparsed"),
        ("Decision: Option 1\nDecision: Option 2", "unparsed"),
        ("Decision: not Option 3", "unparsed"),
        ("Option 8", "unparsed"),
        ("Option 0", "unparsed"),
        ("Option 99999999999999999999", "unparsed"),
        ("None", "unparsed"),
        ("", "unparsed"),
        ("Decision: Option \N{ARABIC-INDIC DIGIT THREE}", 2),
    ],
)
def test_an_answer_is_read_or_left_unparsed(answer: str, decision: int | str) -> None:
    assert read_option(answer, 7) == decision


def test_the_published_extraction_takes_the_first_option() -> None:
    assert read_option("I take Option 3, since Option 1 is too risky.", 7, published=True) == 2
    assert read_option("Option 9", 7, published=True) == "unparsed"
    assert read_option("3", 7, published=True) == "unparsed"


def test_odd_runs_reverse_the_scale_and_are_mapped_back() -> None:
    (test, *_) = items(SOFTWARE, "framing effect")
    showing = PROTOCOL.settled([test], Showing(runs=2))
    first, second = [
        conversation for conversation in PROTOCOL.conversations([test], showing) if conversation.arm == CONTROL
    ]
    assert "Option 1: Very good" in first.turns[0].text_after(())
    assert "Option 1: Very bad" in second.turns[0].text_after(())
    asking = PROTOCOL.asking([test], showing)
    assert [asking.decisions(conversation, 0, "Option 1")[0].decision for conversation in (first, second)] == [0, 6]


def test_an_extraction_sees_only_the_options_and_the_answer() -> None:
    (test, *_) = items(SOFTWARE, "framing effect")
    showing = PROTOCOL.complete_showing([test], Showing(runs=1, choices={"answering": "extract"}))
    (conversation, *_) = PROTOCOL.conversations([test], showing)
    asking = PROTOCOL.asking([test], showing)
    decisions = asking.decisions(conversation, 0, "I rate it {{as}} fine.")
    assert decisions[0].decision == "unparsed"
    text = conversation.turns[1].text_after(decisions)
    (_, message) = asking.question(PROMPTS, text, 1)
    assert "I rate it {{as}} fine." in message.content
    assert "Option 7: Very bad" in message.content
    assert test.control not in message.content
    assert conversation.asked_turns == (1,)
    assert conversation.turns[1].fresh


def test_tests_of_the_published_procedure_are_extracted_and_reversed_as_written() -> None:
    tests = items(SOFTWARE, "framing effect", 20, Profile.PAPER)
    showing = PROTOCOL.complete_showing(tests, Showing(runs=1, order="as-written"))
    assert showing.choices == {"answering": "extract"}
    exchanged_by_id = {
        conversation.item_id: conversation.turns[0].exchanged for conversation in PROTOCOL.conversations(tests, showing)
    }
    assert exchanged_by_id == {test.id: test.reversed for test in tests}


@pytest.mark.parametrize("bias", ["anchoring bias", "bandwagon effect", "hindsight bias", "loss aversion"])
def test_a_position_led_subject_has_no_mean_m_with_both_orders(bias: str) -> None:
    tests = items(SOFTWARE, bias, 20)
    measured_means = means(tests, decisions_of(tests, "prefers-first"))
    assert measured_means["shift"] == pytest.approx(0, abs=1e-9)
    assert measured_means["m"] == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("answering", ["direct", "extract"])
def test_a_planted_m_is_found(answering: str) -> None:
    tests = items(SOFTWARE, "framing effect", 40) + items(SOFTWARE, "bandwagon effect", 40)
    measured_means = means(tests, decisions_of(tests, "biased?m=1", answering=answering))
    assert measured_means["m"] == pytest.approx(1, abs=1e-6)
    assert means(tests, decisions_of(tests, "biased?m=-1"))["m"] == pytest.approx(-1, abs=1e-6)
    assert means(tests, decisions_of(tests, "biased?m=0"))["m"] == pytest.approx(0, abs=1e-6)
    mean_of_some = means(tests, decisions_of(tests, "biased?m=.3", runs=10))
    assert mean_of_some["m"] == pytest.approx(0.3, abs=0.05)


def test_a_random_subject_has_the_expected_m_and_noise_floor() -> None:
    tests = items(SOFTWARE, "framing effect", 40)
    measured_means = means(tests, decisions_of(tests, "random", runs=20))
    assert measured_means["m"] == pytest.approx(0, abs=0.1)  # the standard deviation over seeds is about .027
    assert measured_means["absolute_m"] == pytest.approx(0.551, abs=0.05)
    assert measured_means["noise_floor"] == pytest.approx(measured_means["absolute_m"], abs=0.05)


def test_absolute_m_is_never_given_without_its_noise_floor() -> None:
    tests = items(SOFTWARE, "framing effect")
    measured_means = means(tests, decisions_of(tests, "random", runs=1))
    assert "m" in measured_means
    assert "absolute_m" not in measured_means


def test_a_rational_subject_follows_the_norm() -> None:
    tests = items(SOFTWARE, "loss aversion", 10)
    assert means(tests, decisions_of(tests, "rational"))["off_norm"] == 0
    for bias in ("framing effect", "status quo bias", "anchoring bias"):
        tests = items(SOFTWARE, bias, 10)
        measured_means = means(tests, decisions_of(tests, "rational"))
        assert measured_means["m"] == 0
        assert measured_means["shift_over_placebo"] == 0
    tests = items(SOFTWARE, "planning fallacy", 40)
    measured_means = means(tests, decisions_of(tests, "rational", runs=10))
    assert measured_means["update_share"] == pytest.approx(1, abs=0.25)
    assert "shift" not in measured_means
    assert "m_published" in measured_means


def test_an_unreadable_half_drops_its_run() -> None:
    (test, *_) = items(SOFTWARE, "framing effect")
    rows = [(CONTROL, 0, 1), (TREATMENT, 0, "unparsed"), (CONTROL, 1, 2), (TREATMENT, 1, 4)]
    decisions = [Decision(item_id=test.id, arm=arm, run=run, decision=answer) for arm, run, answer in rows]
    assert means([test], decisions)["shift"] == pytest.approx(fmean([2 / 6]))
    assert means([test], decisions[:2]) == {}


@pytest.mark.parametrize(
    "spec", ["biased?rate=2", "biased?m=2", "biased?m=x", "random?m=.3", "biased?mitigated=a:2", "prefers-a"]
)
def test_wrong_options_of_a_subject_are_user_errors(spec: str) -> None:
    with pytest.raises(InputError):
        PROTOCOL.simulated(ModelSpec.parse(f"simulated/{spec}"), items(SOFTWARE, "framing effect"))


def test_a_mitigation_lowers_m_or_collapses_the_answers() -> None:
    tests = items(SOFTWARE, "framing effect", 20)
    answer = PROTOCOL.simulated(ModelSpec.parse("simulated/biased?m=1&mitigated=calm:1,mute:collapse"), tests)

    def answer_of(arm: str, mitigation: str) -> str:
        about = About(item_id=tests[0].id, arm=arm)
        request = Request(purpose="decide", messages=(), about=about, mitigation=mitigation)
        return str(answer(request)).splitlines()[-1]

    assert answer_of("control", "calm") == answer_of("treatment", "calm")
    assert answer_of("control", "none") != answer_of("treatment", "none")
    assert {answer_of(arm, "mute") for arm in ("control", "treatment")} == {"Decision: Option 1"}
