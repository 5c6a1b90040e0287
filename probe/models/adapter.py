"""What the gateway needs of an adapter: one attempt at one call."""

from typing import Protocol

from probe.values import Answer, ModelSpec, Request


class Adapter(Protocol):
    """Asks one model once. It neither retries nor stores, and tells faults apart by their class (``faults``)."""

    @property
    def spec(self) -> ModelSpec:
        """The name under which the model is known."""

    @property
    def endpoint(self) -> str:
        """Where it is asked, without any secret: part of every call's identity."""

    async def complete(self, request: Request) -> Answer:
        """Make one attempt. Raise TransientFault if another may help, another ModelFault if it will not."""
