"""clingo in a separate process: bounded in time and memory, and replaced if a program kills it."""

import json
import os
import re
import select
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from probe.errors import MissingError
from probe.values.base import Value

_WORKER = Path(__file__).resolve().parent / "clingo_worker.py"
START_SECONDS = 60.0
"""How long the process may take to start on a busy machine."""
SECONDS = 2.0
"""The processor time for grounding and solving one program; the published ones take a millisecond or two."""
DEADLINE = 30.0
"""How long the parent waits for a reply. Generous, because a busy machine is not the program's fault."""
MEMORY_BYTES = 2**30
HINT = "pip install 'probe-swe[asp]'"

_CHARACTERS = re.compile(r"[A-Za-z0-9_#(),.:;{}|=!<>+*/\\ \n-]*")
_DIRECTIVE = re.compile(r"#[a-z]*")
_DIRECTIVES = frozenset({"#show", "#count", "#sum", "#max", "#min", "#inf", "#sup"})
"""The form of the translation: clingo gets nothing else, in particular no script, function or file name."""


class Answer(Value):
    """The single stable model of a program: its shown atoms, as name and argument."""

    atoms: tuple[tuple[str, str], ...]


class NotSolvedError(Exception):
    """clingo has no single model for a program; ``limit`` names the limit it reached, if that is the reason."""

    def __init__(self, message: str, limit: str | None = None) -> None:
        super().__init__(message)
        self.limit = limit


def clingo_version() -> str | None:
    """Return the version of the installed clingo, None if there is none."""
    if find_spec("clingo") is None:
        return None
    try:
        return version("clingo")
    except PackageNotFoundError:
        return None


class ClingoProcess:
    """One process that solves one program at a time; safe to use from several threads."""

    def __init__(self, seconds: float = SECONDS, memory_bytes: int = MEMORY_BYTES) -> None:
        if clingo_version() is None:
            raise MissingError(f"clingo is not installed: {HINT}")
        self._seconds = seconds
        self._memory_bytes = memory_bytes
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def solve(self, text: str) -> Answer:
        """Return the single stable model of ``text``. Raise NotSolvedError if there is none, or not in time."""
        if not _CHARACTERS.fullmatch(text) or not _DIRECTIVES.issuperset(_DIRECTIVE.findall(text)):
            raise ValueError("the text does not have the form of a translation")
        with self._lock:
            reply = self._ask(text)
        if "failed" in reply:
            limit = reply["failed"] if reply["failed"] in ("time", "memory") else None
            raise NotSolvedError(f"clingo ends: {reply['failed']}", limit)
        if reply["models"] != 1:
            raise NotSolvedError("the program has no stable model" if not reply["models"] else "several stable models")
        return Answer(atoms=tuple((name, argument) for name, argument in reply["atoms"]))

    def close(self) -> None:
        """End the process."""
        with self._lock:
            self._end()

    def _ask(self, text: str) -> dict[str, Any]:
        """Send a request; if the process died before it received the request, replace it and ask again."""
        for _ in range(2):
            process = self._process or self._start()
            assert process.stdin is not None
            try:
                process.stdin.write(json.dumps(text).encode() + b"\n")
                process.stdin.flush()
            except OSError:
                self._end()
                continue
            reply = self._receive(process, DEADLINE)
            if reply is not None:
                return reply
            out_of_time = process.poll() in (None, -signal.SIGXCPU)
            self._end()
            return {"failed": "time" if out_of_time else "memory"}
        return {"failed": "its process does not stay alive"}

    def _start(self) -> subprocess.Popen[bytes]:
        settings = {"memory_bytes": self._memory_bytes, "seconds": self._seconds, "parent": os.getpid()}
        self._process = subprocess.Popen(
            [sys.executable, "-I", str(_WORKER), json.dumps(settings)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={"PATH": os.environ.get("PATH", os.defpath), "LANG": "C.UTF-8"},
            start_new_session=True,
        )
        if self._receive(self._process, START_SECONDS) is None:
            self._end()
            raise MissingError(f"clingo does not start in a separate process: {HINT}")
        return self._process

    def _receive(self, process: subprocess.Popen[bytes], seconds: float) -> dict[str, Any] | None:
        """Return the next reply, None if the process ends or is late."""
        assert process.stdout is not None
        until, data = time.monotonic() + seconds, b""
        while not data.endswith(b"\n"):
            ready, _, _ = select.select([process.stdout], [], [], max(0.0, until - time.monotonic()))
            part = os.read(process.stdout.fileno(), 1 << 16) if ready else b""
            if not part:
                if ready:
                    process.wait()
                return None
            data += part
        reply: dict[str, Any] = json.loads(data)
        return reply

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with suppress(OSError):  # a request that the process died before reading is still in the pipe
                        pipe.close()
