"""The HTML of a document: every text is escaped here, and control and direction characters are shown as symbols."""

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from markupsafe import Markup, escape

from probe.document import blocks as b
from probe.values.texts import visible, with_capital

_FOLDER = Path(__file__).parent
SCRIPT = _FOLDER / "proofs.js"
"""Marks the clause of a proof's step; pages work without it."""

WIDEST = 130
"""Characters that fit next to each other on a page 1280 pixels wide, with the space between eight columns: at most 1170
of 1184 pixels with DejaVu Sans, which is wider than most fonts (tests/web/test_browser.py)."""
FIRST_COLUMNS = 8
"""How many columns of a grid are visible without scrolling sideways on such a page."""
WORD = re.compile(r"\([^\s()]+ to [^\s()]+\)|\S+")
"""What stays on one line in a grid: a word, or an interval in parentheses."""
FEWEST = 10
"""Characters of a word that are never broken; words of English are rarely longer than twice that."""


PROOF_HINT = Markup(
    '<p class="soft small">Point at a step of a proof, or move to it with the Tab key, to highlight its clause; press '
    "Enter to open or close the steps below it.</p>"
)
BUTTONS = Markup(
    '<p><button type="button" class="quiet small" data-steps="open" hidden>Open all steps</button> '
    '<button type="button" class="quiet small" data-steps="close" hidden>Close all</button></p>'
)
"""What the script shows above a proof with many steps; without it they stay hidden."""
FEWEST_TO_CLOSE = 4
"""Steps that can be closed, from which on there are buttons for all of them."""


@cache
def stylesheet() -> str:
    """Return the style of every page: reports, audits, and those of ``probe serve``."""
    return (_FOLDER.parent / "style.css").read_text(encoding="utf-8")


def text(value: str) -> Markup:
    """Return text escaped."""
    return escape(visible(value))


def content(value: b.Content, longest: int = 0) -> Markup:
    """Return content as HTML; words of more than ``longest`` characters may be broken, if that is given."""
    return Markup("").join(_segment_markup(segment, longest) for segment in b.styled(value))


def _segment_markup(segment: b.StyledText, longest: int) -> Markup:
    markup = _breakable(segment.text, longest) if longest else text(segment.text)
    match segment.form:
        case "mark":
            markup = Markup("<mark>{}</mark>").format(markup)
        case "badge":
            markup = Markup('<span class="badge {}">{}</span>').format(segment.tone or "none", markup)
        case "strong":
            markup = Markup("<strong>{}</strong>").format(markup)
        case "code":
            markup = Markup("<code>{}</code>").format(markup)
        case "id":
            markup = Markup('<span class="id">{}</span>').format(markup)
        case "gap":
            markup = Markup('<span class="gap">{}</span>').format(markup)
    if segment.tone and segment.form != "badge":
        markup = Markup('<span class="{}">{}</span>').format(segment.tone, markup)
    if _is_within(segment.link):
        return Markup('<a href="{}">{}</a>').format(text(segment.link), markup)
    return markup


def _is_within(address: str) -> bool:
    """Whether an address is within the pages or next to them: any other could leave them, or run a script."""
    if address.startswith(("#", "/")):
        # Two slashes begin the address of another host.
        return not address.startswith("//")
    # Names of folders and a file: no scheme, no host and no parent folder.
    return address.isascii() and all(part.replace(".", "_", 1).isidentifier() for part in address.split("/"))


def _file_links(links: b.FileLinks, title: str = "") -> Markup:
    """Return links to files; a screen reader that lists links reads the ``title`` of what is in them too."""
    label = Markup(' aria-label="{} as {}"')
    return Markup(", ").join(
        Markup('<a href="{}"{}>{}</a>').format(
            text(address), label.format(text(title), text(name)) if title else "", text(name)
        )
        for name, address in links
        if _is_within(address)
    )


def _breakable(value: str, longest: int) -> Markup:
    """Return text in which only words longer than ``longest`` characters may be broken."""
    chunks = []
    for word in re.findall(rf"\s+|{WORD.pattern}", visible(value)):
        if len(word) <= longest or word.isspace():
            chunks.append(_unbreakable(word))
        elif " " in word:  # an interval that does not fit on one line
            chunks.extend(map(_unbreakable, re.split(r"( )", word)))
        else:
            segments = (word[start : start + longest] for start in range(0, len(word), longest))
            chunks.append(Markup("<wbr>").join(map(_unbreakable, segments)))
    return Markup("").join(chunks)


def _unbreakable(word: str) -> Markup:
    """Return a word that stays on one line: browsers break after hyphens and slashes."""
    breaks = any(character in word[:-1] for character in "-/ ")
    return Markup('<span class="whole">{}</span>').format(word) if breaks else escape(word)


def _class(*names: str) -> Markup:
    """Return the attribute for these classes of the style sheet, without the empty ones."""
    classes = " ".join(filter(None, names))
    return Markup(' class="{}"').format(classes) if classes else Markup("")


def _id(key: str) -> Markup:
    return Markup(' id="{}"').format(text(key)) if key else Markup("")


class HtmlRenderer:
    """Renders the blocks of one page; it keeps the names of its regions apart."""

    def __init__(self) -> None:
        self._labels: Counter[str] = Counter()
        self._hint_shown = False

    def render(self, blocks: Iterable[b.Block]) -> Markup:
        """Return blocks as HTML."""
        return Markup("\n").join(getattr(self, b.METHODS[type(block)])(block) for block in blocks)

    def _label(self, name: str) -> str:
        """Return a name for a region that no other region of the page has."""
        self._labels[name] += 1
        return f"{name} ({self._labels[name]})" if self._labels[name] > 1 else name

    def _title(self, block: b.Title) -> Markup:
        return Markup("<h{0}{1}>{2}</h{0}>").format(block.level, _id(block.key), content(block.text))

    def _paragraph(self, block: b.Paragraph) -> Markup:
        # Only a text of several lines keeps its line breaks; a sentence does not need a rule for them.
        lines = "text" if "\n" in b.plain(block.text) else ""
        return Markup("<p{}>{}</p>").format(
            _class(block.tone, "small" if block.small else "", lines), content(block.text)
        )

    def _points(self, block: b.Points) -> Markup:
        items = Markup("").join(Markup("<li>{}</li>").format(content(item)) for item in block.items)
        return Markup("<ul{}>{}</ul>").format(_class(block.tone), items)

    def _box(self, block: b.Box) -> Markup:
        title = Markup("<strong>{}</strong>").format(text(block.title)) if block.title else ""
        role = Markup(' role="status"') if block.status else ""
        return Markup("<div{}{}>{}{}</div>").format(_class("box", block.tone), role, title, self.render(block.blocks))

    def _titled_text(self, block: b.TitledText) -> Markup:
        title = Markup("<h2>{}</h2>").format(text(block.title)) if block.title else ""
        return Markup("{}{}").format(title, _box_markup(block.text))

    def _marked_texts(self, block: b.MarkedTexts) -> Markup:
        texts = Markup("").join(
            Markup('<section class="box"><h3>{}</h3><div class="text">{}</div></section>').format(
                text(with_capital(name)), content(b.marked(segments))
            )
            for name, segments in block.texts
        )
        note = Markup('<p class="soft small">{}</p>').format(text(block.note)) if block.note else ""
        title = Markup("<h2>{}</h2>").format(text(block.title)) if block.title else ""
        return Markup('{}{}<div class="pair">{}</div>').format(title, note, texts)

    def _grid(self, block: b.Grid) -> Markup:
        longest = _longest_words(block)
        cell_classes = [Markup(' class="n"') if column in block.numbers else "" for column in block.columns]
        header = Markup("").join(
            Markup('<th scope="col"{}>{}</th>').format(cell_class, content(column, longest))
            for cell_class, column in zip(cell_classes, block.columns, strict=True)
        )
        rows = Markup("\n").join(
            Markup("<tr>{}</tr>").format(
                Markup("").join(
                    # On a narrow screen each row is a card, whose cells need the names of their columns.
                    Markup('<td{} data-label="{}">{}</td>').format(cell_class, text(column), content(cell, longest))
                    for cell_class, column, cell in zip(cell_classes, block.columns, cells, strict=True)
                )
            )
            for cells in block.rows
        )
        title = Markup("<h2>{}</h2>").format(text(block.title)) if block.titled and block.title else ""
        note = Markup('<p class="soft small">{}</p>').format(text(block.note)) if block.note else ""
        notes = Markup("").join(Markup('<p class="soft small">{}</p>').format(text(line)) for line in block.notes)
        # On a phone each row is a card; dozens of values are easier to compare in a table that scrolls.
        table_class = _class("cards" if len(block.columns) <= FIRST_COLUMNS else "")
        return Markup(
            '{}{}<div class="wide" tabindex="0" role="region" aria-label="{}">'
            "<table{}><thead><tr>{}</tr></thead><tbody>{}</tbody></table></div>{}"
        ).format(title, note, text(self._label(block.title or "Table")), table_class, header, rows, notes)

    def _facts(self, block: b.Facts) -> Markup:
        return _definitions(block.values)

    def _checks(self, block: b.Checks) -> Markup:
        sections = [Markup("<h2>{}</h2>").format(text(block.title))] if block.title else []
        group = ""
        for check in block.checks:
            if check.group and check.group != group:
                sections.append(Markup("<h3>{}</h3>").format(text(check.group)))
            group = check.group
            sections.append(_check(check))
        return Markup("\n").join(sections)

    def _proof_tree(self, block: b.ProofTree) -> Markup:
        has_buttons = sum(bool(step.children) for step in block.step.walk()) >= FEWEST_TO_CLOSE
        return Markup('<div class="proof">{}<ul>{}</ul></div>').format(
            BUTTONS if has_buttons else "", _step(block.step, block.prefix)
        )

    def _code(self, block: b.Code) -> Markup:
        lines = Markup("\n").join(
            Markup('<div class="ln{}"{}><span>{}</span><b>{}</b><code>{}{}</code></div>').format(
                " new" if line.changed else "",
                _id(f"{block.key}-L{line.number}" if block.key else ""),
                line.number,
                text(block.sign) if line.changed else "",
                text(line.text),
                Markup("<small> {}</small>").format(text(line.note)) if line.note else "",
            )
            for line in block.lines
        )
        return Markup('<div class="code"><h4>{}</h4>{}</div>').format(text(block.title), lines)

    def _plot(self, block: b.Plot) -> Markup:
        if block.svg:
            picture = _drawing_markup(block)
        elif _is_within(block.address):
            picture = Markup('<img src="{}" alt="{}">').format(text(block.address), text(block.alt))
        else:
            picture = Markup("<p>{}</p>").format(text(block.alt))
        links = Markup(" {}").format(_file_links(block.saved, block.title)) if block.saved else ""
        return Markup('<figure id="figure-{}">{}<figcaption><strong>{}.</strong> {}{}</figcaption></figure>').format(
            text(block.key), picture, text(block.title), text(block.caption), links
        )

    def _saved_files(self, block: b.SavedFiles) -> Markup:
        links = Markup("; ").join(
            Markup("{} ({})").format(text(title), _file_links(links, title)) for title, links in block.files
        )
        intro = Markup("{}: ").format(text(block.intro)) if block.intro else ""
        return Markup('<p class="soft small">{}{}.</p>').format(intro, links)

    def _fold(self, block: b.Fold) -> Markup:
        return Markup('<details class="fold"{}{}><summary>{}</summary><div>{}</div></details>').format(
            _id(block.key),
            Markup(" open") if block.open else "",
            content(block.summary),
            self.render(block.blocks),
        )

    def _side_by_side(self, block: b.SideBySide) -> Markup:
        first, second = self.render(block.first), self.render(block.second)
        if not block.follows:
            return Markup('<div class="columns"><div>{}</div><div>{}</div></div>').format(first, second)
        titles = [code.title for code in block.second if isinstance(code, b.Code)]
        label = text(self._label(" and ".join(titles) or "Details"))
        panel = Markup('<div class="code-panel" tabindex="0" role="region" aria-label="{}">{}</div>')
        # Shown once per page: every pair of programs has its own panel.
        hint, self._hint_shown = "" if self._hint_shown else PROOF_HINT, True
        return Markup('{}<div class="proof-grid"><div>{}</div>{}</div>').format(
            hint, first, panel.format(label, second)
        )


def _longest_words(grid: b.Grid) -> int:
    """Return how long a word of a grid may be so that its first columns fit on a page; longer ones may be broken."""
    first_columns = list(zip(grid.columns, *grid.rows, strict=True))[:FIRST_COLUMNS]
    lengths = [
        max((len(word) for cell in column for word in WORD.findall(b.plain(cell))), default=0)
        for column in first_columns
    ]
    remaining_width, limit = WIDEST, 0
    for number, length in enumerate(sorted(lengths)):
        # Columns with shorter words leave their space to columns with longer words.
        limit = max(FEWEST, remaining_width // (len(lengths) - number))
        if length > limit:
            return limit
        remaining_width -= length
    return max(limit, *lengths, FEWEST)


def _drawing_markup(plot: b.Plot) -> Markup:
    """Return the drawing of a plot, whose texts are escaped, with a title and a description for screen readers."""
    key, (opening_tag, _, svg_body) = text(plot.key), plot.svg.partition(">")
    description = Markup('<title id="{0}-t">{1}</title><desc id="{0}-d">{2}</desc>').format(
        key, text(plot.title), text(plot.alt)
    )
    role = Markup(' role="img" aria-labelledby="{0}-t {0}-d">').format(key)
    return Markup('<div class="plot">{}{}{}{}</div>').format(Markup(opening_tag), role, description, Markup(svg_body))


def _box_markup(value: b.Content) -> Markup:
    return Markup('<section class="box"><div class="text">{}</div></section>').format(content(value))


def _definitions(values: Iterable[tuple[str, b.Content]]) -> Markup:
    entries = Markup("").join(
        Markup("<dt>{}</dt><dd>{}</dd>").format(text(name), content(value)) for name, value in values
    )
    return Markup('<dl class="evidence">{}</dl>').format(entries) if entries else Markup("")


def _check(check: b.CheckLine) -> Markup:
    reason = with_capital(check.reason)
    question = Markup(' <span class="asks">{}</span>').format(text(check.asks)) if check.asks else ""
    return Markup('<details class="check"{}{}><summary>{} <strong>{}</strong>{}</summary>{}{}</details>').format(
        _id(check.key),
        # Open failed checks, since readers look for them.
        Markup(" open") if check.tone == "bad" else "",
        content(b.badge(check.outcome, check.tone)),
        text(check.name),
        question,
        Markup("<p>{}</p>").format(text(f"{reason}." if reason[-1] not in ".!?…" else reason)) if reason else "",
        _definitions(check.evidence),
    )


def _step(step: b.Step, prefix: str) -> Markup:
    """Return a step and those below it; its clause is marked in the program while a reader points at it."""
    target_attributes = Markup("")
    if step.lines and prefix:
        target_attributes = Markup(' data-source="{}" data-from="{}" data-to="{}"').format(
            text(f"{prefix}-{step.source}"), *step.lines
        )
    failed_class = "" if step.succeeded else "failed"
    words = Markup('<span class="step-text">{}</span>').format(text(step.text))
    if not step.children:
        address = f"#{prefix}-{step.source}-L{step.lines[0]}" if step.lines and prefix else ""
        location = Markup(" {}").format(content(b.StyledText(step.place, link=address))) if step.place else ""
        return Markup("<li><div{}{}>{}{}{}.</div></li>").format(
            _class("leaf", failed_class), target_attributes, words, location, text(step.after)
        )
    location = Markup(' <span class="place">{}</span>').format(text(step.place)) if step.lines else Markup("")
    child_steps = Markup("").join(_step(child, prefix) for child in step.children)
    return Markup("<li><details open><summary{}{}>{}{}{}:</summary><ul>{}</ul></details></li>").format(
        _class(failed_class), target_attributes, words, location, text(step.after), child_steps
    )
