"""Conversations: the unit of work of an evaluation. A dilemma is a conversation of one turn."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from probe.prompts import Prompts
from probe.values import Arm, Decision, Message

Decided = Sequence[Decision]
"""The decisions of the turns before, in order."""


@dataclass(frozen=True)
class Turn:
    """One question: its text, or a function from the decisions of the turns before to the text.

    The options are shown ``exchanged``, or should have been and were not (``kept_order``). The answer of a ``forced``
    turn is that text: the subject is not asked, and the later turns have it in their history.
    """

    text: str | Callable[[Decided], str]
    exchanged: bool = False
    kept_order: bool = False
    forced: str | None = None

    def text_after(self, decided: Decided) -> str:
        """Return the question as it is asked after ``decided``."""
        return self.text if isinstance(self.text, str) else self.text(decided)


@dataclass(frozen=True)
class Conversation:
    """The questions about one item in one arm and run, under one mitigation, each with those before as its history."""

    item_id: str
    arm: Arm
    run: int
    turns: tuple[Turn, ...]
    mitigation: str = "none"

    @property
    def asked(self) -> tuple[int, ...]:
        """The turns that the subject is asked, by number."""
        return tuple(number for number, turn in enumerate(self.turns) if turn.forced is None)


class Asking(Protocol):
    """How a protocol asks a question and reads its answer."""

    def question(self, prompts: Prompts, text: str, turn: int) -> tuple[Message, ...]:
        """Return the messages that ask ``text`` in a turn; only the first one's begin with a system prompt."""

    def decision(self, conversation: Conversation, turn: int, answer: str) -> Decision:
        """Return the decision in ``answer``, about the options as written; an unreadable answer is unparsed."""
