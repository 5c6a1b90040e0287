"""Show workspaces as conversations, and read how they end."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from probe.answers import UnreadableAnswerError, read_choice
from probe.prompts import Prompts
from probe.protocols.base import Showing
from probe.protocols.conversation import Conversation, Turn
from probe.protocols.workspaces.item import CUE_PLACES, PASTED, CuePlace, WorkspaceItem
from probe.protocols.workspaces.tools import LETTERS, Workspace
from probe.values import Arm, Choice, Decision, Message

PROMPT = "workspace"
CHOICES: Mapping[str, tuple[str, ...]] = {
    "cue": CUE_PLACES,
    "search": ("yes", "no"),
    "budget": ("ample", "tight"),
}
"""The settings of an evaluation with their values, the usual one first."""
EARLIER = "Before I send you the task, a word on what it is about: a choice in our team."
REPLY = "I understand. Please send me the task."
"""The earlier turn that may have a cue, and the fixed answer to it."""


def cue_place(choices: Mapping[str, str]) -> CuePlace:
    """Return where the cue is."""
    return next(place for place in CUE_PLACES if place == choices.get("cue", CUE_PLACES[0]))


def workspace_of(item: WorkspaceItem, arm: Arm, choices: Mapping[str, str]) -> Workspace:
    """Return the workspace of an arm under the settings of an evaluation."""
    return Workspace(
        item, arm, cue_place(choices), choices.get("search", "yes") == "yes", choices.get("budget") == "tight"
    )


def conversations(items: Sequence[WorkspaceItem], showing: Showing) -> Iterator[Conversation]:
    """Yield every conversation, item by item, run by run; odd runs of both orders exchange the options."""
    for item in items:
        item_arms = item.arms()
        for run, mitigation in product(range(showing.runs), showing.mitigations):
            exchanged = showing.order == "both" and run % 2 == 1
            for arm in showing.arms:
                if arm in item_arms:
                    turns = tuple(_turns(item, arm, showing, exchanged=exchanged))
                    yield Conversation(item.id, arm, run, turns, mitigation)


def _turns(item: WorkspaceItem, arm: Arm, showing: Showing, *, exchanged: bool) -> Iterator[Turn]:
    place = cue_place(showing.choices)
    if place == "turn":
        yield Turn(" ".join(filter(None, (EARLIER, item.cue_text(arm)))), forced=REPLY)
    tools = None if arm in PASTED else workspace_of(item, arm, showing.choices)
    yield Turn(item.question(arm, place, exchanged=exchanged), exchanged=exchanged, tools=tools)


class WorkspaceAsking:
    """How a workspace is asked about: the same words whether the files are read or pasted (an Asking)."""

    def question(self, prompts: Prompts, text: str, turn: int) -> tuple[Message, ...]:
        """Return the messages of a turn; the first one has the system prompt."""
        messages = prompts.fill(PROMPT, text=text)
        return messages if turn == 0 else tuple(message for message in messages if message.role != "system")

    def decisions(self, conversation: Conversation, turn: int, answer: str) -> tuple[Decision, ...]:
        """Return the option that an answer chooses, as an index on the scale as written."""
        decision: Choice = "unparsed"
        explanation = answer
        try:
            choice = read_choice(answer)
        except UnreadableAnswerError:
            pass
        else:
            decision, explanation = LETTERS.index(choice.letter), choice.explanation
            if conversation.turns[turn].exchanged:
                decision = 1 - decision
        return (conversation.decision(turn, decision, explanation),)
