"""The read-only pages: the list, an item, the analyses, the rejected candidates."""

from collections import Counter
from dataclasses import asdict
from typing import Any
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from probe.audit.catalogue import ANY, NONE, Selection
from probe.audit.describing import make_dossier
from probe.audit.differences import line_differences, numbered, word_differences
from probe.audit.evidence import evidence_lines
from probe.filters.cascade import near_miss
from probe.session import candidate_by_number
from probe.web.rendering import render
from probe.web.workbench import Workbench

PAGE_SIZE = 50
"""Number of entries per page of the list."""

FILTERS = (
    ("bias", "Bias"),
    ("tier", "Tier"),
    ("author", "Author"),
    ("check", "Fails"),
)


def bench_of(request: Request) -> Workbench:
    """Return the application's workbench."""
    bench: Workbench = request.app.state.bench
    return bench


def page(request: Request, template: str, **parts: Any) -> str:
    """Render a page in the common layout."""
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


def message(request: Request, heading: str, text: str) -> str:
    """Render a page with a single message."""
    return page(request, "message.html.j2", heading=heading, text=text)


def page_number(request: Request, found: int) -> tuple[int, int]:
    """Return the requested page number, from 1, and the number of pages."""
    pages = max(1, -(-found // PAGE_SIZE))
    asked = request.query_params.get("page", "1")
    return min(max(1, int(asked)) if asked.isascii() and asked.isdigit() and len(asked) < 9 else 1, pages), pages


def query_text(**fields: str | int) -> str:
    """Return the non-default fields as a query string, ``?a=b…``, or an empty string."""
    kept = {name: str(value) for name, value in fields.items() if value not in ("", 1)}
    return "?" + urlencode(kept, errors="replace") if kept else ""


def _selection(request: Request) -> Selection:
    return Selection(**{name: request.query_params.get(name, "") for name in asdict(Selection())})


async def list_page(request: Request) -> Response:
    """Return the list of dilemmas or items, filtered by the query."""
    bench, wanted = bench_of(request), _selection(request)
    catalogue = bench.catalogue
    found = catalogue.count(wanted)
    number, pages = page_number(request, found)
    total, passing, failing = (catalogue.count(Selection(check=check)) for check in ("", NONE, ANY))
    fields = asdict(wanted)
    text = page(
        request,
        "list.html.j2",
        total=total,
        passing=passing,
        failing=failing,
        unchecked=total - passing - failing,
        failures=catalogue.failures(),
        filters=(*FILTERS, ("flipped", bench.protocol.moving.by)),
        moving=bench.protocol.moving.heading,
        choices=catalogue.choices(),
        wanted=fields,
        found=found,
        page=number,
        pages=pages,
        entries=catalogue.select(wanted, PAGE_SIZE, (number - 1) * PAGE_SIZE),
        subjects=catalogue.subjects,
        query=query_text(**fields),
        page_query=lambda other: query_text(**fields, page=other),
    )
    return HTMLResponse(text)


async def item_page(request: Request) -> Response:
    """Return one item, audited again; the query is the selection for the previous and next links."""
    bench = bench_of(request)
    entry = bench.catalogue.find(request.path_params["item_id"])
    if entry is None or not request.url.path.startswith(f"/{bench.noun}/"):
        raise HTTPException(404)
    item = entry.item
    dossier = await make_dossier(item, bench.running, bench.profile, bench.decisions(item.id))
    bench.catalogue.note(item.id, dossier.audited.certificate, dossier.audited.complexity)
    wanted = _selection(request)
    before, after = bench.catalogue.neighbours(wanted, item.id)
    query = query_text(**asdict(wanted))
    parts = {"dossier": dossier, "before": before, "after": after, "query": query, "standalone": False}
    return HTMLResponse(page(request, "item.html.j2", **parts))


async def analyses_page(request: Request) -> Response:
    """Return the figures about the served runs."""
    bench = bench_of(request)
    if not bench.subjects:
        raise HTTPException(404)
    found = await bench.analyses()
    pictures = [drawn.picture for drawn in found.figures.values()]
    return HTMLResponse(
        page(request, "analyses.html.j2", subjects=tuple(bench.subjects), found=found, pictures=pictures)
    )


async def figure(request: Request) -> Response:
    """Return one figure of the analyses."""
    bench = bench_of(request)
    drawn = (await bench.analyses()).figures.get(request.path_params["key"]) if bench.subjects else None
    if drawn is None:
        raise HTTPException(404)
    return Response(drawn.svg.encode("utf-8", "replace"), media_type="image/svg+xml")


async def rejected_page(request: Request) -> Response:
    """Return the rejected candidates of all runs, filtered by stage and bias."""
    bench = bench_of(request)
    if not bench.generations:
        raise HTTPException(404)
    every = [(run, one) for run, rows in enumerate(bench.rejected) for one in rows]
    stage, bias = request.query_params.get("stage", ""), request.query_params.get("bias", "")
    found = [(run, one) for run, one in every if stage in ("", one.stage) and bias in ("", one.bias)]
    number, pages = page_number(request, len(found))
    shown = found[(number - 1) * PAGE_SIZE : number * PAGE_SIZE]
    text = page(
        request,
        "rejected.html.j2",
        total=len(every),
        by_stage=Counter(one.stage for _, one in every).most_common(),
        biases=sorted({one.bias for _, one in every}),
        wanted_stage=stage,
        wanted_bias=bias,
        found=len(found),
        page=number,
        pages=pages,
        rows=[(run, one, near_miss(one.stage, one.evidence)) for run, one in shown],
        page_query=lambda other: query_text(stage=stage, bias=bias, page=other),
    )
    return HTMLResponse(text)


async def candidate_page(request: Request) -> Response:
    """Return one candidate with the result of every stage."""
    generations = bench_of(request).generations
    run, number = request.path_params["run"], request.path_params["number"]
    candidate = candidate_by_number(generations[run], number) if run < len(generations) and number < 2**62 else None
    if candidate is None:
        raise HTTPException(404)
    left, right = word_differences(candidate.texts.unbiased, candidate.texts.biased)
    ended, programs = candidate.rejected_by, candidate.programs
    text = page(
        request,
        "candidate.html.j2",
        name=f"{run + 1}.{number}",
        candidate=candidate,
        ended=ended,
        near=near_miss(ended.stage, ended.evidence) if ended else "",
        left=left,
        right=right,
        results=[(result, evidence_lines(result.evidence)) for result in candidate.results],
        axioms=numbered(programs.axioms) if programs else (),
        programs=line_differences(programs.unbiased, programs.biased) if programs else ((), ()),
    )
    return HTMLResponse(text)
