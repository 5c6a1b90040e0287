"""Conversations: the unit of work of an evaluation. A dilemma is a conversation of one turn."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from probe.answers import shown
from probe.prompts import Prompts
from probe.values import Arm, Choice, Decision, Message, Tool, ToolCall

Decided = Sequence[Decision]
"""The decisions of the turns before, in order."""
EXHAUSTED = "(no decision within"
"""How the answer begins that is recorded where the calls of tools were used up."""


class Toolbox(Protocol):
    """The tools of a turn: what a subject reads with them before it decides with one of them."""

    @property
    def tools(self) -> tuple[Tool, ...]:
        """The tools."""

    @property
    def limit(self) -> int:
        """How many calls the subject has; an answer without a call counts as one too."""

    @property
    def folder(self) -> Mapping[str, str]:
        """The files, by path, for a program that works in a folder instead of calling tools."""

    def result(self, call: ToolCall, remaining: int) -> str:
        """Return what a call returns, an error included; ``remaining`` calls are left after it."""

    def decision(self, call: ToolCall) -> str | None:
        """Return the answer that a call decides for, in the form that Asking reads; None if it does not decide."""

    @property
    def reminder(self) -> str:
        """What an answer that neither calls a tool nor decides is answered with."""

    @property
    def usual(self) -> Sequence[ToolCall]:
        """The calls of a subject that reads everything once, for estimates; the last one decides."""


def exhausted_answer(limit: int) -> str:
    """Return what is recorded as the answer of a subject whose calls were used up before it decided."""
    return f"{EXHAUSTED} {limit} calls)"


def is_exhausted(decision: Decision) -> bool:
    """Whether the subject's calls were used up before it decided."""
    return decision.calls is not None and decision.explanation.startswith(EXHAUSTED)


@dataclass(frozen=True)
class Turn:
    """One question: its text, or a function from the decisions of the turns before to the text.

    The options are shown ``exchanged``, or should have been and were not (``kept_order``). The answer of a ``forced``
    turn is that text: the subject is not asked, and the later turns have it in their history. A ``fresh`` turn has no
    history and no mitigation. Its answer ``decides`` that many questions: none where it prepares a later turn, several
    where it reviews earlier decisions; these have the numbers from its own on, so it is the last turn. With
    ``tools``, the subject may call them before it decides.
    """

    text: str | Callable[[Decided], str]
    exchanged: bool = False
    kept_order: bool = False
    forced: str | None = None
    fresh: bool = False
    decides: int = 1
    tools: Toolbox | None = None

    def text_after(self, decisions: Decided) -> str:
        """Return the question as it is asked after ``decisions``."""
        return self.text if isinstance(self.text, str) else self.text(decisions)


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
        """The numbers of the decisions that the subject is asked for."""
        # Forced turns have numbers too, so that a decision is found by the number of its turn.
        open_turns = ((number, turn) for number, turn in enumerate(self.turns) if turn.forced is None)
        return tuple(number + offset for number, turn in open_turns for offset in range(turn.decides))

    def decision(self, turn: int, decision: Choice, explanation: str, *, number: int | None = None) -> Decision:
        """Return ``decision``, about the options as written, on the question of ``turn`` as a record.

        ``number`` is the turn that is recorded where one question asks for several decisions. The ``explanation`` may
        be a whole answer; one that is too long to be read is not recorded, but the reason is.
        """
        question = self.turns[turn]
        return Decision(
            item_id=self.item_id,
            arm=self.arm,
            run=self.run,
            mitigation=self.mitigation,
            turn=turn if number is None else number,
            decision=decision,
            exchanged=question.exchanged,
            kept_order=question.kept_order,
            explanation=shown(explanation),
        )


class Asking(Protocol):
    """How a protocol asks a question and reads its answer."""

    def question(self, prompts: Prompts, text: str, turn: int) -> tuple[Message, ...]:
        """Return the messages that ask ``text`` in a turn; only the first one's begin with a system prompt."""

    def decisions(self, conversation: Conversation, turn: int, answer: str) -> Sequence[Decision]:
        """Return what ``answer`` decides, about the options as written; an unreadable answer is unparsed.

        There are as many as the turn ``decides``; of one that decides nothing, the answer is an unparsed decision's
        explanation.
        """
