"""The report as one self-contained page: no network, no script, and hostile text stays text."""

import html
import re
from collections.abc import Sequence

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from probe.analysis.figures.style import GRID, INK, PAPER, Drawn
from probe.analysis.form import PARTS
from probe.analysis.report.findings import Findings
from probe.analysis.report.lead import in_one_cell
from probe.analysis.tables import Gap, format_cell
from probe.document.html import stylesheet

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff]")


def page(findings: Findings, drawings: Sequence[Drawn], version: str, *, files: bool = True, card: bool = False) -> str:
    """Return the whole page; every text is escaped, and figures are embedded as SVG with text as text.

    ``files`` is whether its tables and figures are files beside it, to which it links. A ``card`` is the first screen
    alone.
    """
    environment = Environment(
        loader=PackageLoader("probe.analysis.report", "."), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    figures = {drawn.picture.key: inline_svg(drawn) for drawn in drawings}
    environment.filters["plain"] = plain
    environment.filters["printed"] = format_cell
    environment.tests["gap"] = lambda value: isinstance(value, Gap)
    environment.globals["svg"] = lambda key: Markup(figures[key])
    parts = {name: [each for each in findings.chapters if each.part == name] for name in PARTS}
    return environment.get_template("page.html.j2").render(
        findings=findings,
        version=version,
        files=files,
        card=card,
        in_one_cell=in_one_cell,
        css=Markup(stylesheet()),
        opening=PARTS,
        parts=parts,
    )


def plain(text: str) -> str:
    """Return ``text`` without what a page must not contain: control characters and lone surrogates."""
    return _CONTROL.sub("�", text).encode("utf-8", "replace").decode("utf-8")


def inline_svg(drawn: Drawn) -> str:
    """Return a drawing for use inside a page: it scales, has a description and ids of its own, and follows the theme.

    Files keep their colours; in the page ink, grid and background follow light and dark.
    """
    picture, key, svg = drawn.picture, drawn.picture.key, drawn.svg
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
    head = re.sub(r'\s(?:width|height|version|xmlns(?::\w+)?)="[^"]*"', "", head)
    label = f'<title id="{key}-t">{_escaped(picture.title)}</title><desc id="{key}-d">{_escaped(picture.alt)}</desc>'
    return f'{head} role="img" aria-labelledby="{key}-t {key}-d">{label}{body}'


def _escaped(text: str) -> str:
    return html.escape(plain(text))
