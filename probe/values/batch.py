"""Batches: calls that are sent to a provider together and answered within hours."""

from probe.values.base import Value
from probe.values.call import Request


class BatchCall(Value):
    """One call of a batch; ``key`` is its identity, and the line's ``custom_id`` at the provider."""

    key: str
    request: Request


class Batch(Value):
    """A batch whose results have not been collected yet.

    ``number`` is its number in the run. ``file_id`` and ``batch_id`` are the provider's names of its input file and of
    itself, None until the provider has confirmed them. ``left_out`` names the parameters that its calls omit;
    ``prepared`` is when it was stored, in seconds since 1970.
    """

    number: int
    file_id: str | None = None
    batch_id: str | None = None
    left_out: tuple[str, ...] = ()
    prepared: float
    calls: tuple[BatchCall, ...]
