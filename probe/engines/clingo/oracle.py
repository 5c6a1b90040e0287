"""clingo as an oracle, which reads a program logically, independent of clause order."""

import asyncio
import json
import re
import signal
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Self

from probe.errors import MissingError
from probe.oracle.replies import AnswerSetProgram, refused
from probe.oracle.swi import SwiOracle
from probe.values import (
    OPTIONS,
    Answering,
    Examination,
    Explanation,
    Profile,
    Program,
    Programs,
    Verdict,
)
from probe.version import install_command
from probe.workers import Pool, WorkerLost, WorkerScript

SCRIPT = Path(__file__).resolve().parent / "worker.py"
SECONDS = 2.0
"""The processor time for grounding and solving one program; the published ones take a millisecond or two."""
DEADLINE = 30.0
"""How long the parent waits for a reply. Generous, because a busy machine is not the program's fault."""
MEMORY_BYTES = 2**30

_CHARACTERS = re.compile(r"[A-Za-z0-9_#(),.:;{}|=!<>+*/\\ \n-]*")
_DIRECTIVE = re.compile(r"#[a-z]*")
_DIRECTIVES = frozenset({"#show", "#count", "#sum", "#max", "#min", "#inf", "#sup"})
"""The form of the translation: clingo gets nothing else, in particular no script, function or file name."""


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
    """One process that solves one program at a time; safe to use from several threads.

    A program is blamed only for what a fresh process does, and only if it used up its own processor time at once.
    """

    def __init__(self, seconds: float = SECONDS, memory_bytes: int = MEMORY_BYTES, deadline: float = DEADLINE) -> None:
        if clingo_version() is None:
            raise MissingError(f"clingo is not installed: {install_command('clingo')}")
        settings = {"cpu_seconds": seconds, "memory_bytes": memory_bytes}
        script = WorkerScript("clingo", SCRIPT, settings, isolated=True, hint=install_command("clingo"))
        self._pool = Pool(script.worker, 1, deadline=deadline, lazy=True)

    @property
    def pids(self) -> tuple[int, ...]:
        """The process id, if a process runs."""
        return self._pool.pids

    def solve(self, text: str) -> tuple[tuple[str, str], ...]:
        """Return the shown atoms, name and argument, of the single stable model. Raise NotSolvedError without one."""
        # clingo runs scripts and reads files if a program asks for it; a translation never does.
        if not _CHARACTERS.fullmatch(text) or not _DIRECTIVES.issuperset(_DIRECTIVE.findall(text)):
            raise ValueError("the text does not have the form of a translation")
        try:
            solution: dict[str, Any] = json.loads(self._pool.submit(text.encode()).result())
        except WorkerLost as lost:
            raise _not_solved(lost) from lost
        match solution.get("failed"):
            case None:
                pass
            case "memory":
                raise NotSolvedError("limit", "clingo exceeds the limit of memory")
            case failure:
                raise NotSolvedError("crash", f"clingo ends: {failure}")
        if solution["models"] != 1:
            problem = "several stable models" if solution["models"] else "the program has no stable model"
            raise NotSolvedError("untranslatable", problem)
        return tuple((name, argument) for name, argument in solution["atoms"])

    def close(self) -> None:
        """End the process."""
        self._pool.close()


def _not_solved(lost: WorkerLost) -> NotSolvedError:
    if lost.cause == "spent":
        return NotSolvedError("limit", "clingo exceeds the limit of time", out_of_time=True)
    if lost.cause == "late":
        return NotSolvedError("limit", "clingo gave no answer by the deadline, on two processes", out_of_time=True)
    # The kernel or an administrator ended it: nothing is known about the program.
    if lost.returncode == -signal.SIGKILL:
        return NotSolvedError("crash", "clingo's process was killed, twice")
    return NotSolvedError("limit", "clingo exceeds the limit of memory")


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
        # The translator takes pairs; equal translations are solved only once.
        pair = Programs(axioms=program.axioms, unbiased=program.text, biased=program.text)
        return (await self.examine(pair, Profile.PAPER, answering=answering)).unbiased

    async def examine(
        self, programs: Programs, profile: Profile, *, explain: bool = False, answering: Answering = OPTIONS
    ) -> Examination:
        """Return which options follow from both programs of a pair, without variants and explanations."""
        unbiased, biased = await self._translator.answer_set_programs(programs, answering)
        # In a thread: solving waits for another process, and the event loop serves other pairs meanwhile.
        first = await asyncio.to_thread(self._solve, unbiased)
        # Where no rule reads the cue, both translations are often the same text.
        second = first if unbiased == biased else await asyncio.to_thread(self._solve, biased)
        return Examination(oracle=self.name, unbiased=first, biased=second, answering=answering)

    async def explain(self, program: Program, answering: Answering = OPTIONS) -> Explanation:
        """Return an empty explanation: an answer set has no proofs."""
        return Explanation()

    def close(self) -> None:
        """End the process that clingo runs in."""
        self._process.close()

    def _solve(self, translation: AnswerSetProgram) -> Verdict:
        if translation.text is None:
            return Verdict(ran=False, diagnostics=translation.reasons, out_of_time=translation.out_of_time)
        try:
            atoms = self._process.solve(translation.text)
        except NotSolvedError as error:
            return refused(error.kind, str(error), out_of_time=error.out_of_time)
        # A doubt in the model means that clingo's numbers are not Prolog's here, for example beyond 32 bits.
        doubts = sorted({int(number) for name, number in atoms if name == "doubt"})
        if doubts:
            return Verdict(ran=False, diagnostics=tuple(translation.doubts[number] for number in doubts))
        derived_options = (translation.options.get(constant) for name, constant in atoms if name == "answer")
        options = sorted({option for option in derived_options if option})
        return Verdict(
            ran=True,
            choice=options[0] if len(options) == 1 else None,
            answer=str(options[0]) if len(options) == 1 else None,
            answers=tuple(str(option) for option in options),
            search="complete",
            diagnostics=translation.notes,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
