"""The worker process: SWI-Prolog behind two pipes. This script imports nothing from the package.

A request is a frame of fields: kind (``paper``, ``strict``, ``proofs``), inferences, seconds, the answers (a relation
and, unless they are a dilemma's, the answers, with blanks between), axioms, and one or two programs; a reply is a frame
with ``+``, ``-`` or ``!`` (KEEP, REPLACE, EXHAUSTED) before one JSON text. A frame is its length (4 bytes, little
endian) and that many bytes; fields inside a frame are written the same way. The first frame of a worker is its
greeting.
"""

import ctypes
import json
import math
import os
import resource
import signal
import struct
import sys
import time
from typing import Any

_LENGTH = struct.Struct("<I")
_PR_SET_PDEATHSIG = 1
_PR_SET_NO_NEW_PRIVS = 38
_CLONE_NEWUSER = 0x10000000
_CLONE_NEWNET = 0x40000000
_LANDLOCK_CREATE_RULESET = 444
_LANDLOCK_RESTRICT_SELF = 446
_LANDLOCK_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
"""How many file rights (bits from 0) each version of Landlock has."""
TIDY_AFTER = 500
"""Requests after which a worker frees memory: a few milliseconds, against some 15 KB per request."""
_ABORTED = b'{"failed":"aborted"}'
"""If the stacks have no room for an exception, Prolog aborts: the call fails, and no catch/3 catches it."""
KEEP, REPLACE, EXHAUSTED = b"+", b"-", b"!"
"""The first byte of a reply: whether to keep or replace the worker, or to replace it because a resource ran out."""


def main() -> None:
    """Isolate this process, start Prolog, and serve until the input ends."""
    settings = json.loads(sys.argv[1])
    requests, replies = _private_pipes()
    guards = {"parent": _die_with_parent(settings["parent"]), "network": _leave_network()}
    # The profiler counts calls; its timer would only disturb the counts.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGPROF})
    asker = _start_prolog(settings)
    _to_nowhere(2)
    allowance = _Allowance(settings["cpu_seconds"])
    _limit(settings)
    guards["files"] = _leave_files() if settings["lock_files"] else "switched off"
    _send(replies, KEEP + json.dumps({"version": asker.version(), "guards": guards}).encode())
    answered = 0
    while (frame := _receive(requests)) is not None:
        allowance.grant()
        reply = asker.ask(_fields(frame))
        allowance.end()
        _send(replies, asker.state(used_up=allowance.used_up()) + reply)
        answered += 1
        if answered % TIDY_AFTER == 0:
            asker.tidy()
    os._exit(0)


def _private_pipes() -> tuple[int, int]:
    """Move the pipes away from the standard descriptors, to which stray messages could be written."""
    requests, replies = os.dup(0), os.dup(1)
    _to_nowhere(0, 1)
    return requests, replies


def _to_nowhere(*descriptors: int) -> None:
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in descriptors:
        os.dup2(nowhere, descriptor)
    os.close(nowhere)


def _libc() -> Any:
    return ctypes.CDLL(None, use_errno=True)


def _die_with_parent(parent: int) -> str:
    if not sys.platform.startswith("linux"):
        return "absent"
    _libc().prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(0)
    return "kernel"


def _leave_network() -> str:
    """Enter a new network namespace, which has no interface that is up."""
    if not sys.platform.startswith("linux"):
        return "absent"
    libc = _libc()
    for flags in (_CLONE_NEWNET, _CLONE_NEWUSER | _CLONE_NEWNET):
        if libc.unshare(flags) == 0:
            return "namespace"
    return "absent"


def _leave_files() -> str:
    """Give up the right to open anything, for good."""
    if not sys.platform.startswith("linux"):
        return "absent"
    libc = _libc()
    version = libc.syscall(_LANDLOCK_CREATE_RULESET, None, ctypes.c_size_t(0), 1)
    if version < 1:
        return "absent"
    rights = (1 << _LANDLOCK_FILE_RIGHTS[min(version, 5)]) - 1
    network = 0b11 if version >= 4 else 0
    scoped = 0b11 if version >= 6 else 0
    attributes = struct.pack("<QQQ", rights, network, scoped)[: 24 if version >= 6 else 16 if version >= 4 else 8]
    ruleset = libc.syscall(_LANDLOCK_CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), 0)
    if ruleset < 0:
        return "absent"
    libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    restricted = libc.syscall(_LANDLOCK_RESTRICT_SELF, ruleset, 0) == 0
    os.close(ruleset)
    return f"Landlock {version}" if restricted else "absent"


def _limit(settings: dict[str, Any]) -> None:
    """Limit resources in the kernel; no file may grow, no further descriptor may be opened."""
    bounds = {
        resource.RLIMIT_AS: settings["memory_bytes"],
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_NOFILE: 16,
    }
    for kind, bound in bounds.items():
        # macOS refuses RLIMIT_AS; the stack limit and the parent's deadline still apply.
        try:
            resource.setrlimit(kind, (bound, bound))
        except (ValueError, OSError):
            continue


class _Allowance:
    """Processor time for one request, enforced by the kernel: it ends the worker, whatever Prolog is doing.

    The interval timer is exact and counts this program's own time; the resource limit counts the kernel's work for it
    too, in whole seconds. An existing limit (``ulimit -t``, a batch system) is never raised.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        _, self._hard = resource.getrlimit(resource.RLIMIT_CPU)
        self._granted = -1

    def grant(self) -> None:
        """Allow one request its time, from now on."""
        signal.setitimer(signal.ITIMER_VIRTUAL, self._seconds)
        until = math.ceil(time.process_time() + 2 * self._seconds) + 1
        if self._hard != resource.RLIM_INFINITY:
            until = min(until, self._hard)
        if until != self._granted:
            resource.setrlimit(resource.RLIMIT_CPU, (until, self._hard))
            self._granted = until

    def end(self) -> None:
        """Take back what the request did not use."""
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)

    def used_up(self) -> bool:
        """Return whether the existing limit might leave too little time for another request."""
        left = self._hard - time.process_time()
        return self._hard != resource.RLIM_INFINITY and left < 2 * self._seconds + 1


def _start_prolog(settings: dict[str, Any]) -> "_Asker":
    """Initialise Prolog, load the oracle, and return the caller of its predicate."""
    os.environ["LIBSWIPL_PATH"] = settings["library"]
    os.environ["SWI_HOME_DIR"] = settings["home"]
    # Only now: this import loads libswipl, which needs the two variables.
    from pyswip import core

    for name in list(os.environ):
        if name not in ("LIBSWIPL_PATH", "SWI_HOME_DIR"):
            del os.environ[name]
    arguments = [settings["executable"], "-q", "-f", "none", "-F", "none", "--no-signals", "--no-tty", "--no-packs"]
    vector = (ctypes.c_char_p * len(arguments))(*(a.encode() for a in arguments))
    if not core.PL_initialise(len(arguments), vector):
        raise SystemExit("SWI-Prolog cannot be initialised")
    oracle = settings["oracle"].replace("\\", "\\\\").replace("'", "\\'")
    _must(core, f"use_module('{oracle}')")
    _must(core, f"probe_oracle:start({settings['stack_bytes']}, V), nb_setval(probe_version, V)")
    return _Asker(core)


def _must(core: Any, goal: str) -> None:
    frame = core.PL_open_foreign_frame()
    term = core.PL_new_term_ref()
    if not core.PL_chars_to_term(goal, term) or not core.PL_call(term, None):
        raise SystemExit(f"Prolog cannot run {goal}")
    core.PL_discard_foreign_frame(frame)


class _Asker:
    """Calls the oracle's single predicate through the C interface: flat texts in, one flat text out."""

    def __init__(self, core: Any) -> None:
        self._core = core
        self._lib = core._lib
        self._lib.PL_get_nchars.argtypes = [
            core.term_t, ctypes.POINTER(ctypes.c_size_t), ctypes.POINTER(ctypes.c_void_p), ctypes.c_uint,
        ]  # fmt: skip
        self._answer = core.PL_predicate("answer", 7, "probe_oracle")
        self._leave_nothing = core.PL_predicate("leave_nothing", 0, "probe_limits")
        self._recycling_due = core.PL_predicate("recycling_due", 0, "probe_limits")
        self._exhausted = core.PL_predicate("exhausted", 0, "probe_limits")
        self._text = core.PL_STRING | core.REP_UTF8
        self._failed = False
        self._flags = core.PL_Q_NODEBUG | core.PL_Q_CATCH_EXCEPTION

    def ask(self, fields: list[bytes]) -> bytes:
        """Return the reply to one request, or a JSON text that reports a failure of the oracle itself."""
        core = self._core
        kind, inferences, seconds, answers, axioms, *programs = fields
        frame = core.PL_open_foreign_frame()
        try:
            terms = core.PL_new_term_refs(7)
            core.PL_put_atom_chars(terms, kind)
            core.PL_put_integer(terms + 1, int(inferences))
            core.PL_put_chars(terms + 2, self._text, len(seconds), seconds)
            core.PL_put_atom_chars(terms + 3, answers)
            core.PL_put_chars(terms + 4, self._text, len(axioms), axioms)
            core.PL_put_nil(terms + 5)
            item = core.PL_new_term_ref()
            for program in reversed(programs):
                core.PL_put_chars(item, self._text, len(program), program)
                core.PL_cons_list(terms + 5, item, terms + 5)
            self._failed = not core.PL_call_predicate(None, self._flags, self._answer, terms)
            return _ABORTED if self._failed else self._read(terms + 6)
        finally:
            core.PL_discard_foreign_frame(frame)
            # Only now: the collection keeps what a frame refers to.
            self._failed = not self._holds(self._leave_nothing) or self._failed

    def _read(self, term: int) -> bytes:
        length, chars = ctypes.c_size_t(), ctypes.c_void_p()
        flags = self._core.CVT_ATOM | self._core.REP_UTF8 | self._core.BUF_DISCARDABLE
        if not self._lib.PL_get_nchars(term, ctypes.byref(length), ctypes.byref(chars), flags):
            self._failed = True
            return _ABORTED
        return ctypes.string_at(chars, length.value)

    def state(self, *, used_up: bool) -> bytes:
        """Return what to do with this worker after the last request; ``used_up`` is its processor time."""
        if self._failed or self._holds(self._exhausted):
            return EXHAUSTED
        return REPLACE if used_up or self._holds(self._recycling_due) else KEEP

    def _holds(self, predicate: Any) -> bool:
        return bool(self._core.PL_call_predicate(None, self._flags, predicate, 0))

    def tidy(self) -> None:
        """Free what answered requests have left behind."""
        _must(self._core, "probe_oracle:tidy")

    def version(self) -> str:
        """Return the version that the oracle reports."""
        number = self._core.PL_VERSION
        return f"{number // 10_000}.{number // 100 % 100}.{number % 100}"


def _fields(frame: bytes) -> list[bytes]:
    fields, start = [], 0
    while start < len(frame):
        (length,) = _LENGTH.unpack_from(frame, start)
        start += _LENGTH.size
        fields.append(frame[start : start + length])
        start += length
    return fields


def _receive(descriptor: int) -> bytes | None:
    """Return the next frame without its length, None at the end."""
    head = _take(descriptor, _LENGTH.size)
    return None if head is None else _take(descriptor, _LENGTH.unpack(head)[0])


def _take(descriptor: int, count: int) -> bytes | None:
    taken = bytearray()
    while len(taken) < count:
        part = os.read(descriptor, count - len(taken))
        if not part:
            return None
        taken += part
    return bytes(taken)


def _send(descriptor: int, payload: bytes) -> None:
    data = memoryview(_LENGTH.pack(len(payload)) + payload)
    while data:
        data = data[os.write(descriptor, data) :]


if __name__ == "__main__":
    main()
