"""A document in a notebook: the HTML of its blocks with a few style rules that do not affect other cells."""

from collections.abc import Iterable
from html import escape

from markupsafe import Markup

from probe.document.blocks import Block, Content
from probe.document.html import HtmlRenderer, content, text

# Keep the notebook's colours: the rules only preserve line breaks and indentation, and mark cues and differing lines.
STYLE = (
    "<style>.probe .text,.probe pre,.probe code,.probe dd{white-space:pre-wrap}.probe td,.probe th{text-align:left;"
    "vertical-align:top}.probe td.n,.probe th.n{text-align:right}.probe .proof ul{list-style:none}"
    ".probe .new code{font-weight:bold}.probe .badge,.probe .good,.probe .bad{font-weight:bold}</style>"
)


def notebook_html(title: Content, blocks: Iterable[Block]) -> str:
    """Return the HTML that a notebook shows."""
    heading = Markup("<p><strong>{}</strong></p>").format(content(title)) if title else ""
    markup = Markup('{}<div class="probe">{}{}</div>').format(Markup(STYLE), heading, HtmlRenderer().render(blocks))
    return str(markup)


def preformatted(value: str) -> str:
    """Return text with its line breaks and indentation."""
    return str(Markup("<pre>{}</pre>").format(text(value)))


def framed(page: str, height: int = 600) -> str:
    """Return a whole page as a frame of ``height`` pixels: neither its style nor its scripts reach the notebook."""
    # Allow scripts without the same origin: the page's script runs, but cannot access the notebook.
    return f'<iframe srcdoc="{escape(page)}" sandbox="allow-scripts" width="100%" height="{height}"></iframe>'
