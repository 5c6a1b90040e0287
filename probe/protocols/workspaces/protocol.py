"""The protocol of workspaces."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Self

from pydantic import JsonValue

from probe.errors import InputError
from probe.files.columns import FileColumn, Row
from probe.files.decisions import COLUMNS
from probe.ports import Model, Oracle
from probe.prompts import Prompts
from probe.protocols.arguments import Made, Proved, Wanted
from probe.protocols.base import ItemProtocol, Showing, Simulated
from probe.protocols.conversation import Asking, Conversation
from probe.protocols.reporting import MEASURES as REPORTED
from probe.protocols.reporting import OF_ITEMS
from probe.protocols.viewing import Part, ShownSession
from probe.protocols.workspaces.estimator import MEASURES, values
from probe.protocols.workspaces.item import ARMS, HANDED_BIASED, HANDED_PLACEBO, WorkspaceItem
from probe.protocols.workspaces.showing import CHOICES, PROMPT, WorkspaceAsking, conversations
from probe.protocols.workspaces.simulated import simulated_subject
from probe.protocols.workspaces.viewing import columns_of, parts_of, sessions_of
from probe.values import OPTIONS, Arm, Decision, ItemValue, ModelSpec, Option

if TYPE_CHECKING:
    from probe.analysis.dataset.diversity import Vectors
    from probe.analysis.dataset.shortcut_cases import ShortcutCase
    from probe.analysis.measurements import Measurements

USUAL = (Arm.UNBIASED, Arm.BIASED, Arm.PLACEBO, HANDED_BIASED, HANDED_PLACEBO)
"""The arms that the main measures compare: with and without the cue, read and pasted."""


class WorkspaceProtocol(ItemProtocol[WorkspaceItem]):
    """An agent reads the files of a small project with tools, then decides between two options."""

    name = "workspaces"
    prompts = (PROMPT,)
    measures = MEASURES
    choices = CHOICES
    making: ClassVar[Mapping[str, str]] = {"depth": ""}
    composers = ("grammar",)
    analyses = (REPORTED, "probe.protocols.workspaces.report:READING", *OF_ITEMS)
    columns: ClassVar[Mapping[str, type]] = {
        **COLUMNS,
        "depth": int,
        "required_depth": int,
        "files": int,
        "files_needed": int,
        "hops": int,
        "calls": int,
        "needed_read": float,
        "needed_shown": float,
        "cue_at": int,
        "exhausted": int,
    }
    flat_columns: ClassVar[Mapping[str, FileColumn]] = {
        **ItemProtocol.flat_columns,
        "required_depth": FileColumn(
            "int64", "Levels of rules that a reader has to follow.", lambda item: item.required_depth
        ),
        "files": FileColumn("int64", "Files of the workspace.", lambda item: len(item.files)),
        "files_needed": FileColumn(
            "int64", "Files that the proof of the decision needs.", lambda item: item.needed_files
        ),
        "hops": FileColumn("int64", "How often a reader of the needed lines changes the file.", lambda item: item.hops),
    }
    noun = "workspace"
    page = "workspace"
    arm_order: ClassVar[tuple[Arm, ...]] = ARMS
    _settings: Mapping[str, str] = MappingProxyType({})

    def read(self, content: Mapping[str, JsonValue]) -> WorkspaceItem:
        """Return the item in one line of a dataset."""
        return WorkspaceItem.model_validate(content)

    def usual_arms(self, items: Sequence[WorkspaceItem]) -> tuple[Arm, ...]:
        """Return the arms of the main measures, where the items have them."""
        return tuple(arm for arm in self.arms(items) if arm in USUAL)

    def conversations(self, items: Sequence[WorkspaceItem], showing: Showing) -> Iterator[Conversation]:
        """Yield every conversation: in a workspace with tools, handed without."""
        return conversations(items, showing)

    def asking(self, items: Sequence[WorkspaceItem], showing: Showing) -> Asking:
        """Return how workspaces are asked about."""
        return WorkspaceAsking()

    def shown(self, item: WorkspaceItem, arm: Arm) -> JsonValue:
        """Return the task, the files and the cue."""
        return item.shown(arm)

    def programs(self, item: WorkspaceItem) -> tuple[Proved, ...]:
        """Return the programs of the dilemma and of its fact twin."""
        options = [option.value for option in Option]
        return (
            Proved("", item.programs, OPTIONS, options[item.right]),
            Proved("fact twin", item.twin_programs, OPTIONS, options[1 - item.right], arms=(Arm.TWIN, Arm.TWIN_BIASED)),
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

    def under(self, choices: Mapping[str, str]) -> Self:
        """Return the protocol for decisions where the cue was elsewhere, or without a search."""
        protocol = copy(self)
        protocol._settings = choices
        return protocol

    def sessions(self, item: WorkspaceItem, decisions: Sequence[Decision]) -> tuple[ShownSession, ...]:
        """Return a subject's decisions with the trace of what it read before each."""
        return sessions_of(item, decisions, self.arms([item]), self._settings)

    def headline(self, item: WorkspaceItem) -> tuple[tuple[str, str], ...]:
        """Return the right option, and how many files its proof needs."""
        needed = f"{item.needed_files} of {len(item.files)}"
        return (("right option", item.scale[item.right]), ("files needed", needed), ("hops", str(item.hops)))

    def columns_of(self, items: Sequence[WorkspaceItem], decisions: Sequence[Decision]) -> Iterator[Row]:
        """Yield what was read before each decision."""
        return columns_of(items, decisions, self._settings)

    def cases(self, items: Sequence[WorkspaceItem], vectors: "Vectors") -> "tuple[ShortcutCase, ...]":
        """Return pairs of files, of which the decision needs one."""
        from probe.protocols.workspaces.guessing import cases_of

        return cases_of(items)

    def simulated(self, spec: ModelSpec, items: Sequence[WorkspaceItem]) -> Simulated:
        """Return a subject with a known habit of reading."""
        return simulated_subject(spec, items)

    def measured(self, *arguments: Any, **named: Any) -> "Measurements":
        """Return what the analyses read; what moves decisions in workspaces is a cue."""
        measured = super().measured(*arguments, **named)
        return replace(measured, words=measured.words._replace(cause="cue"))

    def values(self, items: Sequence[WorkspaceItem], decisions: Sequence[Decision]) -> Iterator[ItemValue]:
        """Yield the effects of the cue."""
        return values(items, decisions)

    async def make(
        self, wanted: Wanted, author: Model | None, oracle: Oracle, prompts: Prompts, listener: Callable[[int], None]
    ) -> Made[WorkspaceItem]:
        """Compose dilemmas and lay them out as files; both arms and the fact twin are certified."""
        from probe.protocols.workspaces.making import make_workspaces

        if author is not None:
            raise InputError(f"--author {author.spec}: workspaces are composed by the grammar; leave it out")
        return await make_workspaces(wanted, oracle, listener)
