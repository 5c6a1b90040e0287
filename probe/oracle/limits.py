"""How much a program under audit may spend, and when its worker is replaced."""

from pydantic import Field

from probe.values.base import Value


class Limits(Value):
    """Bounds on one request to a worker; what exceeds them is contained and told as data.

    ``inferences`` bounds each search for an answer (published programs need fewer than 200), ``seconds`` the processor
    time of all that is done for one request, kept inside Prolog, and ``cpu_seconds`` the same kept by the kernel, which
    ends the worker. ``deadline`` bounds the time on the wall, generously: a worker that is stopped or starved is no
    program's fault, so its request is tried again on a fresh worker. ``stack_bytes`` bounds Prolog's stacks,
    ``memory_bytes`` the worker's address space, ``text_bytes`` each text. A worker is replaced after
    ``requests_per_worker`` requests, and after every limit. ``lock_files`` uses Landlock where the kernel has it;
    without it a worker is as on kernels that lack it.
    """

    inferences: int = Field(default=1_000_000, gt=0)
    seconds: float = Field(default=1.0, gt=0)
    cpu_seconds: float = Field(default=1.3, gt=0)
    deadline: float = Field(default=30.0, gt=0)
    stack_bytes: int = Field(default=64 * 2**20, ge=2**20)
    memory_bytes: int = Field(default=2**30, ge=2**28)
    text_bytes: int = Field(default=64 * 2**10, gt=0)
    requests_per_worker: int = Field(default=5_000, gt=0)
    lock_files: bool = True
