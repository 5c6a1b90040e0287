"""A protocol of the tests: sets of numbers, each judged high or low in turn, with a final review of all numbers."""

import hashlib
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar, Literal

from pydantic import JsonValue

from probe.errors import InputError
from probe.prompts import Prompts
from probe.protocols.arguments import MadeItems, Making
from probe.protocols.base import ItemProtocol, Showing
from probe.protocols.conversation import Asking, Conversation, EarlierDecisions, Turn
from probe.values import (
    Arm,
    Bias,
    Choice,
    Decision,
    ItemValue,
    Measure,
    Message,
    ModelSpec,
    Provenance,
    Request,
    StatedItem,
)
from tests.defined import defined

FORWARD, BACKWARD = Arm("forward"), Arm("backward")


class NumberSet(StatedItem):
    """Numbers from 0 to 99; those above 50 are high."""

    protocol: Literal["counting"] = "counting"
    numbers: tuple[int, ...]

    def arms(self) -> tuple[Arm, ...]:
        return FORWARD, BACKWARD


class CountingAsking:
    """Reads ``high`` and ``low``, in a review one word for each number."""

    def question(self, prompts: Prompts, text: str, turn: int) -> tuple[Message, ...]:
        system = (Message(role="system", content="Judge numbers."),) if turn == 0 else ()
        return (*system, Message(role="user", content=text))

    def decisions(self, conversation: Conversation, turn: int, answer: str) -> Sequence[Decision]:
        words = re.findall(r"\b(high|low)\b", answer)
        if not conversation.turns[turn].decides:
            return (conversation.decision(turn, "unparsed", answer),)
        return tuple(
            conversation.decision(turn, _choice(words, index), answer, number=turn + index)
            for index in range(conversation.turns[turn].decides)
        )


def _choice(words: Sequence[str], index: int) -> Choice:
    return ("high", "low").index(words[index]) if index < len(words) else "unparsed"


class Counting(ItemProtocol[NumberSet]):
    """Each set is shown forward and backward; the value is the share of high in one less the other."""

    name = "counting"
    item_type = NumberSet
    prompts = ()
    choices: ClassVar = {"history": ("own", "forced")}
    making: ClassVar = {"sets": "4"}
    measures = (
        Measure(name="order", label="order effect", meaning="the share of high, forward minus backward", kind="points"),
        Measure(name="high", label="share of high", meaning="the share of high", expected=None, kind="share"),
    )

    def conversations(self, items: Sequence[NumberSet], showing: Showing) -> Iterator[Conversation]:
        for item in items:
            for run in range(showing.runs):
                for mitigation in showing.mitigations:
                    for arm in showing.arms:
                        turns = tuple(_turns(item, arm, forced=showing.choices["history"] == "forced"))
                        yield Conversation(item.id, arm, run, turns, mitigation)

    def asking(self, items: Sequence[NumberSet], showing: Showing) -> Asking:
        return CountingAsking()

    def shown(self, item: NumberSet, arm: Arm) -> JsonValue:
        return list(item.numbers)

    def simulated(self, spec: ModelSpec, items: Sequence[NumberSet]) -> Callable[[Request], str]:
        if spec.model != "honest":
            raise InputError(f"{spec}: no such simulated subject")
        shift = float(spec.options.get("shift", "0"))

        def answer(request: Request) -> str:
            about, question = defined(request.about), request.messages[-1].content
            fraction = (
                hashlib.sha256(f"{about.item_id} {about.arm} {about.turn} {request.run}".encode()).digest()[0] / 256
            )
            is_moved = about.arm == "forward" and fraction < shift
            return " ".join(
                "high" if int(number) > 50 or is_moved else "low" for number in re.findall(r"\b\d+\b", question)
            )

        return answer

    def values(self, items: Sequence[NumberSet], decisions: Sequence[Decision]) -> Iterator[ItemValue]:
        values_by_cell: dict[tuple[str, str, Arm], list[int]] = defaultdict(list)
        for decision in decisions:
            if decision.decision != "unparsed":
                values_by_cell[decision.item_id, decision.mitigation, decision.arm].append(decision.decision == 0)
        for (item_id, mitigation, arm), answers in values_by_cell.items():
            yield ItemValue(item_id, mitigation, "high", sum(answers), len(answers))
            if arm == FORWARD and (backward := values_by_cell.get((item_id, mitigation, BACKWARD))):
                shift = sum(answers) / len(answers) - sum(backward) / len(backward)
                yield ItemValue(item_id, mitigation, "order", shift)

    async def make(self, making: Making) -> MadeItems[NumberSet]:
        return MadeItems(tuple(number_set(n) for n in range(int(making.request.choices["sets"]))))


def number_set(seed: int, size: int = 4) -> NumberSet:
    """Return a set of ``size`` numbers."""
    numbers = tuple(hashlib.sha256(f"{seed} {index}".encode()).digest()[0] % 100 for index in range(size))
    return NumberSet(
        bias=Bias("order effect"),
        cluster=f"set {seed // 2}",
        scale=("high", "low"),
        norm="text",
        numbers=numbers,
        provenance=Provenance(author="tests"),
    )


def _turns(item: NumberSet, arm: Arm, *, forced: bool) -> Iterator[Turn]:
    numbers = item.numbers if arm == FORWARD else item.numbers[::-1]
    for index, number in enumerate(numbers):
        yield Turn(f"Is {number} high or low?", forced_answer="high" if forced and index < len(numbers) - 1 else None)
    if not forced:
        yield Turn(_review, decides=len(numbers))
    yield Turn(f"Alone: is {numbers[0]} high or low?", fresh=True, decides=0)


def _review(earlier: EarlierDecisions) -> str:
    return "Review: " + ", ".join(f"{decision.explanation}" for decision in earlier)
