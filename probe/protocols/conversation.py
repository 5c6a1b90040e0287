"""Conversations: the unit of work of an evaluation. A dilemma is a conversation of one turn."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from probe.answers import shown
from probe.prompts import Prompts
from probe.values import Arm, Choice, Decision, Message, Tool, ToolCall

EarlierDecisions = Sequence[Decision]
"""The decisions of the earlier turns, in order."""
EXHAUSTED = "(no decision within"
"""The beginning of the answer that is recorded when a subject used up its tool calls."""


class Toolbox(Protocol):
    """The tools of a turn: a subject reads with them, then decides with one of them."""

    @property
    def tools(self) -> tuple[Tool, ...]:
        """The tools."""

    @property
    def limit(self) -> int:
        """The number of calls that the subject has; an answer without a call counts as one."""

    @property
    def folder(self) -> Mapping[str, str]:
        """The files, by path, for a program that works in a folder instead of calling tools."""

    def result(self, call: ToolCall, remaining: int) -> str:
        """Return what a call returns, an error included; ``remaining`` calls are left after it."""

    def decision(self, call: ToolCall) -> str | None:
        """Return the decision of a call as an answer that Asking reads, None if the call does not decide."""

    @property
    def reminder(self) -> str:
        """The reply to an answer that neither calls a tool nor decides."""

    @property
    def usual_calls(self) -> Sequence[ToolCall]:
        """The calls of a subject that reads everything once, for estimates; the last one decides."""


def exhausted_answer(limit: int) -> str:
    """Return what is recorded as the answer of a subject whose calls were used up before it decided."""
    return f"{EXHAUSTED} {limit} calls)"


def is_exhausted(decision: Decision) -> bool:
    """Whether the subject's calls were used up before it decided."""
    return decision.calls is not None and decision.explanation.startswith(EXHAUSTED)


@dataclass(frozen=True)
class Turn:
    """One question: its text, or a function that makes the text from the decisions of the earlier turns.

    ``exchanged``: the options are shown in the other order; ``kept_order``: they could not be exchanged. With a
    ``forced_answer``, the subject is not asked: this text is its answer in the history of later turns. A ``fresh``
    turn has no history and no mitigation. ``decides`` is the number of decisions in the answer: 0 if the turn prepares
    a later one, several if it reviews earlier decisions. A review is the last turn: its decisions are numbered from
    its own number on. With ``tools``, the subject may call them before it decides.
    """

    text: str | Callable[[EarlierDecisions], str]
    exchanged: bool = False
    kept_order: bool = False
    forced_answer: str | None = None
    fresh: bool = False
    decides: int = 1
    tools: Toolbox | None = None

    def text_after(self, decisions: EarlierDecisions) -> str:
        """Return the question as it is asked after ``decisions``."""
        return self.text if isinstance(self.text, str) else self.text(decisions)


@dataclass(frozen=True)
class Conversation:
    """The questions about one item in one arm and run, under one mitigation; each has the earlier ones as history."""

    item_id: str
    arm: Arm
    run: int
    turns: tuple[Turn, ...]
    mitigation: str = "none"

    @property
    def asked_turns(self) -> tuple[int, ...]:
        """The numbers of the decisions that the subject is asked for."""
        # Forced turns have numbers too, so that the number of its turn identifies a decision.
        open_turns = ((number, turn) for number, turn in enumerate(self.turns) if turn.forced_answer is None)
        return tuple(number + offset for number, turn in open_turns for offset in range(turn.decides))

    def decision(self, turn: int, decision: Choice, explanation: str, *, number: int | None = None) -> Decision:
        """Return the record of ``decision``, an index of the options as written, on the question of ``turn``.

        ``number`` is the turn to record where one question asks for several decisions. The ``explanation`` may be a
        whole answer; in place of one that is too long to be read, the record has the reason.
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
        """Return the decisions in ``answer`` as indices of the options as written; unreadable ones are unparsed.

        There are as many as the turn ``decides``. For a turn that decides nothing, the only decision is unparsed and
        has the answer as its explanation.
        """
