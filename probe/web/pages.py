"""The pages that are read: the list, a dilemma, the analyses."""

from dataclasses import asdict
from typing import Any
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from probe.audit.catalogue import Entry, Wanted, neighbours
from probe.audit.dossier import make_dossier
from probe.web.rendering import render
from probe.web.workbench import Workbench

ON_A_PAGE = 50
"""Dilemmas on a page of the list."""

FILTERS = (
    ("bias", "Bias"),
    ("tier", "Tier"),
    ("author", "Author"),
    ("check", "Fails"),
    ("flipped", "Flipped by"),
)


def bench_of(request: Request) -> Workbench:
    """Return what the application works on."""
    bench: Workbench = request.app.state.bench
    return bench


def page(request: Request, template: str, **parts: Any) -> str:
    """Return a page with the frame that all share."""
    bench = bench_of(request)
    links = [("/", "Dilemmas")]
    if bench.subjects:
        links.append(("/analyses", "Analyses"))
    if bench.generations:
        links.append(("/rejected", "Rejected"))
    if bench.ratings:
        links += [("/rate", "Rate"), ("/agreement", "Agreement")]
    site = {
        "dataset": bench.dataset,
        "links": links,
        "oracle": bench.running.name,
        "profile": bench.profile.value,
    }
    return render(template, site=site, here=request.url.path, **parts)


def message(request: Request, heading: str, said: str) -> str:
    """Return a page that says one thing."""
    return page(request, "message.html.j2", heading=heading, said=said)


def page_number(request: Request, found: int) -> tuple[int, int]:
    """Return which page was asked for and how many there are, both from 1."""
    pages = max(1, -(-found // ON_A_PAGE))
    asked = request.query_params.get("page", "1")
    return min(max(1, int(asked)) if asked.isascii() and asked.isdigit() and len(asked) < 9 else 1, pages), pages


def query_text(**fields: str | int) -> str:
    """Return ``?a=b…`` of the fields that are set."""
    kept = {name: str(value) for name, value in fields.items() if value not in ("", 1)}
    return "?" + urlencode(kept, errors="replace") if kept else ""


def _wanted(request: Request) -> Wanted:
    return Wanted(**{name: request.query_params.get(name, "") for name in asdict(Wanted())})


async def list_page(request: Request) -> Response:
    """Answer with the list of dilemmas, narrowed by the query."""
    bench, wanted = bench_of(request), _wanted(request)
    catalogue = bench.catalogue
    found = catalogue.select(wanted)
    number, pages = page_number(request, len(found))
    entries = catalogue.entries
    checked = [entry for entry in entries if entry.failing is not None]
    failing = sum(bool(entry.failing) for entry in checked)
    fields = asdict(wanted)
    text = page(
        request,
        "list.html.j2",
        total=len(entries),
        passing=len(checked) - failing,
        failing=failing,
        unchecked=len(entries) - len(checked),
        failures=catalogue.failures().most_common(),
        filters=FILTERS,
        choices=catalogue.choices(),
        wanted=fields,
        found=len(found),
        page=number,
        pages=pages,
        entries=found[(number - 1) * ON_A_PAGE : number * ON_A_PAGE],
        subjects=catalogue.subjects,
        query=query_text(**fields),
        page_query=lambda other: query_text(**fields, page=other),
    )
    return HTMLResponse(text)


async def dilemma_page(request: Request) -> Response:
    """Answer with one dilemma, decided anew; the query is the selection in which one goes back and forth."""
    bench, wanted = bench_of(request), _wanted(request)
    entry: Entry | None = bench.catalogue.find(request.path_params["pair_id"])
    if entry is None:
        raise HTTPException(404)
    dossier = await make_dossier(entry.pair, bench.running, bench.profile, bench.decisions(entry.pair.id))
    bench.catalogue.note(dossier.audited)
    before, after = neighbours(bench.catalogue.select(wanted), entry.pair.id)
    text = page(
        request,
        "dilemma.html.j2",
        dossier=dossier,
        before=before,
        after=after,
        query=query_text(**asdict(wanted)),
        standalone=False,
    )
    return HTMLResponse(text)


async def analyses_page(request: Request) -> Response:
    """Answer with the figures over the runs that were given."""
    bench = bench_of(request)
    if not bench.subjects:
        raise HTTPException(404)
    found = await bench.analyses()
    pictures = [drawn.picture for drawn in found.figures.values()]
    return HTMLResponse(
        page(request, "analyses.html.j2", subjects=tuple(bench.subjects), found=found, pictures=pictures)
    )


async def figure(request: Request) -> Response:
    """Answer with one figure of the analyses."""
    bench = bench_of(request)
    drawn = (await bench.analyses()).figures.get(request.path_params["key"]) if bench.subjects else None
    if drawn is None:
        raise HTTPException(404)
    return Response(drawn.svg.encode("utf-8", "replace"), media_type="image/svg+xml")
