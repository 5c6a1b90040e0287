"""The frame of every page: navigation, a document, and for lists the form that filters and the steps between pages."""

from typing import Any, NamedTuple
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.requests import Request

from probe.document import Block, Document
from probe.document.html import HtmlRenderer, content
from probe.web.rendering import render
from probe.web.workbench import Workbench

PAGE_SIZE = 50
"""Number of entries per page of a list."""


class Field(NamedTuple):
    """A field of a form that filters: a choice among ``options`` (value and words), or a search without them."""

    name: str
    label: str
    value: str
    options: tuple[tuple[str, str], ...] | None = None


class PageLinks(NamedTuple):
    """Where to go from a page: back to the list, with its label, and to the pages before and after, if any."""

    back_address: str
    label: str
    previous_address: str = ""
    next_address: str = ""


class ListPart(NamedTuple):
    """A part of a list: its rows, how many there are in all, the number of the part from 1, and of all parts.

    ``fields`` filter it, ``address`` is that of the list.
    """

    address: str
    fields: tuple[Field, ...]
    total: int
    number: int
    pages: int
    rows: Block

    def address_of(self, number: int) -> str:
        """Return the address of another part."""
        values = {field.name: field.value for field in self.fields}
        return self.address + query_text(**values, page=number)


def bench_of(request: Request) -> Workbench:
    """Return the application's workbench."""
    bench: Workbench = request.app.state.bench
    return bench


def page(request: Request, template: str, **parts: Any) -> str:
    """Render a template in the common frame."""
    bench = bench_of(request)
    links = [("/", f"{bench.noun.capitalize()}s")]
    if bench.subjects:
        links.append(("/analyses", "Analyses"))
    if bench.generations:
        links.append(("/rejected", "Rejected"))
    if bench.runs:
        links.append(("/calls", "Calls"))
    if bench.ratings:
        links += [("/rate", "Rate"), ("/agreement", "Agreement")]
    site = {
        "dataset": bench.dataset,
        "links": links,
        "oracle": bench.running.name,
        "profile": bench.profile.value,
        "noun": bench.noun,
    }
    return render(template, site=site, here=request.url.path, **parts)


def document_page(
    request: Request, document: Document, steps: PageLinks | None = None, list_part: ListPart | None = None
) -> str:
    """Render a document as a page; with ``list_part``, the list follows it."""
    renderer = HtmlRenderer()
    return page(
        request,
        "document.html.j2",
        title=document.title,
        heading=content(document.heading or document.title),
        body=renderer.render(document.blocks),
        steps=steps,
        listed=list_part,
        rows=renderer.render([list_part.rows]) if list_part and list_part.total else Markup(""),
    )


def page_number(request: Request, total: int) -> tuple[int, int]:
    """Return the requested page number, from 1, and the number of pages."""
    # An empty list also has a page.
    pages = max(1, -(-total // PAGE_SIZE))
    page_text = request.query_params.get("page", "1")
    return min(
        max(1, int(page_text)) if page_text.isascii() and page_text.isdigit() and len(page_text) < 9 else 1, pages
    ), pages


def query_text(**fields: str | int) -> str:
    """Return the non-default fields as a query string, ``?a=b…``, or an empty string."""
    changed_fields = {name: str(value) for name, value in fields.items() if value not in ("", 1)}
    return "?" + urlencode(changed_fields, errors="replace") if changed_fields else ""
