"""Failures of an attempt that a retry may fix, by kind; the gateway's retry policy depends on the kind."""

from enum import StrEnum

from probe.errors import ModelFault
from probe.values import Answer


class Trouble(StrEnum):
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
        self, message: str, trouble: Trouble, *, retry_after: float | None = None, loss: Answer | None = None
    ) -> None:
        super().__init__(message)
        self.trouble = trouble
        self.retry_after = retry_after
        self.loss = loss
