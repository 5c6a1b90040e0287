"""A document, and how it is shown."""

from dataclasses import dataclass
from typing import Any

from rich.console import Console

from probe.document.blocks import Block, Content, plain
from probe.document.files import html_page
from probe.document.html import HtmlRenderer
from probe.document.json_form import json_blocks
from probe.document.notebook import notebook_html, preformatted
from probe.document.terminal import TerminalRenderer
from probe.terminal import printed_text


class Text(str):
    """Text that a notebook, and an interactive Python, shows as it is: with its line breaks."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return preformatted(self)


@dataclass(frozen=True)
class Document:
    """What is shown to a reader: a ``title``, and blocks in the order of reading.

    ``heading`` is the title with its style, where it has one. ``more`` says how to see what a terminal leaves out, and
    ``footer`` is the last line of a page.
    """

    title: str
    blocks: tuple[Block, ...]
    heading: Content = ""
    more: str = ""
    footer: Content = ""

    def show(self, out: Console, *, verbose: bool = False) -> None:
        """Print the document; long things only if ``verbose``, otherwise a last line shows how to see them."""
        renderer = TerminalRenderer(out, verbose=verbose)
        if self.title:
            renderer.render_title(self.heading or self.title)
        renderer.render(self.blocks)
        if renderer.left_out and self.more:
            renderer.render_hint(self.more)

    def text(self, width: int = 100, *, verbose: bool = True) -> Text:
        """Return what ``show`` prints on a terminal of ``width`` columns, without colours."""
        return Text(printed_text(lambda out: self.show(out, verbose=verbose), width))

    def html(self) -> str:
        """Return the blocks as HTML for a page that has the style sheet of PROBE; the title is not among them."""
        return str(HtmlRenderer().render(self.blocks))

    def page(self) -> str:
        """Return the document as one HTML file, which loads nothing and runs no script but its own."""
        return html_page(self.title, self.heading or self.title, self.blocks, self.footer)

    def to_json(self) -> dict[str, Any]:
        """Return the document as JSON: every block with its name (``block``) and its fields."""
        return {"title": plain(self.heading or self.title), "blocks": json_blocks(self.blocks)}

    def _repr_html_(self) -> str:
        return notebook_html(self.heading or self.title, self.blocks)
