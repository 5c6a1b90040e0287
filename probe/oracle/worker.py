"""The worker process: SWI-Prolog behind two pipes. This script imports nothing from the package.

A request has fields: kind (``paper``, ``strict``, ``proofs``), inferences, seconds, the answers (a relation and, unless
they are a dilemma's, the answers, with blanks between), axioms, and one or two programs, each preceded by its length (4
bytes, little endian). A reply is one JSON text, after the byte that a pool reads (probe/workers/child.py). The greeting
reports the version and the guards.
"""

import ctypes
import json
import os
import signal
import struct
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from probe.workers.child import ParentLink

_LENGTH = struct.Struct("<I")
TIDY_AFTER = 500
"""Requests after which a worker frees memory: a few milliseconds, against some 15 KB per request."""
_ABORTED = b'{"failed":"aborted"}'
"""If the stacks have no room for an exception, Prolog aborts: the call fails, and no catch/3 catches it."""


def serve(link: "ParentLink", settings: dict[str, Any]) -> None:
    """Isolate this process, start Prolog, and answer requests until the input ends."""
    # Before Prolog starts: the kernel lets only a process with a single thread enter a user namespace.
    link.isolate_network()
    # The profiler counts calls; its timer would only disturb the counts.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGPROF})
    asker = _start_prolog(settings)
    link.silence()
    # After Prolog has loaded: starting takes more memory and time than a program may have.
    allowance = link.limit(settings["cpu_seconds"], settings["memory_bytes"])
    # Last, because Prolog reads its library and the oracle from files.
    if settings["lock_files"]:
        link.forbid_files()
    link.send(json.dumps({"version": asker.version(), "guards": link.guards}).encode())
    answer_count = 0
    while (request := link.receive()) is not None:
        with allowance.grant():
            reply = asker.ask(_fields(request))
        link.reply(reply, exhausted=asker.exhausted(), replace=allowance.used_up() or asker.due_for_recycling())
        answer_count += 1
        # Rarely, because atom collection visits everything; a worker is replaced long before it grows large.
        if answer_count % TIDY_AFTER == 0:
            asker.tidy()


def _start_prolog(settings: dict[str, Any]) -> "_OracleCaller":
    """Initialise Prolog, load the oracle, and return the caller of its predicate."""
    os.environ["LIBSWIPL_PATH"] = settings["library"]
    os.environ["SWI_HOME_DIR"] = settings["home"]
    # Only now: this import loads libswipl, which needs the two variables.
    from pyswip import core

    # Nothing of the user's environment, such as API keys, is readable by a program under audit.
    for name in list(os.environ):
        if name not in ("LIBSWIPL_PATH", "SWI_HOME_DIR"):
            del os.environ[name]
    # No initialisation file and no pack, so that workers are the same on every machine.
    arguments = [settings["executable"], "-q", "-f", "none", "-F", "none", "--no-signals", "--no-tty", "--no-packs"]
    vector = (ctypes.c_char_p * len(arguments))(*(argument.encode() for argument in arguments))
    if not core.PL_initialise(len(arguments), vector):
        raise SystemExit("SWI-Prolog cannot be initialised")
    # A path with a quote would otherwise end the atom in the goal below.
    oracle = settings["oracle"].replace("\\", "\\\\").replace("'", "\\'")
    _run_goal(core, f"use_module('{oracle}')")
    _run_goal(core, f"probe_oracle:start({settings['stack_bytes']}, V), nb_setval(probe_version, V)")
    return _OracleCaller(core)


def _run_goal(core: Any, goal: str) -> None:
    frame = core.PL_open_foreign_frame()
    term = core.PL_new_term_ref()
    if not core.PL_chars_to_term(goal, term) or not core.PL_call(term, None):
        raise SystemExit(f"Prolog cannot run {goal}")
    core.PL_discard_foreign_frame(frame)


class _OracleCaller:
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
            # A list is built from its end.
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

    def exhausted(self) -> bool:
        """Return whether the last request exhausted the stacks or the memory."""
        return self._failed or self._holds(self._exhausted)

    def due_for_recycling(self) -> bool:
        """Return whether the last request left this process too large."""
        return self._holds(self._recycling_due)

    def _holds(self, predicate: Any) -> bool:
        return bool(self._core.PL_call_predicate(None, self._flags, predicate, 0))

    def tidy(self) -> None:
        """Free what answered requests have left behind."""
        _run_goal(self._core, "probe_oracle:tidy")

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
