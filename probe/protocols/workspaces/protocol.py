"""The protocol of workspaces."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from pydantic import JsonValue

from probe.files.columns import FileColumn
from probe.protocols import reporting
from probe.protocols.arguments import MadeItems, Making, ProvedPrograms
from probe.protocols.base import ItemProtocol, Showing, Simulated
from probe.protocols.conversation import Asking, Conversation
from probe.protocols.questions import LetterAsking
from probe.protocols.viewing import Part, ShownSession, conversations_in
from probe.protocols.workspaces.columns import COLUMNS, OF_ITEMS, WorkspaceDecision
from probe.protocols.workspaces.estimator import MEASURES, values
from probe.protocols.workspaces.item import ARMS, HANDED_BIASED, HANDED_PLACEBO, WorkspaceItem
from probe.protocols.workspaces.showing import CHOICES, PROMPT, conversations
from probe.protocols.workspaces.simulated import simulated_subject
from probe.protocols.workspaces.viewing import parts_of, traces_of
from probe.values import OPTIONS, Arm, Decision, ItemValue, ModelSpec, Option

if TYPE_CHECKING:
    from probe.analysis.dataset.shortcut_cases import ShortcutCase
    from probe.analysis.measurements import Measurements, Vectors

DEFAULT_ARMS = (Arm.UNBIASED, Arm.BIASED, Arm.PLACEBO, HANDED_BIASED, HANDED_PLACEBO)
"""The arms that the main measures compare: with and without the cue, read and pasted."""


class WorkspaceProtocol(ItemProtocol[WorkspaceItem]):
    """An agent reads the files of a small project with tools, then decides between two options."""

    name = "workspaces"
    item_type = WorkspaceItem
    prompts = (PROMPT,)
    measures = MEASURES
    choices = CHOICES
    making: ClassVar[Mapping[str, str]] = {"depth": ""}
    composers = ("grammar",)
    analyses = (reporting.MEASURES, "probe.protocols.workspaces.report:READING", *reporting.OF_ITEMS)
    columns = COLUMNS
    decision_context = WorkspaceDecision
    flat_columns: ClassVar[Mapping[str, FileColumn]] = {**ItemProtocol.flat_columns, **OF_ITEMS}
    noun = "workspace"
    page = "workspace"
    arm_order: ClassVar[tuple[Arm, ...]] = ARMS

    def usual_arms(self, items: Sequence[WorkspaceItem]) -> tuple[Arm, ...]:
        """Return the arms of the main measures, where the items have them."""
        return tuple(arm for arm in self.arms(items) if arm in DEFAULT_ARMS)

    def conversations(self, items: Sequence[WorkspaceItem], showing: Showing) -> Iterator[Conversation]:
        """Yield every conversation: in a workspace with tools, handed without."""
        return conversations(items, showing)

    def asking(self, items: Sequence[WorkspaceItem], showing: Showing) -> Asking:
        """Return how workspaces are asked about."""
        return LetterAsking(PROMPT)

    def shown(self, item: WorkspaceItem, arm: Arm) -> JsonValue:
        """Return all that a subject can see in ``arm``, wherever the cue is: the task, the files and the cue."""
        if arm not in item.arms():
            return None
        contents: JsonValue = dict(item.contents(arm))
        return [item.question(arm, "task"), contents, item.cue_text(arm)]

    def programs(self, item: WorkspaceItem) -> tuple[ProvedPrograms, ...]:
        """Return the programs of the dilemma and of its fact twin."""
        options = [option.value for option in Option]
        return (
            ProvedPrograms("", item.programs, OPTIONS, options[item.right]),
            ProvedPrograms(
                "fact twin", item.twin_programs, OPTIONS, options[1 - item.right], arms=(Arm.TWIN, Arm.TWIN_BIASED)
            ),
        )

    def texts(self, item: WorkspaceItem) -> dict[str, str]:
        """Return the task and each file, with the cue where it is in a file."""
        return {"the task": item.question(Arm.BIASED, "file"), **item.contents(Arm.BIASED)}

    def first_text(self, item: WorkspaceItem) -> str:
        """Return the task and all files without the cue, by which items are compared."""
        return "\n\n".join([item.question(Arm.UNBIASED, "file"), *item.contents(Arm.UNBIASED).values()])

    def parts(self, item: WorkspaceItem) -> tuple[Part, ...]:
        """Return the task, the files with their needed lines and the cue, and the words of each arm."""
        return parts_of(item)

    def sessions(
        self, item: WorkspaceItem, decisions: Sequence[Decision], choices: Mapping[str, str]
    ) -> tuple[ShownSession, ...]:
        """Return a subject's decisions with the trace of what it read before each."""
        conversations = conversations_in(decisions, self.arms([item]))
        return tuple(
            session._replace(explanations=(*traces_of(item, conversation, choices), *session.explanations))
            for session, conversation in zip(super().sessions(item, decisions, choices), conversations, strict=True)
        )

    def headline(self, item: WorkspaceItem) -> tuple[tuple[str, str], ...]:
        """Return the right option, and how many files its proof needs."""
        needed_text = f"{item.needed_files} of {len(item.files)}"
        return (("right option", item.scale[item.right]), ("files needed", needed_text), ("hops", str(item.hops)))

    def cases(self, items: Sequence[WorkspaceItem], vectors: "Vectors") -> "tuple[ShortcutCase, ...]":
        """Return pairs of files, of which the decision needs one."""
        from probe.protocols.workspaces.guessing import cases_of

        return cases_of(items)

    def simulated(self, spec: ModelSpec, items: Sequence[WorkspaceItem]) -> Simulated:
        """Return a subject with a known habit of reading."""
        return simulated_subject(spec, items)

    def measured(self, measurements: "Measurements") -> "Measurements":
        """Return what the analyses read; what moves decisions in workspaces is a cue."""
        return replace(measurements, words=measurements.words._replace(cause="cue"))

    def values(self, items: Sequence[WorkspaceItem], decisions: Sequence[Decision]) -> Iterator[ItemValue]:
        """Yield the effects of the cue."""
        return values(items, decisions)

    async def make(self, making: Making) -> MadeItems[WorkspaceItem]:
        """Compose dilemmas and lay them out as files; both arms and the fact twin are certified."""
        from probe.protocols.workspaces.making import make_workspaces

        making.refuse_author("workspaces are composed by the grammar")
        return await make_workspaces(making.request, making.oracle, making.listener)
