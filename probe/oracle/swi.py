"""SwiOracle: the oracle port on SWI-Prolog, and its report for ``probe doctor``."""

import asyncio
import json
import os
import resource
import struct
from pathlib import Path
from typing import Any, Self

from probe.oracle.installation import Installation, Limits, find_installation
from probe.oracle.replies import (
    AnswerSetProgram,
    WorkerReply,
    examination_of,
    explanation_of,
    needs_recount,
    parse_reply,
    refused,
    verdict_of,
)
from probe.values import OPTIONS, Answering, Examination, Explanation, Profile, Program, Programs, Verdict
from probe.workers import Pool, WorkerLost, WorkerScript

SCRIPT = Path(__file__).resolve().parent / "worker.py"
_ORACLE = SCRIPT.parents[1] / "prolog" / "oracle.pl"
_LENGTH = struct.Struct("<I")


class SwiOracle:
    """SWI-Prolog in worker processes; usable as a context manager, plain or asynchronous.

    A hostile program can spoil only its own verdict. Close it after use; this kills the workers.
    """

    def __init__(self, installation: Installation, pool: Pool, limits: Limits) -> None:
        self.name = installation.name
        self._pool = pool
        self._limits = limits

    @classmethod
    def start(cls, workers: int | None = None, limits: Limits | None = None) -> Self:
        """Start ``workers`` processes (one per core by default). Raise MissingError if SWI-Prolog cannot be used."""
        limits = limits or Limits()
        installation = find_installation()
        settings = {
            "executable": installation.executable,
            "library": installation.library,
            "home": installation.home,
            "oracle": str(_ORACLE),
            "stack_bytes": limits.stack_bytes,
            "memory_bytes": limits.memory_bytes,
            "cpu_seconds": limits.cpu_seconds,
            "lock_files": limits.lock_files,
        }
        # Programs under audit are untrusted: a worker gets no environment, and no module from elsewhere.
        script = WorkerScript("SWI-Prolog", SCRIPT, settings, isolated=True)
        requests_per_worker = limits.requests_per_worker
        pool = Pool(
            script.worker, workers or os.cpu_count() or 1, deadline=limits.deadline, max_requests=requests_per_worker
        )
        return cls(installation, pool, limits)

    @property
    def guards(self) -> dict[str, Any]:
        """The guards of a worker on this machine: ``files``, ``network`` and ``parent``: a mechanism or ``absent``."""
        return dict(json.loads(self._pool.greeting)["guards"])

    @property
    def worker_pids(self) -> tuple[int, ...]:
        """The process ids of the running workers."""
        return self._pool.pids

    async def verdict(self, program: Program, answering: Answering = OPTIONS) -> Verdict:
        """Run one program; return its outcome as data, with all answers and the proof."""
        reply = await self._ask([program.axioms, program.text], Profile.STRICT, answering)
        return reply if isinstance(reply, Verdict) else verdict_of(reply)

    async def examine(
        self, programs: Programs, profile: Profile, *, explain: bool = False, answering: Answering = OPTIONS
    ) -> Examination:
        """Run both programs of a pair and, for the strict profile, the variants that test them.

        With ``explain`` the profile is strict, and the examination has the explanations of both programs.
        """
        texts = [programs.axioms, programs.unbiased, programs.biased]
        kind = "explained" if explain else profile
        examination = self._examination(await self._ask(texts, kind, answering), answering)
        # One request in some 1,700 is measured a second time; a real difference shows up again.
        if not needs_recount(examination):
            return examination
        return self._examination(await self._ask(texts, kind, answering), answering)

    async def explain(self, program: Program, answering: Answering = OPTIONS) -> Explanation:
        """Return the proofs of all answers (at most 50) and the outcome for each answer that is not chosen.

        The explanation is empty if the program is refused, or exceeds the time of a request.
        """
        reply = await self._ask([program.axioms, program.text], "explained", answering)
        return Explanation() if isinstance(reply, Verdict) else explanation_of(reply)

    async def answer_set_programs(
        self, programs: Programs, answering: Answering = OPTIONS
    ) -> tuple[AnswerSetProgram, AnswerSetProgram]:
        """Return both programs of a pair as answer-set programs for clingo; neither is run."""
        reply = await self._ask([programs.axioms, programs.unbiased, programs.biased], "asp", answering)
        if isinstance(reply, Verdict):
            untranslated = AnswerSetProgram(reasons=reply.diagnostics[:1], out_of_time=reply.out_of_time)
            return untranslated, untranslated
        unbiased, biased = reply.answer_sets
        return unbiased, biased

    def close(self) -> None:
        """Kill the workers and cancel unanswered requests."""
        self._pool.close()

    async def _ask(self, texts: list[str], kind: str, answering: Answering) -> WorkerReply | Verdict:
        """Return the reply to one request, or the verdict on programs that have none."""
        fields = [
            kind.encode(),
            b"%d" % self._limits.inferences,
            b"%f" % self._limits.seconds,
            _domain_field(answering),
        ]
        for text in texts:
            try:
                data = text.encode()
            except UnicodeEncodeError as error:
                return refused("text", f"character {error.start} is a lone surrogate, which is not a character")
            # Refused here, so that a huge text never crosses the pipe to a worker.
            if len(data) > self._limits.text_bytes:
                return refused("text", f"a text of {len(data)} bytes is longer than {self._limits.text_bytes}")
            fields.append(data)
        request = self._pool.submit(b"".join(_LENGTH.pack(len(field)) + field for field in fields))
        try:
            reply = parse_reply(await asyncio.wrap_future(request))
        except WorkerLost as lost:
            return _lost_verdict(lost)
        return reply if reply.failed is None else _failure_verdict(reply.failed, kind)

    def _examination(self, reply: WorkerReply | Verdict, answering: Answering) -> Examination:
        if isinstance(reply, Verdict):
            # One request has both programs, so a failure cannot be blamed on one of them.
            return Examination(oracle=self.name, unbiased=reply, biased=reply, answering=answering)
        return examination_of(self.name, reply, answering)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()


def _domain_field(answering: Answering) -> bytes:
    """Return the relation and the answers for a worker; in a dilemma, the answers are left out."""
    # Prolog knows the two options; only other domains have to name their answers.
    answers = () if answering.of_options else answering.answers
    return " ".join((answering.relation, *answers)).encode()


def _lost_verdict(lost: WorkerLost) -> Verdict:
    match lost.cause:
        # The kernel counts the program's own time, however busy the machine is, so no second worker is asked.
        case "spent":
            message = "the program exceeds the limit of processor time, and its worker was ended"
            return refused("limit", message, out_of_time=True)
        case "late":
            return refused("limit", "no answer by the deadline, on two workers", out_of_time=True)
        case _:
            return refused("crash", "the program ended its worker, twice")


def _failure_verdict(failure: str, kind: str) -> Verdict:
    if failure == "deadline":
        subject = "translating the program" if kind == "asp" else "reporting what the program did"
        return refused("limit", f"{subject} exceeds the limit of time", out_of_time=True)
    if failure in ("aborted", "resources"):
        subject = "translating the program" if kind == "asp" else "the program"
        return refused("limit", f"{subject} exceeds the limit of stack or memory, and Prolog gave up")
    return refused("oracle", f"the oracle failed on this program: {failure}")


_GUARDS = {
    "files": "a worker cannot open or execute files",
    "network": "a worker has no network",
    "parent": "a worker ends with its parent",
}


def diagnose() -> list[str]:
    """Report the version, the library, the guards and the limits of the oracle on this machine, one per line.

    Raise MissingError, with the command that installs it, if SWI-Prolog cannot be used.
    """
    installation = find_installation()
    limits = Limits()
    # Whether a guard holds is known only from a worker that has tried it.
    with SwiOracle.start(workers=1) as oracle:
        guards = oracle.guards
    lines = [installation.name, f"libswipl: {installation.library}", f"home: {installation.home}"]
    for guard, promise in _GUARDS.items():
        mechanism = guards.get(guard, "absent")
        guard_text = (
            f"{promise} ({mechanism})"
            if mechanism != "absent"
            else f"missing: this kernel cannot ensure that {promise}"
        )
        lines.append(f"{guard}: {guard_text}")
    lines.append(
        f"limits: {limits.inferences:,} inferences per search, {limits.seconds:g} s of processor time per request, "
        f"{limits.cpu_seconds:g} s until the kernel ends the worker, {limits.stack_bytes // 2**20} MiB of stacks, "
        f"{limits.memory_bytes // 2**20} MiB of memory"
    )
    lines.extend(_inherited_limit(limits))
    return lines


def _inherited_limit(limits: Limits) -> list[str]:
    """Report a limit on the processor time of processes here (``ulimit -t``, a batch system)."""
    # The hard limit alone: a worker may raise its soft limit up to it.
    _, hard_limit = resource.getrlimit(resource.RLIMIT_CPU)
    if hard_limit == resource.RLIM_INFINITY:
        return []
    # A worker is replaced well before the hard limit, which the kernel enforces with SIGKILL and no message.
    enough = hard_limit > 4 * limits.cpu_seconds
    verdict = "workers are replaced before they reach it" if enough else "too little: raise it with ulimit -t"
    return [f"processor time: a process here may use {hard_limit} s, {verdict}"]
