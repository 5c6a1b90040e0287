"""The report as a document: its page, the card, and what a terminal and a notebook show of it."""

import re
from collections.abc import Callable, Iterator, Sequence

from probe.analysis.figures.style import GRID, INK, PAPER, FigureFiles, Picture, draw
from probe.analysis.form import PARTS
from probe.analysis.report.findings import Chapter, Findings, Lead
from probe.analysis.report.lead import in_one_cell
from probe.analysis.tables import Gap, Table
from probe.document import (
    Block,
    Box,
    Content,
    Document,
    Fold,
    Grid,
    Paragraph,
    Plot,
    Points,
    SavedFiles,
    SideBySide,
    Styled,
    Title,
    soft,
)
from probe.errors import InputError
from probe.values.phrases import counted
from probe.version import __version__

FILES_NOTE = (
    "The folder of this page has the tables as CSV and LaTeX, the figures as SVG and PDF, and everything as JSON."
)
MADE_BY = f"Made by PROBE {__version__}."
MOST_EXPLAINED = 3
"""Subjects whose gaps are explained in their cells; of more, a note does, or the figures would be off the screen."""
SCOPE = "An effect holds for these items and for this way of asking."

PlotFunction = Callable[[Picture], Plot]


def page(findings: Findings, drawings: Sequence[FigureFiles], *, files: bool = True) -> str:
    """Return the whole report as one page: no network, no script, and figures as SVG with text as text.

    ``files`` is whether its tables and figures are files next to it, to which it links.
    """
    plot = _plotter(drawings, files=files)
    opening = _opening(findings.lead, plot) if findings.lead else ()
    blocks = (
        *opening,
        *_answer(findings, files=files),
        *_fold_parts(findings, plot, files=files),
        _method(findings),
        Title("What the figures cannot show", key="limits"),
        Points(findings.limits),
    )
    footer = f"{MADE_BY} {FILES_NOTE}" if files else MADE_BY
    return Document(_title(findings), blocks, footer=footer).page()


def card(findings: Findings) -> str:
    """Return one page to share about one subject: the first screen alone, with where its figures come from.

    Raises InputError if the findings are about several subjects, or not about decisions.
    """
    lead = findings.lead
    subjects = len(lead.verdicts.rows) if lead else 0
    if lead is None or subjects != 1:
        raise InputError(f"a card shows one subject, but this report has {subjects}: give the evaluation of one")
    opening = _opening(lead, _plotter([draw(picture) for picture in lead.pictures], files=False))
    origin = (Paragraph(line, "soft", small=True) for line in (*lead.origin, SCOPE))
    return Document(lead.conclusion, (*opening, *origin), footer=MADE_BY).page()


def in_short(findings: Findings) -> Document:
    """Return what a terminal and a notebook show: the conclusion with its verdicts, or the summary; the answer."""
    answer = _paragraphs(findings.answer)
    if findings.lead is None:
        return Document("", (*answer, findings.summary.grid(findings.in_short, reasons=False)))
    return Document(findings.lead.conclusion, (Paragraph(findings.lead.measured), _verdicts(findings.lead), *answer))


def overview(findings: Findings) -> Document:
    """Return what ``probe serve`` shows of its runs: the answer, every figure (``/figures/KEY.svg``), the limits."""
    plots = (
        Plot(picture.key, picture.title, picture.caption, picture.alt, address=f"/figures/{picture.key}.svg")
        for picture in findings.pictures
    )
    limits = (Paragraph(limit, "soft", small=True) for limit in findings.limits)
    command = Styled("probe analyze DIR… --out report", form="code")
    blocks: tuple[Block, ...] = (
        Box(_paragraphs(findings.answer)),
        *plots,
        Title("Limitations"),
        *limits,
        Paragraph(("For tables, tests and intervals, run ", command, "."), "soft"),
    )
    return Document(_title(findings), blocks)


def _title(findings: Findings) -> str:
    return findings.lead.conclusion if findings.lead else findings.title


def _opening(lead: Lead, plot: PlotFunction) -> tuple[Block, ...]:
    """Return the first screen below the title."""
    plots = [plot(picture) for picture in lead.pictures]
    side_by_side = (SideBySide(tuple(plots[:1]), tuple(plots[1:])),) if plots else ()
    return (Paragraph(lead.measured), _verdicts(lead), *side_by_side)


def _verdicts(lead: Lead) -> Grid:
    verdicts = in_one_cell(lead.verdicts)
    if len(verdicts.rows) <= MOST_EXPLAINED:
        return verdicts.grid(titled=False)
    cells = [cell for row in verdicts.rows for cell in row.values()]
    reasons = dict.fromkeys(cell.reason for cell in cells if isinstance(cell, Gap))
    notes = (*verdicts.notes, f"–: {'; '.join(reasons)}.") if reasons else verdicts.notes
    return verdicts.model_copy(update={"notes": notes}).grid(titled=False, reasons=False)


def _answer(findings: Findings, *, files: bool) -> tuple[Block, ...]:
    """Return the answer in words, folded where a first screen gives it in numbers."""
    lead, subjects = findings.lead, _paragraphs(findings.by_subject)
    by_subject = (Fold("Each subject in words", subjects),) if subjects else ()
    if lead is None:
        return (*_paragraphs(findings.answer), findings.summary.grid(titled=False), *by_subject)
    linked_blocks = _linked_files((findings.summary, *lead.tables), files=files)
    blocks: tuple[Block, ...] = (*_paragraphs(findings.answer), *linked_blocks, *by_subject)
    return (Fold(_summary("In words", "What each sentence of the conclusion rests on."), blocks),)


def _fold_parts(findings: Findings, plot: PlotFunction, *, files: bool) -> Iterator[Fold]:
    for title, purpose in PARTS.items():
        chapters = [chapter for chapter in findings.chapters if chapter.part == title]
        if chapters:
            yield Fold(_summary(title, purpose), tuple(_chapter(chapter, plot, files=files) for chapter in chapters))


def _chapter(chapter: Chapter, plot: PlotFunction, *, files: bool) -> Fold:
    result = chapter.result
    blocks: tuple[Block, ...] = (
        *_paragraphs(result.text),
        *map(plot, result.pictures),
        *(_fold_table(table, files=files) for table in result.tables),
        *_linked_files(result.data, files=files),
    )
    return Fold(chapter.title, blocks, key=chapter.key)


def _method(findings: Findings) -> Fold:
    absent_blocks: tuple[Block, ...] = (Title("Not in this report"), Points(findings.absent)) if findings.absent else ()
    summary = _summary("Method", "What was asked, how it was computed, and what is left out.")
    return Fold(summary, (*_paragraphs(findings.settings), *absent_blocks))


def _summary(name: str, explanation: str) -> Content:
    return (f"{name} ", soft(explanation))


def _paragraphs(lines: Sequence[str]) -> tuple[Paragraph, ...]:
    return tuple(map(Paragraph, lines))


def _fold_table(table: Table, *, files: bool) -> Fold:
    links = (_files(table),) if files else ()
    rows = counted(len(table.rows), "row")
    # Without files beside it, the page has to show every column.
    shown_table = table.grid(table.shown if files else (), titled=False)
    omitted_count = len(table.columns) - len(shown_table.columns)
    omission = (
        (Paragraph(f"The files have {counted(omitted_count, 'column')} more.", "soft", small=True),)
        if omitted_count
        else ()
    )
    return Fold(f"Table: {table.title} ({rows})", (shown_table, *omission, *links))


def _linked_files(tables: Sequence[Table], *, files: bool) -> tuple[SavedFiles, ...]:
    return (_files(*tables, intro="Tables as files"),) if files and tables else ()


def _files(*tables: Table, intro: str = "") -> SavedFiles:
    formats = {"CSV": "csv", "LaTeX": "tex"}
    return SavedFiles(
        tuple(
            (table.title, tuple((name, f"tables/{table.key}.{ending}") for name, ending in formats.items()))
            for table in tables
        ),
        intro,
    )


def _plotter(drawings: Sequence[FigureFiles], *, files: bool) -> PlotFunction:
    """Return the function that makes a block of a picture; ``files`` is whether it is saved next to the page."""
    svg = {drawing.picture.key: inline_svg(drawing) for drawing in drawings}

    def plot(picture: Picture) -> Plot:
        key = picture.key
        saved_files = (("SVG", f"figures/{key}.svg"), ("PDF", f"figures/{key}.pdf")) if files else ()
        return Plot(key, picture.title, picture.caption, picture.alt, svg[key], saved=saved_files)

    return plot


def inline_svg(drawing: FigureFiles) -> str:
    """Return a drawing for use inside a page: it scales, has ids of its own, and follows the theme.

    Files keep their colours; in the page ink, grid and background follow light and dark.
    """
    key, svg = drawing.picture.key, drawing.svg
    # Without the XML declaration, which HTML does not allow inside a page.
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    # A style inside a figure would apply to the whole page.
    svg = re.sub(r"<style[^>]*>.*?</style>", "", svg, flags=re.DOTALL)
    # Figures of one page would otherwise share ids, and use each other's clip paths.
    svg = re.sub(r'\bid="([^"]+)"', rf'id="{key}-\1"', svg)
    svg = re.sub(r'(?:xlink:)?href="#([^"]+)"', rf'href="#{key}-\1"', svg)
    svg = re.sub(r"url\(#([^)]+)\)", rf"url(#{key}-\1)", svg)
    svg = svg.replace(INK, "currentColor").replace(GRID, "var(--line)").replace(PAPER, "var(--card)")
    head, _, body = svg.partition(">")
    return re.sub(r'\s(?:width|height|version|xmlns(?::\w+)?)="[^"]*"', "", head) + ">" + body
