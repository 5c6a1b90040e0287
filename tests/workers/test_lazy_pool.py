"""A lazy pool answers each job once, even one that has to be repeated."""

import pytest

from probe.workers import Pool
from probe.workers.child import EXHAUSTED, KEEP_WORKER


class TiringWorker:
    """A worker without a process: it answers its first request and runs out of memory on each later one."""

    started = 0

    def __init__(self) -> None:
        type(self).started += 1
        self._answered = 0
        self._requests: list[bytes] = []

    def greeting(self) -> bytes:
        return b""

    def send(self, request: bytes, seconds: float | None = None) -> None:
        self._requests.append(request)

    def receive(self, seconds: float | None = None) -> bytes:
        request = self._requests.pop(0)
        self._answered += 1
        return (KEEP_WORKER if self._answered == 1 else EXHAUSTED) + request

    def interrupt(self) -> None:
        pass

    def kill(self) -> None:
        pass


@pytest.mark.parametrize("lazy", [False, True])
def test_a_job_that_exhausts_a_used_worker_is_answered_by_a_fresh_one(lazy: bool) -> None:
    TiringWorker.started = 0
    pool = Pool(TiringWorker, 1, lazy=lazy)
    try:
        answers = [pool.submit(request).result(timeout=10) for request in (b"first", b"second", b"third")]
    finally:
        pool.close()
    assert answers == [b"first", b"second", b"third"]
    assert TiringWorker.started == 3
