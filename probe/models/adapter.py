"""What the gateway needs from an adapter: one attempt at one call."""

from typing import Protocol

from probe.values import Answer, ModelSpec, Request


class Adapter(Protocol):
    """Asks one model once. It neither retries nor stores, and distinguishes faults by their class (``faults``)."""

    @property
    def spec(self) -> ModelSpec:
        """The model's name."""

    @property
    def endpoint(self) -> str:
        """The address of the endpoint, without any secret: part of every call's identity."""

    async def complete(self, request: Request) -> Answer:
        """Make one attempt. Raise TransientFault if another may help, another ModelFault if it will not."""
