"""What a subject is shown, and how its answers count."""

from collections.abc import Sequence

import pytest

from probe.errors import BudgetError, InputError, ModelFault
from probe.grammar import GrammarAuthor
from probe.measuring.conversing import Evaluator, Measurement
from probe.measuring.evaluate import EvaluateCommand, questions
from probe.measuring.mitigations import choose_strategies
from probe.models import ScriptedModel
from probe.prompts import load_prompts
from probe.protocols.base import Showing
from probe.protocols.dilemmas.protocol import DEFAULT_ARMS, DilemmaProtocol
from probe.protocols.questions import LetterAsking
from probe.values import Arm, Bias, Controls, Dilemma, ModelSpec, Request
from probe.values.base import FACTS_BY_CUE
from probe.values.texts import exchange_options
from tests.grammar.composed import pair_of
from tests.measuring.memory import DecisionMemory
from tests.measuring.questions import conversations


def hints(pairs: Sequence[Dilemma], *arms: Arm) -> tuple[str, ...]:
    """Return the hints about pairs that are shown once in these arms, by default in the usual ones."""
    return DilemmaProtocol().hints(pairs, Showing(runs=1, arms=arms or DEFAULT_ARMS))


async def measure(settings: Showing, subject: ScriptedModel, store: DecisionMemory, item: Dilemma) -> Measurement:
    evaluator = Evaluator(LetterAsking(), subject, load_prompts(), store)
    return await evaluator.run(list(conversations([item], settings)))


def test_odd_runs_show_the_options_exchanged_in_all_arms(pair: Dilemma) -> None:
    shown_conversations = list(conversations([pair], Showing(runs=3)))
    assert [
        (conversation.run, conversation.arm, conversation.turns[0].exchanged) for conversation in shown_conversations
    ] == [
        (0, Arm.UNBIASED, False),
        (0, Arm.BIASED, False),
        (1, Arm.UNBIASED, True),
        (1, Arm.BIASED, True),
        (2, Arm.UNBIASED, False),
        (2, Arm.BIASED, False),
    ]
    assert shown_conversations[2].turns[0].text == exchange_options(str(shown_conversations[0].turns[0].text))


def test_as_written_shows_nothing_exchanged(pair: Dilemma) -> None:
    shown_conversations = conversations([pair], Showing(runs=2, order="as-written"))
    assert not any(
        conversation.turns[0].exchanged or conversation.turns[0].kept_order for conversation in shown_conversations
    )


def test_a_dilemma_that_cannot_be_exchanged_keeps_its_order_and_says_so(pair: Dilemma) -> None:
    """Both arms have the same order; otherwise the comparison would be between orders."""
    unexchangeable = Dilemma.model_validate({**pair.model_dump(), "id": "", "biased": pair.biased + " B?"})
    shown_conversations = [
        conversation for conversation in conversations([unexchangeable], Showing(runs=2)) if conversation.run == 1
    ]
    assert [
        (conversation.turns[0].exchanged, conversation.turns[0].kept_order) for conversation in shown_conversations
    ] == [(False, True), (False, True)]


def test_the_2_by_2_of_facts_and_cue_is_shown_where_it_is_asked_for() -> None:
    """All four arms of a composed dilemma, exchanged together; twins double the cost, so they are not a default."""
    pair = pair_of(GrammarAuthor({"mode": "closed-book", "depth": "3"}, seed=5).candidate(Bias.FRAMING, 0))
    arms = DilemmaProtocol().chosen_arms(["twin_biased", "twin", "unbiased", "biased"], [pair])
    assert arms == FACTS_BY_CUE
    shown_conversations = list(conversations([pair], Showing(runs=2, arms=arms)))
    assert [
        (conversation.run, conversation.arm, conversation.turns[0].exchanged) for conversation in shown_conversations
    ] == [(run, arm, run == 1) for run in range(2) for arm in FACTS_BY_CUE]
    assert [conversation.turns[0].text for conversation in shown_conversations[2:4]] == [
        pair.text(Arm.TWIN),
        pair.text(Arm.TWIN_BIASED),
    ]
    assert any(",".join(FACTS_BY_CUE) in hint for hint in hints([pair]))
    assert not any(",".join(FACTS_BY_CUE) in hint for hint in hints([pair], *arms))
    without_twin = pair.model_copy(update={"twin": None})
    assert not any(Arm.TWIN in hint for hint in hints([pair, without_twin]))


def test_a_placebo_that_would_not_be_shown_is_named_beside_the_arms_that_are() -> None:
    pair = pair_of(GrammarAuthor({"mode": "closed-book", "depth": "3"}, seed=5).candidate(Bias.FRAMING, 0))
    pair = pair.model_copy(update={"twin": None})
    (hint,) = hints([pair])
    assert "--arms unbiased,biased,placebo " in hint
    assert not hints([pair], *DEFAULT_ARMS, Arm.PLACEBO)
    assert not hints([pair, pair.model_copy(update={"controls": Controls()})])


def test_an_arm_that_no_pair_has_is_rejected(pair: Dilemma) -> None:
    with pytest.raises(InputError, match="twin"):
        DilemmaProtocol().chosen_arms(["unbiased", "biased", "twin"], [pair])


def test_an_arm_that_a_pair_lacks_is_left_out(pair: Dilemma) -> None:
    pair = pair.model_copy(update={"controls": None})
    settings = Showing(runs=1, arms=(Arm.UNBIASED, Arm.BIASED, Arm.PLACEBO))
    assert [conversation.arm for conversation in conversations([pair], settings)] == [Arm.UNBIASED, Arm.BIASED]


async def test_decisions_are_mapped_back_to_the_text_as_written(pair: Dilemma) -> None:
    """A subject that always takes the first option decides A and B in turn."""
    store = DecisionMemory()
    subject = ScriptedModel(lambda request: "Explanation: first\nDecision: Option A")
    await measure(Showing(runs=2), subject, store, pair)
    assert {(decision.run, decision.letter, decision.exchanged) for decision in store.kept} == {
        (0, "A", False),
        (1, "B", True),
    }


async def test_an_unreadable_answer_is_a_result_and_is_not_asked_again(pair: Dilemma) -> None:
    store, subject = DecisionMemory(), ScriptedModel(lambda request: "I would rather not say.")
    measurement = await measure(Showing(runs=1), subject, store, pair)
    assert measurement.unanswered_count == 0
    assert len(subject.requests) == 2
    assert {decision.decision for decision in store.kept} == {"unparsed"}
    assert store.kept[0].explanation == "I would rather not say."


async def test_a_fault_is_not_an_answer_and_the_question_is_asked_again(pair: Dilemma) -> None:
    """Nothing is scored wrong because a request failed; the next session asks only for what is missing."""
    store, failing_calls = DecisionMemory(), {1}

    def answer(request: Request) -> str | ModelFault:
        return ModelFault("no answer") if request.run in failing_calls else "Decision: Option A"

    subject = ScriptedModel(answer)
    measurement = await measure(Showing(runs=2), subject, store, pair)
    assert (measurement.question_count, measurement.unanswered_count, measurement.reason) == (4, 2, "no answer")
    failing_calls.clear()
    subject.requests.clear()
    measurement = await measure(Showing(runs=2), subject, store, pair)
    assert measurement.unanswered_count == 0
    assert [request.run for request in subject.requests] == [1, 1]


@pytest.mark.parametrize("note", ["Option B is sound.", "best(option_A)."])
def test_axioms_that_name_an_option_keep_the_order(pair: Dilemma, note: str) -> None:
    """With exchanged options they would claim the opposite; without them the options are exchanged."""
    pair = pair.model_copy(update={"axioms_note": note})
    command = EvaluateCommand(
        subject=ModelSpec.parse("x/y"),
        items=[pair],
        settings=Showing(runs=2),
        strategies=choose_strategies(["none", "axioms-words"]),
    )
    shown_conversations = [conversation for conversation in questions(command) if conversation.run == 1]
    assert [
        (conversation.mitigation, conversation.turns[0].exchanged, conversation.turns[0].kept_order)
        for conversation in shown_conversations
    ] == [
        ("none", True, False),
        ("none", True, False),
        ("axioms-words", False, True),
        ("axioms-words", False, True),
    ]


async def test_what_could_not_be_read_or_exchanged_is_counted(pair: Dilemma) -> None:
    subject = ScriptedModel(
        lambda request: "?" if pair.biased in request.messages[-1].content else "Decision: Option A"
    )
    settings = Showing(runs=2, fixed_items=[("none", pair.id)])
    measurement = await measure(settings, subject, DecisionMemory(), pair)
    assert measurement.decided_counts == {Arm.UNBIASED: 2, Arm.BIASED: 2}
    assert measurement.unparsed_counts == {Arm.BIASED: 2}
    assert measurement.kept_order_count == 2


async def test_a_spent_budget_ends_the_work_and_keeps_what_was_decided(pair: Dilemma) -> None:
    def answer(request: Request) -> str | BudgetError:
        return BudgetError("REASON") if request.run else "Decision: Option A"

    store = DecisionMemory()
    measurement = await measure(Showing(runs=2), ScriptedModel(answer), store, pair)
    assert measurement.end_reason == "REASON"
    assert (measurement.question_count, measurement.unanswered_count) == (4, 4 - len(store.kept))


def test_two_runs_that_give_no_noise_floor_are_named_before_the_first_question() -> None:
    """Both orders in two runs show each order once; one run or one order is not an attempt to measure noise."""
    protocol = DilemmaProtocol()
    (hint,) = protocol.hints([], Showing(runs=2))
    assert "--runs 4" in hint
    for showing in (
        Showing(runs=1),
        Showing(runs=4),
        Showing(runs=2, order="as-written"),
        Showing(runs=2, direct=True),
    ):
        assert not protocol.hints([], showing)
