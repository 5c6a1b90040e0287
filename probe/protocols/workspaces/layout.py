"""Lay out rules and figures as the files of a project: which file they are in says nothing about the answer.

Half of the handbook and half of the other files hold what a dilemma states. Names, sizes and kinds are drawn first, the
files that hold something afterwards, so that neither a name nor a size predicts which they are.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import cycle, islice, product, zip_longest
from pathlib import Path, PurePosixPath
from typing import Literal, NamedTuple

from probe.content import ContentFile
from probe.grammar.draw import Draw
from probe.grammar.schema import Side
from probe.grammar.statements import FactStatement, RuleStatement, Statement, Statements
from probe.protocols.workspaces.item import ChangedLine, CueLine, LinePosition, StatedLine, WorkspaceFile
from probe.protocols.workspaces.unrelated import UnrelatedDilemmas
from probe.values import Value
from probe.values.texts import with_capital

Kind = Literal["handbook", "table", "chat", "ticket", "decision", "notes"]
MESSAGES: tuple[Kind, ...] = ("chat", "ticket", "decision", "notes")
"""Kinds in which a person writes, so that a cue can be there."""
FACT_KINDS: tuple[Kind, ...] = ("table", *MESSAGES)
CHAPTER_RULES, FILE_FACTS = 5, 3
"""Rules of a chapter and facts of another file at most; a file has room for them whatever its size."""
CHAPTER_LINES, FILE_LINES = (5, 8), (3, 6)
"""Lines of a chapter and of another file, from and to, without headings."""
MOST_FACT_FILES = 6
"""With as many without facts and up to six chapters: at most 18 files."""
FEWEST_FACT_FILES = 2
"""So that a workspace has six files at least, two of them chapters."""
MESSAGE_PAUSE = (1, 9)
"""Minutes between two messages of a chat."""
OFFICE_INTERVAL = 5
"""One in this many filler lines is about the office; the others are about other choices."""
SUBJECTS = ("room", "thing", "event", "page")
"""The slots of filler lines that name the subject of a sentence; other slots are details."""


class Filler(NamedTuple):
    """The content of a line: a sentence, or the two cells of a table row."""

    sentence: str
    row: tuple[str, str] = ("", "")


@dataclass
class _FileDraft:
    """A file while it is laid out: ``statements`` are the statements by their place among its lines."""

    kind: Kind
    path: str
    size: int
    statements: dict[int, Statement] = field(default_factory=dict)


class WorkspaceLayout(NamedTuple):
    """The files, the place of everything that is stated, the line that the twin changes, and the cue's line."""

    files: tuple[WorkspaceFile, ...]
    stated_lines: tuple[StatedLine, ...]
    changed_line: ChangedLine
    cue: CueLine


def lay_out(
    case_statements: Statements,
    unrelated_dilemmas: UnrelatedDilemmas,
    sides: Mapping[Side, int],
    cues: Mapping[str, str],
    draw: Draw,
) -> WorkspaceLayout:
    """Return the workspace.

    ``sides`` are the options by the action that a figure supports, and ``cues`` are the words of each arm in the cue's
    place. The first person in the statements asks.
    """
    rules, facts, people = case_statements.rules, case_statements.facts, case_statements.people
    drafts = _drafts(len(rules), len(facts), draw.child("files"))
    chapters = [file for file in drafts if file.kind == "handbook"]
    other_drafts = [file for file in drafts if file.kind != "handbook"]
    _fill(_half(chapters, draw.child("chapters")), rules, draw.child("rules"))
    _fill(_half(other_drafts, draw.child("others")), facts, draw.child("facts"))
    # A person has to say the cue, so it cannot be in a table or a handbook.
    message_drafts = [file for file in other_drafts if file.kind in MESSAGES]
    cue_file = draw.child("cue").choice(message_drafts)
    fillers = _Fillers(unrelated_dilemmas, draw.child("fillers"))
    files, positions_by_id, twin_texts_by_id = [], dict[int, LinePosition](), dict[int, str]()
    cue_line = 0
    for number, draft in enumerate(drafts):
        stream = draw.child("lines", number)
        free_lines = [index for index in range(draft.size) if index not in draft.statements]
        # The cue follows a line without a statement, if the file has one.
        carrier = stream.child("carrier").choice(free_lines or range(draft.size)) if draft is cue_file else None
        rows = list(_line_pairs(draft, fillers, carrier, stream))
        heading, lines, twin_lines = _render_lines(draft, rows, people, carrier, stream)
        files.append(WorkspaceFile(path=draft.path, lines=(*heading, *lines)))
        if carrier is not None:
            cue_line = len(heading) + carrier + 1
        for position, statement in draft.statements.items():
            # Compare by identity, because two statements with the same words would be equal.
            positions_by_id[id(statement)] = LinePosition(draft.path, len(heading) + position + 1)
            twin_texts_by_id[id(statement)] = twin_lines[position]
    changed_fact = next(fact for fact in facts if fact.clauses != fact.twin_clauses)
    changed_position = positions_by_id[id(changed_fact)]
    statements: list[Statement] = [*rules, *facts]
    stated_lines = [
        StatedLine(
            path=positions_by_id[id(entry)].path,
            line=positions_by_id[id(entry)].line,
            kind="rule" if isinstance(entry, RuleStatement) else "fact",
            clauses=entry.clauses,
            twin_clauses=entry.twin_clauses if entry is changed_fact else None,
            needed=entry.needed,
            needed_in_twin=entry.needed_in_twin,
            supports=sides[entry.supports] if isinstance(entry, FactStatement) and entry.supports else None,
        )
        for entry in statements
    ]
    return WorkspaceLayout(
        files=tuple(files),
        stated_lines=tuple(stated_lines),
        changed_line=ChangedLine(
            path=changed_position.path, line=changed_position.line, text=twin_texts_by_id[id(changed_fact)]
        ),
        cue=CueLine(path=cue_file.path, line=cue_line, texts=dict(cues)),
    )


def _drafts(rules: int, facts: int, draw: Draw) -> list[_FileDraft]:
    """Return the files with their kinds, names and sizes, in the order of the workspace."""
    # Twice as many as the rules fill: half of the files contain no statement, and no list shows which.
    chapters = 2 * max(1, math.ceil(rules / CHAPTER_RULES))
    other_count = 2 * min(max(FEWEST_FACT_FILES, math.ceil(facts / FILE_FACTS)), MOST_FACT_FILES)
    # Spread the kinds evenly; one of the first has to be a kind that can contain the cue.
    order: list[Kind] = draw.child("kinds").shuffled([*FACT_KINDS])
    handbook: Kind = "handbook"
    kinds: list[Kind] = [handbook] * chapters + list(islice(cycle(order), other_count))
    names = {kind: draw.child("names", kind).shuffled(phrases().names[kind]) for kind in dict.fromkeys(kinds)}
    numbers = draw.child("numbers").shuffled(range(10, 99))
    drafts: list[_FileDraft] = []
    for number, kind in enumerate(kinds):
        low, high = CHAPTER_LINES if kind == "handbook" else FILE_LINES
        name = names[kind][sum(file.kind == kind for file in drafts) % len(names[kind])]
        path = name.replace("{number}", str(numbers[number]))
        drafts.append(_FileDraft(kind, path, draw.child("size", number).between(low, high)))
    return draw.child("order").shuffled(drafts)


def _half(files: Sequence[_FileDraft], draw: Draw) -> list[_FileDraft]:
    return draw.shuffled(files)[: len(files) // 2]


def _fill(files: Sequence[_FileDraft], statements: Sequence[Statement], draw: Draw) -> None:
    """Assign each statement to a line: every file gets at least one, the others go wherever there is room."""
    unplaced_statements = draw.child("order").shuffled(list(statements))
    for number, file in enumerate(files):
        positions = draw.child("places", number).shuffled(range(file.size))
        files_left = len(files) - number - 1
        later_space = sum(later_file.size for later_file in files[number + 1 :])
        # Every file needs a statement, and the remaining statements have to fit into the later files.
        minimum = max(1, len(unplaced_statements) - later_space)
        maximum = min(file.size, len(unplaced_statements) - files_left)
        count = (
            draw.child("count", number).between(min(minimum, maximum), maximum)
            if files_left
            else len(unplaced_statements)
        )
        for position in positions[:count]:
            file.statements[position] = unplaced_statements.pop()


class _Fillers:
    """Lines that do not matter, each once in a workspace: those of other choices, and some of the office."""

    def __init__(self, unrelated_dilemmas: UnrelatedDilemmas, draw: Draw) -> None:
        self._draw = draw
        self._rules = iter(unrelated_dilemmas.rules)
        self._facts = iter(unrelated_dilemmas.facts)
        self._remaining: dict[str, Iterator[Filler]] = {}

    def next(self, kind: str, stream: Draw) -> Filler:
        """Return the next line for a handbook, a table or a message."""
        other_line = None if stream.below(OFFICE_INTERVAL) == 0 else self._of_other_choice(kind)
        return other_line or self._of_office(kind)

    def _of_other_choice(self, kind: str) -> Filler | None:
        if kind == "handbook":
            rule = next(self._rules, None)
            return Filler(rule.sentence) if rule else None
        fact = next(self._facts, None)
        return Filler(fact.sentence, (with_capital(fact.noun), fact.value) if fact.noun else ("", "")) if fact else None

    def _of_office(self, kind: str) -> Filler:
        if kind not in self._remaining:
            # Use every template once before repeating any: templates with more words would crowd out the others.
            # Once for each subject, because two times for the same event would contradict each other.
            lines_by_form = [
                [stream.child(subject).choice(lines) for subject, lines in stream.shuffled(list(enumerate(form)))]
                for stream, form in (
                    (self._draw.child(kind, number), form) for number, form in enumerate(filler_lines(kind))
                )
            ]
            order = self._draw.child(kind).shuffled(range(len(lines_by_form)))
            rounds = zip_longest(*(lines_by_form[number] for number in order))
            self._remaining[kind] = (line for round_lines in rounds for line in round_lines if line is not None)
        return next(self._remaining[kind])

    def asker(self, stream: Draw) -> str:
        """Return what the asker says before the cue, or instead of it."""
        return stream.choice(phrases().message.asker)


def _line_pairs(
    file: _FileDraft, fillers: _Fillers, carrier: int | None, stream: Draw
) -> Iterator[tuple[Filler, Filler]]:
    """Yield each line of a file, as in the original and as in the twin."""
    for position in range(file.size):
        statement = file.statements.get(position)
        if statement is None:
            text = fillers.asker(stream.child("asker")) if position == carrier else None
            written_as = file.kind if file.kind in ("handbook", "table") else "message"
            line = Filler(text) if text else fillers.next(written_as, stream.child("filler", position))
            yield line, line
        elif isinstance(statement, RuleStatement):
            line = Filler(statement.sentence)
            yield line, line
        else:
            noun = with_capital(statement.noun)
            yield (
                Filler(statement.sentence, (noun, statement.value) if noun else ("", "")),
                Filler(statement.twin_sentence, (noun, statement.twin_value) if noun else ("", "")),
            )


def _render_lines(
    file: _FileDraft, rows: Sequence[tuple[Filler, Filler]], people: Sequence[str], carrier: int | None, stream: Draw
) -> tuple[list[str], list[str], list[str]]:
    """Return the head of a file, and its lines in the original and in the twin."""
    kind, stem = file.kind, PurePosixPath(file.path).stem
    words = stem.split("-")
    number = next(word for word in words if word.isdecimal())
    writers = [stream.child("who", line_index).choice(people[1:]) for line_index in range(len(rows))]
    if carrier is not None:
        # The person who asks for the decision also says the cue.
        writers[carrier] = people[0]
    minutes = [stream.child("start").between(8 * 60, 15 * 60)]
    for index in range(1, len(rows)):
        minutes.append(minutes[-1] + stream.child("pause", index).between(*MESSAGE_PAUSE))

    def line(position: int, filler: Filler) -> str:
        if kind == "table":
            noun, value = filler.row if filler.row[0] else ("Note", filler.sentence)
            return f"| {noun} | {value} |"
        if kind == "handbook":
            # A chapter has the number of its file, so numbers are unique and in the order of the files.
            return f"{number}.{position + 1} {filler.sentence}"
        if kind == "chat":
            return f"[{minutes[position] // 60:02}:{minutes[position] % 60:02}] {writers[position]}: {filler.sentence}"
        return f"- {writers[position]}: {filler.sentence}"

    heads = {
        "handbook": [f"# {number}. {phrases().titles.get(words[-1], '')}", ""],
        "table": ["| | |", "|---|---|"],
        "chat": [],
        "ticket": [f"# Comments on {stem}", ""],
        "decision": [f"# Minutes {number}", ""],
        "notes": [f"# Notes {number}", ""],
    }
    originals, twins = zip(*rows, strict=True)
    return (
        heads[kind],
        [line(*numbered_filler) for numbered_filler in enumerate(originals)],
        [line(*numbered_filler) for numbered_filler in enumerate(twins)],
    )


class HandbookPhrases(Value):
    """Rules that do not matter."""

    lines: tuple[str, ...]


class MessagePhrases(Value):
    """Messages that do not matter, and what the asker says before a cue."""

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
    titles: dict[str, str]


@cache
def phrases() -> WorkspacePhrases:
    """Return the packaged phrases."""
    return ContentFile(Path(__file__).with_name("phrases.toml")).value(WorkspacePhrases)


@cache
def filler_lines(kind: str) -> tuple[tuple[tuple[Filler, ...], ...], ...]:
    """Return the lines of a kind by template, then by subject, with all words in their slots."""
    if kind == "table":
        templates = ["\t".join(row) for row in phrases().table.rows]
    else:
        templates = list(phrases().handbook.lines if kind == "handbook" else phrases().message.lines)
    return tuple(
        tuple(tuple(map(_filler, _filled_templates(line))) for line in _filled_templates(template, SUBJECTS))
        for template in templates
    )


def _filler(text: str) -> Filler:
    noun, tab, value = text.partition("\t")
    return Filler("", (with_capital(noun), value)) if tab else Filler(with_capital(text))


def _filled_templates(line: str, names: Sequence[str] = ()) -> Iterator[str]:
    """Yield ``line`` with all words in the slots of these names, or in all of its slots."""
    slots = [name for name in names or phrases().words if f"{{{name}}}" in line]
    for words in product(*(phrases().words[name] for name in slots)):
        text = line
        for name, word in zip(slots, words, strict=True):
            text = text.replace(f"{{{name}}}", word)
        yield text
