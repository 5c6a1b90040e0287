"""Requests to one worker: their order, those that no caller wants, those that fail alone, and what cannot start."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from pathlib import Path
from typing import Any

import pytest

from probe.errors import InputError, MissingError
from probe.workers import MultiplexedWorker, WorkerScript

SCRIPT = Path(__file__).with_name("script.py")


class UppercaseWorker(MultiplexedWorker[str]):
    """Upper-cases texts one at a time and records their order."""

    def __init__(self, **settings: Any) -> None:
        self.answered: list[str] = []
        super().__init__(
            WorkerScript("a shouting worker", SCRIPT, settings), start_seconds=60, silent_seconds=2, max_ahead=1
        )

    def read(self, reply: bytes) -> str:
        self.answered.append(reply.decode())
        if reply == b"REFUSE":
            raise InputError("it refuses this")
        return reply.decode()

    def not_loaded(self, reason: str) -> MissingError:
        return MissingError(f"it cannot be loaded ({reason})")


@pytest.fixture
def start() -> Iterator[Callable[..., UppercaseWorker]]:
    workers: list[UppercaseWorker] = []

    def begin(**settings: Any) -> UppercaseWorker:
        workers.append(UppercaseWorker(**settings))
        return workers[-1]

    yield begin
    for worker in workers:
        worker.close()


def test_requests_go_by_rank_and_those_that_no_caller_wants_are_not_sent(
    start: Callable[..., UppercaseWorker], tmp_path: Path
) -> None:
    worker = start(file=str(tmp_path / "go"))
    first = worker.submit(b"wait")
    unranked, cancelled, ranked_first, ranked_second = (
        worker.submit(text, 2) for text in (b"later", b"unwanted", b"hurried", b"early")
    )
    worker.prioritise(ranked_first, 0)
    worker.prioritise(ranked_second, 1)
    assert cancelled.cancel()
    (tmp_path / "go").touch()
    assert [answer.result(30) for answer in (first, unranked, ranked_first, ranked_second)] == [
        "WAIT",
        "LATER",
        "HURRIED",
        "EARLY",
    ]
    assert worker.answered == ["WAIT", "HURRIED", "EARLY", "LATER"]


def test_a_request_that_cannot_be_answered_fails_alone(start: Callable[..., UppercaseWorker]) -> None:
    worker = start()
    refused_request, answered_request = worker.submit(b"refuse"), worker.submit(b"answer")
    with pytest.raises(InputError, match="it refuses this"):
        refused_request.result(30)
    assert answered_request.result(30) == "ANSWER"


def test_every_request_has_the_reason_why_a_worker_cannot_start(start: Callable[..., UppercaseWorker]) -> None:
    worker = start(error="no\nweights")
    for _ in range(2):
        with pytest.raises(MissingError, match=r"^it cannot be loaded \(no weights\)$"):
            worker.submit(b"text").result(30)


def test_closing_cancels_what_is_pending(start: Callable[..., UppercaseWorker], tmp_path: Path) -> None:
    worker = start(file=str(tmp_path / "never"))
    pending = [worker.submit(b"wait"), worker.submit(b"text")]
    worker.close()
    for answer in pending:
        with pytest.raises(CancelledError):
            answer.result(30)


def test_a_worker_is_not_blamed_for_the_time_in_which_its_parent_was_suspended(
    start: Callable[..., UppercaseWorker], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its replies wait in the pipe while the clock jumps by a minute, as after a laptop's sleep."""
    worker = start(file=str(tmp_path / "go"))
    assert worker.submit(b"ready").result(30) == "READY"
    jump, clock = [0.0], time.monotonic
    monkeypatch.setattr("time.monotonic", lambda: clock() + jump[0])
    waiting_request = worker.submit(b"wait")
    jump[0] = 60
    threading.Timer(0.5, (tmp_path / "go").touch).start()
    assert waiting_request.result(30) == "WAIT"
