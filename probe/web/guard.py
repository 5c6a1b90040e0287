"""What stands before every page: only this machine's own names, no writes from other sites, no foreign content."""

import secrets
from collections.abc import Mapping
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

NAMES = frozenset({"127.0.0.1", "localhost", "[::1]"})
"""The host names under which the pages answer; any other is a sign of DNS rebinding."""

LONGEST_FORM = 64 * 1024
"""Bytes of a form, at most."""

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


class Guard:
    """ASGI middleware: refuses what does not come from this machine's own pages, and sets the headers of answers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or refuse it."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        refusal = _refusal(str(scope["method"]), Headers(scope=scope))
        answer: ASGIApp = PlainTextResponse(refusal, status_code=403) if refusal else self._app
        await answer(scope, receive, send_guarded)


def _refusal(method: str, headers: Mapping[str, str]) -> str | None:
    """Return why a request is refused, None where it is not."""
    host = headers.get("host", "")
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
    if name.lower() not in NAMES:
        return "these pages answer to 127.0.0.1 and localhost only"
    if method in ("GET", "HEAD"):
        return None
    if method != "POST":
        return "pages are read, and forms are posted; nothing else is done here"
    if headers.get("origin", f"http://{host}") != f"http://{host}":
        return "the form was sent by another site"
    if headers.get("sec-fetch-site", "same-origin") != "same-origin":
        return "the form was sent by another site"
    return None


async def read_form(request: Request, token: str) -> dict[str, str] | None:
    """Return a posted form's fields, the last of each name; None where it is too long or lacks the token."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > LONGEST_FORM:
            return None
    fields = parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=100)
    form = {name: values[-1] for name, values in fields.items()}
    return form if secrets.compare_digest(form.get("token", "").encode(), token.encode()) else None
