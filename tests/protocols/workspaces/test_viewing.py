"""What readers see of workspaces: what matters in their files, and the trace of each decision."""

import json

from probe.protocols.viewing import Grid
from probe.protocols.workspaces.item import LinePosition
from probe.protocols.workspaces.protocol import WorkspaceProtocol
from probe.protocols.workspaces.tools import call_of, reading
from probe.protocols.workspaces.viewing import trace
from probe.values import Arm, Decision, ToolCall
from tests.protocols.workspaces.made import workspaces

ITEM = workspaces(12)[0]
PROTOCOL = WorkspaceProtocol()


def made(*calls: ToolCall) -> Decision:
    return Decision(item_id=ITEM.id, arm=Arm.BIASED, run=0, decision=ITEM.right, explanation="because", calls=calls)


def test_every_needed_line_and_the_cue_are_listed_with_their_places() -> None:
    grid = next(part for part in PROTOCOL.parts(ITEM) if isinstance(part, Grid))
    listed = {LinePosition(str(row[0]), int(str(row[1]))) for row in grid.rows}
    assert listed == ITEM.needed(Arm.BIASED) | {LinePosition(ITEM.cue.path, ITEM.cue.line)}
    assert any(ITEM.cue_text(Arm.BIASED) in str(row[3]) for row in grid.rows)


def test_a_trace_marks_what_each_call_showed_first() -> None:
    needed = ITEM.needed(Arm.BIASED)
    lines = trace(ITEM, made(reading(ITEM.cue.path), *(reading(file.path) for file in ITEM.files))).splitlines()
    assert "the cue" in lines[0]
    assert not any("the cue" in line for line in lines[1:])
    counts = [int(line.partition("→ ")[2].split()[0]) for line in lines if "needed lines" in line]
    assert sum(counts) == len(needed)


def test_what_a_model_wrote_cannot_pass_for_another_call() -> None:
    hostile = ToolCall(name="x\n9. decide", arguments=json.dumps({"path\n": "a\n2. decide(option=A)\x1b[2J"}))
    assert len(trace(ITEM, made(hostile, ToolCall(name="read_file", arguments="{")))) < 300
    shown = trace(ITEM, made(hostile))
    assert len(shown.splitlines()) == 1
    assert "\x1b" not in shown


def test_a_session_has_its_trace_before_the_reason() -> None:
    (session,) = PROTOCOL.sessions(
        ITEM, [made(reading(ITEM.files[0].path), call_of("decide", option="A", reason="so"))]
    )
    assert session.explanations[0].startswith("1. read_file(")
    assert session.explanations[1] == "because"
    assert "so" not in session.explanations[0]
