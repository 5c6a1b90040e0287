"""A whole protocol: a choice among three options, shown plainly and with the last one praised; no programs."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from probe.protocols.base import ItemProtocol, Showing, Simulated
from probe.protocols.conversation import Asking, Conversation, Turn
from probe.values import Arm, Decision, ItemValue, Measure, Message, ModelSpec, Request, StatedItem

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
    name, prompts = "menus", ()
    measures = (
        Measure(
            name="pull",
            label="pull of praise",
            meaning="praised minus plain choices",
            kind="points",
            arms=("praised", "plain"),
        ),
    )

    def read(self, content: Mapping[str, object]) -> Menu:
        return Menu.model_validate(content)

    def conversations(self, items: Sequence[Menu], showing: Showing) -> Iterator[Conversation]:
        for item in items:
            for run in range(showing.runs):
                for mitigation in showing.mitigations:
                    for arm in showing.arms:
                        yield Conversation(item.id, arm, run, (Turn(item.text(arm)),), mitigation)

    def asking(self, items: Sequence[Menu], showing: Showing) -> Asking:
        return MenuAsking()

    def shown(self, item: Menu, arm: Arm) -> str:
        return item.text(arm)

    def simulated(self, spec: ModelSpec, items: Sequence[Menu]) -> Simulated:
        if spec.model != "biased":
            return super().simulated(spec, items)

        def answer(request: Request) -> str:
            return "3" if request.about is not None and request.about.arm == PRAISED else "1"

        return answer

    def values(self, items: Sequence[Menu], decisions: Sequence[Decision]) -> Iterator[ItemValue]:
        last: dict[tuple[str, str, Arm], list[bool]] = defaultdict(list)
        for one in decisions:
            if one.decision != "unparsed":
                last[one.item_id, one.mitigation, one.arm].append(one.decision == 2)
        for (item_id, mitigation, arm), chosen in last.items():
            if arm == PRAISED and (plain := last.get((item_id, mitigation, PLAIN))):
                yield ItemValue.between(
                    item_id, mitigation, "pull", (sum(chosen) / len(chosen), sum(plain) / len(plain))
                )
