"""What readers see of a workspace: its files with what matters in them, and the trace of each decision."""

from collections.abc import Mapping, Sequence

from probe.calling import read_arguments
from probe.document import Grid, TitledText
from probe.protocols.viewing import Part
from probe.protocols.workspaces.item import LinePosition, WorkspaceItem
from probe.protocols.workspaces.showing import workspace_of
from probe.protocols.workspaces.tools import DECIDE
from probe.values import Arm, Decision, ToolCall
from probe.values.texts import visible_line

NEEDED_MARK, CUE_MARK = "needed", "the cue"


def parts_of(item: WorkspaceItem) -> tuple[Part, ...]:
    """Return the task, a table of the lines that matter, the words in the cue's place, and every file."""
    marks_by_position = _marks(item, Arm.BIASED)
    lines = item.lines(Arm.BIASED, "file")
    rows = tuple(
        (position.path, str(position.line), mark, lines[position.path][position.line - 1])
        for position, mark in marks_by_position.items()
    )
    words = tuple((arm, text or "(nothing)") for arm, text in item.cue.texts.items())
    return (
        TitledText("The task", item.question(Arm.BIASED, "file")),
        Grid(
            "Lines that matter", ("file", "line", "why", "text"), rows, "The proof needs these lines, but not the cue."
        ),
        Grid("In the cue's place", ("arm", "text"), words),
        *(TitledText(path, content) for path, content in item.contents(Arm.BIASED).items()),
    )


def _marks(item: WorkspaceItem, arm: Arm, *, in_file: bool = True) -> dict[LinePosition, str]:
    """Return why each line matters, in the order of the files; the cue's line does if the cue is ``in_file``."""
    needed_lines, cue = item.needed_lines(arm), LinePosition(item.cue.path, item.cue.line)
    marks_by_position = {}
    for file in item.files:
        for number in range(1, len(file.lines) + 1):
            position = LinePosition(file.path, number)
            marks = [
                mark
                for mark, applies in ((NEEDED_MARK, position in needed_lines), (CUE_MARK, in_file and position == cue))
                if applies
            ]
            if marks:
                marks_by_position[position] = " and ".join(marks)
    return marks_by_position


def traces_of(item: WorkspaceItem, decisions: Sequence[Decision], choices: Mapping[str, str]) -> list[str]:
    """Return the calls before each decision; ``choices`` are the settings of its evaluation."""
    return [trace(item, decision, choices) for decision in decisions if decision.calls is not None]


def trace(item: WorkspaceItem, decision: Decision, choices: Mapping[str, str]) -> str:
    """Return the calls before a decision, one per line, each with the needed lines and the cue that it showed first."""
    workspace, shown_positions = workspace_of(item, decision.arm, choices), set[LinePosition]()
    marks = _marks(item, decision.arm, in_file=workspace.cue_place == "file")
    needed_count = len(item.needed_lines(decision.arm))
    lines = []
    for number, call in enumerate(decision.calls or (), 1):
        new_positions = [
            position for position in workspace.positions(call) if position in marks and position not in shown_positions
        ]
        shown_positions.update(new_positions)
        count = sum(NEEDED_MARK in marks[position] for position in new_positions)
        notes = [f"{count} of {needed_count} needed lines"] if count else []
        notes += [CUE_MARK] if any(CUE_MARK in marks[position] for position in new_positions) else []
        marks_shown = f" → {', '.join(notes)}" if notes else ""
        lines.append(f"{number}. {_call_line(call)}{marks_shown}")
    return "\n".join(lines)


def _call_line(call: ToolCall) -> str:
    """Return a call on one line, whatever the model wrote: another line could pass for another call."""
    values, name = read_arguments(call), visible_line(call.name)[:40]
    if isinstance(values, str):
        return f"{name}({values})"
    values_shown = {key: value for key, value in values.items() if call.name != DECIDE or key != "reason"}
    value_texts = (
        f"{visible_line(str(key))[:40]}={visible_line(str(value))[:80]}" for key, value in values_shown.items()
    )
    return f"{name}({', '.join(value_texts)})"
