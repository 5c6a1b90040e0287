"""Made items: certified in every order and under every attribute, balanced, and the same for the same seed."""

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from probe.errors import InputError
from probe.files.corpus import find_domain
from probe.models import ScriptedModel
from probe.oracle import SwiOracle
from probe.prompts import load_prompts
from probe.protocols.arguments import ItemRequest, MadeItems, Making
from probe.protocols.triage.content import read_content
from probe.protocols.triage.items import KINDS, Kind, TriageItem
from probe.protocols.triage.making import Maker
from probe.values import Bias, Outcome, Profile, Program
from probe.values.answering import Answering
from tests.defined import defined
from tests.protocols.triage.made import PROTOCOL

SETTINGS = {"kind": "", "sets": "", "set_size": "5-6"}


def make(oracle: SwiOracle, domain: str = "software_engineering", **options: object) -> MadeItems[TriageItem]:
    choices = SETTINGS | {name: str(value) for name, value in options.items() if name in SETTINGS}
    settings = {name: value for name, value in options.items() if name not in SETTINGS}
    request = ItemRequest(find_domain(Path(domain)), choices=choices, **settings)  # type: ignore[arg-type]
    return asyncio.run(PROTOCOL.make(Making(request, None, oracle, load_prompts())))


@pytest.fixture(scope="module")
def items(oracle: SwiOracle) -> tuple[TriageItem, ...]:
    return make(oracle, sets=4, seed=3).items


def test_there_are_as_many_items_of_each_kind_as_wanted(items: tuple[TriageItem, ...]) -> None:
    assert Counter(item.kind for item in items) == dict.fromkeys(KINDS, 4)
    assert {len(item.profiles) for item in items if item.kind == "sequence"} == {5, 6}
    assert len({item.id for item in items}) == 16
    assert {item.norm for item in items} == {"text"}


def test_every_profile_has_a_certified_right_answer(items: tuple[TriageItem, ...]) -> None:
    for item in items:
        assert item.certificate is not None
        assert item.certificate.passed, item.certificate.failing
        outcomes = {check.name: check.outcome.value for check in item.certificate.checks}
        assert outcomes["unique"] == outcomes["reachable"] == outcomes["same_proof"] == "holds"
        assert outcomes["inert_cue"] in ("holds", "vacuous")
        assert defined(item.complexity.depth) >= defined(item.level) > 1


def test_the_stated_facts_lead_to_the_stated_answer(items: tuple[TriageItem, ...], oracle: SwiOracle) -> None:
    """Programs are put together again from the dataset, with an order or an attribute as a fact of its own."""

    async def answer(item: TriageItem, facts: str, answers: tuple[str, ...]) -> str | None:
        text = f":- consult('axioms').\n{facts}decide_option(user, Answer) :- called_for(Answer).\n"
        verdict = await oracle.verdict(Program(axioms=item.axioms, text=text), answering=Answering(answers=answers))
        return None if verdict.choice is None else str(verdict.choice)

    async def check() -> None:
        for item in items:
            if item.kind == "choice":
                answers = ("option_a", "option_b", "option_c", "option_d")
                facts = "".join(profile.facts for profile in item.profiles)
                for option in answers:
                    assert await answer(item, f"{facts}in_use({option}).\n", answers) == answers[item.right or 0]
                continue
            words = tuple(word.lower().replace(" ", "_") for word in item.scale)
            for profile in item.profiles:
                for cue in ("", "place(1).\n", "place(9).\n", "author(junior).\n", "author(senior).\n"):
                    assert await answer(item, profile.facts + cue, words) == words[profile.right or 0]

    asyncio.run(check())


def test_right_answers_are_balanced(items: tuple[TriageItem, ...]) -> None:
    for kind, positions in (("framing", 2), ("attribute", 2), ("choice", 4)):
        assert Counter(item.right for item in items if item.kind == kind) == dict.fromkeys(
            range(positions), 4 // positions
        )
    for item in items:
        if item.kind == "sequence":
            assert {profile.right for profile in item.profiles} == {0, 1}, "fixed histories need both answers"
            assert len({profile.text.split("\n")[0] for profile in item.profiles}) == len(item.profiles)
            assert len({profile.facts for profile in item.profiles}) == len(item.profiles)
        if item.kind == "choice":
            assert item.status_quo != item.right


def test_no_choice_is_decided_without_its_rules(items: tuple[TriageItem, ...]) -> None:
    for item in items:
        if item.kind == "choice":
            assert len({profile.text.partition("\n")[2] for profile in item.profiles}) == len(item.profiles)


def test_every_option_is_at_every_place_and_the_one_in_use_as_well(items: tuple[TriageItem, ...]) -> None:
    for item in items:
        if item.kind == "choice":
            for arm in ("neutral", "status_quo"):
                orders = [item.questions[f"{arm}_{turn}"].decisions for turn in range(1, 5)]
                assert all(sorted(order[position] for order in orders) == [0, 1, 2, 3] for position in range(4))
            option_in_use = item.scale[item.status_quo or 0]
            assert f"{option_in_use} today" in item.questions["status_quo_1"].text
            assert f"{option_in_use} today" not in item.questions["neutral_1"].text


def test_arms_of_an_attribute_differ_in_nothing_but_who_is_behind_it(items: tuple[TriageItem, ...]) -> None:
    for item in items:
        if item.kind == "attribute":
            lines = [set(question.text.split("\n")) for question in item.questions.values()]
            common_lines = set.intersection(*lines)
            assert all(len(line - common_lines) == 1 for line in lines)
            assert len({frozenset(line) for line in lines}) == 4
            assert item.groups is not None
            assert item.sensitive == (item.attribute != "kind of author")


def test_the_text_states_every_rule_and_every_fact(items: tuple[TriageItem, ...]) -> None:
    for item in items:
        text = item.instructions or next(iter(item.questions.values())).text
        assert all(sentence in text for sentence in item.policy)
        assert len(item.policy) == item.level
        for profile in item.profiles:
            assert profile.text.count("\n- ") == profile.facts.count(").")


def test_equal_arguments_make_equal_items_and_another_seed_others(
    items: tuple[TriageItem, ...], oracle: SwiOracle
) -> None:
    same_items = make(oracle, kind="choice,framing", sets=2, seed=3).items
    assert {item.id for item in same_items} < {item.id for item in items}
    other_items = make(oracle, kind="framing", sets=2, seed=4).items
    assert not {item.id for item in other_items} & {item.id for item in items}


def test_admissions_are_made_and_marked_as_sensitive(oracle: SwiOracle) -> None:
    made_items = make(oracle, "admissions", kind="attribute,choice", sets=2, profile=Profile.PAPER)
    assert {item.domain for item in made_items.items} == {"admissions"}
    assert all(item.sensitive for item in made_items.items if item.kind == "attribute")
    assert made_items.manifest["sensitive_attributes"] == ["first name"]
    assert "first name" in made_items.notices[0]


def test_a_bias_names_its_kind(oracle: SwiOracle) -> None:
    made_items = make(oracle, biases=(Bias.FRAMING,), per_bias=1)
    assert [item.kind for item in made_items.items] == ["framing"]


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"kind": "sequences"}, "--kind sequences"),
        ({"kind": "choice", "biases": (Bias.FRAMING,)}, "no kind in common"),
        ({"biases": (Bias.HINDSIGHT,)}, "no bias hindsight_bias"),
        ({"set_size": "4-6"}, "--set-size 4-6"),
        ({"set_size": "8-6"}, "--set-size 8-6"),
        ({"set_size": "eight"}, "--set-size eight"),
        ({"sets": "-1"}, "--sets -1"),
        ({"sets": "²"}, "--sets ²"),
    ],
)
def test_a_wrong_setting_is_one_line(oracle: SwiOracle, settings: dict[str, Any], problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        make(oracle, **settings)


def test_no_author_is_needed(oracle: SwiOracle) -> None:
    request = ItemRequest(find_domain(), choices=SETTINGS)
    with pytest.raises(InputError, match="--author"):
        asyncio.run(PROTOCOL.make(Making(request, ScriptedModel([]), oracle, load_prompts())))


def test_what_should_not_count_is_read_and_not_admitted(items: tuple[TriageItem, ...]) -> None:
    for item in items:
        check = defined(defined(item.certificate).check("inert_cue"))
        assert check.outcome is Outcome.HOLDS, item.kind
        assert check.reason.endswith("it would count if it were rules"), item.kind


@pytest.mark.parametrize(("kind", "answers"), [("choice", 4), ("framing", 2)])
def test_matters_and_numbers_of_rules_change_from_item_to_item(kind: Kind, answers: int) -> None:
    """A few items are of several matters, and over many items every right answer meets all of them equally often."""
    maker = Maker(read_content(find_domain()), None, Profile.STRICT, 1)  # type: ignore[arg-type]  # plans ask no oracle
    plans = list(maker._plans(kind, 336))
    assert len({plan.policy.matter.name for plan in plans[:3]}) > 1
    assert len({plan.policy.level for plan in plans[:4]}) > 1
    by_matter = Counter((plan.policy.matter.name, plan.right) for plan in plans)
    assert max(by_matter.values()) - min(by_matter.values()) <= 1
    for matter in {plan.policy.matter.name for plan in plans}:
        levels = Counter((plan.policy.level, plan.right) for plan in plans if plan.policy.matter.name == matter)
        assert max(levels.values()) - min(levels.values()) <= 1
        assert len({right for _, right in levels}) == answers
