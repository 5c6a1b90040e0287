"""The read-only pages: the list, an item, the analyses, the rejected candidates."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from probe.audit.candidate_document import candidate_document, rejected_grid
from probe.audit.catalogue import ANY, NONE, Catalogue, CatalogueEntry, Selection
from probe.audit.describing import make_dossier
from probe.audit.item_document import item_document
from probe.document import Block, Box, Document, Grid, Paragraph, Styled, badge, soft
from probe.store.reading import candidate_by_number
from probe.web.layout import PAGE_SIZE, Field, ListPart, PageLinks, bench_of, document_page, page_number, query_text
from probe.web.workbench import Workbench

BEGINNING_LENGTH = 90
"""Characters of a text in a list: what fits into two lines of its column."""

CHECK_WORDS = {ANY: "any check", NONE: "no check"}
"""How choices among failing checks are worded; others are names of checks."""

FILTERS = (
    ("bias", "Bias"),
    ("tier", "Tier"),
    ("author", "Author"),
    ("check", "Fails"),
)


def message(request: Request, heading: str, text: str) -> str:
    """Render a page with a single message."""
    link = Styled(f"All {bench_of(request).noun}s", link="/")
    return document_page(request, Document(heading, (Paragraph(text), Paragraph(link))))


def _selection(request: Request) -> Selection:
    return Selection(**{name: request.query_params.get(name, "") for name in asdict(Selection())})


def _list_title(catalogue: Catalogue[Any], noun: str) -> Document:
    """Return how many items pass and fail, with links to those that fail each check."""
    total, passing, failing = (catalogue.count(Selection(check=check)) for check in ("", NONE, ANY))
    blocks: list[Block] = []
    if unchecked_count := total - passing - failing:
        notice = f"{unchecked_count} are still being checked in the background; reload the page to update the list."
        blocks.append(Box((Paragraph(notice),), "warn", status=True))
    if failures := catalogue.failures():
        links = (
            (Styled(f"{check} {count}", "bad", "badge", "/" + query_text(check=check)), " ")
            for check, count in failures
        )
        blocks.append(Paragraph(("Failures by check: ", *(segment for link in links for segment in link))))
    return Document(f"{total} {noun}s: {passing} pass, {failing} fail", tuple(blocks))


def _fields(selection: Selection, choices: Mapping[str, Sequence[str]], moving_label: str) -> Iterator[Field]:
    values = asdict(selection)
    for name, label in (*FILTERS, ("flipped", moving_label)):
        if choices[name]:
            words = (
                (choice, CHECK_WORDS.get(choice, choice) if name == "check" else choice) for choice in choices[name]
            )
            yield Field(name, label, values[name], (("", "all"), *words))
    yield Field("words", "Words", selection.words)


def _entries(bench: Workbench, entries: Sequence[CatalogueEntry[Any]], query: str) -> Grid:
    """Return a part of the list, with the subjects that an item moves where there are any."""
    moved_columns = (bench.protocol.moving.heading,) if bench.catalogue.subjects else ()
    rows = []
    for entry in entries:
        item = entry.item
        beginning = entry.begins[:BEGINNING_LENGTH] + ("…" if len(entry.begins) > BEGINNING_LENGTH else "")
        link = Styled(item.id, form="id", link=f"/{bench.noun}/{item.id}{query}")
        moved_cells = (", ".join(entry.flipped),) if moved_columns else ()
        rows.append(
            (link, item.bias.value, entry.tier, item.provenance.author, _failing(entry), *moved_cells, soft(beginning))
        )
    columns = (bench.noun, "bias", "tier", "author", "fails", *moved_columns, "begins")
    return Grid(f"{bench.noun.capitalize()}s", columns, tuple(rows), titled=False)


def _failing(entry: CatalogueEntry[Any]) -> tuple[str | Styled, ...]:
    if entry.failing is None:
        return (badge("not checked yet"),)
    badges = [badge(check, "bad") for check in entry.failing] or [badge("passes", "good")]
    return tuple(segment for check_badge in badges for segment in (check_badge, " "))


async def list_page(request: Request) -> Response:
    """Return the list of dilemmas or items, filtered by the query."""
    bench, selection = bench_of(request), _selection(request)
    catalogue = bench.catalogue
    total = catalogue.count(selection)
    number, pages = page_number(request, total)
    entries = catalogue.select(selection, PAGE_SIZE, (number - 1) * PAGE_SIZE)
    fields = tuple(_fields(selection, catalogue.choices(), bench.protocol.moving.by))
    rows = _entries(bench, entries, query_text(**asdict(selection)))
    list_part = ListPart("/", fields, total, number, pages, rows)
    return HTMLResponse(document_page(request, _list_title(catalogue, bench.noun), list_part=list_part))


async def item_page(request: Request) -> Response:
    """Return one item, audited again; the query is the selection for the previous and next links."""
    bench = bench_of(request)
    entry = bench.catalogue.find(request.path_params["item_id"])
    # Addresses of dilemmas and of other items lead here; a dataset contains only one of these.
    if entry is None or not request.url.path.startswith(f"/{bench.noun}/"):
        raise HTTPException(404)
    item = entry.item
    # Audit for every view: a page shows the oracle's result, not the dataset's claim.
    dossier = await make_dossier(item, bench.running, bench.profile, bench.decisions(item.id))
    # Store the result, so that the background check need not examine the item again.
    bench.catalogue.note(item.id, dossier.audited.certificate, dossier.audited.complexity)
    selection = _selection(request)
    query = query_text(**asdict(selection))
    previous_address, next_address = (
        f"/{bench.noun}/{neighbour_id}{query}" if neighbour_id else ""
        for neighbour_id in bench.catalogue.neighbours(selection, item.id)
    )
    label = f"All {bench.noun}s{' in this selection' if query else ''}"
    return HTMLResponse(
        document_page(request, item_document(dossier), PageLinks(f"/{query}", label, previous_address, next_address))
    )


async def analyses_page(request: Request) -> Response:
    """Return the figures about the served runs."""
    bench = bench_of(request)
    if not bench.subjects:
        raise HTTPException(404)
    return HTMLResponse(document_page(request, (await bench.analyses()).document))


async def figure(request: Request) -> Response:
    """Return one figure of the analyses."""
    bench = bench_of(request)
    drawing = (await bench.analyses()).figures.get(request.path_params["key"]) if bench.subjects else None
    if drawing is None:
        raise HTTPException(404)
    return Response(drawing.svg.encode("utf-8", "replace"), media_type="image/svg+xml")


async def rejected_page(request: Request) -> Response:
    """Return the rejected candidates of all runs, filtered by stage and bias."""
    bench = bench_of(request)
    if not bench.generations:
        raise HTTPException(404)
    candidates = [
        (run, candidate) for run, run_candidates in enumerate(bench.rejected_candidates) for candidate in run_candidates
    ]
    stage, bias = request.query_params.get("stage", ""), request.query_params.get("bias", "")
    matching_candidates = [
        (run, candidate)
        for run, candidate in candidates
        if stage in ("", candidate.stage) and bias in ("", candidate.bias)
    ]
    number, pages = page_number(request, len(matching_candidates))
    counts = Counter(candidate.stage for _, candidate in candidates).most_common()
    biases = sorted({candidate.bias for _, candidate in candidates})
    fields = (
        Field("stage", "Stage", stage, (("", "all"), *((name, name) for name, _ in counts if name))),
        Field("bias", "Bias", bias, (("", "all"), *((name, name) for name in biases))),
    )
    rows = rejected_grid(matching_candidates[(number - 1) * PAGE_SIZE : number * PAGE_SIZE])
    list_part = ListPart("/rejected", fields, len(matching_candidates), number, pages, rows)
    links = tuple(
        (Styled(name, link=f"/rejected{query_text(stage=name)}") if name else "none: surplus or repeated", str(count))
        for name, count in counts
    )
    by_stage = Grid("By stage", ("stage", "rejected here"), links, numbers=("rejected here",), titled=False)
    document = Document(f"{len(candidates)} candidates were not accepted", (by_stage,))
    return HTMLResponse(document_page(request, document, list_part=list_part))


async def candidate_page(request: Request) -> Response:
    """Return one candidate with the result of every stage."""
    generations = bench_of(request).generations
    run, number = request.path_params["run"], request.path_params["number"]
    # SQLite's integers have 64 bits.
    candidate = candidate_by_number(generations[run], number) if run < len(generations) and number < 2**62 else None
    if candidate is None:
        raise HTTPException(404)
    document = candidate_document(candidate, f"{run + 1}.{number}")
    return HTMLResponse(document_page(request, document, PageLinks("/rejected", "All rejected candidates")))
