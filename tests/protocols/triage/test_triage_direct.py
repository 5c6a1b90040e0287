"""Triage answered directly: the label of an answer at each turn, with the probabilities of all answers."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from statistics import fmean

import pytest

from probe.analysis.triage import orders
from probe.errors import InputError
from probe.measuring.conversing import Evaluator
from probe.models import ScriptedModel
from probe.prompts import load_prompts
from probe.protocols.base import Showing
from probe.protocols.triage.items import ArmQuestion, TriageItem
from probe.protocols.triage.values import seen_decisions, values
from probe.values import Answer, Arm, Decision, ModelSpec, Request
from tests.measuring.memory import DecisionMemory
from tests.protocols.triage.made import PROTOCOL, a_choice, a_form, a_set, an_attribute

Subject = Callable[[Request], str | Answer]


def chances(answer: str, **by_label: float) -> Answer:
    """Return an answer with these probabilities; an underscore before a number makes it a keyword."""
    return Answer(text=answer, logprobs={label.strip("_"): math.log(chance) for label, chance in by_label.items()})


async def direct_decisions(
    items: Sequence[TriageItem], subject: Subject, *, history: str = "own", arms: tuple[str, ...] = ("",)
) -> tuple[list[Decision], list[Request]]:
    """Return the decisions in the arms whose names begin as given, and the requests."""
    choices = {"history": history} if any(item.kind == "sequence" for item in items) else {}
    showing = PROTOCOL.settled(items, Showing(runs=2, direct=True, choices=choices))
    showing = replace(showing, arms=tuple(arm for arm in showing.arms if arm.startswith(arms)))
    model, store = ScriptedModel(subject), DecisionMemory()
    weighing = PROTOCOL.weighing(items, showing)
    evaluator = Evaluator(PROTOCOL.asking(items, showing), model, load_prompts(), store, weighing=weighing)
    measurement = await evaluator.run(list(PROTOCOL.conversations(items, showing)))
    assert measurement.stopped is None
    return store.kept, model.requests


def simulated(spec: str, items: Sequence[TriageItem]) -> Subject:
    return PROTOCOL.simulated(ModelSpec.parse(f"simulated/{spec}"), items)


def means(items: Sequence[TriageItem], decisions: Sequence[Decision], measure: str) -> float:
    item_values = [item_value for item_value in values(items, decisions) if item_value.measure == measure]
    return sum(item_value.value for item_value in item_values) / sum(item_value.weight for item_value in item_values)


async def test_later_turns_show_the_most_probable_answer_and_not_the_one_that_was_drawn() -> None:
    item = a_set("s", 5)
    decisions, requests = await direct_decisions([item], lambda _: chances("2", _1=0.7, _2=0.2), arms=("random_1",))
    plain_decisions = [decision for decision in decisions if decision.arm == "random_1" and not decision.exchanged]
    assert [decision.decision for decision in plain_decisions] == [0] * 5
    assert plain_decisions[0].probabilities == pytest.approx((0.7, 0.2))
    [last] = [
        request for request in requests if request.about and (request.about.arm, request.about.turn) == ("random_1", 4)
    ][:1]
    assert [message.content for message in last.messages if message.role == "assistant"] == ["1"] * 4
    assert last.top_logprobs


async def test_exchanged_answers_have_the_labels_in_the_other_order() -> None:
    decisions, requests = await direct_decisions(
        [a_form("f")], lambda _: chances("1", _1=0.9, _2=0.1), arms=("rejecting_yes_no",)
    )
    texts = [request.messages[-1].content for request in requests]
    assert [text.split("\n\n")[1] for text in texts] == ["Option 1: YES\nOption 2: NO", "Option 1: NO\nOption 2: YES"]
    probabilities_by_order = {decision.exchanged: decision.probabilities for decision in decisions}
    assert probabilities_by_order[False] == pytest.approx((0.1, 0.9)), (
        "YES, send it back, is the second answer of the scale"
    )
    assert probabilities_by_order[True] == pytest.approx((0.9, 0.1))


async def test_fixed_answers_are_labels_as_well() -> None:
    item = a_set("s", 5)
    _, requests = await direct_decisions(
        [item], lambda _: chances("1", _1=1.0), history="forced", arms=("alternating_5",)
    )
    histories = {
        bool(request.about and request.about.exchanged): [
            message.content for message in request.messages if message.role == "assistant"
        ]
        for request in requests
    }
    assert histories == {False: ["1", "2", "1", "2"], True: ["2", "1", "2", "1"]}


async def test_a_choice_is_answered_with_the_letter_of_its_text_wherever_an_option_is() -> None:
    """The first place holds another option in each rotation, so a subject led by place has no favourite option."""
    items = [a_choice("c")]
    decisions, requests = await direct_decisions(items, lambda _: chances("A", A=0.4, B=0.3, C=0.2, D=0.1))
    assert requests[0].messages[-1].content.endswith("Answer with Option A, Option B, Option C or Option D.")
    rotations = [
        decision.probabilities or ()
        for decision in decisions
        if decision.arm.startswith("neutral") and decision.run == 0
    ]
    assert [fmean(column) for column in zip(*rotations, strict=True)] == pytest.approx([0.25] * 4)
    assert means(items, decisions, "primacy") == pytest.approx(0.2)
    assert means(items, decisions, "effect") == pytest.approx(0)
    assert means(items, decisions, "errors") == pytest.approx(0.75)


@pytest.mark.parametrize(
    ("spec", "make", "measure", "expected"),
    [
        ("frame?shift=0.3&noise=0.1", a_form, "effect", 0.3),
        ("yes?bias=0.4&noise=0.1", a_form, "yes_bias", 0.4),
        ("attribute?shift=0.25&noise=0.1", an_attribute, "effect", 0.25),
        ("attribute?shift=0.25&noise=0.1", an_attribute, "placebo_difference", 0.0),
        ("status-quo?pull=0.4", a_choice, "effect", 0.4),
        ("place?slope=0.2", a_choice, "primacy", 0.1),
        ("rational?noise=0.1", an_attribute, "errors", 0.1),
    ],
)
async def test_planted_effects_are_found_without_sampling_noise(
    spec: str, make: Callable[[str], TriageItem], measure: str, expected: float
) -> None:
    items = [make("one")]
    decisions, _ = await direct_decisions(items, simulated(spec, items))
    assert means(items, decisions, measure) == pytest.approx(expected)


async def test_planted_effects_in_sets_are_found_with_every_history() -> None:
    items = [a_set("one", 6), a_set("other", 6, first=1)]
    carried_decisions, _ = await direct_decisions(items, simulated("carry?strength=0.4", items), history="forced")
    assert means(items, carried_decisions, "effect") == pytest.approx(0.4)
    assert means(items, carried_decisions, "fixed_history") == pytest.approx(0.4)
    placed_decisions, _ = await direct_decisions(items, simulated("place?slope=0.05", items))
    assert means(items, placed_decisions, "place_slope") == pytest.approx(0.05)
    assert means(items, placed_decisions, "errors") == pytest.approx(0.125)
    assert not [item_value for item_value in values(items, placed_decisions) if item_value.measure == "repeat_noise"], (
        "nothing is drawn"
    )


def test_kappa_is_the_expected_agreement_of_decisions_drawn_from_the_probabilities() -> None:
    item = a_set("s", 5)

    def decision_at(order: int, profile: int, chance: float) -> Decision:
        arm = Arm(f"latin_{order}")
        turn = item.orders[arm].index(profile)
        chances = chance, 1 - chance
        return Decision(item_id=item.id, arm=arm, run=0, turn=turn, decision=int(chance < 0.5), probabilities=chances)

    decisions = [decision_at(order, profile, 0.5) for order in (1, 2) for profile in (0, 1)]
    assert orders.kappa(list(seen_decisions([item], decisions))) == pytest.approx(0.0)


def test_a_review_asks_for_several_decisions_and_cannot_be_answered_with_one_label() -> None:
    with pytest.raises(InputError, match="--mitigation review"):
        PROTOCOL.complete_showing([a_set("s")], Showing(direct=True, mitigations=("none", "review")))
    PROTOCOL.complete_showing([a_set("s")], Showing(direct=True, mitigations=("none", "control:review")))


def test_a_question_without_a_word_for_each_option_is_refused_in_one_line() -> None:
    item = a_choice("c")
    lacking = ArmQuestion(text="C or D?", words=("C", "D"), decisions=(2, 3))
    item = item.model_copy(update={"questions": {"neutral_1": lacking}})
    with pytest.raises(InputError, match=f"{item.id} neutral_1"):
        PROTOCOL.labels(item, Arm("neutral_1"))
