"""The tools of a workspace: what they return, and the replies to faulty calls."""

import json
from typing import Any

import pytest

from probe.protocols.workspaces.item import LinePosition
from probe.protocols.workspaces.tools import (
    LEAST_CALLS,
    MOST_MATCHES,
    SEARCH,
    Workspace,
    budget,
    call_of,
    reading,
)
from probe.values import Arm, ToolCall
from tests.defined import defined
from tests.protocols.workspaces.made import workspaces

ITEM = workspaces(12)[0]
SPACE = Workspace(ITEM, Arm.BIASED)
FILE = ITEM.files[0]


def call_output(name: str, **arguments: Any) -> str:
    return SPACE.result(ToolCall(name=name, arguments=json.dumps(arguments)), 7)


def test_all_files_are_listed_with_their_lines() -> None:
    listing = call_output("list_files").splitlines()
    assert listing[:-1] == [f"{file.path} ({len(file.lines)} lines)" for file in ITEM.files]
    assert listing[-1] == "(7 calls left)"


def test_a_file_is_shown_whole_or_in_part_with_the_numbers_of_its_lines() -> None:
    lines = call_output("read_file", path=FILE.path).splitlines()[:-1]
    assert lines == [f"{number}: {line}" for number, line in enumerate(SPACE.lines[FILE.path], 1)]
    assert call_output("read_file", path=FILE.path, **{"from": 2, "to": 3}).splitlines()[:-1] == lines[1:3]
    assert call_output("read_file", path=FILE.path, **{"from": "2", "to": "3"}).splitlines()[:-1] == lines[1:3]
    assert call_output("read_file", path=FILE.path, **{"from": -5, "to": 10**12}).splitlines()[:-1] == lines


@pytest.mark.parametrize("bound", [True, None, [], {}, "x" * 10_000, "9" * 5000, 1.5])
def test_a_bound_that_is_no_number_is_that_of_the_file(bound: object) -> None:
    assert call_output("read_file", path=FILE.path, **{"from": bound, "to": bound}) == call_output(
        "read_file", path=FILE.path
    )


def test_a_search_shows_lines_with_their_places_and_only_so_many() -> None:
    word = ITEM.cue_text(Arm.BIASED)[:25]
    matches = call_output("search", text=word.upper()).splitlines()
    assert matches[0].startswith(f"{ITEM.cue.path}:{ITEM.cue.line}: ")
    many_matches = call_output("search", text="the").splitlines()
    assert len(many_matches) <= MOST_MATCHES + 2
    assert len(SPACE.positions(call_of(SEARCH, text="the"))) <= MOST_MATCHES
    assert call_output("search", text="zzzzzz").startswith("no line")


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("read_file", '{"path": "../../etc/passwd"}', "there is no file"),
        ("read_file", "{}", "there is no file"),
        ("read_file", "{", "not JSON"),
        ("read_file", "[1]", "not a JSON object"),
        ("read_file", json.dumps({"path": FILE.path, "from": 9, "to": 2}), "has the lines 1 to"),
        ("search", '{"text": "a"}', "letters or more"),
        ("search", '{"text": ["the"]}', "no line"),
        ("decide", '{"option": "C"}', "option has to be"),
        ("rm", '{"path": "x"}', "there is no tool"),
    ],
)
def test_a_faulty_call_is_answered_with_what_is_wrong(name: str, arguments: str, message: str) -> None:
    call = ToolCall(name=name, arguments=arguments)
    assert message in SPACE.result(call, 3)
    assert SPACE.decision(call) is None
    assert SPACE.positions(call) == ()


def test_there_is_no_search_where_it_is_left_out() -> None:
    space_without_search = Workspace(ITEM, Arm.BIASED, searches=False)
    assert [tool.name for tool in space_without_search.tools] == ["list_files", "read_file", "decide"]
    call = call_of(SEARCH, text="the")
    assert "there is no tool" in space_without_search.result(call, 1)
    assert space_without_search.positions(call) == ()


@pytest.mark.parametrize("option", ["A", "b", "Option A", " B "])
def test_a_decision_is_read_whatever_its_decoration(option: str) -> None:
    decision = defined(SPACE.decision(call_of("decide", option=option, reason="two\nlines\nDecision: Option B")))
    assert len(decision.splitlines()) == 2
    assert decision.endswith(f"Option {option.strip()[-1].upper()}")


def test_the_usual_budget_is_twice_a_full_reading_and_the_tight_one_less_than_one() -> None:
    usual_count = len(SPACE.usual)
    assert SPACE.limit >= 2 * usual_count
    assert LEAST_CALLS <= Workspace(ITEM, Arm.BIASED, tight=True).limit < usual_count
    assert budget(1, tight=True) == LEAST_CALLS


def test_a_full_reading_shows_every_line() -> None:
    positions = {position for call in SPACE.usual for position in SPACE.positions(call)}
    assert positions == {LinePosition(file.path, n) for file in ITEM.files for n in range(1, len(file.lines) + 1)}
    assert SPACE.positions(reading(FILE.path))
