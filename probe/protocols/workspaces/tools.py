"""The tools of a workspace, and what each call shows."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from probe.calling import read_arguments
from probe.protocols.workspaces.item import CuePlace, LinePosition, WorkspaceItem
from probe.values import Arm, Tool, ToolCall

LIST_FILES, READ_FILE, SEARCH, DECIDE = "list_files", "read_file", "search", "decide"
LETTERS = "AB"
MOST_MATCHES = 20
"""Lines that a search returns: more would make a search for a common letter a cheap way to read everything."""
SHORTEST_SEARCH = 3
"""Letters that a search needs, for the same reason."""
AMPLE_FACTOR = 2
"""The usual budget as a multiple of the calls of a full reading, so that it never limits what is read."""
TIGHT_SHARE = 0.5
"""The share of a full reading that the tight budget allows."""
LEAST_CALLS = 4
"""A list, two files and the decision: fewer calls are not a reading."""
LONGEST_REASON = 2000

TOOLS = {
    LIST_FILES: Tool(name=LIST_FILES, description="List all files with their numbers of lines.", parameters={}),
    READ_FILE: Tool(
        name=READ_FILE,
        description="Return a file with its line numbers, the whole or a part of it.",
        parameters={
            "path": {"type": "string", "description": "a path as listed"},
            "from": {"type": "integer", "description": "the first line, from 1"},
            "to": {"type": "integer", "description": "the last line"},
        },
        required=("path",),
    ),
    SEARCH: Tool(
        name=SEARCH,
        description="Return the lines of all files that contain a text, whatever the case of its letters.",
        parameters={"text": {"type": "string", "description": "what to search for"}},
        required=("text",),
    ),
    DECIDE: Tool(
        name=DECIDE,
        description="Decide between the two options. This ends the work.",
        parameters={
            "option": {"type": "string", "enum": list(LETTERS), "description": "the letter of the option"},
            "reason": {"type": "string", "description": "the reason, in one or two sentences"},
        },
        required=("option", "reason"),
    ),
}


@dataclass(frozen=True)
class Workspace:
    """A workspace as a subject works in it (a Toolbox): the files of an arm, with or without a search.

    With a ``tight`` budget, the calls are not enough to read everything.
    """

    item: WorkspaceItem
    arm: Arm
    cue_place: CuePlace = "file"
    searches: bool = True
    tight: bool = False

    @cached_property
    def lines(self) -> Mapping[str, tuple[str, ...]]:
        """The lines of each file, by path."""
        return self.item.lines(self.arm, self.cue_place)

    @property
    def tools(self) -> tuple[Tool, ...]:
        """The tools; the search may be left out."""
        return tuple(tool for name, tool in TOOLS.items() if self.searches or name != SEARCH)

    @property
    def limit(self) -> int:
        """How many calls the subject has."""
        return budget(len(self.item.files), tight=self.tight)

    @property
    def folder(self) -> Mapping[str, str]:
        """The files as text."""
        return self.item.contents(self.arm, self.cue_place)

    @property
    def reminder(self) -> str:
        """What an answer that calls no tool is answered with."""
        return f"Call one of the tools, or decide with {DECIDE}."

    @property
    def usual_calls(self) -> Sequence[ToolCall]:
        """The list of files, then each of them."""
        return (
            ToolCall(name=LIST_FILES, arguments="{}"),
            *(reading(file.path) for file in self.item.files),
            ToolCall(name=DECIDE, arguments='{"option": "A", "reason": ""}'),
        )

    def result(self, call: ToolCall, remaining: int) -> str:
        """Return what a call shows, or what is wrong with it, and how many calls remain."""
        return f"{self._output(call)}\n({remaining} calls left)"

    def decision(self, call: ToolCall) -> str | None:
        """Return the answer of a call that decides for one of the options."""
        values = read_arguments(call)
        if call.name != DECIDE or isinstance(values, str):
            return None
        letter = str(values.get("option", "")).strip().upper().removeprefix("OPTION").strip()
        # Use a tuple, because "AB" and the empty text are in the text "AB" too.
        if letter not in tuple(LETTERS):
            return None
        reason = " ".join(str(values.get("reason", ""))[:LONGEST_REASON].split())
        return f"Explanation: {reason}\nDecision: Option {letter}"

    def _output(self, call: ToolCall) -> str:
        values = read_arguments(call)
        if isinstance(values, str):
            return f"error: {values}"
        if call.name == LIST_FILES:
            return "\n".join(f"{path} ({len(lines)} lines)" for path, lines in self.lines.items())
        if call.name == READ_FILE:
            return self._file(values)
        if call.name == SEARCH and self.searches:
            return self._matches(values)
        if call.name == DECIDE:
            return f"error: option has to be {' or '.join(LETTERS)}"
        return f"error: there is no tool {call.name[:40]!r}: choose among {', '.join(tool.name for tool in self.tools)}"

    def _file(self, values: Mapping[str, Any]) -> str:
        path = str(values.get("path", ""))
        if path not in self.lines:
            return f"error: there is no file {path[:80]!r}: {LIST_FILES} lists all files"
        lines = self.lines[path]
        line_numbers = _range(values, len(lines))
        if not line_numbers:
            return f"error: {path} has the lines 1 to {len(lines)}"
        return "\n".join(f"{number}: {lines[number - 1]}" for number in line_numbers)

    def _matches(self, values: Mapping[str, Any]) -> str:
        text = str(values.get("text", "")).strip()
        if len(text) < SHORTEST_SEARCH:
            return f"error: search for {SHORTEST_SEARCH} letters or more"
        positions = [*self._lines_with(text)]
        match_lines = [
            f"{position.path}:{position.line}: {self.lines[position.path][position.line - 1]}" for position in positions
        ]
        omitted_count = len(positions) - MOST_MATCHES
        omission_note = [f"… and {omitted_count} more lines: search for a longer text"] if omitted_count > 0 else []
        return "\n".join([*match_lines[:MOST_MATCHES], *omission_note]) or "no line contains this text"

    def _lines_with(self, text: str) -> Iterator[LinePosition]:
        for path, lines in self.lines.items():
            yield from (
                LinePosition(path, number) for number, line in enumerate(lines, 1) if text.lower() in line.lower()
            )

    def positions(self, call: ToolCall) -> tuple[LinePosition, ...]:
        """Return the lines that a call shows, in order; none if it shows no line."""
        values = read_arguments(call)
        if isinstance(values, str):
            return ()
        if call.name == READ_FILE and (path := str(values.get("path", ""))) in self.lines:
            return tuple(LinePosition(path, number) for number in _range(values, len(self.lines[path])))
        text = str(values.get("text", "")).strip()
        if call.name == SEARCH and self.searches and len(text) >= SHORTEST_SEARCH:
            return tuple(self._lines_with(text))[:MOST_MATCHES]
        return ()


def _range(values: Mapping[str, Any], lines: int) -> range:
    """Return the numbers of the lines to show; a bound that is invalid or beyond the file is replaced."""
    first, last = _line_number(values.get("from"), 1), _line_number(values.get("to"), lines)
    return range(max(first, 1), min(last, lines) + 1)


def _line_number(value: object, default: int) -> int:
    """Return a bound as a number: models write numbers as texts as well."""
    # bool is a subclass of int, but True is not a line number.
    if isinstance(value, bool) or not isinstance(value, int | str):
        return default
    text = str(value).strip()
    # Python refuses to convert a number with thousands of digits.
    return int(text) if len(text) <= 9 and text.removeprefix("-").isdecimal() and text.isascii() else default


def budget(files: int, *, tight: bool) -> int:
    """Return the calls for a workspace of this many files; a full reading lists them, reads each and decides."""
    full_reading = files + 2
    return max(LEAST_CALLS, int(full_reading * TIGHT_SHARE)) if tight else full_reading * AMPLE_FACTOR


def reading(path: str) -> ToolCall:
    """Return the call that shows a whole file."""
    return call_of(READ_FILE, path=path)


def call_of(name: str, **arguments: str) -> ToolCall:
    """Return a call of a tool."""
    import json

    return ToolCall(name=name, arguments=json.dumps(arguments, ensure_ascii=False))
