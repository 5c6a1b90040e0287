"""Show workspaces as conversations."""

from collections.abc import Iterator, Mapping, Sequence

from probe.protocols.base import Showing
from probe.protocols.conversation import Conversation, Turn
from probe.protocols.questions import conversations_of
from probe.protocols.workspaces.item import CUE_PLACES, PASTED_ARMS, CuePlace, WorkspaceItem
from probe.protocols.workspaces.tools import Workspace
from probe.values import Arm

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
    return next(location for location in CUE_PLACES if location == choices.get("cue", CUE_PLACES[0]))


def workspace_of(item: WorkspaceItem, arm: Arm, choices: Mapping[str, str]) -> Workspace:
    """Return the workspace of an arm under the settings of an evaluation."""
    return Workspace(
        item, arm, cue_place(choices), choices.get("search", "yes") == "yes", choices.get("budget") == "tight"
    )


def conversations(items: Sequence[WorkspaceItem], showing: Showing) -> Iterator[Conversation]:
    """Yield every conversation; odd runs of both orders exchange the options."""

    def turns_of(item: WorkspaceItem, arm: Arm, exchanged: bool, mitigation: str) -> Iterator[Turn]:
        location = cue_place(showing.choices)
        if location == "turn":
            yield Turn(" ".join(filter(None, (EARLIER, item.cue_text(arm)))), forced_answer=REPLY)
        tools = None if arm in PASTED_ARMS else workspace_of(item, arm, showing.choices)
        yield Turn(item.question(arm, location, exchanged=exchanged), exchanged=exchanged, tools=tools)

    return conversations_of(items, showing, turns_of)
