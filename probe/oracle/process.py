"""The parent's side of one worker process: start it, exchange frames with it, end it."""

import json
import os
import select
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Literal, NamedTuple

from probe.errors import MissingError, StoppedError, killed
from probe.oracle.installation import Installation, Limits
from probe.oracle.worker import EXHAUSTED, KEEP

_LENGTH = struct.Struct("<I")
_HERE = Path(__file__).resolve().parent
_WORKER = _HERE / "worker.py"
_ORACLE = _HERE.parent / "prolog" / "oracle.pl"
_SPENT = (-signal.SIGVTALRM, -signal.SIGXCPU)
"""The signals that end a process whose processor time is used up."""
START_SECONDS = 60.0
"""How long a worker may take to send its greeting on a busy machine."""


class Lost(Exception):
    """A worker ended before it answered; ``why`` is ``spent`` (processor time), ``late`` (the deadline) or ``died``."""

    def __init__(self, why: Literal["spent", "late", "died"]) -> None:
        super().__init__(why)
        self.why = why


class FrameReply(NamedTuple):
    """A worker's reply: ``body``, whether the worker is ``due_for_recycling``, and whether it is ``exhausted``."""

    body: bytes
    due_for_recycling: bool
    exhausted: bool


def frame(fields: Sequence[bytes]) -> bytes:
    """Return one request frame: every field preceded by its length."""
    payload = b"".join(_LENGTH.pack(len(field)) + field for field in fields)
    return _LENGTH.pack(len(payload)) + payload


def write_within(descriptor: int, data: bytes, seconds: float) -> None:
    """Write to a pipe that does not block. Raise TimeoutError after ``seconds``, another OSError if its reader ended.

    A suspended reader leaves a pipe full; a write that blocks would wait for it for ever.
    """
    until, left = time.monotonic() + seconds, memoryview(data)
    while left:
        _, ready, _ = select.select([], [descriptor], [], max(0.0, until - time.monotonic()))
        if not ready:
            raise TimeoutError
        left = left[os.write(descriptor, left) :]


class WorkerProcess:
    """A running worker, for one thread only; the thread that starts it must outlive it.

    (Linux kills the worker when the *thread* that started it ends.)
    """

    def __init__(self, installation: Installation, limits: Limits) -> None:
        settings = {
            "executable": installation.executable,
            "library": installation.library,
            "home": installation.home,
            "oracle": str(_ORACLE),
            "stack_bytes": limits.stack_bytes,
            "memory_bytes": limits.memory_bytes,
            "cpu_seconds": limits.cpu_seconds,
            "lock_files": limits.lock_files,
            "parent": os.getpid(),
        }
        self._process = subprocess.Popen(
            [sys.executable, "-I", str(_WORKER), json.dumps(settings)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={"PATH": os.environ.get("PATH", os.defpath), "LANG": "C.UTF-8"},
            start_new_session=True,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._requests = self._process.stdin.fileno()
        os.set_blocking(self._requests, False)
        self._replies = self._process.stdout.fileno()
        self._unread = bytearray()
        self.greeting = self._greeting()

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    def _greeting(self) -> dict[str, object]:
        try:
            greeting: dict[str, object] = json.loads(self.receive(START_SECONDS).body)
        except Lost as error:
            ended = killed("SWI-Prolog", self._process.poll())
            self.kill()
            if ended or error.why == "late":
                raise ended or StoppedError(
                    f"SWI-Prolog does not answer within {START_SECONDS:g} s of its start, twice: repeat the command"
                ) from error
            said = self._process.stderr.read().decode("utf-8", "replace").split("\n") if self._process.stderr else []
            last = next((line for line in reversed(said) if line.strip()), "no error message")
            raise MissingError(f"SWI-Prolog does not start in a worker process: {last.strip()[:300]}") from error
        if self._process.stderr:
            self._process.stderr.close()
        return greeting

    def send(self, request: bytes, seconds: float) -> None:
        """Write one frame; raise Lost if the worker no longer reads, or not within ``seconds``."""
        try:
            write_within(self._requests, request, seconds)
        except TimeoutError as error:
            raise Lost("late") from error
        except OSError as error:
            raise Lost("died") from error

    def receive(self, seconds: float) -> FrameReply:
        """Return the next reply. Raise Lost after ``seconds``, or if the worker ended."""
        until = time.monotonic() + seconds
        while True:
            if len(self._unread) >= _LENGTH.size:
                (length,) = _LENGTH.unpack_from(self._unread)
                end = _LENGTH.size + length
                if len(self._unread) >= end:
                    reply = bytes(self._unread[_LENGTH.size : end])
                    del self._unread[:end]
                    head = reply[:1]
                    return FrameReply(reply[1:], due_for_recycling=head != KEEP, exhausted=head == EXHAUSTED)
            ready, _, _ = select.select([self._replies], [], [], max(0.0, until - time.monotonic()))
            if not ready:
                raise Lost("late")
            part = os.read(self._replies, 1 << 20)
            if not part:
                raise self._ended()
            self._unread += part

    def _ended(self) -> Lost:
        """Return how the process ended, after the end of its output."""
        with suppress(subprocess.TimeoutExpired):
            if self._process.wait(1.0) in _SPENT:
                return Lost("spent")
        return Lost("died")

    def interrupt(self) -> None:
        """End the process from a thread other than the one that waits for its reply."""
        self._process.kill()

    def kill(self) -> None:
        """End the process at once and release all its resources."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
