"""How workspaces are shown to readers: the relevant lines of their files, and the trace of each decision."""

import json
from collections.abc import Mapping

from probe.document import Grid, plain
from probe.files.columns import Row
from probe.measuring.decisions import decision_rows
from probe.protocols.workspaces.item import LinePosition
from probe.protocols.workspaces.protocol import WorkspaceProtocol
from probe.protocols.workspaces.tools import call_of, reading
from probe.protocols.workspaces.viewing import trace
from probe.values import Arm, Decision, ToolCall
from tests.analysis.made_datasets import evaluation_of
from tests.protocols.workspaces.made import workspaces

ITEM = workspaces(12)[0]
PROTOCOL = WorkspaceProtocol()


def decision_with(*calls: ToolCall) -> Decision:
    return Decision(item_id=ITEM.id, arm=Arm.BIASED, run=0, decision=ITEM.right, explanation="because", calls=calls)


def row_of(decision: Decision, choices: Mapping[str, str]) -> Row:
    """The decision in the columns of long data, as made under these settings."""
    (row,) = decision_rows(evaluation_of([ITEM], [decision], runs=1, choices=choices))
    return row


def test_every_needed_line_and_the_cue_are_listed_with_their_places() -> None:
    grid = next(part for part in PROTOCOL.parts(ITEM) if isinstance(part, Grid))
    rows = [tuple(map(plain, row)) for row in grid.rows]
    listed_positions = {LinePosition(row[0], int(row[1])) for row in rows}
    assert listed_positions == ITEM.needed(Arm.BIASED) | {LinePosition(ITEM.cue.path, ITEM.cue.line)}
    assert any(ITEM.cue_text(Arm.BIASED) in row[3] for row in rows)


def test_a_trace_marks_what_each_call_showed_first() -> None:
    needed_positions = ITEM.needed(Arm.BIASED)
    lines = trace(
        ITEM, decision_with(reading(ITEM.cue.path), *(reading(file.path) for file in ITEM.files)), {}
    ).splitlines()
    assert "the cue" in lines[0]
    assert not any("the cue" in line for line in lines[1:])
    counts = [int(line.partition("→ ")[2].split()[0]) for line in lines if "needed lines" in line]
    assert sum(counts) == len(needed_positions)


def test_what_a_model_wrote_cannot_pass_for_another_call() -> None:
    hostile = ToolCall(name="x\n9. decide", arguments=json.dumps({"path\n": "a\n2. decide(option=A)\x1b[2J"}))
    assert len(trace(ITEM, decision_with(hostile, ToolCall(name="read_file", arguments="{")), {})) < 300
    trace_text = trace(ITEM, decision_with(hostile), {})
    assert len(trace_text.splitlines()) == 1
    assert "\x1b" not in trace_text


def test_a_session_has_its_trace_before_the_reason() -> None:
    (session,) = PROTOCOL.sessions(
        ITEM, [decision_with(reading(ITEM.files[0].path), call_of("decide", option="A", reason="so"))], {}
    )
    assert session.explanations[0].startswith("1. read_file(")
    assert session.explanations[1] == "because"
    assert "so" not in session.explanations[0]


def test_what_was_not_in_the_files_or_not_searched_is_not_in_pages_and_columns() -> None:
    """A refused search shows no line, and a cue in the task has no position among the calls."""
    needed_position = min(ITEM.needed(Arm.BIASED))
    text = ITEM.lines(Arm.BIASED, "file")[needed_position.path][needed_position.line - 1]
    decision = decision_with(call_of("search", text=text), reading(ITEM.cue.path))
    other_choices = {"cue": "task", "search": "no"}
    (session,), (other_session,) = (PROTOCOL.sessions(ITEM, [decision], choices) for choices in ({}, other_choices))
    assert "needed lines" in session.explanations[0].splitlines()[0]
    assert "the cue" in session.explanations[0]
    assert "needed lines" not in other_session.explanations[0].splitlines()[0]
    assert "the cue" not in other_session.explanations[0]
    columns, other_row = (row_of(decision, choices) for choices in ({}, other_choices))
    assert columns["cue_at"] is not None
    assert other_row["cue_at"] is None
    shown_count, hidden_count = columns["needed_shown"], other_row["needed_shown"]
    assert isinstance(shown_count, float)
    assert isinstance(hidden_count, float)
    assert shown_count > hidden_count
    assert PROTOCOL.sessions(ITEM, [decision], {}) == (session,)
