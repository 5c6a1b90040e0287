"""Lay out rules and figures as the files of a project: which file they are in says nothing about the answer.

Half of the handbook and half of the other files hold what a dilemma states. Names, sizes and kinds are drawn first, the
files that hold something afterwards, so that neither a name nor a size predicts which they are.
"""

import math
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import cycle, islice, product, zip_longest
from pathlib import Path
from typing import Literal, NamedTuple

from probe.grammar.draw import Draw
from probe.grammar.schema import Side
from probe.grammar.statements import FactStatement, RuleStatement
from probe.protocols.workspaces.item import Changed, CueLine, LinePosition, StatedLine, WorkspaceFile
from probe.values import Value

Kind = Literal["handbook", "table", "chat", "ticket", "decision", "notes"]
MESSAGES: tuple[Kind, ...] = ("chat", "ticket", "decision", "notes")
"""Kinds in which a person writes, so that a cue can be there."""
WITH_FACTS: tuple[Kind, ...] = ("table", *MESSAGES)
CHAPTER_RULES, FILE_FACTS = 5, 3
"""Rules of a chapter and facts of another file at most; a file has room for them whatever its size."""
CHAPTER_LINES, FILE_LINES = (5, 8), (3, 6)
"""Lines of a chapter and of another file, from and to, without headings."""
MOST_FACT_FILES = 6
"""With as many without facts and up to six chapters: at most 18 files."""
FEWEST_FACT_FILES = 2
"""So that a workspace has six files at least, two of them chapters."""
MINUTES = (1, 9)
"""Minutes between two messages of a chat."""


Statement = RuleStatement | FactStatement


class Filler(NamedTuple):
    """A line that does not matter: a sentence, or the two cells of a row."""

    sentence: str
    row: tuple[str, str] = ("", "")


@dataclass
class _Drafted:
    """A file while it is laid out: ``held`` are the statements by their place among its lines."""

    kind: Kind
    path: str
    size: int
    held: dict[int, Statement] = field(default_factory=dict)


class Laid(NamedTuple):
    """The files, the place of everything that is stated, the line that the twin changes, and the cue's line."""

    files: tuple[WorkspaceFile, ...]
    stated: tuple[StatedLine, ...]
    changed: Changed
    cue: CueLine


def lay_out(  # noqa: PLR0917
    rules: Sequence[RuleStatement],
    facts: Sequence[FactStatement],
    sides: Mapping[Side, int],
    cues: Mapping[str, str],
    people: Sequence[str],
    draw: Draw,
) -> Laid:
    """Return the workspace.

    ``sides`` are the options by the action that a figure supports, ``people`` begin with the one who asks, and ``cues``
    are the words of each arm in the cue's place.
    """
    drafted = _drafted(len(rules), len(facts), draw.child("files"))
    chapters = [file for file in drafted if file.kind == "handbook"]
    others = [file for file in drafted if file.kind != "handbook"]
    _fill(_half(chapters, draw.child("chapters")), rules, draw.child("rules"))
    _fill(_half(others, draw.child("others")), facts, draw.child("facts"))
    # Someone has to say the cue, and neither a table nor a handbook speaks.
    writing = [file for file in others if file.kind in MESSAGES]
    cued = draw.child("cue").choice(writing)
    fillers = _Fillers(draw.child("fillers"))
    files, positions, twins = [], dict[int, LinePosition](), dict[int, str]()
    cue_line = 0
    for number, draft in enumerate(drafted):
        stream = draw.child("lines", number)
        free = [index for index in range(draft.size) if index not in draft.held]
        # The cue follows a line that states nothing, if the file has one.
        carrier = stream.child("carrier").choice(free or range(draft.size)) if draft is cued else None
        rows = list(_rows(draft, fillers, carrier, stream))
        head, lines, twin_lines = _written(draft.kind, rows, people, carrier, stream)
        files.append(WorkspaceFile(path=draft.path, lines=(*head, *lines)))
        if carrier is not None:
            cue_line = len(head) + carrier + 1
        for position, statement in draft.held.items():
            positions[id(statement)] = LinePosition(draft.path, len(head) + position + 1)
            twins[id(statement)] = twin_lines[position]
    changed = next(fact for fact in facts if fact.clauses != fact.twin_clauses)
    where = positions[id(changed)]
    statements: list[Statement] = [*rules, *facts]
    stated = [
        StatedLine(
            path=positions[id(entry)].path,
            line=positions[id(entry)].line,
            kind="rule" if isinstance(entry, RuleStatement) else "fact",
            clauses=entry.clauses,
            twin_clauses=entry.twin_clauses if entry is changed else None,
            needed=entry.needed,
            needed_in_twin=entry.needed_in_twin,
            supports=sides[entry.supports] if isinstance(entry, FactStatement) and entry.supports else None,
        )
        for entry in statements
    ]
    return Laid(
        files=tuple(files),
        stated=tuple(stated),
        changed=Changed(path=where.path, line=where.line, text=twins[id(changed)]),
        cue=CueLine(path=cued.path, line=cue_line, texts=dict(cues)),
    )


def _drafted(rules: int, facts: int, draw: Draw) -> list[_Drafted]:
    """Return the files with their kinds, names and sizes, in the order of the workspace."""
    # Twice as many as the rules fill: half of the files hold nothing, and no list shows which.
    chapters = 2 * max(1, math.ceil(rules / CHAPTER_RULES))
    others = 2 * min(max(FEWEST_FACT_FILES, math.ceil(facts / FILE_FACTS)), MOST_FACT_FILES)
    # Every kind recurs as often as possible; one of the first is a kind in which a cue can be.
    order: list[Kind] = draw.child("kinds").shuffled([*WITH_FACTS])
    handbook: Kind = "handbook"
    kinds: list[Kind] = [handbook] * chapters + list(islice(cycle(order), others))
    names = {kind: draw.child("names", kind).shuffled(phrases().names[kind]) for kind in dict.fromkeys(kinds)}
    numbers = draw.child("numbers").shuffled(range(10, 99))
    drafted: list[_Drafted] = []
    for number, kind in enumerate(kinds):
        low, high = CHAPTER_LINES if kind == "handbook" else FILE_LINES
        name = names[kind][sum(file.kind == kind for file in drafted) % len(names[kind])]
        path = name.replace("{number}", str(numbers[number]))
        drafted.append(_Drafted(kind, path, draw.child("size", number).between(low, high)))
    return draw.child("order").shuffled(drafted)


def _half(files: Sequence[_Drafted], draw: Draw) -> list[_Drafted]:
    return draw.shuffled(files)[: len(files) // 2]


def _fill(files: Sequence[_Drafted], statements: Sequence[Statement], draw: Draw) -> None:
    """Give each statement a place: one in every file first, the rest wherever there is room."""
    waiting = draw.child("order").shuffled(list(statements))
    for number, file in enumerate(files):
        places = draw.child("places", number).shuffled(range(file.size))
        left = len(files) - number - 1
        room = sum(later.size for later in files[number + 1 :])
        # No file that is meant to hold something may stay empty, and what waits has to fit into the rest.
        least = max(1, len(waiting) - room)
        most = min(file.size, len(waiting) - left)
        count = draw.child("count", number).between(min(least, most), most) if left else len(waiting)
        for position in places[:count]:
            file.held[position] = waiting.pop()


class _Fillers:
    """Sentences that do not matter, each once in a workspace."""

    def __init__(self, draw: Draw) -> None:
        self._draw = draw
        self._left: dict[str, Iterator[Filler]] = {}

    def next(self, kind: str) -> Filler:
        """Return the next line for a handbook, a table or a message."""
        if kind not in self._left:
            # One of each template before one recurs: templates with more words would crowd out the others.
            forms = [self._draw.child(kind, number).shuffled(form) for number, form in enumerate(filled(kind))]
            order = self._draw.child(kind).shuffled(range(len(forms)))
            turns = zip_longest(*(forms[number] for number in order))
            self._left[kind] = (line for turn in turns for line in turn if line is not None)
        return next(self._left[kind])

    def asker(self, stream: Draw) -> str:
        """Return what the one who asks says before the cue, or instead of it."""
        return stream.choice(phrases().message.asker)


def _rows(file: _Drafted, fillers: _Fillers, carrier: int | None, stream: Draw) -> Iterator[tuple[Filler, Filler]]:
    """Yield each line of a file, as in the original and as in the twin."""
    for position in range(file.size):
        statement = file.held.get(position)
        if statement is None:
            text = fillers.asker(stream.child("asker")) if position == carrier else None
            line = (
                Filler(text) if text else fillers.next(file.kind if file.kind in ("handbook", "table") else "message")
            )
            yield line, line
        elif isinstance(statement, RuleStatement):
            line = Filler(statement.sentence)
            yield line, line
        else:
            noun = _capital(statement.noun)
            yield (
                Filler(statement.sentence, (noun, statement.value) if noun else ("", "")),
                Filler(statement.twin_sentence, (noun, statement.twin_value) if noun else ("", "")),
            )


def _written(
    kind: Kind, rows: Sequence[tuple[Filler, Filler]], people: Sequence[str], carrier: int | None, stream: Draw
) -> tuple[list[str], list[str], list[str]]:
    """Return the head of a file, and its lines in the original and in the twin."""
    number = stream.child("number").between(1, 9)
    writers = [stream.child("who", line_index).choice(people[1:]) for line_index in range(len(rows))]
    if carrier is not None:
        writers[carrier] = people[0]
    minutes = [stream.child("start").between(8 * 60, 15 * 60)]
    for index in range(1, len(rows)):
        minutes.append(minutes[-1] + stream.child("pause", index).between(*MINUTES))
    day = stream.child("day").choice(phrases().words["day"])

    def line(position: int, filler: Filler) -> str:
        if kind == "table":
            noun, value = filler.row if filler.row[0] else ("Note", filler.sentence)
            return f"| {noun} | {value} |"
        if kind == "handbook":
            return f"{number}.{position + 1} {filler.sentence}"
        if kind == "chat":
            return f"[{minutes[position] // 60:02}:{minutes[position] % 60:02}] {writers[position]}: {filler.sentence}"
        return f"- {writers[position]}: {filler.sentence}"

    title = stream.child("title").choice(phrases().handbook.titles)
    heads = {
        "handbook": [f"# {number}. {title}", ""],
        "table": ["| | |", "|---|---|"],
        "chat": [],
        "ticket": ["# Comments", ""],
        "decision": [f"# Minutes, {day}", ""],
        "notes": [f"# Notes, {day}", ""],
    }
    originals, twins = zip(*rows, strict=True)
    return (
        heads[kind],
        [line(*numbered) for numbered in enumerate(originals)],
        [line(*numbered) for numbered in enumerate(twins)],
    )


class HandbookPhrases(Value):
    """Titles of chapters, and rules that do not matter."""

    titles: tuple[str, ...]
    lines: tuple[str, ...]


class MessagePhrases(Value):
    """Messages that do not matter, and what the one who asks says before a cue."""

    lines: tuple[str, ...]
    asker: tuple[str, ...]


class TablePhrases(Value):
    """Rows that do not matter."""

    rows: tuple[tuple[str, str], ...]


class WorkspacePhrases(Value):
    """What fills workspaces; phrases.toml explains it."""

    words: dict[str, tuple[str, ...]]
    handbook: HandbookPhrases
    message: MessagePhrases
    table: TablePhrases
    names: dict[Kind, tuple[str, ...]]


@cache
def phrases() -> WorkspacePhrases:
    """Return the packaged phrases."""
    content = Path(__file__).with_name("phrases.toml").read_text(encoding="utf-8")
    return WorkspacePhrases.model_validate(tomllib.loads(content))


@cache
def filled(kind: str) -> tuple[tuple[Filler, ...], ...]:
    """Return the lines of a kind by template, with all words in their slots."""
    if kind == "table":
        rows = ([text.split("\t") for text in _all_filled("\t".join(row))] for row in phrases().table.rows)
        # Of rows with one noun and different values, one is enough: a table that contradicts itself is not irrelevant.
        return tuple(tuple({noun: Filler("", (_capital(noun), value)) for noun, value in row}.values()) for row in rows)
    lines = phrases().handbook.lines if kind == "handbook" else phrases().message.lines
    return tuple(tuple(Filler(_capital(text)) for text in _all_filled(line)) for line in lines)


def _all_filled(line: str) -> Iterator[str]:
    slots = [name for name in phrases().words if f"{{{name}}}" in line]
    for words in product(*(phrases().words[name] for name in slots)):
        yield line.format(**dict(zip(slots, words, strict=True)))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
