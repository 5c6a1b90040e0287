"""The web application: its routes, its lifespan, and the checks of every request.

Only local host names are accepted, forms from other sites are refused, and pages load no external content.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Mapping

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from probe.errors import ProbeError
from probe.ports import Ratings
from probe.session import Session
from probe.web import call_pages, pages, people_pages, rating_pages
from probe.web.rendering import STATIC, static_text
from probe.web.workbench import Workbench

_LOG = logging.getLogger("uvicorn.error")

NAMES = frozenset({"127.0.0.1", "localhost", "[::1]"})
"""The accepted host names; any other name may be a DNS rebinding attack."""

CONTENT_POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)

HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}

MAX_ADDRESS = 4000
"""Maximum length of a path with its query, in bytes. Python does not convert a number of more than 4,300 digits."""


class Guard:
    """ASGI middleware: rejects requests that do not come from PROBE's own pages, and sets security headers."""

    def __init__(self, app: ASGIApp, names: frozenset[str] | None = NAMES) -> None:
        """Accept requests to these host names only; None accepts every name."""
        self._app = app
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer or reject one request."""
        # No page uses WebSockets, so they are not passed on.
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return

        response_started = False

        async def send_guarded(message: Message) -> None:
            nonlocal response_started
            if message["type"] == "http.response.start":
                response_started = True
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        refusal = _refusal(str(scope["method"]), Headers(scope=scope), self._names)
        answer: ASGIApp = PlainTextResponse(refusal, status_code=403) if refusal else self._app
        if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > MAX_ADDRESS:
            answer = PlainTextResponse(f"the address is longer than {MAX_ADDRESS} bytes", status_code=400)
        try:
            await answer(scope, receive, send_guarded)
        except Exception:
            if not response_started:  # an error page of the framework would lack the headers
                await PlainTextResponse("internal error", status_code=500)(scope, receive, send_guarded)
            raise


def _refusal(method: str, headers: Mapping[str, str], names: frozenset[str] | None) -> str | None:
    """Return why a request is rejected, or None if it is accepted."""
    host = headers.get("host", "")
    # An IPv6 address contains colons, so only what follows the last one can be a port.
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
    if names is not None and name.lower() not in names:
        return "unknown host: open these pages at 127.0.0.1 or localhost"
    if method in ("GET", "HEAD"):
        return None
    if method != "POST":
        return f"method {method} is not supported: use GET, HEAD or POST"
    # Accept both schemes: a proxy in front may terminate HTTPS.
    if headers.get("origin", f"http://{host}") not in (f"http://{host}", f"https://{host}"):
        return "the form was sent by another site"
    # Browsers without the header are covered by the token of the form.
    if headers.get("sec-fetch-site", "same-origin") != "same-origin":
        return "the form was sent by another site"
    return None


def make_app(bench: Workbench) -> Starlette:
    """Return the application for ``bench``; its lifespan runs the oracle and checks the list in the background."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with Session() as session:
            bench.oracle = session.oracle()
            # Check in the background: a large dataset takes long, and pages are available meanwhile.
            check_task = asyncio.create_task(bench.check_list())
            try:
                yield
            finally:
                # The oracle is closed next, and later requests to it would fail.
                check_task.cancel()
                await asyncio.gather(check_task, return_exceptions=True)

    app = Starlette(
        routes=[
            Route("/", pages.list_page),
            Route("/dilemma/{item_id}", pages.item_page),
            Route("/item/{item_id}", pages.item_page),
            Route("/analyses", pages.analyses_page),
            Route("/figures/{key}.svg", pages.figure),
            Route("/rejected", pages.rejected_page),
            Route("/rejected/{run:int}/{number:int}", pages.candidate_page),
            *call_pages.ROUTES,
            *rating_pages.ROUTES,
            Route("/static/{name}", _static),
            Route("/favicon.ico", _no_icon),
        ],
        middleware=[Middleware(Guard)],
        exception_handlers={HTTPException: _not_found, ProbeError: _cannot},
        lifespan=lifespan,
    )
    app.state.bench = bench
    app.state.desk = rating_pages.Desk(bench.ratings) if bench.ratings else None
    return app


def make_rating_app(ratings: Ratings, names: frozenset[str] | None = NAMES) -> Starlette:
    """Return the application for raters with personal links: only items, without an oracle."""
    app = Starlette(
        routes=[*rating_pages.ITEM_ROUTES, Route("/static/{name}", _static), Route("/favicon.ico", _no_icon)],
        middleware=[Middleware(Guard, names=names)],
        exception_handlers={HTTPException: _plain_response, ProbeError: _plain_response},
    )
    app.state.desk = rating_pages.Desk(ratings, closed=True)
    return app


def make_people_app(ratings: Ratings, instructions: str, names: frozenset[str] | None = NAMES) -> Starlette:
    """Return the application for the people of a study, each with a personal link: only their booklet.

    ``instructions`` are the text of the page of consent.
    """
    app = Starlette(
        routes=[*people_pages.ROUTES, Route("/static/{name}", _static), Route("/favicon.ico", _no_icon)],
        middleware=[Middleware(Guard, names=names)],
        exception_handlers={HTTPException: _plain_response, ProbeError: _plain_response},
    )
    app.state.desk = rating_pages.Desk(ratings, closed=True)
    app.state.instructions = instructions
    # Computed once, because booklets follow from the sample, which never changes.
    app.state.booklets = people_pages.everyones_steps(ratings)
    return app


def _plain_response(request: Request, error: Exception) -> Response:
    if isinstance(error, HTTPException):
        texts = {
            400: error.detail,
            403: "this link is not complete or no longer valid: open the whole link, or ask for a new one",
        }
        text = texts.get(error.status_code, "there is nothing at this address: open the link that you were given")
        return PlainTextResponse(text, error.status_code)
    _LOG.error("%s", error)  # for the server's log and not for raters, because it names files
    return PlainTextResponse("answers cannot be shown or saved now: try again, or tell who sent you the link", 500)


def _static(request: Request) -> Response:
    """Return a static file; the name is only a key and never used as a path."""
    name = request.path_params["name"]
    if name not in STATIC:
        raise HTTPException(404)
    return Response(static_text(name), media_type=STATIC[name])


def _no_icon(request: Request) -> Response:
    """Answer the browser's automatic icon request; a missing icon is not an error."""
    return Response(status_code=204)


def _not_found(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    if isinstance(error, HTTPException) and status == 400:
        return HTMLResponse(pages.message(request, "This request cannot be read", error.detail), status_code=status)
    text = "The dataset and its runs have nothing at this address."
    return HTMLResponse(pages.message(request, "Page not found", text), status_code=status)


def _cannot(request: Request, error: Exception) -> Response:
    return HTMLResponse(pages.message(request, "This cannot be shown", str(error)), status_code=500)
