"""The process that runs a local model, seen from the outside: questions go in, answers come out, in any order."""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from concurrent.futures import Future, InvalidStateError, ThreadPoolExecutor
from contextlib import suppress
from itertools import count
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import IO, Any, NamedTuple, cast

from probe.errors import ModelFault, ProbeError, StoppedError, how_ended, killed
from probe.models.local.source import WeightsSource

Reply = dict[str, Any]
MOST_THREADS = 8
"""Each thread reads its own question on one core; more would only use memory."""
WORKER = "probe.models.local.worker"
SILENT_SECONDS = 120.0
"""How long the process may give no sign of life, which it does every few seconds: then it is suspended, or hangs."""
_ROOT = Path(__file__).parents[3]


STARTER = ThreadPoolExecutor(1, thread_name_prefix="probe-starter")
"""Starts processes: Linux ends them with the thread that started them, and this one lives as long as the program."""


class _SentQuestion(NamedTuple):
    """A question as it is sent, and the future of its reply."""

    line: bytes
    reply: Future[Reply]


class ModelProcess:
    """Runs one model in a separate process, so that its imports and computation delay nothing else.

    ``submit`` may be called from any thread, and never waits: a process that reads nothing delays only the thread that
    writes to it. The process ends when its parent does, however the parent ends.
    """

    def __init__(self, source: WeightsSource, device: str, threads: int | None = None) -> None:
        self._settings = json.dumps({**source.settings, "device": device, "threads": threads or _threads()})
        self._source = source
        self._process = STARTER.submit(self._started).result()
        self._heard, self._silent, self._over = time.monotonic(), False, threading.Event()
        self._unsent = SimpleQueue[bytes]()
        self._changing = threading.Lock()
        self._ready = False
        self._closed = False
        self._fault: ProbeError | None = None
        self._numbers = count(1)
        self._waiting: dict[int, _SentQuestion] = {}
        for work in (self._listen, self._write, self._watch):
            threading.Thread(target=work, name="local-model", daemon=True).start()

    def _started(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-P", "-m", WORKER, self._settings],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # standard error is for our own messages
            start_new_session=True,  # Ctrl-C lets calls in progress end
            env=_environment(hub=self._source.path is None),
        )

    def submit(self, question: Mapping[str, Any]) -> Future[Reply]:
        """Send a question; the future has the reply, or the error that prevents it."""
        reply = Future[Reply]()
        with self._changing:
            if self._fault is not None:
                reply.set_exception(self._fault)
                return reply
            number = next(self._numbers)
            self._waiting[number] = _SentQuestion(
                json.dumps({"number": number, **question}).encode("ascii") + b"\n", reply
            )
            self._unsent.put(self._waiting[number].line)
        return reply

    def _write(self) -> None:
        """Write questions to the process until it is over."""
        while not self._over.is_set():
            line = self._unsent.get()
            with suppress(OSError, ValueError):  # the listener notices that the process has ended
                questions = cast(IO[bytes], self._process.stdin)
                questions.write(line)
                questions.flush()

    def _watch(self) -> None:
        """Kill a process that gives no sign of life: the listener then reports its end. It takes no lock."""
        step, before = SILENT_SECONDS / 20, time.monotonic()
        while not self._over.wait(step):
            slept, before = time.monotonic() - before, time.monotonic()
            if slept > SILENT_SECONDS / 2:  # this process was suspended itself, and has not read what came meanwhile
                self._heard = before
            if before - self._heard > SILENT_SECONDS:
                self._silent = True
                self._process.kill()

    def close(self) -> None:
        """End the process at once; pending questions are abandoned."""
        with self._changing:
            self._closed = True
        self._process.kill()
        self._process.wait()

    def _listen(self) -> None:
        """Receive replies until the process ends; one that is killed while it starts is started again once."""
        fault = self._received()
        if fault is None and killed("the process", self._process.wait()) and self._started_again():
            fault = self._received()
        self._end(fault)

    def _started_again(self) -> bool:
        """Start the process again, unless it was ready or is closed, with all questions; return whether it was."""
        with self._changing:
            if self._ready or self._closed:
                return False
            self._process, self._silent = STARTER.submit(self._started).result(), False
            self._heard = time.monotonic()
            with suppress(Empty):
                while True:
                    self._unsent.get_nowait()
            for asked in self._waiting.values():
                self._unsent.put(asked.line)
            return True

    def _received(self) -> ProbeError | None:
        """Pass on replies; return why the model could not be loaded, None if it could."""
        fault: ProbeError | None = None
        for line in cast(IO[bytes], self._process.stdout):
            self._heard = time.monotonic()
            if not line.endswith(b"\n"):  # it was killed while it wrote
                break
            reply: Reply = json.loads(line)
            if not reply:  # a sign of life
                continue
            error = reply.get("error")
            if not reply["number"]:  # it is about the model, not about a question
                self._ready = not error
                fault = self._source.not_loaded(str(error)) if error else fault
                continue
            with self._changing:
                asked = self._waiting.pop(reply["number"], None)
            if asked is None:  # it was sent twice, because the process was started again
                continue
            with suppress(InvalidStateError):  # the caller was cancelled
                settle(asked.reply, reply, self._source)
        return fault

    def _end(self, fault: ProbeError | None) -> None:
        """Fail every pending question: no further reply will come."""
        code = self._process.wait()
        self._over.set()
        self._unsent.put(b"")  # the writer may be waiting for a question
        with self._changing:
            what = f"the process of local/{self._source.name}"
            ended = StoppedError(f"{what} ended {how_ended(code)} (out of memory?): repeat the command")
            if self._silent:
                ended = StoppedError(f"{what} gave no sign of life for {SILENT_SECONDS:.0f} s: repeat the command")
            self._fault = fault or (None if self._ready or self._silent else killed(what, code)) or ended
            left = [asked.reply for asked in self._waiting.values()]
            self._waiting.clear()
        for reply in left:
            with suppress(InvalidStateError):
                if not (self._closed and reply.cancel()):
                    reply.set_exception(self._fault)


def settle(waiting: Future[Reply], reply: Reply, source: WeightsSource) -> None:
    """Give the caller its reply, or the error in it. Raise InvalidStateError if the caller was cancelled."""
    if error := reply.get("error"):
        waiting.set_exception(ModelFault(f"local/{source.name}: {error}"))
    else:
        waiting.set_result(reply)


def _environment(*, hub: bool) -> dict[str, str]:
    """Return the variables of the process; only a name on the hub may use the network."""
    paths = [str(_ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths), **library_settings(hub=hub)}


def library_settings(*, hub: bool) -> dict[str, str]:
    """Return the environment variables that keep the libraries from using the network and cores that others use."""
    offline = {} if hub else {"HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1"}
    return {"TOKENIZERS_PARALLELISM": "false", **offline}


def _threads() -> int:
    """Return how many questions a CPU computes at once: one per core that this process may use, at most eight."""
    return min(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1, MOST_THREADS)
