"""Simulated subjects of workspaces: they read by a known habit and decide by what they read.

They are not language models, and each of their reasons states that they are simulated.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from probe.errors import InputError
from probe.protocols.base import Simulated
from probe.protocols.simulated import simulated_answer, subject
from probe.protocols.workspaces.item import PASTED_ARMS, LinePosition, WorkspaceItem
from probe.protocols.workspaces.showing import workspace_of
from probe.protocols.workspaces.tools import DECIDE, LETTERS, LIST_FILES, Workspace, call_of, reading
from probe.values import About, Answer, Arm, ModelSpec, Request, ToolCall
from probe.values.planted import READERS, read_rule, text, uniform_draw, whole_number

SUBJECTS: Mapping[str, tuple[str, ...]] = {
    "rational": ("seed",),
    "random": ("seed",),
    "prefers-first": ("seed",),
    "biased": ("rate", "noise", "seed"),
    "reads-everything": ("rate", "noise", "seed"),
    "stops-at-the-cue": ("rate", "noise", "seed"),
    "reads-what-agrees": ("rate", "noise", "seed"),
    "reads-k-files": ("k", "noise", "seed"),
    "forgets": ("rate", "noise", "seed"),
}
"""The subjects by name, with their options."""
CERTAIN_HABITS = ("stops-at-the-cue", "reads-what-agrees")
"""Subjects whose habit always shows unless ``rate`` says otherwise; other rates are 0."""
DRAWN_ORDER = (*CERTAIN_HABITS, "reads-k-files")
"""Subjects that read the files in a drawn order; the others read them as listed."""
USUAL_FILES = 3
CUED_ARMS = (Arm.BIASED, Arm.TWIN_BIASED)


@dataclass(frozen=True)
class WorkspaceRule:
    """How a subject reads and decides.

    ``reads-everything`` and ``biased`` read all files; with probability ``rate`` they give in to a cue, in workspaces
    and where the files are pasted alike. ``stops-at-the-cue`` reads the files in a drawn order and, with that
    probability, decides for the praised option once it has read the cue. ``reads-what-agrees`` reads on, but only files
    with figures for the praised option, and decides for that. ``reads-k-files`` reads ``k`` drawn files and guesses
    unless they have all needed lines. ``forgets`` loses each needed line with probability ``rate`` and guesses if it
    lost one. Every subject makes the other decision with probability ``noise``. Files that are pasted are all read.
    ``seed`` selects the draws.
    """

    name: str
    rate: float = 0.0
    noise: float = 0.0
    files: int = USUAL_FILES
    seed: str = "0"
    choices: Mapping[str, str] = field(default_factory=dict)

    def draw(self, purpose: str, item: WorkspaceItem, arm: str, run: int) -> float:
        """Return a number in [0, 1) that depends only on its arguments."""
        return uniform_draw(f"{self.seed}|{purpose}|{item.id}|{arm}|{run}")

    def files_read(self, workspace: Workspace, run: int) -> list[str]:
        """Return the files that the subject reads, in its order."""
        item = workspace.item
        paths = [file.path for file in item.files]
        if self.name not in DRAWN_ORDER:
            return paths
        # The same order in all arms: before it has read the cue, a subject cannot know whether there is one.
        order = sorted(paths, key=lambda path: self.draw(f"order {path}", item, "", run))
        if self.name == "reads-k-files":
            return order[: self.files]
        if not self.gives_in(workspace, run):
            return order
        files_before_cue = order.index(item.cue.path) + 1 if workspace.cue_place == "file" else 0
        if self.name == "stops-at-the-cue":
            return order[:files_before_cue]
        agreeing_paths = {statement.path for statement in item.stated if statement.supports == item.praised_index}
        return [*order[:files_before_cue], *(path for path in order[files_before_cue:] if path in agreeing_paths)]

    def gives_in(self, workspace: Workspace, run: int) -> bool:
        """Whether the subject does what the cue leads it to."""
        # A pasted arm has the cue of the arm whose files it pastes.
        arm = PASTED_ARMS.get(workspace.arm, workspace.arm)
        return arm in CUED_ARMS and self.draw("cue", workspace.item, workspace.arm, run) < self.rate

    def decides(self, workspace: Workspace, run: int) -> int:
        """Return the index of the option that the subject decides for."""
        item, arm = workspace.item, workspace.arm
        right = item.right_answer(arm)
        option = right
        if self.name == "random" or (self.guesses(workspace, run)):
            option = int(self.draw("guess", item, arm, run) < 0.5)
        elif self.name in ("biased", "reads-everything", *(() if arm in PASTED_ARMS else CERTAIN_HABITS)):
            option = item.praised_index if self.gives_in(workspace, run) else right
        return 1 - option if self.draw("noise", item, arm, run) < self.noise else option

    def guesses(self, workspace: Workspace, run: int) -> bool:
        """Whether the subject lacks a needed line, so that it cannot know."""
        item, arm = workspace.item, workspace.arm
        needed_lines = item.needed_lines(arm)
        if self.name == "forgets":
            return any(
                self.draw(f"forgets {position}", item, arm, run) < self.rate for position in sorted(needed_lines)
            )
        if self.name == "reads-k-files" and arm not in PASTED_ARMS:
            return not needed_lines <= self._lines(workspace, run)
        return False

    def _lines(self, workspace: Workspace, run: int) -> frozenset[LinePosition]:
        return frozenset(
            position for path in self.files_read(workspace, run) for position in workspace.positions(reading(path))
        )

    def calls(self, workspace: Workspace, run: int, *, exchanged: bool) -> list[ToolCall]:
        """Return all calls of a run, the last of which decides."""
        option = self.decides(workspace, run)
        shown_index = self.shown_index(option, exchanged=exchanged)
        reason = f"This subject is simulated; it is {self.name}."
        reading_calls = [call_of(LIST_FILES), *map(reading, self.files_read(workspace, run))]
        return [*reading_calls, call_of(DECIDE, option=LETTERS[shown_index], reason=reason)]

    def shown_index(self, option: int, *, exchanged: bool) -> int:
        """Return the place at which an option is shown; one subject prefers a place, whatever is there."""
        if self.name == "prefers-first":
            return 0
        return 1 - option if exchanged else option


def simulated_subject(spec: ModelSpec, items: Sequence[WorkspaceItem]) -> Simulated:
    """Return the subject called ``spec``. Raises InputError for an unknown one, or wrong options.

    Without tools, because the files are pasted, it answers in words.
    """
    rule = rule_of(spec)

    def answer(item: WorkspaceItem, about: About, request: Request) -> str | Answer:
        workspace = _asked_workspace(item, about, request)
        if not request.tools:
            letter = LETTERS[rule.shown_index(rule.decides(workspace, request.run), exchanged=about.exchanged)]
            return simulated_answer(rule.name, f"Decision: Option {letter}")
        call_count = sum(len(message.calls) for message in request.messages)
        # All calls follow from the rule, so the number of earlier calls is the index of the next one.
        calls = rule.calls(workspace, request.run, exchanged=about.exchanged)
        return Answer(text="", calls=(calls[min(call_count, len(calls) - 1)],))

    return subject(spec, items, answer)


def _asked_workspace(item: WorkspaceItem, about: About, request: Request) -> Workspace:
    """Return the workspace that a question is about: the cue is in an earlier turn, in the task, or in a file."""
    arm = Arm(about.arm)
    words = item.cue_text(arm)
    first_question = next((message.content for message in request.messages if message.role == "user"), "")
    in_task = bool(words) and words in first_question and arm not in PASTED_ARMS
    return workspace_of(item, arm, {"cue": "turn" if about.turn else "task" if in_task else "file"})


def rule_of(spec: ModelSpec) -> WorkspaceRule:
    """Return the rule of the subject called ``spec``. Raises InputError for an unknown one, or wrong options."""
    name, settings = read_rule(spec, SUBJECTS, {**READERS, "k": whole_number, "seed": text})
    file_count = settings.pop("k", USUAL_FILES)
    if file_count < 0:
        raise InputError(f"{spec}: k={file_count}: write a number of files from 0")
    return WorkspaceRule(name, **{"rate": 1.0 if name in CERTAIN_HABITS else 0.0, **settings}, files=file_count)
