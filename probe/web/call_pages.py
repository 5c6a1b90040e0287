"""The pages about the calls of the served runs: a searchable list, and each request with its answer."""

from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from probe.audit.calls import Log, LogQuery
from probe.errors import InputError
from probe.web.pages import PAGE_SIZE, bench_of, page, page_number, query_text


def _log(request: Request, number: int) -> Log:
    runs = bench_of(request).runs
    if not 0 <= number < len(runs):
        raise HTTPException(404)
    return Log(runs[number])


def _run_number(request: Request) -> int:
    asked = request.query_params.get("run", "0")
    return int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 9 else 0


def _query(request: Request) -> LogQuery:
    asked = request.query_params
    words = asked.get("words", "").strip()
    return LogQuery(
        asked.get("stage", ""), (words,) if words else (), asked.get("failed") == "yes", asked.get("about", "")
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
    fields = {
        "run": run or "",
        "stage": query.stage,
        "words": " ".join(query.words),
        "failed": "yes" if query.failed else "",
        "about": query.about,
    }
    text = page(
        request,
        "calls.html.j2",
        runs=[_name(folder) for folder in bench_of(request).runs],
        run=run,
        stages=log.stages,
        lost=log.lost,
        unanswered=len(log.failures(query)),
        total=sum(log.stages.values()),
        wanted=fields,
        found=len(numbers),
        page=number,
        pages=pages,
        rows=list(log.calls(numbers[(number - 1) * PAGE_SIZE : number * PAGE_SIZE])),
        page_query=lambda other: query_text(**fields, page=other),
    )
    return HTMLResponse(text)


def _name(folder: Path) -> str:
    return folder.name or str(folder)


async def call_page(request: Request) -> Response:
    """Return one request with its answer."""
    run, number = request.path_params["run"], request.path_params["number"]
    found = next(_log(request, run).calls([number] if number < 2**62 else []), None)
    if found is None:
        raise HTTPException(404)
    known = bench_of(request).catalogue
    name = f"{_name(bench_of(request).runs[run])}, call {number}"
    return HTMLResponse(page(request, "call.html.j2", name=name, run=run, one=found, call=found.call, known=known))


ROUTES = (Route("/calls", list_page), Route("/calls/{run:int}/{number:int}", call_page))
