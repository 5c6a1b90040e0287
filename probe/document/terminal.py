"""A document on a terminal: control characters are shown as symbols, and long texts only on request.

If the output is not a terminal, colours are lost: marked words are then enclosed in ``{+`` and ``+}``.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from probe.document import blocks as b
from probe.terminal import cell
from probe.values.texts import visible_line, with_capital

STYLES: dict[b.Tone, str] = {"": "", "good": "green", "bad": "bold red", "warn": "yellow", "soft": "dim"}
FORMS: dict[b.Form, str] = {"mark": "bold reverse", "strong": "bold"}
SIDE_BY_SIDE = 100
"""Minimum width of a terminal, in columns, at which two texts are printed side by side."""
LONGEST_CELL = 40
"""How long a cell of a table may be, in characters; a table with a longer one is printed row by row."""
MOST_LINES, LONGEST_LINE = 200, 1000
"""How much of a program is printed: lines, and characters of each. A pair's programs are far shorter."""
LONGEST_TEXT, MOST_TEXT_LINES = 100_000, 2000
"""How much of a text is printed: wrapping a megabyte, or as many empty lines, takes minutes."""
CONTEXT_WIDTH = 80
"""Characters of an unchanged stretch that are shown on each side of a change: about a line."""
BRIEF_STEPS = 9
"""Steps of a proof that are shown in short: the decision, what it requires, and the conclusions below it."""
WIDEST_NAME = 16
"""Columns for the name of a check; the longest, ``name_invariant``, has 14 characters."""


class TerminalRenderer:
    """Prints blocks; ``left_out`` becomes True where ``verbose`` would print more."""

    def __init__(self, out: Console, *, verbose: bool) -> None:
        self._out = out
        self._verbose = verbose
        self._codes: set[tuple[b.ProgramLine, ...]] = set()
        self._has_printed = False
        self.left_out = False

    def render(self, blocks: Iterable[b.Block]) -> None:
        """Print blocks in their order."""
        for block in blocks:
            getattr(self, b.METHODS[type(block)])(block)

    def render_title(self, title: b.Content) -> None:
        """Print the title of a document."""
        self._print(title, "bold")

    def render_hint(self, hint: str) -> None:
        """Print how to see what was left out."""
        self._out.print()
        self._print(hint, "dim")

    def _print(self, value: b.Content, style: str = "", indent: int = 0) -> None:
        text = self._text(value, style)
        self._emit(Padding(text, (0, 0, 0, indent)) if indent else text)

    def _emit(self, renderable: RenderableType) -> None:
        self._has_printed = True
        self._out.print(renderable)

    def _text(self, value: b.Content, style: str = "") -> Text:
        text = Text(style=style, overflow="fold")
        for segment in b.styled(value):
            # Without colours, in a pipe or a file, signs have to show what differs.
            if segment.form == "mark" and not self._out.is_terminal:
                text.append_text(cell(f"{{+{segment.text}+}}"))
            else:
                text.append_text(cell(segment.text, f"{STYLES[segment.tone]} {FORMS.get(segment.form, '')}".strip()))
        return text

    def _head(self, title: b.Content) -> None:
        if self._has_printed:
            self._out.print()
        self._print(title, "bold underline")

    def _title(self, block: b.Title) -> None:
        self._head(block.text)

    def _paragraph(self, block: b.Paragraph) -> None:
        self._print(block.text, STYLES[block.tone])

    def _points(self, block: b.Points) -> None:
        for item in block.items:
            self._print(item, STYLES[block.tone])

    def _box(self, block: b.Box) -> None:
        blocks = block.blocks
        match block:
            case b.Box(title=str(title), blocks=(b.Paragraph(text), *remaining_blocks)) if title:
                self._print((b.strong(title, block.tone), " ", *b.styled(text)))
                blocks = tuple(remaining_blocks)
            case b.Box(title=str(title)) if title:
                self._head(title.rstrip("."))
        for inner_block in blocks:
            # Only the verdict is green, not each positive sentence below it.
            if (
                isinstance(inner_block, b.Points | b.Paragraph)
                and not inner_block.tone
                and block.tone in ("bad", "warn")
            ):
                self.render([replace(inner_block, tone=block.tone)])
            else:
                self.render([inner_block])

    def _titled_text(self, block: b.TitledText) -> None:
        if block.title:
            self._head(block.title)
        self._print(self._within_limits(block.text, whole=block.whole))

    def _within_limits(self, value: b.Content, *, whole: bool = False) -> b.Content:
        segments = b.styled(value)
        if not (self._verbose or whole):
            segments, is_shortened = in_short(segments)
            self.left_out |= is_shortened
        text = b.plain(segments)
        # Cut before wrapping, because wrapping is slow.
        shortened_text = "\n".join(text[:LONGEST_TEXT].split("\n", MOST_TEXT_LINES)[:MOST_TEXT_LINES])
        if len(shortened_text) == len(text):
            return segments
        return shortened_text, b.soft(f"\n… and {len(text) - len(shortened_text):,} more characters: --json shows them")

    def _marked_texts(self, block: b.MarkedTexts) -> None:
        marked_texts = [(name, self._text(self._within_limits(b.marked(segments)))) for name, segments in block.texts]
        if self._verbose and self._out.is_terminal and self._out.width >= SIDE_BY_SIDE and len(marked_texts) == 2:
            self._head(f"{block.title}, with differences marked")
            grid = Table(box=None, pad_edge=False, header_style="bold", expand=True, padding=(0, 2, 0, 0))
            for name, _ in marked_texts:
                grid.add_column(name, overflow="fold", ratio=1)
            grid.add_row(*(text for _, text in marked_texts))
            self._emit(grid)
            return
        if not self._verbose:
            self._head(f"{block.title}, with differences marked")
            for name, text in marked_texts:
                self._emit(Text.assemble(cell(f"{name}: ", "dim"), text, overflow="fold"))
            return
        for name, text in marked_texts:
            self._head(f"{with_capital(name)} text")
            self._emit(text)

    def _grid(self, block: b.Grid) -> None:
        if block.title and block.titled:
            self._head(block.title)
        if block.note:
            self._print(block.note, "dim")
        has_long_cells = any(len(b.plain(value)) > LONGEST_CELL for cells in block.rows for value in cells)
        if has_long_cells and not block.records:
            for cells in block.rows:
                named_cells = (cells,) if len(cells) == 2 else zip(block.columns, cells, strict=True)
                for name, value in named_cells:
                    if b.plain(value):
                        self._print((b.soft(f"{b.plain(name)}: "), *b.styled(value)))
        else:
            self._emit(rich_table(block, self._text))
        for note in block.notes:
            self._print(note, "dim")

    def _facts(self, block: b.Facts) -> None:
        for name, value in block.values:
            self._print((b.soft(f"{name}: "), *b.styled(value)))

    def _checks(self, block: b.Checks) -> None:
        if block.title:
            self._head(block.title)
        group, width = "", max((len(check.outcome) for check in block.checks), default=0) + 2
        for check in block.checks:
            if check.group and check.group != group:
                self._print(check.group, "bold")
            group = check.group
            self._check(check, width)

    def _check(self, check: b.CheckLine, width: int) -> None:
        """Print a check; its outcome has ``width`` columns."""
        brief = check.settled and not self._verbose
        explanation = check.asks or check.reason
        line = self._text(
            (
                b.StyledText(f"{check.outcome:<{width}}", check.tone),
                b.strong(f"{check.name:<{WIDEST_NAME}} " if brief else f"{check.name}  "),
                b.soft(explanation),
            )
        )
        if brief:
            self.left_out |= bool(check.evidence)
            # Checks that hold take one line each, so that those that do not hold stand out.
            line.truncate(self._out.width, overflow="ellipsis")
        self._emit(line)
        if brief:
            return
        if check.asks and check.reason:
            self._print(check.reason, indent=width)
        if not self._verbose and check.tone != "bad":
            self.left_out |= bool(check.evidence)
            return
        for name, value in check.evidence:
            self._print(f"{name}: {value}", "dim", indent=width + 2)

    def _proof_tree(self, block: b.ProofTree) -> None:
        step = block.step if self._verbose else prune(block.step)
        self.left_out |= step is not block.step
        self._emit(proof_tree(step))

    def _code(self, block: b.Code) -> None:
        if not self._verbose:
            self.left_out = True
            return
        self._head(block.title)
        if block.lines in self._codes:  # programs share axioms, which pages show next to each program
            self._print("as above", "dim")
            return
        self._codes.add(block.lines)
        for line in block.lines[:MOST_LINES]:
            sign = block.sign if line.changed else " "
            text = line.text if len(line.text) <= LONGEST_LINE else f"{line.text[:LONGEST_LINE]}…"
            form: b.Form = "mark" if line.changed and self._out.is_terminal else ""
            note = (b.soft(f"  ({line.note})"),) if line.note else ()
            self._print((b.soft(f"{line.number:>4} {sign} "), b.StyledText(text, form=form), *note))
        if len(block.lines) > MOST_LINES:
            self._print(f"… and {len(block.lines) - MOST_LINES} more lines", "dim")

    def _plot(self, block: b.Plot) -> None:
        self._head(block.title)
        self._print(block.alt)
        self._print(block.caption, "dim")
        if block.saved:
            self._print(", ".join(address for _, address in block.saved), "dim")

    def _saved_files(self, block: b.SavedFiles) -> None:
        for title, links in block.files:
            self._print((b.soft(f"{title}: "), ", ".join(address for _, address in links)))

    def _fold(self, block: b.Fold) -> None:
        if self._verbose or block.brief:
            self._head(block.summary)
        else:
            self._print(block.summary)
        self.left_out |= not self._verbose and bool(block.blocks)
        self.render(block.blocks if self._verbose else block.brief)

    def _side_by_side(self, block: b.SideBySide) -> None:
        # Pages have the programs on the right of the proofs; a proof is read after the programs that it refers to.
        columns = (block.second, block.first) if block.follows else (block.first, block.second)
        for column in columns:
            self.render(column)


def rich_table(grid: b.Grid, text: Callable[[b.Content], Text]) -> Table:
    """Return a grid for rich, whose columns are never narrower than their longest words."""
    printed_table = Table(box=None, pad_edge=False, header_style="bold", show_header=any(grid.columns))
    for name in grid.columns:
        if name in grid.numbers:  # one word per line, so that headings are no wider than their numbers
            heading = cell(visible_line(name).replace(" ", "\n"))
            printed_table.add_column(heading, justify="right", no_wrap=True, vertical="top")
        else:
            printed_table.add_column(cell(visible_line(name)), overflow="fold", vertical="top")
    for cells in grid.rows:
        printed_table.add_row(*map(text, cells))
    for column in printed_table.columns:
        words = [word for value in (column.header, *column.cells) for word in str(value).split()]
        column.min_width = min(LONGEST_CELL, max(map(len, words), default=0))
    return printed_table


def in_short(segments: Sequence[b.StyledText]) -> tuple[tuple[b.StyledText, ...], bool]:
    """Return a text on few lines without what is far from its marks, and whether anything was left out."""
    marks = [number for number, segment in enumerate(segments) if segment.form == "mark"]
    first_mark, last_mark = (marks[0], marks[-1]) if marks else (len(segments), -1)
    shortened_pieces = tuple(
        replace(
            segment,
            text=_ends(
                " ".join(re.split(r"\s+", segment.text)),
                before=not marks or number > first_mark,
                after=bool(marks) and number < last_mark,
            ),
        )
        if segment.form != "mark"
        else segment
        for number, segment in enumerate(segments)
    )
    return (shortened_pieces, True) if shortened_pieces != tuple(segments) else (tuple(segments), False)


def _ends(text: str, *, before: bool, after: bool) -> str:
    """Return the ends of a long text that are near a mark: its beginning follows one (``before``), its end another."""
    if len(text) <= 2 * CONTEXT_WIDTH + 3:
        return text
    head = f"{text[:CONTEXT_WIDTH].rpartition(' ')[0] or text[:CONTEXT_WIDTH]} …" if before else "…"
    if not before and not after:
        return text
    tail = text[-CONTEXT_WIDTH:].partition(" ")[2] or text[-CONTEXT_WIDTH:]
    return f"{head} {tail}" if after else head


def prune(step: b.Step) -> b.Step:
    """Return the upper levels of a proof with at most ``BRIEF_STEPS`` steps; what is below is counted."""
    if sum(1 for _ in step.walk()) <= BRIEF_STEPS:
        return step
    depth, level = 0, [step]
    steps = 1
    # Keep or cut whole levels, so that a conclusion is shown with all of its reasons or none.
    while level := [child for parent in level for child in parent.children]:
        steps += len(level)
        if steps > BRIEF_STEPS:
            break
        depth += 1
    return _cut_below(step, max(depth, 1))


def _cut_below(step: b.Step, depth: int) -> b.Step:
    if not step.children:
        return step
    if depth:
        return replace(step, children=tuple(_cut_below(child, depth - 1) for child in step.children))
    step_count = sum(1 for _ in step.walk()) - 1
    return replace(
        step, after=f"{step.after} ({step_count} {'step' if step_count == 1 else 'steps'} below it)", children=()
    )


def proof_tree(proof: b.Step) -> Tree:
    """Return a proof as a tree, one sentence per step; a chain of single steps is printed without indentation."""
    chain, last_step = _chain(proof)
    tree = Tree(chain, guide_style="dim")
    _add_branches(tree, last_step)
    return tree


def _add_branches(tree: Tree, step: b.Step) -> None:
    for child in step.children:
        chain, last_step = _chain(child)
        _add_branches(tree.add(chain), last_step)


def _chain(step: b.Step) -> tuple[RenderableType, b.Step]:
    """Return a step and the chain of single steps below it, one line each, and the last step of the chain."""
    lines, word = [], ""
    while True:
        has_one_child = len(step.children) == 1
        text = cell(f"{word}{step.words}{',' if has_one_child else ':' if step.children else '.'}")
        lines.append(Padding(text, (0, 0, 0, 2 if word else 0)))
        if not has_one_child:
            return Group(*lines), step
        word, step = f"{step.link} ", step.children[0]
