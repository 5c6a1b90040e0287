"""A worker process: it ends with its parent, and answers requests by a script. It imports nothing from the package.

``child.py SCRIPT PARENT SETTINGS`` loads the file SCRIPT and calls its function ``serve(link, settings)``, where PARENT
is the parent's process id and SETTINGS a JSON object. Requests come and replies go through pipes, in frames: a length
(8 bytes, little endian) and that many bytes. Scripts are loaded by path, because importing a module would import its
package first, which takes longer than a worker needs to start.
"""

import ctypes
import importlib.util
import json
import math
import os
import resource
import signal
import struct
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

LENGTH = struct.Struct("<Q")
NUMBER = struct.Struct("<Q")
"""The number of a request, at the beginning of its frame and of its reply's, where replies come in any order."""
GREETING = NUMBER.pack(0)
"""The beginning of the first reply of such a worker: nothing follows once it is ready, else the error."""
HEARTBEAT = b""
KEEP_WORKER, REPLACE_WORKER, EXHAUSTED = b"+", b"-", b"!"
"""The first byte of a reply in a pool: keep or replace the worker, or replace it because a resource ran out."""
_LINUX = sys.platform.startswith("linux")
_PR_SET_PDEATHSIG = 1
_PR_SET_NO_NEW_PRIVS = 38
_CLONE_NEWUSER = 0x10000000
_CLONE_NEWNET = 0x40000000
# The C library has no functions for Landlock, so its system calls are made by number, which most architectures share.
_LANDLOCK_CREATE_RULESET = 444
_LANDLOCK_RESTRICT_SELF = 446
_LANDLOCK_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
"""How many file rights (bits from 0) each version of Landlock has."""

Resource = TypeVar("Resource")


class ParentLink:
    """The pipes to the parent, for a worker's script. ``send`` may be called from any thread."""

    def __init__(self, parent: int) -> None:
        self.guards = {"parent": _die_with(parent), "files": "switched off"}
        """What ensures that a guard holds: a mechanism, or ``absent``."""
        # Do not use the standard descriptors, because a library could write to them.
        self._requests, self._replies = os.dup(0), os.dup(1)
        self._sending = threading.Lock()
        # Otherwise, a library that reads standard input would consume a request.
        _redirect_to_null(0)
        # Output of a library must not mix with the replies.
        os.dup2(2, 1)

    def receive(self) -> bytes | None:
        """Return the next request, None at the end of the input: then the parent has ended."""
        header = self._take(LENGTH.size)
        return None if header is None else self._take(LENGTH.unpack(header)[0])

    def _take(self, count: int) -> bytes | None:
        buffer = bytearray()
        while len(buffer) < count:
            # Never read beyond this frame: the next one may be in the pipe already, and would be lost.
            chunk = os.read(self._requests, min(count - len(buffer), 1 << 20))
            if not chunk:
                return None
            buffer += chunk
        return bytes(buffer)

    def send(self, reply: bytes) -> None:
        """Write one reply."""
        # A heartbeat from another thread must not interrupt a reply.
        with self._sending:
            remaining = memoryview(LENGTH.pack(len(reply)) + reply)
            while remaining:
                remaining = remaining[os.write(self._replies, remaining) :]

    def reply(self, payload: bytes, *, exhausted: bool = False, replace: bool = False) -> None:
        """Send a reply in a pool, with what is to become of this worker."""
        self.send((EXHAUSTED if exhausted else REPLACE_WORKER if replace else KEEP_WORKER) + payload)

    def load(self, load: Callable[[], Resource]) -> Resource:
        """Return what ``load`` does, and greet the parent of a worker that answers in any order; end if it fails."""
        try:
            opened_resource = load()
        except Exception as error:  # noqa: BLE001 - a broken package can fail in any way: the parent reports it
            self.send(GREETING + reason(error).encode())
            os._exit(1)
        self.send(GREETING)
        return opened_resource

    def requests(self) -> Iterator[tuple[int, bytes]]:
        """Yield the numbers and texts of requests that are answered in any order, until the input ends."""
        while (request := self.receive()) is not None:
            yield NUMBER.unpack_from(request)[0], request[NUMBER.size :]

    def answer(self, number: int, reply: bytes) -> None:
        """Send the reply to the request with this number."""
        self.send(NUMBER.pack(number) + reply)

    def send_heartbeats(self, seconds: float) -> None:
        """Send a heartbeat now and every ``seconds``, because an answer may take longer than a parent waits."""

        def beat() -> None:
            while True:
                self.send(HEARTBEAT)
                time.sleep(seconds)

        # A daemon thread does not keep the process alive after its input has ended.
        threading.Thread(target=beat, daemon=True).start()

    def silence(self) -> None:
        """Let what this process or its libraries print lead nowhere."""
        _redirect_to_null(1, 2)

    def isolate_network(self) -> None:
        """Enter a new network namespace, which has no interface that is up."""
        self.guards["network"] = _isolate_network() if _LINUX else "absent"

    def forbid_files(self) -> None:
        """Give up the right to open anything, for good."""
        self.guards["files"] = _forbid_files() if _LINUX else "absent"

    def limit(self, cpu_seconds: float, memory_bytes: int) -> "Allowance":
        """Limit the resources of this process, and return its processor time per request."""
        return Allowance(cpu_seconds, memory_bytes)


class Allowance:
    """Memory for this process, and processor time for each request, enforced by the kernel, which ends the process.

    The interval timer is exact and counts this program's own time; the resource limit counts the kernel's work for it
    too, in whole seconds. An existing limit (``ulimit -t``, a batch system) is never raised.
    """

    def __init__(self, seconds: float, memory_bytes: int) -> None:
        self._seconds = seconds
        _, self._hard = resource.getrlimit(resource.RLIMIT_CPU)
        self._limit_seconds = -1
        _limit(memory_bytes)

    @contextmanager
    def grant(self) -> Iterator[None]:
        """Allow one request its time, and take back what it did not use."""
        signal.setitimer(signal.ITIMER_VIRTUAL, self._seconds)
        # The timer ends a program first; this limit is for time in the kernel, which the timer does not count.
        limit_seconds = math.ceil(time.process_time() + 2 * self._seconds) + 1
        # The kernel refuses a soft limit above the hard one.
        if self._hard != resource.RLIM_INFINITY:
            limit_seconds = min(limit_seconds, self._hard)
        # Many requests end within a second, and an unchanged limit costs no system call.
        if limit_seconds != self._limit_seconds:
            resource.setrlimit(resource.RLIMIT_CPU, (limit_seconds, self._hard))
            self._limit_seconds = limit_seconds
        yield
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)

    def used_up(self) -> bool:
        """Return whether the existing limit might leave too little time for another request."""
        remaining_seconds = self._hard - time.process_time()
        return self._hard != resource.RLIM_INFINITY and remaining_seconds < 2 * self._seconds + 1


def reason(error: Exception) -> str:
    """Return an error in one line of limited length."""
    return (" ".join(str(error).split()) or type(error).__name__)[:300]


def _redirect_to_null(*descriptors: int) -> None:
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in descriptors:
        os.dup2(null, descriptor)
    os.close(null)


def _libc() -> Any:
    return ctypes.CDLL(None, use_errno=True)


def _die_with(parent: int) -> str:
    """Let the kernel end this process with its parent, even a suspended one; elsewhere, only its input ends."""
    if not _LINUX:
        return "absent"
    _libc().prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:  # the parent ended before the call
        os._exit(0)
    return "kernel"


def _isolate_network() -> str:
    libc = _libc()
    # Only root may enter a network namespace directly; others need a user namespace around it.
    for flags in (_CLONE_NEWNET, _CLONE_NEWUSER | _CLONE_NEWNET):
        if libc.unshare(flags) == 0:
            return "namespace"
    return "absent"


def _forbid_files() -> str:
    libc = _libc()
    # Ask for the version first, because a kernel refuses a ruleset with unknown rights.
    version = libc.syscall(_LANDLOCK_CREATE_RULESET, None, ctypes.c_size_t(0), 1)
    if version < 1:
        return "absent"
    # A ruleset that handles every right but has no rules forbids all of them.
    rights = (1 << _LANDLOCK_FILE_RIGHTS[min(version, 5)]) - 1
    network_rights = 0b11 if version >= 4 else 0
    scope_rights = 0b11 if version >= 6 else 0
    # Pass the structure's size in this version of Landlock: later fields were added at the end.
    attributes = struct.pack("<QQQ", rights, network_rights, scope_rights)[
        : 24 if version >= 6 else 16 if version >= 4 else 8
    ]
    ruleset = libc.syscall(_LANDLOCK_CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), 0)
    if ruleset < 0:
        return "absent"
    # Without privileges, Landlock requires this.
    libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    is_restricted = libc.syscall(_LANDLOCK_RESTRICT_SELF, ruleset, 0) == 0
    os.close(ruleset)
    return f"Landlock {version}" if is_restricted else "absent"


def _limit(memory_bytes: int) -> None:
    """Limit resources in the kernel; no file may grow, no further descriptor may be opened."""
    bounds = {
        resource.RLIMIT_AS: memory_bytes,
        # A crash would leave a copy of the memory in the user's folder.
        resource.RLIMIT_CORE: 0,
        # Without Landlock, this limit still prevents files from being written.
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_NOFILE: 16,
    }
    for limit_kind, bound in bounds.items():
        # macOS refuses RLIMIT_AS; limits of the script and the parent's deadline still apply.
        try:
            resource.setrlimit(limit_kind, (bound, bound))
        except (ValueError, OSError):
            continue


def main() -> None:
    """Serve the parent until the input ends; threads that compute need not end."""
    script, parent, settings = sys.argv[1:]
    link = ParentLink(int(parent))
    spec = importlib.util.spec_from_file_location("worker", script)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    try:
        module.serve(link, json.loads(settings))
    except BrokenPipeError:  # the parent has ended
        os._exit(1)
    os._exit(0)


if __name__ == "__main__":
    main()
