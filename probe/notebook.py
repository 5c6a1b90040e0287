"""HTML that notebooks and pages share: the style, tables, text, and whole pages in a frame. All content is escaped."""

from collections.abc import Iterable, Sequence
from functools import cache
from html import escape
from pathlib import Path

from probe.values.texts import visible, visible_line


@cache
def stylesheet() -> str:
    """Return the style of every page: reports, audits, and those of ``probe serve``."""
    return (Path(__file__).parent / "style.css").read_text(encoding="utf-8")


def html_table(title: str, headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table with a title."""
    head = "".join(f"<th>{_cell(heading)}</th>" for heading in headings)
    body = "".join(f"<tr>{''.join(f'<td>{_cell(value)}</td>' for value in row)}</tr>" for row in rows)
    caption = f'<caption style="text-align: left">{_cell(title)}</caption>'
    return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def html_lines(lines: Iterable[str]) -> str:
    """Return sentences as paragraphs."""
    return "".join(f"<p>{_cell(line)}</p>" for line in lines)


def html_text(text: str) -> str:
    """Return text with its line breaks and indentation."""
    return f"<pre>{escape(visible(text))}</pre>"


def html_frame(page: str, height: int = 600) -> str:
    """Return a whole page as a frame of ``height`` pixels: neither its style nor its scripts reach the notebook."""
    return f'<iframe srcdoc="{escape(page)}" sandbox="allow-scripts" width="100%" height="{height}"></iframe>'


def _cell(value: object) -> str:
    return escape(visible_line(str(value)))
