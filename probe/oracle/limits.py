"""The resources that a program under audit may use, and when its worker is replaced."""

from pydantic import Field

from probe.values.base import Value


class Limits(Value):
    """Bounds on one request to a worker; exceeding one is contained and reported as data.

    ``inferences`` bounds each search for an answer (published programs need fewer than 200), ``seconds`` the processor
    time of one request, enforced inside Prolog, and ``cpu_seconds`` the same enforced by the kernel, which ends the
    worker. ``deadline`` bounds the wall-clock time, generously: a stopped or starved worker is not the program's fault,
    so its request is tried again on a fresh worker. ``stack_bytes`` bounds Prolog's stacks, ``memory_bytes`` the
    worker's address space, ``text_bytes`` each text. A worker is replaced after ``requests_per_worker`` requests, and
    after every limit. ``lock_files`` uses Landlock if the kernel has it; if it is off, a worker runs as on kernels
    without Landlock.
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
