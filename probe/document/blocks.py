"""The blocks of a document: values that define what a reader sees, independently of the renderer.

No block contains markup: texts, including hostile ones, are unchanged, and each renderer escapes them.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from probe.values.phrases import lines_text

Tone = Literal["", "good", "bad", "warn", "soft"]
"""How a reader should take something: as good or bad news, as a warning, or as an aside."""

Form = Literal["", "strong", "mark", "badge", "code", "id", "gap"]

FileLinks = tuple[tuple[str, str], ...]
"""Files next to a page: the name of each format, and the file's address from the page, such as ``tables/x.csv``."""


@dataclass(frozen=True)
class StyledText:
    """A stretch of text with a tone and a form; ``link`` is an address within the pages, or ``#`` and a key."""

    text: str
    tone: Tone = ""
    form: Form = ""
    link: str = ""


@dataclass(frozen=True)
class TextPiece:
    """A stretch of a text; ``changed`` if the other text lacks it."""

    text: str
    changed: bool


Content = str | StyledText | tuple[str | StyledText, ...]
"""Text within a block; a plain string has no style."""


def styled(content: Content) -> tuple[StyledText, ...]:
    """Return content as stretches of text."""
    segments = content if isinstance(content, tuple) else (content,)
    return tuple(StyledText(segment) if isinstance(segment, str) else segment for segment in segments)


def plain(content: Content) -> str:
    """Return the text of content without its style."""
    return "".join(segment.text for segment in styled(content))


def strong(text: str, tone: Tone = "") -> StyledText:
    """Return text to be stressed."""
    return StyledText(text, tone, "strong")


def soft(text: str) -> StyledText:
    """Return an aside."""
    return StyledText(text, "soft")


def badge(text: str, tone: Tone = "") -> StyledText:
    """Return a short verdict."""
    return StyledText(text, tone, "badge")


def gap(reason: str) -> StyledText:
    """Return what a cell without a value shows: a dash and the reason."""
    return StyledText(f"– ({reason})", form="gap")


def marked(segments: Iterable[TextPiece]) -> tuple[StyledText, ...]:
    """Return a text with the pieces marked that another text lacks."""
    return tuple(StyledText(segment.text, form="mark" if segment.changed else "") for segment in segments)


@dataclass(frozen=True)
class Title:
    """A heading of level 1 (a document within another) to 4; ``key`` is what links point to."""

    text: Content
    level: int = 2
    key: str = ""


@dataclass(frozen=True)
class Paragraph:
    """Sentences; with ``small``, an aside that explains how to read the neighbouring blocks."""

    text: Content
    tone: Tone = ""
    small: bool = False


@dataclass(frozen=True)
class Points:
    """A list of sentences. ``tone`` is that of all of them."""

    items: tuple[Content, ...]
    tone: Tone = ""


@dataclass(frozen=True)
class Box:
    """Blocks that a reader must not miss, introduced by ``title``; a ``status`` is read out when a page is loaded."""

    blocks: tuple["Block", ...]
    tone: Tone = ""
    title: str = ""
    status: bool = False


@dataclass(frozen=True)
class TitledText:
    """A text as it was written, with its line breaks and a title; what changed in it may be marked (``marked``).

    A terminal shows a long text in short, unless it is to be shown ``whole``.
    """

    title: str
    text: Content
    whole: bool = False


@dataclass(frozen=True)
class MarkedTexts:
    """Texts to be compared, side by side, with the differences marked."""

    title: str
    texts: tuple[tuple[str, tuple[TextPiece, ...]], ...]
    note: str = ""


@dataclass(frozen=True)
class Grid:
    """A table: ``note`` introduces it, ``notes`` follow it, and columns in ``numbers`` are aligned to the right.

    ``records`` have one line each where other programs read what is printed; other rows are printed value by value
    where they contain long texts. ``titled`` is whether a page shows the title, which also names the region.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Content, ...], ...]
    note: str = ""
    numbers: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    records: bool = False
    titled: bool = True

    def __post_init__(self) -> None:
        """Raise ValueError unless every row has a cell for each column."""
        if any(len(cells) != len(self.columns) for cells in self.rows):
            raise ValueError(f"every row of {self.title!r} needs {len(self.columns)} cells")


@dataclass(frozen=True)
class Facts:
    """Values by name."""

    values: tuple[tuple[str, Content], ...]


@dataclass(frozen=True)
class CheckLine:
    """A check or a stage: its outcome in a word, the question that it asks, the reason and the evidence.

    ``group`` is the heading below which it is listed, ``key`` what links point to.
    """

    name: str
    outcome: str
    tone: Tone
    reason: str
    asks: str = ""
    evidence: tuple[tuple[str, str], ...] = ()
    group: str = ""
    key: str = ""

    @property
    def settled(self) -> bool:
        """Whether its line is enough for a reader who does not ask for more."""
        return self.tone not in ("bad", "warn")


@dataclass(frozen=True)
class Checks:
    """Checks with their outcomes; what holds is one line, what does not is shown with reason and evidence."""

    title: str
    checks: tuple[CheckLine, ...]


@dataclass(frozen=True)
class Step:
    """One step: its goal and outcome, the place of its clause (``axiom lines 3-5``), and the steps below it.

    Its sentence consists of ``text``, ``place`` and ``after``. ``source`` is ``axioms`` or ``program``, and ``lines``
    are the first and last line of the clause that produced the step or contains its goal. ``link`` is the conjunction
    between the step and its children. ``key`` is equal for steps with the same derivation.
    """

    text: str
    after: str = ""
    goal: str = ""
    kind: str = ""
    succeeded: bool = True
    source: str = ""
    lines: tuple[int, int] | None = None
    link: str = "since"
    children: tuple["Step", ...] = ()
    key: object = field(default=None, compare=False, repr=False)

    @property
    def place(self) -> str:
        """The clause's lines, such as ``axiom lines 3-5``; empty without a clause."""
        return lines_text(self.source, self.lines) if self.lines else ""

    @property
    def words(self) -> str:
        """The step's sentence without its final punctuation."""
        return f"{self.text}{f' {self.place}' if self.place else ''}{self.after}"

    @property
    def sentence(self) -> str:
        """The step as a sentence; it ends in a colon if the children give the reasons."""
        return f"{self.words}{':' if self.children else '.'}"

    @property
    def shape(self) -> tuple[object, ...]:
        """The step and its descendants without their places."""
        return self.text, self.after, self.succeeded, tuple(child.shape for child in self.children)

    def walk(self) -> Iterator["Step"]:
        """Yield this step and its descendants in search order."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True)
class ProofTree:
    """A proof, or a failed search; ``prefix`` and a step's source are the key of the program that it refers to."""

    step: Step
    prefix: str = ""


@dataclass(frozen=True)
class ProgramLine:
    """A line of a program, numbered from 1; ``changed`` if the other program lacks it. ``note`` is about the line."""

    number: int
    text: str
    changed: bool = False
    note: str = ""


@dataclass(frozen=True)
class Code:
    """Lines of a program; ``sign`` is put before the changed ones, and ``key`` is what steps of proofs point to."""

    title: str
    lines: tuple[ProgramLine, ...]
    key: str = ""
    sign: str = "+"


@dataclass(frozen=True)
class Plot:
    """A figure: an SVG of our own (``svg``), or its ``address`` within the pages, with words for who cannot see it.

    ``saved`` are the files that contain it.
    """

    key: str
    title: str
    caption: str
    alt: str
    svg: str = ""
    address: str = ""
    saved: FileLinks = ()


@dataclass(frozen=True)
class SavedFiles:
    """Files next to the page with its contents, by title, with its formats; ``intro`` says what these are."""

    files: tuple[tuple[str, FileLinks], ...]
    intro: str = ""


@dataclass(frozen=True)
class Fold:
    """What a reader opens on demand: on a page by ``summary``, on a terminal with ``--verbose``.

    ``open`` is whether a page shows it opened; ``brief`` is what a terminal shows instead without ``--verbose``.
    """

    summary: Content
    blocks: tuple["Block", ...]
    open: bool = False
    key: str = ""
    brief: tuple["Block", ...] = ()


@dataclass(frozen=True)
class SideBySide:
    """Blocks in two columns, where there is room; with ``follows``, the second stays in view next to a longer first."""

    first: tuple["Block", ...]
    second: tuple["Block", ...]
    follows: bool = False


Block = (
    Title
    | Paragraph
    | Points
    | Box
    | TitledText
    | MarkedTexts
    | Grid
    | Facts
    | Checks
    | ProofTree
    | Code
    | Plot
    | SavedFiles
    | Fold
    | SideBySide
)

METHODS = {kind: "_" + re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower() for kind in get_args(Block)}
"""The name of a renderer's method for each kind of block: ``_titled_text`` for TitledText."""


def nested_blocks(blocks: Sequence[Block]) -> Iterator[Block]:
    """Yield the blocks and those inside them, in the order of reading."""
    for block in blocks:
        yield block
        match block:
            case Box() | Fold():
                yield from nested_blocks(block.blocks)
            case SideBySide():
                yield from nested_blocks((*block.first, *block.second))
