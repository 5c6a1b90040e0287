"""A whole protocol: a choice among three options, shown plainly and with the last one praised; no programs."""

import re
from collections.abc import Iterator, Sequence

from probe.protocols.base import ItemProtocol, Showing, Simulated
from probe.protocols.conversation import Asking, Conversation, Turn
from probe.protocols.estimating import by_arm_and_run, means
from probe.protocols.questions import conversations_of
from probe.protocols.simulated import subject
from probe.values import About, Arm, Decision, ItemValue, Measure, Message, ModelSpec, Request, StatedItem

PLAIN, PRAISED = Arm("plain"), Arm("praised")


class Menu(StatedItem):
    plain: str
    praise: str

    def arms(self) -> tuple[Arm, ...]:
        return PLAIN, PRAISED

    def text(self, arm: Arm) -> str:
        options = "".join(f"\n{number}. {option}" for number, option in enumerate(self.scale, 1))
        return self.plain + options + (f"\n{self.praise}" if arm == PRAISED else "")


class MenuAsking:
    def question(self, prompts: object, text: str, turn: int) -> tuple[Message, ...]:
        return (Message(role="user", content=f"{text}\nAnswer with a number."),)

    def decisions(self, conversation: Conversation, turn: int, answer: str) -> Sequence[Decision]:
        numbers = re.findall(r"\b[123]\b", answer)
        return (conversation.decision(turn, int(numbers[0]) - 1 if numbers else "unparsed", answer),)


class Menus(ItemProtocol[Menu]):
    name, item_type, prompts = "menus", Menu, ()
    measures = (Measure.difference("pull", "pull of praise", "praised minus plain choices", arms=("praised", "plain")),)

    def conversations(self, items: Sequence[Menu], showing: Showing) -> Iterator[Conversation]:
        def turns_of(item: Menu, arm: Arm, exchanged: bool, mitigation: str) -> tuple[Turn, ...]:
            return (Turn(item.text(arm)),)

        return conversations_of(items, showing, turns_of)

    def asking(self, items: Sequence[Menu], showing: Showing) -> Asking:
        return MenuAsking()

    def shown(self, item: Menu, arm: Arm) -> str:
        return item.text(arm)

    def simulated(self, spec: ModelSpec, items: Sequence[Menu]) -> Simulated:
        if spec.model != "biased":
            return super().simulated(spec, items)

        def answer(item: Menu, about: About, request: Request) -> str:
            return "3" if about.arm == PRAISED else "1"

        return subject(spec, items, answer)

    def values(self, items: Sequence[Menu], decisions: Sequence[Decision]) -> Iterator[ItemValue]:
        def last(item: Menu, decision: Decision) -> float | None:
            return None if decision.decision == "unparsed" else float(decision.decision == 2)

        for item, mitigation, choices in by_arm_and_run(items, decisions, last):
            if arm_means := means(choices, PRAISED, PLAIN):
                yield ItemValue.between(item.id, mitigation, "pull", arm_means)
