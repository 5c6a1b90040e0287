"""Sets as conversations: orders, histories that are fixed, the profile alone, a review at the end."""

from itertools import pairwise
from typing import Any

import pytest
from pydantic import ValidationError

from probe.errors import InputError
from probe.protocols.base import Showing
from probe.protocols.conversation import Conversation
from probe.protocols.dilemmas.protocol import DilemmaProtocol
from probe.protocols.triage.items import TriageItem
from probe.protocols.triage.orders import latin_square
from probe.protocols.triage.reading import read_decision, read_review
from probe.values import Arm
from tests.defined import defined
from tests.protocols.triage.made import PROTOCOL, a_choice, a_form, a_set, an_attribute

WORDS = (("MERGE", 0), ("SEND BACK", 1))
LETTERS = (("A", 0), ("B", 1), ("C", 2), ("D", 3))


def conversations(items: list[TriageItem], showing: Showing) -> list[Conversation]:
    return list(PROTOCOL.conversations(items, PROTOCOL.complete_showing(items, showing)))


def by_arm(item: TriageItem, history: str, **options: object) -> dict[str, Conversation]:
    showing = Showing(runs=1, choices={"history": history}, **options)  # type: ignore[arg-type]
    return {conversation.arm: conversation for conversation in conversations([item], showing)}


@pytest.mark.parametrize("size", range(5, 11))
def test_every_profile_is_at_every_place_once_in_a_latin_square(size: int) -> None:
    square = latin_square(size)
    assert len(square) == size
    for position in range(size):
        assert sorted(row[position] for row in square) == list(range(size))
    if size % 2 == 0:
        successions = {pair for row in square for pair in pairwise(row)}
        assert len(successions) == size * (size - 1)


def test_a_set_is_shown_in_all_orders_and_each_profile_alone() -> None:
    item = a_set("one", 6)
    conversations_by_arm = by_arm(item, "own")
    orders = {arm: conversation for arm, conversation in conversations_by_arm.items() if not arm.startswith("alone_")}
    assert list(orders) == [
        "random_1", "random_1_reversed", "random_2", "random_2_reversed", *(f"latin_{number}" for number in range(1, 7))
    ]  # fmt: skip
    for position in range(6):
        texts = [str(conversations_by_arm[f"latin_{number}"].turns[position].text) for number in range(1, 7)]
        assert sorted(text.split("Request ")[1][0] for text in texts) == list("012345")
    assert [len(conversations_by_arm[f"alone_{number}"].turns) for number in range(1, 7)] == [1] * 6
    session = conversations_by_arm["random_1"]
    assert item.instructions in str(session.turns[0].text)
    assert all(item.instructions not in str(turn.text) for turn in session.turns[1:])


def test_valid_histories_hold_right_answers_of_one_kind_and_equal_length() -> None:
    item = a_set("one", 7)
    conversations_by_arm = by_arm(item, "forced")
    for number in range(1, 8):
        lengths = set()
        for arm, answer in (("after_accepted", "MERGE"), ("after_rejected", "SEND BACK")):
            turns = conversations_by_arm[f"{arm}_{number}"].turns
            lengths.add(len(turns))
            *before, target = turns
            assert target.forced_answer is None
            assert f"Request {number - 1}" in str(target.text)
            for turn in before:
                profile_number = int(str(turn.text).split("Request ")[1][0])
                assert defined(turn.forced_answer).endswith(f"Decision: {answer}")
                assert item.profiles[profile_number].right == ("MERGE", "SEND BACK").index(answer)
                assert profile_number != number - 1
        assert len(lengths) == 1
    answers = [
        turn.forced_answer.rsplit(": ", 1)[1]
        for turn in conversations_by_arm["alternating_1"].turns
        if turn.forced_answer
    ]
    assert answers == ["MERGE", "SEND BACK"] * 3
    assert not set(conversations_by_arm) & {Arm("random_1"), Arm("latin_1")}


def test_without_predecessors_of_both_kinds_there_is_no_valid_history() -> None:
    assert not {"after_accepted_1", "after_rejected_1"} & set(map(str, a_set("one", 5, acceptances=0).arms()))


def test_odd_runs_name_both_answers_the_other_way_round() -> None:
    items = [a_form("one"), a_choice("two")]
    turns_by_run = {
        (conversation.arm, conversation.run): conversation.turns[0]
        for conversation in conversations(items, Showing(runs=2))
    }
    assert str(turns_by_run[Arm("admitting"), 0].text).endswith("Answer with MERGE or SEND BACK.")
    assert str(turns_by_run[Arm("admitting"), 1].text).endswith("Answer with SEND BACK or MERGE.")
    assert turns_by_run[Arm("admitting"), 1].exchanged
    assert str(turns_by_run[Arm("neutral_2"), 1].text).endswith("Answer with A, B, C or D.")
    assert not turns_by_run[Arm("neutral_2"), 1].exchanged


def test_a_review_lists_every_decision_and_may_change_each() -> None:
    item = a_set("one", 5)
    conversations_by_arm = by_arm(item, "all", mitigations=("review",))
    assert not any(arm.startswith(("after_", "all_", "alternating_")) for arm in conversations_by_arm)
    session = conversations_by_arm["random_1"]
    assert len(session.turns) == 6
    assert session.asked_turns == tuple(range(10))
    asking = PROTOCOL.asking([item], Showing())
    decisions = [asking.decisions(session, turn, "Decision: MERGE")[0] for turn in range(4)]
    decisions.append(asking.decisions(session, 4, "no idea")[0])
    text = session.turns[5].text_after(decisions)
    assert text.count("Your decision: MERGE") == 4
    assert text.count("Your decision: unreadable") == 1
    final = asking.decisions(session, 5, "\n".join(f"Decision {number}: SEND BACK" for number in (1, 2, 3, 5)))
    assert [decision.turn for decision in final] == [5, 6, 7, 8, 9]
    assert [decision.decision for decision in final] == [1, 1, 1, "unparsed", 1]


def test_only_protocols_with_sessions_have_a_review() -> None:
    with pytest.raises(InputError, match="--mitigation review"):
        DilemmaProtocol().complete_showing([], Showing(mitigations=("bias-warning+review",)))


@pytest.mark.parametrize(
    ("answer", "decision"),
    [
        ("Explanation: fine.\nDecision: MERGE", 0),
        ("**Decision:** _Send back_.", 1),
        ("Decision: send_back", 1),
        ("merge", 0),
        ("Decision: MERGE or SEND BACK", "unparsed"),
        ("Decision: do not MERGE", "unparsed"),
        ("Decision: MERGE\nDecision: SEND BACK", "unparsed"),
        ("I would MERGE it, because SEND BACK is slow", "unparsed"),
        ("", "unparsed"),
        ("Decision: ＭＥＲＧＥ", "unparsed"),
    ],
)
def test_an_answer_is_read_or_unparsed_and_never_guessed(answer: str, decision: object) -> None:
    assert read_decision(answer, WORDS) == decision


@pytest.mark.parametrize(
    ("answer", "decision"),
    [("Decision: B", 1), ("Decision: Option C", 2), ("Decision: D. Tamber", 3), ("Decision: E", "unparsed"),
     ("Decision: A library", "unparsed"), ("Decision: Tamber", "unparsed")],
)  # fmt: skip
def test_a_choice_is_read_by_its_letter(answer: str, decision: object) -> None:
    assert read_decision(answer, LETTERS) == decision


def test_a_review_of_one_decision_may_have_no_number() -> None:
    assert read_review("Decision: SEND BACK", WORDS, 1) == [1]
    assert read_review("Decision 1: MERGE\nDecision 1: SEND BACK", WORDS, 1) == ["unparsed"]
    assert read_review("Decision 99999: MERGE", WORDS, 2) == ["unparsed", "unparsed"]


def test_the_decision_is_about_the_option_and_not_its_place() -> None:
    item = a_choice("one")
    showing = PROTOCOL.complete_showing([item], Showing(runs=1))
    conversations_by_arm = {conversation.arm: conversation for conversation in PROTOCOL.conversations([item], showing)}
    asking = PROTOCOL.asking([item], showing)
    decisions = [
        asking.decisions(conversations_by_arm[Arm(f"neutral_{turn}")], 0, "Decision: A")[0].decision
        for turn in range(1, 5)
    ]
    assert decisions == [0, 1, 2, 3]
    with pytest.raises(InputError, match="none of these items is a set"):
        PROTOCOL.complete_showing([item], Showing(runs=1, choices={"history": "forced"}))


@pytest.mark.parametrize(
    ("edit", "problem"),
    [
        ({"orders": {"random_1": [0, 1, 2, 3]}}, "does not show every profile once"),
        ({"orders": {"alone_1": [0, 1, 2, 3, 4]}}, "is not a valid name for an order"),
        ({"orders": {}}, "needs orders"),
        ({"profiles": []}, "at least 1 item"),
        ({"protocol": "templates"}, "of the protocol templates"),
        ({"scale": ["A", "B", "C"]}, "two answers"),
        ({"right": 2}, "the scale has 2"),
    ],
)
def test_an_edited_set_is_refused(edit: dict[str, Any], problem: str) -> None:
    content: dict[str, Any] = a_set("one", 5).model_dump(mode="json", exclude={"id"})
    with pytest.raises((ValidationError, InputError), match=problem):
        PROTOCOL.read({**content, **edit})


@pytest.mark.parametrize("item", [a_form("one"), an_attribute("one"), a_choice("one")], ids=lambda item: item.kind)
def test_an_edited_question_is_refused(item: TriageItem) -> None:
    content = item.model_dump(mode="json", exclude={"id"})
    arm = next(iter(content["questions"]))
    for question in ({"words": ["YES", "YES"]}, {"decisions": [0]}, {"decisions": [0, 9]}):
        edited_questions = {**content["questions"], arm: {**content["questions"][arm], **question}}
        with pytest.raises(ValidationError):
            PROTOCOL.read({**content, "questions": edited_questions})
    assert PROTOCOL.read(item.model_dump(mode="json")) == item


def test_everything_that_a_subject_sees_identifies_an_arm() -> None:
    item = a_set("one", 5)
    shown_contents = [PROTOCOL.shown(item, arm) for arm in item.arms()]
    assert all(shown_contents)
    assert PROTOCOL.shown(item, Arm("neutral")) is None
    assert len({str(content) for content in shown_contents}) > len(shown_contents) / 2
