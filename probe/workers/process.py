"""The parent's side of one worker process: start it, exchange frames with it, end it."""

import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from probe.errors import MissingError, StoppedError, how_ended, killed
from probe.workers.child import LENGTH

CHILD = Path(__file__).with_name("child.py")
START_SECONDS = 60.0
"""How long a worker may take to send its greeting on a busy machine."""
_TIME_LIMIT_CODES = (-signal.SIGVTALRM, -signal.SIGXCPU)
"""The signals that end a process whose processor time is used up."""
_STARTER = ThreadPoolExecutor(1, thread_name_prefix="probe-starter")
"""Starts processes: Linux ends them with the thread that started them, and this one lives as long as the program."""


class WorkerLost(Exception):
    """A worker ended before it answered, or does not answer.

    ``cause`` is ``spent`` (processor time), ``late`` (the deadline) or ``died``; ``returncode`` is None while it runs.
    """

    def __init__(
        self, message: str, cause: Literal["spent", "late", "died"] = "died", returncode: int | None = None
    ) -> None:
        super().__init__(message)
        self.cause = cause
        self.returncode = returncode


@dataclass(frozen=True)
class WorkerScript:
    """What a worker runs: a ``file`` with a function ``serve(link, settings)``, see child.py.

    ``name`` is the subject of messages. An ``isolated`` worker runs untrusted input: it gets no environment, and no
    module from elsewhere than the installation. Its errors are kept, in case that it does not start; what others print
    leads nowhere unless they are ``audible``. ``hint`` is the command that installs what they need.
    """

    name: str
    file: Path
    settings: Mapping[str, Any] = field(default_factory=dict)
    isolated: bool = False
    audible: bool = False
    variables: Mapping[str, str] = field(default_factory=dict)
    hint: str = ""

    def worker(self) -> "WorkerProcess":
        """Return a process that has been started, and has not sent its greeting yet."""
        return WorkerProcess(self)

    def spawn(self) -> subprocess.Popen[bytes]:
        """Start a process."""
        # The environment may contain API keys, which programs under audit must not read.
        minimal_environment = {"PATH": os.environ.get("PATH", os.defpath), "LANG": "C.UTF-8"}
        arguments = [str(CHILD), str(self.file), str(os.getpid()), json.dumps(self.settings)]
        return subprocess.Popen(
            # With -P, a file in the working directory cannot replace a library.
            [sys.executable, "-I" if self.isolated else "-P", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            # Standard error is reserved for PROBE's messages.
            stderr=subprocess.PIPE if self.isolated else None if self.audible else subprocess.DEVNULL,
            env=minimal_environment if self.isolated else {**os.environ, **self.variables},
            start_new_session=True,  # only the command receives Ctrl-C, and lets work in progress end
        )


class WorkerProcess:
    """A running worker. Only one thread at a time may send, and one receive; others may interrupt it."""

    def __init__(self, script: WorkerScript) -> None:
        self.script = script
        self._process = _STARTER.submit(script.spawn).result()
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._requests = self._process.stdin.fileno()
        # A suspended worker leaves the pipe full, and a blocking write could not end at the deadline.
        os.set_blocking(self._requests, False)
        self._replies = self._process.stdout.fileno()
        self._buffer = bytearray()

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """How the process ended, None while it runs."""
        return self._process.poll()

    def greeting(self) -> bytes:
        """Return the first reply of a process that has just been started.

        Raise StoppedError if it was killed or does not answer, MissingError if it ended for another reason.
        """
        try:
            greeting = self.receive(START_SECONDS)
        except WorkerLost as error:
            name, hint = self.script.name, self.script.hint and f": {self.script.hint}"
            kill_error = killed(name, error.returncode)
            self.interrupt()
            errors = self._process.stderr.read().decode("utf-8", "replace").split("\n") if self._process.stderr else []
            # Neither means that the installation is broken: the same command may work later.
            if kill_error or error.cause == "late":
                raise kill_error or StoppedError(
                    f"{name} does not answer within {START_SECONDS:g} s of its start, twice: repeat the command"
                ) from error
            # The last line of a traceback is the error; a message has only one line.
            last_line = next((line for line in reversed(errors) if line.strip()), "no error message")
            raise MissingError(f"{name} does not start in a worker process: {last_line.strip()[:300]}{hint}") from error
        if self._process.stderr:
            self._process.stderr.close()
        return greeting

    def send(self, request: bytes, seconds: float | None = None) -> None:
        """Write one frame; raise WorkerLost if the worker no longer reads, or not within ``seconds``.

        A suspended reader leaves a pipe full; a blocking write would wait for it forever.
        """
        deadline = _deadline_after(seconds)
        remaining = memoryview(LENGTH.pack(len(request)) + request)
        while remaining:
            if not _ready(self._requests, select.POLLOUT, deadline):
                raise self._late_error()
            try:
                remaining = remaining[os.write(self._requests, remaining) :]
            except OSError as error:
                raise self._end_error() from error

    def receive(self, seconds: float | None = None) -> bytes:
        """Return the next frame. Raise WorkerLost after ``seconds``, or if the worker ended."""
        deadline = _deadline_after(seconds)
        length = LENGTH.unpack(self._take(LENGTH.size, deadline))[0]
        return self._take(length, deadline)

    def _take(self, count: int, deadline: float | None) -> bytes:
        while len(self._buffer) < count:
            if not _ready(self._replies, select.POLLIN, deadline):
                raise self._late_error()
            chunk = os.read(self._replies, 1 << 20)
            if not chunk:
                raise self._end_error()
            self._buffer += chunk
        frame = bytes(self._buffer[:count])
        del self._buffer[:count]
        return frame

    def _late_error(self) -> WorkerLost:
        return WorkerLost("gave no answer by the deadline", "late", self.returncode)

    def _end_error(self) -> WorkerLost:
        """Return how the process ended, after the end of its output."""
        with suppress(subprocess.TimeoutExpired):
            # The output closes a moment before the process has ended.
            code = self._process.wait(1.0)
            return WorkerLost(f"ended {how_ended(code)}", "spent" if code in _TIME_LIMIT_CODES else "died", code)
        return WorkerLost("closed its output")

    def interrupt(self) -> int:
        """End the process from any thread, and return how it ended; ``kill`` has to follow."""
        self._process.kill()
        return self._process.wait()

    def kill(self) -> None:
        """End the process at once and release all its resources."""
        self.interrupt()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()


def _deadline_after(seconds: float | None) -> float | None:
    return None if seconds is None else time.monotonic() + seconds


def _ready(descriptor: int, event: int, deadline: float | None) -> bool:
    """Wait until a pipe can be read or written, or its other end is closed; return False at ``deadline``."""
    poll = select.poll()  # like select, but without its limit on file descriptors
    poll.register(descriptor, event)
    # Round up: with 0 milliseconds, poll would not wait.
    return bool(poll.poll(None if deadline is None else max(0, int(1000 * (deadline - time.monotonic())) + 1)))
