"""What protocols share in asking: the conversations about items, and questions answered with a letter or a label."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product

from probe.answers import UnreadableAnswerError, plain, read_choice, read_letter
from probe.ports import AnyItem
from probe.prompts import Prompts
from probe.protocols.base import ItemProtocol, Showing
from probe.protocols.conversation import Conversation, Turn
from probe.protocols.direct import read_label
from probe.values import Arm, Choice, Decision, Message, index_of


def conversations_of(
    items: Sequence[AnyItem], showing: Showing, turns_of: Callable[[AnyItem, Arm, bool, str], Iterable[Turn]]
) -> Iterator[Conversation]:
    """Yield the conversations item by item and run by run, in the arms that an item has.

    Odd runs of both orders exchange the options. ``turns_of`` returns the turns for an item, an arm, whether options
    are exchanged, and a mitigation; none where nothing is asked.
    """
    for item in items:
        item_arms = set(item.arms())
        for run, mitigation in product(range(showing.runs), showing.mitigations):
            exchanged = showing.order == "both" and run % 2 == 1
            for arm in showing.arms:
                if arm not in item_arms:
                    continue
                if turns := tuple(turns_of(item, arm, exchanged, mitigation)):
                    yield Conversation(item.id, arm, run, turns, mitigation)


class PromptedAsking:
    """How questions are asked with one template, whose name is ``prompt``."""

    def __init__(self, prompt: str) -> None:
        self.prompt = prompt

    def question(self, prompts: Prompts, text: str, turn: int) -> tuple[Message, ...]:
        """Return the prompt for a subject; in a later turn only what the user says."""
        messages = prompts.fill(self.prompt, text=text)
        return messages if turn == 0 else tuple(message for message in messages if message.role != "system")


class LetterAsking(PromptedAsking):
    """How a choice between Option A and Option B is asked, with an explanation or ``direct`` (an Asking)."""

    def __init__(self, prompt: str = "decide", *, direct: bool = False) -> None:
        super().__init__(prompt)
        self._direct = direct

    def decisions(self, conversation: Conversation, turn: int, answer: str) -> tuple[Decision, ...]:
        """Return the decision in ``answer``; its explanation is the whole answer where it is unparsed."""
        decision, explanation = self._read(answer)
        # Recorded for the options as written, so that readers of decisions need not know the order.
        if conversation.turns[turn].exchanged and decision != "unparsed":
            decision = 1 - decision
        return (conversation.decision(turn, decision, explanation),)

    def _read(self, answer: str) -> tuple[Choice, str]:
        """Return the place of the chosen option as shown, with the explanation."""
        try:
            if self._direct:
                return index_of(read_letter(answer)), ""
            choice = read_choice(answer)
        except UnreadableAnswerError:
            return "unparsed", answer
        return index_of(choice.letter), choice.explanation


class LabelAsking(PromptedAsking):
    """How a question about ``items`` is asked for the label of one option (an Asking)."""

    def __init__(self, prompt: str, protocol: ItemProtocol[AnyItem], items: Sequence[AnyItem]) -> None:
        super().__init__(prompt)
        self._protocol = protocol
        self._items = {item.id: item for item in items}

    def decisions(self, conversation: Conversation, turn: int, answer: str) -> tuple[Decision, ...]:
        """Return the option whose label the answer is, as an index on the scale as written."""
        labels = self._protocol.labels(self._items[conversation.item_id], conversation.arm)
        decision = read_label(plain(answer), labels[::-1] if conversation.turns[turn].exchanged else labels)
        return (conversation.decision(turn, decision, "" if decision != "unparsed" else answer),)
