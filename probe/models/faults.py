"""How an attempt can fail in a way that another attempt may mend; what the gateway's patience is measured by."""

from enum import StrEnum

from probe.errors import ModelFault
from probe.values import Answer


class Trouble(StrEnum):
    """The kinds of faults that are retried; each has its own patience."""

    BUSY = "busy"
    """429: asked too fast; calls concurrently are reduced."""
    SERVER = "server"
    """408, 409, 5xx, a timeout, a connection that broke, a body that cannot be read."""
    UNREACHABLE = "unreachable"
    """No connection could be opened at all."""
    TRUNCATED = "truncated"
    """An answer that was cut off before it said anything; it was paid for."""


class TransientFault(ModelFault):
    """One failed attempt; ``retry_after`` is the wait in seconds that the server asked for, None if it did not.

    ``loss`` is the answer that had to be thrown away, where the attempt was answered and paid for.
    """

    def __init__(
        self, message: str, trouble: Trouble, *, retry_after: float | None = None, loss: Answer | None = None
    ) -> None:
        super().__init__(message)
        self.trouble = trouble
        self.retry_after = retry_after
        self.loss = loss
