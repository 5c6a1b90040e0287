"""Request checks for every page: only local host names, no forms from other sites, no external content."""

import secrets
from collections.abc import Mapping
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

NAMES = frozenset({"127.0.0.1", "localhost", "[::1]"})
"""The accepted host names; any other name may be a DNS rebinding attack."""

MAX_FORM_BYTES = 64 * 1024
"""Maximum size of a form, in bytes."""

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
    """ASGI middleware: rejects requests that do not come from PROBE's own pages, and sets security headers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer or reject one request."""
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
    """Return why a request is rejected, or None if it is accepted."""
    host = headers.get("host", "")
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
    if name.lower() not in NAMES:
        return "unknown host: open these pages at 127.0.0.1 or localhost"
    if method in ("GET", "HEAD"):
        return None
    if method != "POST":
        return f"method {method} is not supported: use GET, HEAD or POST"
    if headers.get("origin", f"http://{host}") != f"http://{host}":
        return "the form was sent by another site"
    if headers.get("sec-fetch-site", "same-origin") != "same-origin":
        return "the form was sent by another site"
    return None


async def read_form(request: Request, token: str) -> dict[str, str] | None:
    """Return the fields of a posted form (the last value per name), or None if it is too long or lacks the token."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_FORM_BYTES:
            return None
    fields = parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=100)
    form = {name: values[-1] for name, values in fields.items()}
    return form if secrets.compare_digest(form.get("token", "").encode(), token.encode()) else None
