"""The process that runs a local model, seen from the outside: questions go in, answers come out, in any order."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Mapping
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import IO, Any, cast

from probe.errors import ModelFault, ProbeError, StoppedError
from probe.models.local.source import Source

Reply = dict[str, Any]
MOST_THREADS = 8
"""Each thread reads its own question on one core; more would only use memory."""
_ROOT = Path(__file__).parents[3]


class ModelProcess:
    """Runs one model in a separate process, so that its imports and computation delay nothing else.

    ``submit`` may be called from any thread. The process ends when its parent does, however the parent ends.
    """

    def __init__(self, source: Source, device: str, threads: int | None = None) -> None:
        settings = {**source.settings, "device": device, "threads": threads or _threads()}
        self._source = source
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "probe.models.local.worker", json.dumps(settings)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # standard error is for our own messages
            start_new_session=True,  # Ctrl-C lets calls in progress end
            env=_environment(hub=source.path is None),
        )
        self._changing = threading.Lock()
        self._closed = False
        self._fault: ProbeError | None = None
        self._numbers = count(1)
        self._waiting: dict[int, Future[Reply]] = {}
        threading.Thread(target=self._listen, name="local-model", daemon=True).start()

    def submit(self, question: Mapping[str, Any]) -> Future[Reply]:
        """Send a question; the future has the reply, or the error that prevents it."""
        reply = Future[Reply]()
        with self._changing:
            if self._fault is not None:
                reply.set_exception(self._fault)
                return reply
            number = next(self._numbers)
            self._waiting[number] = reply
            with suppress(OSError):  # the listener notices that the process has ended
                questions = cast(IO[bytes], self._process.stdin)
                questions.write(json.dumps({"number": number, **question}).encode("ascii") + b"\n")
                questions.flush()
        return reply

    def close(self) -> None:
        """End the process at once; pending questions are abandoned."""
        with self._changing:
            self._closed = True
        self._process.kill()
        self._process.wait()

    def _listen(self) -> None:
        """Receive replies until the process ends; number 0 is about the model, not about a question."""
        fault: ProbeError | None = None
        for line in cast(IO[bytes], self._process.stdout):
            reply: Reply = json.loads(line)
            error = reply.get("error")
            if not reply["number"]:
                fault = self._source.not_loaded(str(error)) if error else fault
                continue
            with self._changing:
                waiting = self._waiting.pop(reply["number"])
            with suppress(InvalidStateError):  # the caller was cancelled
                settle(waiting, reply, self._source)
        self._end(fault)

    def _end(self, fault: ProbeError | None) -> None:
        """Fail every pending question: no further reply will come."""
        code = self._process.wait()
        with self._changing:
            text = f"the process of local/{self._source.name} ended with {code} (out of memory?): repeat the command"
            self._fault = fault or StoppedError(text)
            left = list(self._waiting.values())
            self._waiting.clear()
        for reply in left:
            with suppress(InvalidStateError):
                if not (self._closed and reply.cancel()):
                    reply.set_exception(self._fault)


def settle(waiting: Future[Reply], reply: Reply, source: Source) -> None:
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
