"""The worker process: SWI-Prolog behind two pipes. Run as a script, it knows nothing of the rest of the package.

A request is a frame of fields: kind (``paper``, ``strict``, ``proofs``), inferences, seconds, axioms, and one or two
programs; a reply is a frame with one JSON text. A frame is its length (4 bytes, little endian) and that many bytes;
fields inside a frame are written the same way. The first frame that a worker sends is its greeting. Replies may leave
several at a time; a byte in a pipe of its own for each request that is begun tells the parent how far a worker came
that it lost.
"""

import ctypes
import json
import os
import re
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
"""How many of the file rights, bits from 0, each version of Landlock knows."""
TIDY_AFTER = 500
"""Requests after which a worker frees what they have left: a few milliseconds, against some 15 KB a request."""
HELD_REPLIES = 8
"""Replies that leave together: half of what the parent lets wait here, so that new requests come in time."""
HELD_SECONDS = 0.005
"""How long a reply may be held while the next requests are answered; the parent's deadline is some hundred times it."""
TIRED = b'"tired":true}'
"""How a reply ends that met a limit (prolog/oracle.pl)."""
CPU_SECONDS = 4
"""Processor time a single request may take before the kernel ends the worker."""


def main() -> None:
    """Isolate this process, start Prolog, and serve until the input ends."""
    settings = json.loads(sys.argv[1])
    requests, replies = _private_pipes()
    frames = _Frames(requests)
    guards = {"parent": _die_with_parent(settings["parent"]), "network": _leave_network()}
    # The profiler counts calls; its timer is of no use here and would only disturb the counts.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGPROF})
    asker = _start_prolog(settings)
    _to_nowhere(2)
    begun = settings["begun"]
    _limit(settings)
    guards["files"] = _leave_files()
    outbox = _Outbox(replies)
    outbox.put(json.dumps({"version": asker.version(), "guards": guards}).encode(), more=False)
    answered, used = 0, -1
    while (frame := frames.receive()) is not None:
        os.write(begun, b".")
        used = _allow_cpu_time(used)
        reply = asker.ask(_fields(frame))
        # A worker that is tired will be replaced: nobody should wait for what it does next.
        outbox.put(reply, more=frames.waiting() and not reply.endswith(TIRED))
        answered += 1
        if answered % TIDY_AFTER == 0:
            asker.tidy()
    os._exit(0)


def _private_pipes() -> tuple[int, int]:
    """Move the pipes away from the standard descriptors, where a stray message could be written."""
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
    """Enter a network namespace of our own, which has no interface that is up."""
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
    """Bound what the kernel gives; no file may grow, no further descriptor may be opened."""
    bounds = {
        resource.RLIMIT_AS: settings["memory_bytes"],
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_NOFILE: 16,
    }
    for kind, bound in bounds.items():
        # macOS refuses RLIMIT_AS; the stack limit and the parent's deadline stay.
        try:
            resource.setrlimit(kind, (bound, bound))
        except (ValueError, OSError):
            continue


def _allow_cpu_time(used: int) -> int:
    """Allow ``CPU_SECONDS`` more where another second has been spent since ``used``; return the seconds spent."""
    spent = int(time.process_time())
    if spent != used:
        resource.setrlimit(resource.RLIMIT_CPU, (spent + CPU_SECONDS, resource.RLIM_INFINITY))
    return spent


def _start_prolog(settings: dict[str, Any]) -> "_Asker":
    """Initialise Prolog, load the oracle, and return what asks it."""
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
        raise SystemExit("SWI-Prolog does not initialise")
    oracle = settings["oracle"].replace("\\", "\\\\").replace("'", "\\'")
    _must(core, f"use_module('{oracle}')")
    _must(core, f"probe_oracle:start({settings['stack_bytes']}, V), nb_setval(probe_version, V)")
    return _Asker(core)


def _must(core: Any, goal: str) -> None:
    frame = core.PL_open_foreign_frame()
    term = core.PL_new_term_ref()
    if not core.PL_chars_to_term(goal, term) or not core.PL_call(term, None):
        raise SystemExit(f"Prolog does not do {goal}")
    core.PL_discard_foreign_frame(frame)


class _Asker:
    """Calls the oracle's one predicate through the C interface: flat texts in, one flat text out."""

    def __init__(self, core: Any) -> None:
        self._core = core
        self._lib = core._lib
        self._lib.PL_get_nchars.argtypes = [
            core.term_t, ctypes.POINTER(ctypes.c_size_t), ctypes.POINTER(ctypes.c_void_p), ctypes.c_uint,
        ]  # fmt: skip
        self._answer = core.PL_predicate("answer", 6, "probe_oracle")
        self._text = core.PL_STRING | core.REP_UTF8
        self._flags = core.PL_Q_NODEBUG | core.PL_Q_CATCH_EXCEPTION

    def ask(self, fields: list[bytes]) -> bytes:
        """Return the reply to one request, or a JSON text that says the oracle itself failed."""
        core = self._core
        kind, inferences, seconds, *texts = fields
        axioms, *programs = texts
        if kind == b"paper" and _plain(b"\n".join(texts)):
            kind = b"plain"
        frame = core.PL_open_foreign_frame()
        try:
            terms = core.PL_new_term_refs(6)
            core.PL_put_atom_chars(terms, kind)
            core.PL_put_integer(terms + 1, int(inferences))
            core.PL_put_chars(terms + 2, self._text, len(seconds), seconds)
            core.PL_put_chars(terms + 3, self._text, len(axioms), axioms)
            core.PL_put_nil(terms + 4)
            item = core.PL_new_term_ref()
            for program in reversed(programs):
                core.PL_put_chars(item, self._text, len(program), program)
                core.PL_cons_list(terms + 4, item, terms + 4)
            if not core.PL_call_predicate(None, self._flags, self._answer, terms):
                return b'{"failed":"no answer from Prolog"}'
            return self._read(terms + 5)
        finally:
            core.PL_discard_foreign_frame(frame)

    def _read(self, term: int) -> bytes:
        length, chars = ctypes.c_size_t(), ctypes.c_void_p()
        flags = self._core.CVT_ATOM | self._core.REP_UTF8 | self._core.BUF_DISCARDABLE
        if not self._lib.PL_get_nchars(term, ctypes.byref(length), ctypes.byref(chars), flags):
            return b'{"failed":"no answer from Prolog"}'
        return ctypes.string_at(chars, length.value)

    def tidy(self) -> None:
        """Free what answered requests have left."""
        _must(self._core, "probe_oracle:tidy")

    def version(self) -> str:
        """Return the version that the oracle reports."""
        number = self._core.PL_VERSION
        return f"{number // 10_000}.{number // 100 % 100}.{number % 100}"


_INNER_DOT = re.compile(rb"[.][^ \n\r\t]")
_ODD = (b"{", b"()", b"random", b"cputime", b"realtime")


def _plain(text: bytes) -> bool:
    """Tell whether ``text`` lacks what a dict, a call of one or empty parentheses cannot do without.

    That is a brace, ``()``, or a dot before something else than a blank. Names of functions that change from call to
    call are looked for too. Most texts lack all of this, for it is no part of the pure subset.
    """
    return not any(odd in text for odd in _ODD) and not _INNER_DOT.search(text)


def _fields(frame: bytes) -> list[bytes]:
    fields, start = [], 0
    while start < len(frame):
        (length,) = _LENGTH.unpack_from(frame, start)
        start += _LENGTH.size
        fields.append(frame[start : start + length])
        start += length
    return fields


class _Frames:
    """The frames that come in from a pipe, read as many at a time as are there."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._unread = bytearray()

    def receive(self) -> bytes | None:
        """Return the next frame without its length, None at the end."""
        head = self._take(_LENGTH.size)
        return None if head is None else self._take(_LENGTH.unpack(head)[0])

    def waiting(self) -> bool:
        """Tell whether a whole frame is there."""
        size = _LENGTH.size
        return len(self._unread) >= size and len(self._unread) >= size + _LENGTH.unpack_from(self._unread)[0]

    def _take(self, count: int) -> bytes | None:
        while len(self._unread) < count:
            part = os.read(self._descriptor, 1 << 16)
            if not part:
                return None
            self._unread += part
        taken = bytes(self._unread[:count])
        del self._unread[:count]
        return taken


class _Outbox:
    """Replies on their way to the parent, a few at a time: to wake it for each costs more than to send it."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._held: list[bytes] = []
        self._since = 0.0

    def put(self, reply: bytes, more: bool) -> None:
        """Send ``reply``, or hold it for ``HELD_SECONDS`` at most while ``more`` requests are there."""
        now = time.monotonic()
        if not self._held:
            self._since = now
        self._held += (_LENGTH.pack(len(reply)), reply)
        if not more or len(self._held) >= 2 * HELD_REPLIES or now - self._since > HELD_SECONDS:
            self._flush()

    def _flush(self) -> None:
        data = memoryview(b"".join(self._held))
        self._held.clear()
        while data:
            data = data[os.write(self._descriptor, data) :]


if __name__ == "__main__":
    main()
