"""What a subject read before it decided, by the calls that it made."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from probe.protocols.conversation import is_exhausted
from probe.protocols.workspaces.item import PASTED_ARMS, LinePosition, WorkspaceItem
from probe.protocols.workspaces.showing import workspace_of
from probe.protocols.workspaces.tools import READ_FILE, Workspace
from probe.values import Arm, Decision


@dataclass(frozen=True)
class RunReading:
    """What one run of a subject read: the lines that files showed, and those that only searches showed, in order.

    ``cue_at`` is the call that first showed the cue's line (from 1), None if none did. ``decided``: whether a decision
    came; without one, the calls were used up or the answer could not be read.
    """

    item: WorkspaceItem
    arm: Arm
    run: int
    mitigation: str
    read_lines: tuple[LinePosition, ...]
    searched_lines: tuple[LinePosition, ...]
    calls: int
    cue_at: int | None
    decided: bool
    wrong: bool
    exhausted: bool

    @property
    def shown_lines(self) -> frozenset[LinePosition]:
        """All lines that were shown."""
        return frozenset(self.read_lines) | frozenset(self.searched_lines)

    @property
    def share_read(self) -> float:
        """The share of the needed lines that files showed."""
        needed_lines = self.item.needed_lines(self.arm)
        return len(needed_lines & frozenset(self.read_lines)) / len(needed_lines)

    @property
    def share_shown(self) -> float:
        """The share of the needed lines that files or searches showed."""
        needed_lines = self.item.needed_lines(self.arm)
        return len(needed_lines & self.shown_lines) / len(needed_lines)

    @property
    def complete(self) -> bool:
        """Whether all needed lines were shown."""
        return self.item.needed_lines(self.arm) <= self.shown_lines

    def supporting(self, option: int) -> float | None:
        """Return the share of the figures for an option that were shown, None if there are none."""
        figures = {statement.position for statement in self.item.stated if statement.supports == option}
        return len(figures & self.shown_lines) / len(figures) if figures else None


def read_before(
    items: Sequence[WorkspaceItem], decisions: Sequence[Decision], choices: Mapping[str, str]
) -> Iterator[RunReading]:
    """Yield what was read in each run in a workspace; runs without calls of our tools are left out."""
    items_by_id = {item.id: item for item in items}
    for decision in decisions:
        if decision.item_id in items_by_id and decision.arm not in PASTED_ARMS and decision.calls is not None:
            yield _read_before(workspace_of(items_by_id[decision.item_id], decision.arm, choices), decision)


def _read_before(workspace: Workspace, decision: Decision) -> RunReading:
    item, calls = workspace.item, decision.calls or ()
    read_positions: dict[LinePosition, None] = {}
    searched_positions: dict[LinePosition, None] = {}
    cue_position, cue_at = LinePosition(item.cue.path, item.cue.line), None
    for number, call in enumerate(calls, 1):
        positions = workspace.positions(call)
        # Dictionaries, not sets: the order in which lines were shown matters.
        (read_positions if call.name == READ_FILE else searched_positions).update(dict.fromkeys(positions))
        if cue_at is None and cue_position in positions:
            cue_at = number
    is_decided = decision.decision != "unparsed"
    return RunReading(
        item=item,
        arm=decision.arm,
        run=decision.run,
        mitigation=decision.mitigation,
        read_lines=tuple(read_positions),
        searched_lines=tuple(position for position in searched_positions if position not in read_positions),
        calls=len(calls),
        # A cue outside of the files is read before the first call, so it has no position in the order.
        cue_at=cue_at if workspace.cue_place == "file" else None,
        decided=is_decided,
        wrong=is_decided and decision.decision != item.right_answer(decision.arm),
        exhausted=is_exhausted(decision),
    )


def by_arm(readings: Sequence[RunReading]) -> dict[Arm, list[RunReading]]:
    """Return the readings by arm."""
    readings_by_arm: dict[Arm, list[RunReading]] = defaultdict(list)
    for reading in readings:
        readings_by_arm[reading.arm].append(reading)
    return dict(readings_by_arm)
