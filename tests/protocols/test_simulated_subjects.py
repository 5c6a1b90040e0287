"""Simulated subjects: the same names in every protocol, and the same meaning."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from probe.errors import InputError
from probe.files.corpus import read_corpus
from probe.measuring.evaluate import EvaluateCommand, warnings_of
from probe.protocols import protocol_named
from probe.protocols.base import ItemProtocol, Showing
from probe.protocols.direct import labels_of, read_label
from probe.protocols.simulated import common_subject
from probe.values import About, Decision, Item, ModelSpec, Provenance, Request
from tests.protocols.menus import Menu, Menus
from tests.protocols.simulated_answers import simulated_decisions
from tests.protocols.templates.material import SOFTWARE
from tests.protocols.templates.material import items as composed
from tests.protocols.triage.made import a_choice, a_set

RUNS = 20

SHARED_SUBJECTS = ("rational", "random", "prefers-first", "biased")
"""The simulated subjects of every packaged protocol."""


def menu(number: int) -> Menu:
    return Menu.model_validate(
        {
            "protocol": "menus",
            "bias": "bandwagon effect",
            "cluster": f"menu {number}",
            "scale": ["soup", "bread", "cake"],
            "plain": f"Table {number}.",
            "praise": "Take the last one.",
            "provenance": Provenance(author="tests"),
        }
    )


@dataclass(frozen=True)
class Case:
    """A protocol with some of its items, made when they are needed."""

    protocol: Callable[[], ItemProtocol[Any]]
    items: Callable[[], Sequence[Item]]


CASES = {
    "dilemmas": Case(
        lambda: protocol_named("dilemmas"), lambda: [seed.to_pair() for seed in read_corpus(None).seeds[:4]]
    ),
    "templates": Case(lambda: protocol_named("templates"), lambda: composed(SOFTWARE, "framing effect")),
    "triage": Case(lambda: protocol_named("triage"), lambda: [a_set("one", 5), a_choice("two")]),
    "menus": Case(Menus, lambda: [menu(number) for number in range(4)]),
}


def decisions_of(name: str, subject: str, runs: int = RUNS) -> list[Decision]:
    """Return the decisions of a simulated subject on the items of a protocol."""
    protocol, items = CASES[name].protocol(), CASES[name].items()
    return simulated_decisions(protocol, items, subject, protocol.complete_showing(items, Showing(runs=runs)))


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("subject", SHARED_SUBJECTS)
def test_every_protocol_has_the_shared_subjects(name: str, subject: str) -> None:
    """Each of their answers can be read."""
    assert all(decision.decision != "unparsed" for decision in decisions_of(name, subject, runs=2))


@pytest.mark.parametrize("name", CASES)
def test_a_rational_subject_is_right_where_an_answer_is(name: str) -> None:
    items = {item.id: item for item in CASES[name].items()}
    decisions = decisions_of(name, "rational", runs=2)
    right = [(decision, items[decision.item_id].right_answer(decision.arm, decision.turn)) for decision in decisions]
    assert all(decision.decision == answer for decision, answer in right if answer is not None)


@pytest.mark.parametrize("name", ["dilemmas", "templates", "menus"])
def test_a_subject_that_prefers_the_first_option_follows_the_order_alone(name: str) -> None:
    items = {item.id: item for item in CASES[name].items()}
    for decision in decisions_of(name, "prefers-first", runs=2):
        assert decision.decision == (
            len(items[decision.item_id].scale_of(decision.arm)) - 1 if decision.exchanged else 0
        )


@pytest.mark.parametrize("name", CASES)
def test_a_random_subject_gives_every_answer(name: str) -> None:
    """Each of the options, at least a fifth as often as if all were equally likely."""
    items = {item.id: item for item in CASES[name].items()}
    counts = Counter(
        (len(items[decision.item_id].scale), decision.decision) for decision in decisions_of(name, "random")
    )
    for options in {len(item.scale) for item in items.values()}:
        total = sum(counts[options, option] for option in range(options))
        assert all(counts[options, option] > total / options / 5 for option in range(options))


@pytest.mark.parametrize(("name", "measure"), [("dilemmas", "net_effect"), ("templates", "m"), ("menus", "pull")])
def test_a_biased_subject_gives_in_with_the_probability_planted(name: str, measure: str) -> None:
    case = CASES[name]
    parameters = "" if name == "menus" else "?rate=1"
    values = case.protocol().values(case.items(), decisions_of(name, f"biased{parameters}", runs=4))
    measured_values = [item_value.value for item_value in values if item_value.measure == measure]
    assert measured_values
    assert measured_values == pytest.approx([1] * len(measured_values), abs=1e-6)


def test_a_biased_subject_of_triage_has_an_effect_without_a_rate() -> None:
    assert decisions_of("triage", "biased") == decisions_of("triage", "biased?rate=0.5")
    assert decisions_of("triage", "biased") != decisions_of("triage", "rational")


@pytest.mark.parametrize("name", ["dilemmas", "templates", "triage"])
def test_a_subject_that_prefers_the_first_option_takes_what_it_honours_alone(name: str) -> None:
    assert "unparsed" in {decision.decision for decision in decisions_of(name, "prefers-first?unparsed=1", runs=2)}
    for option in ("noise=0.1", "mitigated=bias-warning:0.5"):
        with pytest.raises(InputError):
            decisions_of(name, f"prefers-first?{option}", runs=1)


@pytest.mark.parametrize("exchanged", [False, True])
def test_a_direct_question_of_a_further_protocol_is_answered_with_the_label(exchanged: bool) -> None:
    item = menu(1)
    spec = ModelSpec.parse("simulated/prefers-first")
    about = About(item_id=item.id, arm=item.arms()[0], turn=0, exchanged=exchanged)
    answer = common_subject(Menus(), spec, [item])(Request(purpose="decide", messages=(), about=about, top_logprobs=20))
    assert read_label(str(answer), labels_of(3)) == 0


@pytest.mark.parametrize(
    ("name", "old", "new"), [("triage", "order-free", "rational"), ("templates", "position-led", "prefers-first")]
)
def test_a_name_of_an_earlier_version_still_works_and_is_noted(name: str, old: str, new: str) -> None:
    assert decisions_of(name, old, runs=2) == decisions_of(name, new, runs=2)
    items = CASES[name].items()
    command = EvaluateCommand(
        ModelSpec.parse(f"simulated/{old}"), items, Showing(runs=1), protocol=CASES[name].protocol()
    )
    assert any(f"simulated/{new}" in warning for warning in warnings_of(command))


def test_a_rational_subject_says_the_same_in_all_arms_where_nothing_is_right() -> None:
    """A protocol without right answers shows no effect."""
    values = Menus().values([menu(number) for number in range(4)], decisions_of("menus", "rational", runs=2))
    assert [item_value.value for item_value in values] == [0] * 4
