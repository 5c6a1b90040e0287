"""How a wording is shown, and how an answer is read."""

from collections.abc import Iterator, Sequence
from itertools import product

from probe.answers import UnreadableAnswerError, read_choice, read_letter
from probe.prompts import Prompts
from probe.protocols.base import Showing
from probe.protocols.conversation import Conversation, Turn
from probe.protocols.prompts.item import LETTERS, PromptItem
from probe.values import Choice, Decision, Message

EXPLAINED, DIRECT = "decide", "decide_direct"
"""The prompts, which dilemmas have as well: both are choices between two options."""


def conversations(items: Sequence[PromptItem], showing: Showing) -> Iterator[Conversation]:
    """Yield every text as it is shown, item by item, run by run; odd runs of both orders exchange the options."""
    for item in items:
        for run, mitigation in product(range(showing.runs), showing.mitigations):
            exchanged = showing.order == "both" and run % 2 == 1
            for arm in showing.arms:
                question = item.question(arm, exchanged=exchanged)
                if question is not None:
                    yield Conversation(item.id, arm, run, (Turn(question, exchanged=exchanged),), mitigation)


class PromptAsking:
    """How a prompt is asked: with an explanation, or for one letter (an Asking)."""

    def __init__(self, *, direct: bool) -> None:
        self._direct = direct

    def question(self, prompts: Prompts, text: str, turn: int) -> tuple[Message, ...]:
        """Return the messages of the only turn."""
        return prompts.fill(DIRECT if self._direct else EXPLAINED, text=text)

    def decisions(self, conversation: Conversation, turn: int, answer: str) -> tuple[Decision, ...]:
        """Return the option that ``answer`` chooses, as an index on the scale as written."""
        decision, explanation = _read(answer, direct=self._direct)
        if decision != "unparsed" and conversation.turns[turn].exchanged:
            decision = 1 - decision
        return (conversation.decision(turn, decision, explanation),)


def _read(answer: str, *, direct: bool) -> tuple[Choice, str]:
    """Return the place of the chosen option as shown, with the explanation; of an unreadable answer the answer."""
    try:
        if direct:
            return LETTERS.index(read_letter(answer)), ""
        choice = read_choice(answer)
    except UnreadableAnswerError:
        return "unparsed", answer
    return LETTERS.index(choice.letter), choice.explanation
