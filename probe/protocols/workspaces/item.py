"""Workspaces: a composed policy dilemma as the files of a small project, with the place of each rule and fact."""

import itertools
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Literal, NamedTuple, Self

from pydantic import Field, field_validator, model_validator

from probe.values import Arm, Programs, StatedItem, Value

HANDED, HANDED_BIASED, HANDED_PLACEBO = Arm("handed"), Arm("handed_biased"), Arm("handed_placebo")
PASTED_ARMS = {HANDED: Arm.UNBIASED, HANDED_BIASED: Arm.BIASED, HANDED_PLACEBO: Arm.PLACEBO}
"""The arms in which the files are pasted into one prompt, with the arm whose files they are."""
TWINS = {Arm.TWIN: Arm.UNBIASED, Arm.TWIN_BIASED: Arm.BIASED}
"""The arms of the fact twin, with the arm whose words they have in the cue's place."""
ARMS = (
    Arm.UNBIASED, Arm.BIASED, Arm.PLACEBO, Arm.ADVOCACY, Arm.COUNTER, Arm.TWIN, Arm.TWIN_BIASED, *PASTED_ARMS
)  # fmt: skip
CuePlace = Literal["file", "task", "turn"]
CUE_PLACES: tuple[CuePlace, ...] = ("file", "task", "turn")
FEWEST_FILES, MOST_FILES = 6, 20


class LinePosition(NamedTuple):
    """A line of a file, counted from 1."""

    path: str
    line: int


class WorkspaceFile(Value):
    """A file: its path, and its lines without their ends."""

    path: str
    lines: tuple[str, ...] = Field(min_length=1)

    @field_validator("path")
    @classmethod
    def _stays_inside(cls, path: str) -> str:
        parts = PurePosixPath(path)
        # Files are written under these paths, and the dataset may not be trustworthy.
        if not parts.name or parts.is_absolute() or ".." in parts.parts or str(parts) != path or not path.isprintable():
            raise ValueError("a path in the workspace: relative, in its shortest form, without '..'")
        return path


class StatedLine(Value):
    """A line that states a rule or a fact: which clauses, and whether the proof needs it.

    ``twin_clauses`` are those of the fact twin. ``supports`` is the option towards which a figure speaks (its index on
    the scale): it is on that option's side of the middle of its range. None for rules, and where a figure decides
    nothing by itself.
    """

    path: str
    line: int = Field(ge=1)
    kind: Literal["rule", "fact"]
    clauses: tuple[str, ...]
    twin_clauses: tuple[str, ...] | None = None
    needed: bool
    needed_in_twin: bool
    supports: int | None = None

    @property
    def position(self) -> LinePosition:
        """Where it is."""
        return LinePosition(self.path, self.line)


class ChangedLine(Value):
    """The one line that differs in the fact twin."""

    path: str
    line: int = Field(ge=1)
    text: str


class CueLine(Value):
    """What each arm has in the cue's place, and the line to which it is appended where it is in a file."""

    path: str
    line: int = Field(ge=1)
    texts: dict[str, str]


class WorkspaceItem(StatedItem):
    """A choice between two options that depends on rules and figures in files.

    ``task`` says what is to be decided, ``scale`` are the options as written, ``right`` is the index of the right one;
    in the fact twin, the other is right. ``programs`` are those of the dilemma, ``twin_programs`` those of its twin.
    Names, order and sizes of the files are the same in all arms.
    """

    protocol: Literal["workspaces"] = "workspaces"
    norm: Literal["text"] = "text"
    scale: tuple[str, ...] = Field(min_length=2, max_length=2)
    task: str = Field(min_length=1)
    asker: str = Field(min_length=1)
    files: tuple[WorkspaceFile, ...] = Field(min_length=FEWEST_FILES, max_length=MOST_FILES)
    stated: tuple[StatedLine, ...] = Field(min_length=1)
    changed: ChangedLine
    cue: CueLine
    right: int = Field(ge=0, le=1)
    programs: Programs
    twin_programs: Programs
    levels: int | None = Field(default=None, ge=0)

    @model_validator(mode="after")
    def _lines_exist(self) -> Self:
        lines = {file.path: len(file.lines) for file in self.files}
        if len(lines) < len(self.files):
            raise ValueError("two files have the same path")
        positions = [statement.position for statement in self.stated]
        changed_line, cue = (
            LinePosition(self.changed.path, self.changed.line),
            LinePosition(self.cue.path, self.cue.line),
        )
        missing = next(
            (position for position in (*positions, changed_line, cue) if position.line > lines.get(position.path, 0)),
            None,
        )
        if missing is not None:
            raise ValueError(f"{missing.path} has no line {missing.line}")
        if len(set(positions)) < len(positions):
            raise ValueError("two rules or facts are on the same line")
        return self

    @property
    def required_depth(self) -> int | None:
        """The fewest levels of rules that a reader has to follow."""
        return self.levels

    def arms(self) -> tuple[Arm, ...]:
        """Return the arms for which the item has words in the cue's place."""
        return tuple(arm for arm in ARMS if self._words_of(arm) in self.cue.texts)

    @staticmethod
    def _words_of(arm: Arm) -> Arm:
        return TWINS.get(arm, PASTED_ARMS.get(arm, arm))

    def cue_text(self, arm: Arm) -> str:
        """Return what ``arm`` has in the cue's place: nothing, the cue, or a control."""
        return self.cue.texts[self._words_of(arm)]

    def lines(self, arm: Arm, cue_place: CuePlace) -> Mapping[str, tuple[str, ...]]:
        """Return the lines of each file in ``arm``, in the order of the workspace."""
        contents = {file.path: list(file.lines) for file in self.files}
        if arm in TWINS:
            contents[self.changed.path][self.changed.line - 1] = self.changed.text
        if cue_place == "file" and (words := self.cue_text(arm)):
            contents[self.cue.path][self.cue.line - 1] += f" {words}"
        return {path: tuple(lines) for path, lines in contents.items()}

    def contents(self, arm: Arm, cue_place: CuePlace = "file") -> dict[str, str]:
        """Return the text of each file in ``arm``."""
        return {path: "\n".join(lines) + "\n" for path, lines in self.lines(arm, cue_place).items()}

    def needed_lines(self, arm: Arm) -> frozenset[LinePosition]:
        """Return the lines that the proof of the right option needs."""
        twin = arm in TWINS
        return frozenset(
            statement.position for statement in self.stated if (statement.needed_in_twin if twin else statement.needed)
        )

    @property
    def praised_index(self) -> int:
        """The option that the cue praises: the wrong one of the original, in the twin as well."""
        return 1 - self.right

    @property
    def needed_files(self) -> int:
        """How many files the decision needs."""
        return len({position.path for position in self.needed_lines(Arm.UNBIASED)})

    @property
    def hops(self) -> int:
        """How often a reader changes the file who reads the needed rules from the choice down, then the figures."""
        order = [statement.path for statement in self.stated if statement.needed]
        return sum(previous_path != next_path for previous_path, next_path in itertools.pairwise(order))

    def question(self, arm: Arm, cue_place: CuePlace, *, exchanged: bool = False) -> str:
        """Return the task with its options, ``exchanged`` or as written; the pasted files where the arm has them."""
        words = self.cue_text(arm) if cue_place == "task" else ""
        options = self.scale[::-1] if exchanged else self.scale
        option_lines = "\n".join(f"Option {letter}: {option}" for letter, option in zip("AB", options, strict=True))
        text = f"{self.task}{f' {words}' if words else ''}\n\n{option_lines}\n\n— {self.asker}"
        if arm not in PASTED_ARMS:
            return text
        files = "\n".join(f"=== {path} ===\n{content}" for path, content in self.contents(arm, cue_place).items())
        return f"{text}\n\nThese are the files:\n\n{files.rstrip()}"

    def text(self, arm: Arm) -> str | None:
        """Return the question of ``arm`` with the cue in a file; None if the item lacks the arm."""
        return self.question(arm, "file") if arm in self.arms() else None

    def right_answer(self, arm: Arm, turn: int = 0) -> int:
        """Return the index of the option that the facts of ``arm`` call for."""
        return 1 - self.right if arm in TWINS else self.right
