"""The pages about the calls of the served runs: a searchable list, and each request with its answer."""

from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from probe.audit.call_document import call_document, calls_grid
from probe.audit.calls import Log, LogQuery
from probe.document import Box, Document, Paragraph, Styled
from probe.errors import InputError
from probe.web.layout import PAGE_SIZE, Field, ListPart, PageLinks, bench_of, document_page, page_number


def _log(request: Request, number: int) -> Log:
    runs = bench_of(request).runs
    if not 0 <= number < len(runs):
        raise HTTPException(404)
    return Log(runs[number])


def _run_number(request: Request) -> int:
    run_text = request.query_params.get("run", "0")
    # isdigit also accepts superscripts and digits of other scripts, some of which int refuses.
    return int(run_text) if run_text.isascii() and run_text.isdigit() and len(run_text) < 9 else 0


def _query(request: Request) -> LogQuery:
    parameters = request.query_params
    words = parameters.get("words", "").strip()
    return LogQuery(
        parameters.get("stage", ""),
        (words,) if words else (),
        parameters.get("failed") == "yes",
        parameters.get("about", ""),
    )


async def list_page(request: Request) -> Response:
    """Return the calls of one run, filtered by the query."""
    run, query = _run_number(request), _query(request)
    log = _log(request, run)
    try:
        numbers = log.numbers(query)
    except InputError as error:
        raise HTTPException(404) from error
    number, pages = page_number(request, len(numbers))
    # Read only the calls of this page: a run may have thousands, each with long texts.
    logged_calls = list(log.calls(numbers[(number - 1) * PAGE_SIZE : number * PAGE_SIZE]))
    rows = calls_grid(logged_calls, lambda call: f"/calls/{run}/{call}", answers=True)
    list_part = ListPart("/calls", _fields(request, log, run, query), len(numbers), number, pages, rows)
    return HTMLResponse(document_page(request, _title(request, log, run, query), list_part=list_part))


def _title(request: Request, log: Log, run: int, query: LogQuery) -> Document:
    """Return how many calls the run made, and what it paid for without using it."""
    blocks = [Box((Paragraph(f"{loss}."),), "warn") for loss in log.losses]
    if failure_count := len(log.failures(query)):
        command = Styled("probe log --failed", form="code")
        blocks.append(Box((Paragraph((f"{failure_count} requests got no answer; ", command, " lists them.")),), "warn"))
    name = _name(bench_of(request).runs[run])
    return Document(f"{log.total} calls of {name}", tuple(blocks))


def _fields(request: Request, log: Log, run: int, query: LogQuery) -> tuple[Field, ...]:
    runs = tuple((str(number or ""), _name(folder)) for number, folder in enumerate(bench_of(request).runs))
    stages = tuple((stage, f"{stage} ({count})") for stage, count in log.stages.items())
    return (
        Field("run", "Run", str(run or ""), runs),
        Field("stage", "Stage", query.stage, (("", "all"), *stages)),
        Field("failed", "Answer", "yes" if query.failed else "", (("", "all"), ("yes", "not used"))),
        Field("about", "About (beginning of an id)", query.about),
        Field("words", "Words", " ".join(query.words)),
    )


def _name(folder: Path) -> str:
    return folder.name or str(folder)


async def call_page(request: Request) -> Response:
    """Return one request with its answer."""
    bench, run, number = bench_of(request), request.path_params["run"], request.path_params["number"]
    # SQLite's integers have 64 bits.
    logged_call = next(_log(request, run).calls([number] if number < 2**62 else []), None)
    if logged_call is None:
        raise HTTPException(404)

    def link(name: str) -> str:
        return f"/{bench.noun}/{name}" if name in bench.catalogue else ""

    document = call_document(logged_call, f"{_name(bench.runs[run])}, call {number}", link)
    page_links = PageLinks(f"/calls?run={run}" if run else "/calls", "All calls")
    return HTMLResponse(document_page(request, document, page_links))


ROUTES = (Route("/calls", list_page), Route("/calls/{run:int}/{number:int}", call_page))
