"""clingo as an oracle, which reads a program logically, independent of clause order; alone or as a second engine."""

import asyncio
import json
import os
import re
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Self

from probe.errors import MissingError, StoppedError, killed
from probe.oracle.process import write_within
from probe.oracle.replies import AnswerSetProgram, refused
from probe.oracle.swi import SwiOracle
from probe.ports import Oracle
from probe.values import (
    OPTIONS,
    Answering,
    DerivedAnswers,
    Examination,
    Explanation,
    Profile,
    Program,
    Programs,
    SecondEngine,
    Verdict,
)
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
_KILLED = "its process was killed"
_LATE = "it gave no answer by the deadline, on two processes"

_CHARACTERS = re.compile(r"[A-Za-z0-9_#(),.:;{}|=!<>+*/\\ \n-]*")
_DIRECTIVE = re.compile(r"#[a-z]*")
_DIRECTIVES = frozenset({"#show", "#count", "#sum", "#max", "#min", "#inf", "#sup"})
"""The form of the translation: clingo gets nothing else, in particular no script, function or file name."""


class StableModel(Value):
    """The single stable model of a program: its shown atoms, as name and argument."""

    atoms: tuple[tuple[str, str], ...]


class NotSolvedError(Exception):
    """clingo has no single model for a program; ``kind`` is that of a diagnostic that reports it."""

    def __init__(self, kind: str, message: str, *, out_of_time: bool = False) -> None:
        super().__init__(message)
        self.kind = kind
        self.out_of_time = out_of_time


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

    def __init__(self, seconds: float = SECONDS, memory_bytes: int = MEMORY_BYTES, deadline: float = DEADLINE) -> None:
        if clingo_version() is None:
            raise MissingError(f"clingo is not installed: {HINT}")
        self._seconds = seconds
        self._memory_bytes = memory_bytes
        self._deadline = deadline
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def solve(self, text: str) -> StableModel:
        """Return the single stable model of ``text``. Raise NotSolvedError if there is none, or not in time."""
        if not _CHARACTERS.fullmatch(text) or not _DIRECTIVES.issuperset(_DIRECTIVE.findall(text)):
            raise ValueError("the text does not have the form of a translation")
        with self._lock:
            reply = self._ask(text)
        match reply.get("failed"):
            case None:
                pass
            case "time":
                raise NotSolvedError("limit", "clingo exceeds the limit of time", out_of_time=True)
            case "memory":
                raise NotSolvedError("limit", "clingo exceeds the limit of memory")
            case why if why == _LATE:
                raise NotSolvedError("limit", f"clingo: {_LATE}", out_of_time=True)
            case why:
                raise NotSolvedError("crash", f"clingo ends: {why}")
        if reply["models"] != 1:
            found = "several stable models" if reply["models"] else "the program has no stable model"
            raise NotSolvedError("untranslatable", found)
        return StableModel(atoms=tuple((name, argument) for name, argument in reply["atoms"]))

    def close(self) -> None:
        """End the process."""
        with self._lock:
            self._end()

    def _ask(self, text: str) -> dict[str, Any]:
        """Solve in the running process; in a fresh one if that was killed, suspended or used up by other programs.

        A program is blamed only for what a fresh process does, and only if it used up its own processor time at once.
        """
        fresh, reply = self._process is None, self._exchange(text)
        if reply.get("failed") in (_KILLED, _LATE) or (reply.get("failed") == "memory" and not fresh):
            self._end()
            return self._exchange(text)
        return reply

    def _exchange(self, text: str) -> dict[str, Any]:
        process = self._process or self._start()
        assert process.stdin is not None
        try:
            write_within(process.stdin.fileno(), json.dumps(text).encode() + b"\n", self._deadline)
        except OSError as error:
            self._end()
            return {"failed": _LATE if isinstance(error, TimeoutError) else _KILLED}
        reply = self._receive(process, self._deadline)
        if reply is not None:
            return reply
        code = process.poll()
        self._end()
        if code == -signal.SIGKILL:
            return {"failed": _KILLED}
        if code is None:
            return {"failed": _LATE}
        return {"failed": "time" if code == -signal.SIGXCPU else "memory"}

    def _start(self) -> subprocess.Popen[bytes]:
        """Start the process; one that is killed while it starts is started again once."""
        with suppress(StoppedError):
            return self._started()
        return self._started()

    def _started(self) -> subprocess.Popen[bytes]:
        settings = {"memory_bytes": self._memory_bytes, "seconds": self._seconds}
        self._process = subprocess.Popen(
            [sys.executable, "-I", str(_WORKER), json.dumps(settings)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={"PATH": os.environ.get("PATH", os.defpath), "LANG": "C.UTF-8"},
            start_new_session=True,
        )
        assert self._process.stdin is not None
        os.set_blocking(self._process.stdin.fileno(), False)
        if self._receive(self._process, START_SECONDS) is None:
            ended = killed("clingo", self._process.poll())
            self._end()
            if ended:
                raise ended
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


class ClingoOracle:
    """Derives with clingo what follows from programs; close it after use.

    A program that cannot be translated is not run: its verdict has a diagnostic ``untranslatable`` for each clause that
    prevents it. clingo's results have no order, no counts and no proof. ``choice`` is the only option that follows,
    None if there is none or more than one; ``answers`` are all options that follow, sorted.
    """

    def __init__(self, translator: SwiOracle, process: ClingoProcess | None = None) -> None:
        """Use ``translator``, which its owner closes. Raise MissingError if clingo is not installed."""
        self.name = f"clingo {clingo_version()}"
        self._translator = translator
        self._process = process or ClingoProcess()

    async def verdict(self, program: Program, answering: Answering = OPTIONS) -> Verdict:
        """Return which options follow from one program."""
        pair = Programs(axioms=program.axioms, unbiased=program.text, biased=program.text)
        return (await self.examine(pair, Profile.PAPER, answering=answering)).unbiased

    async def examine(
        self, programs: Programs, profile: Profile, *, explain: bool = False, answering: Answering = OPTIONS
    ) -> Examination:
        """Return which options follow from both programs of a pair, without variants and explanations."""
        unbiased, biased = await self._translator.answer_set_programs(programs, answering)
        first = await asyncio.to_thread(self._solve, unbiased)
        second = first if unbiased == biased else await asyncio.to_thread(self._solve, biased)
        return Examination(oracle=self.name, unbiased=first, biased=second, answering=answering)

    async def explain(self, program: Program, answering: Answering = OPTIONS) -> Explanation:
        """Return an empty explanation: an answer set has no proofs."""
        return Explanation()

    def verdicts(self, programs: Sequence[Program], answering: Answering = OPTIONS) -> list[Verdict]:
        """Return which options follow from many programs, in their order."""
        return [self._solve(one) for one in self._translator.all_answer_set_programs(programs, answering)]

    def close(self) -> None:
        """End the process that clingo runs in."""
        self._process.close()

    def _solve(self, translated: AnswerSetProgram) -> Verdict:
        if translated.text is None:
            return Verdict(ran=False, diagnostics=translated.reasons, out_of_time=translated.out_of_time)
        try:
            answer = self._process.solve(translated.text)
        except NotSolvedError as error:
            return refused(error.kind, str(error), out_of_time=error.out_of_time)
        doubts = sorted({int(number) for name, number in answer.atoms if name == "doubt"})
        if doubts:
            return Verdict(ran=False, diagnostics=tuple(translated.doubts[number] for number in doubts))
        named = (translated.options.get(constant) for name, constant in answer.atoms if name == "answer")
        options = sorted({option for option in named if option})
        return Verdict(
            ran=True,
            choice=options[0] if len(options) == 1 else None,
            answer=str(options[0]) if len(options) == 1 else None,
            answers=tuple(str(option) for option in options),
            search="complete",
            diagnostics=translated.notes,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class BothOracles:
    """Combines the findings of ``first``, which decides and names it, with what ``second`` derives.

    The owner of both closes them.
    """

    def __init__(self, first: Oracle, second: ClingoOracle) -> None:
        self.name = first.name
        self.second_name = second.name
        self._first = first
        self._second = second

    async def verdict(self, program: Program, answering: Answering = OPTIONS) -> Verdict:
        """Run one program in the first oracle."""
        return await self._first.verdict(program, answering)

    async def examine(
        self, programs: Programs, profile: Profile, *, explain: bool = False, answering: Answering = OPTIONS
    ) -> Examination:
        """Examine a pair; for the strict profile, with what the second engine derives."""
        if profile is not Profile.STRICT and not explain:
            return await self._first.examine(programs, profile, answering=answering)
        examination, other = await asyncio.gather(
            self._first.examine(programs, profile, explain=explain, answering=answering),
            self._second.examine(programs, profile, answering=answering),
        )
        second = SecondEngine(engine=other.oracle, unbiased=derived(other.unbiased), biased=derived(other.biased))
        return examination.model_copy(update={"second": second})

    async def explain(self, program: Program, answering: Answering = OPTIONS) -> Explanation:
        """Explain one program by the first oracle."""
        return await self._first.explain(program, answering)


def derived(verdict: Verdict) -> DerivedAnswers:
    """Convert a verdict of clingo for an examination."""
    why = verdict.diagnostics[0] if verdict.diagnostics else None
    reason, place = (why.message, why.place) if why else ("", None)
    if verdict.ran:
        return DerivedAnswers(outcome="derived", options=verdict.answers, reason=reason, place=place)
    return DerivedAnswers(outcome="limit" if verdict.gave_up else "untranslatable", reason=reason, place=place)
