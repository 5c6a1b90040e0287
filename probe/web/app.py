"""The web application: its routes and its lifespan."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from probe.errors import ProbeError
from probe.session import Session
from probe.web import pages, rating_pages, rejected_pages
from probe.web.guard import Guard
from probe.web.rendering import STATIC, static_text
from probe.web.workbench import Workbench


def make_app(bench: Workbench) -> Starlette:
    """Return the application for ``bench``; its lifespan runs the oracle and checks the list in the background."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with Session() as session:
            bench.oracle = session.oracle()
            checking = asyncio.create_task(bench.check_list())
            try:
                yield
            finally:
                checking.cancel()
                await asyncio.gather(checking, return_exceptions=True)

    app = Starlette(
        routes=[
            Route("/", pages.list_page),
            Route("/dilemma/{pair_id}", pages.dilemma_page),
            Route("/analyses", pages.analyses_page),
            Route("/figures/{key}.svg", pages.figure),
            Route("/rejected", rejected_pages.rejected_page),
            Route("/rejected/{run:int}/{number:int}", rejected_pages.candidate_page),
            *rating_pages.ROUTES,
            Route("/static/{name}", _static),
            Route("/favicon.ico", _no_icon),
        ],
        middleware=[Middleware(Guard)],
        exception_handlers={HTTPException: _not_found, ProbeError: _cannot},
        lifespan=lifespan,
    )
    app.state.bench = bench
    return app


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
    text = "The dataset and its runs have nothing at this address."
    return HTMLResponse(pages.message(request, "Page not found", text), status_code=status)


def _cannot(request: Request, error: Exception) -> Response:
    return HTMLResponse(pages.message(request, "This cannot be shown", str(error)), status_code=500)
