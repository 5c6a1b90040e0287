"""Failed attempts: what an SDK's error means, and whether another attempt may help."""

import email.utils
import time
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from probe.errors import FatalModelFault, ModelFault
from probe.models.endpoint import Endpoint, Sdk
from probe.models.providers import provider_named
from probe.models.transport import TooLargeError
from probe.values import Answer, ModelSpec


class FaultKind(StrEnum):
    """The kinds of faults that are retried; each has its own limit."""

    BUSY = "busy"
    """429: too many requests; concurrency is reduced."""
    SERVER = "server"
    """408, 409, 5xx, a timeout, a connection that broke, a body that cannot be read."""
    UNREACHABLE = "unreachable"
    """No connection could be opened at all."""
    TRUNCATED = "truncated"
    """An answer that was cut off before its content; it was paid for."""


class TransientFault(ModelFault):
    """One failed attempt; ``retry_after`` is the wait in seconds that the server asked for, None if it did not.

    ``loss`` is the unusable answer, if the attempt was answered and paid for.
    """

    def __init__(
        self, message: str, kind: FaultKind, *, retry_after: float | None = None, loss: Answer | None = None
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.retry_after = retry_after
        self.loss = loss


_QUOTA_CODES = {"insufficient_quota", "billing_not_active", "billing_hard_limit_reached", "billing_error"}
"""Codes (or types) of a 429 or 403 that waiting does not fix (OpenAI's error codes; others follow them)."""
_RETRIED_STATUSES = {408, 409}


def error_details(error: Exception) -> dict[str, Any]:
    """Return the fields of the error object in an SDK error's body; empty if the body has none.

    OpenAI's SDK unwraps ``error`` itself, Groq's does not; some servers send a plain string.
    """
    body = getattr(error, "body", None)
    if isinstance(body, Mapping) and "error" in body:
        body = body["error"]
    if isinstance(body, Mapping):
        return dict(body)
    return {"message": body} if isinstance(body, str) else {}


def diagnose(error: Exception, sdk: Sdk, endpoint: Endpoint, spec: ModelSpec) -> ModelFault:
    """Return the fault that an SDK's ``error`` means; its text is one line without API keys."""
    to_line = endpoint.secrets.line
    if isinstance(error, sdk.status_error):
        status: int = error.status_code  # type: ignore[attr-defined]
        headers: Mapping[str, str] = error.response.headers  # type: ignore[attr-defined]
        if 300 <= status < 400:
            return _redirect_fault(status, to_line(headers.get("location", "")), endpoint, spec)
        return status_fault(status, error_details(error), endpoint, spec, _retry_after(headers))
    return _connection_fault(error, sdk, endpoint, spec)


def _redirect_fault(status: int, target: str, endpoint: Endpoint, spec: ModelSpec) -> FatalModelFault:
    return FatalModelFault(
        f"{spec} at {endpoint.url}: the server redirects to {target or 'nowhere'} ({status}), which is not followed,"
        " because the key would be sent there; if you trust that address, give it with --base-url"
    )


def _connection_fault(error: Exception, sdk: Sdk, endpoint: Endpoint, spec: ModelSpec) -> ModelFault:
    """Return the fault of an attempt without a response."""
    to_line = endpoint.secrets.line
    # Checked first: the SDK treats it as a broken connection, so the call would be retried and paid for again.
    if (cause := _cause(error, TooLargeError)) is not None:
        return ModelFault(f"{spec} at {endpoint.url}: {cause}, so it was not read", refused=True)
    # Checked before timeouts, because the SDK reports a connection that could not be opened in time as a timeout.
    if _cause(error, *sdk.connect_errors) is not None:
        reason = to_line(str(error.__cause__)) or "no connection"
        return TransientFault(f"cannot be reached ({reason})", FaultKind.UNREACHABLE)
    if isinstance(error, sdk.timeout_error):
        return TransientFault("timed out", FaultKind.SERVER)
    if isinstance(error, sdk.connection_error):
        reason = to_line(str(error.__cause__ or error)) or "no reason given"
        return TransientFault(f"the connection broke ({reason})", FaultKind.SERVER)
    return ModelFault(f"{spec} at {endpoint.url}: {to_line(str(error))}")


def status_fault(
    status: int, details: Mapping[str, Any], endpoint: Endpoint, spec: ModelSpec, retry_after: float | None = None
) -> ModelFault:
    """Return the fault that a response's ``status`` means, with the fields of its error object (``details``)."""
    reason = f"{status}: {endpoint.secrets.line(str(details.get('message') or '')) or 'no reason given'}"
    location = f"{spec} at {endpoint.url}"
    codes = {str(details.get("code")), str(details.get("type"))}
    # Checked before 403 and 429, because providers report an exhausted quota with them too.
    if status == 402 or codes & _QUOTA_CODES:
        return FatalModelFault(
            f"{location}: the quota is exhausted ({reason}); add credit, then run the same command again"
        )
    if status in (401, 403):
        variable = " or ".join(provider_named(endpoint.provider).keys) or "the server's access rules"
        return FatalModelFault(f"{location}: the key was refused ({reason}); check {variable}")
    if status == 404 or "model_not_found" in codes:
        return FatalModelFault(f"{location}: no such model ({reason}); check its name and the base URL")
    if status == 429:
        return TransientFault(f"busy ({reason})", FaultKind.BUSY, retry_after=retry_after)
    if status in _RETRIED_STATUSES or status >= 500:
        return TransientFault(f"failed ({reason})", FaultKind.SERVER, retry_after=retry_after)
    return ModelFault(f"{location}: the request was refused ({reason})", refused=True)


def _cause(error: BaseException, *kinds: type[BaseException]) -> BaseException | None:
    """Return the first error of these kinds among an error and its causes."""
    cause: BaseException | None = error
    while cause is not None and not isinstance(cause, kinds):
        cause = cause.__cause__
    return cause


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the seconds to wait that ``Retry-After`` (seconds or a date) or ``retry-after-ms`` asks for."""
    milliseconds = _number(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1000
    value = headers.get("retry-after")
    seconds = _number(value)
    if seconds is not None or not value:
        return seconds
    try:
        return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - time.time())
    except (ValueError, OverflowError):
        return None


def _number(value: str | None) -> float | None:
    try:
        number = float(value) if value else -1.0
    except ValueError:
        return None
    return number if 0 <= number < float("inf") else None
