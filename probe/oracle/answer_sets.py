"""ClingoOracle: the oracle port on clingo, which reads a program logically, independent of clause order."""

import asyncio
from collections.abc import Sequence
from types import TracebackType
from typing import Protocol, Self

from probe.oracle.clingo_process import ClingoProcess, NotSolvedError, clingo_version
from probe.oracle.translations import AnswerSetProgram
from probe.values import Diagnostic, Examination, Explanation, Profile, Program, Programs, Verdict


class Translator(Protocol):
    """Translates programs; SwiOracle implements it, because it reads and checks them."""

    async def answer_set_programs(self, programs: Programs) -> tuple[AnswerSetProgram, AnswerSetProgram]:
        """Return both programs of a pair as answer-set programs."""

    def all_answer_set_programs(self, programs: Sequence[Program]) -> list[AnswerSetProgram]:
        """Return many programs as answer-set programs."""


class ClingoOracle:
    """Derives with clingo what follows from programs; close it after use.

    A program that cannot be translated is not run: its verdict has a diagnostic ``untranslatable`` for each clause that
    prevents it. clingo's results have no order, no counts and no proof. ``choice`` is the only option that follows,
    None if there is none or more than one; ``answers`` are all options that follow, sorted.
    """

    def __init__(self, translator: Translator, process: ClingoProcess | None = None) -> None:
        """Use ``translator``, which its owner closes. Raise MissingError if clingo is not installed."""
        self._translator = translator
        self._process = process or ClingoProcess()

    @property
    def name(self) -> str:
        """Name and version, for example ``clingo 5.8.3``."""
        return f"clingo {clingo_version()}"

    async def verdict(self, program: Program) -> Verdict:
        """Return which options follow from one program."""
        pair = Programs(axioms=program.axioms, unbiased=program.text, biased=program.text)
        return (await self.examine(pair, Profile.PAPER)).unbiased

    async def examine(self, programs: Programs, profile: Profile, *, explain: bool = False) -> Examination:
        """Return which options follow from both programs of a pair, without variants and explanations."""
        unbiased, biased = await self._translator.answer_set_programs(programs)
        first = await asyncio.to_thread(self._solve, unbiased)
        second = first if unbiased == biased else await asyncio.to_thread(self._solve, biased)
        return Examination(oracle=self.name, unbiased=first, biased=second)

    async def explain(self, program: Program) -> Explanation:
        """Return an empty explanation: an answer set has no proofs."""
        return Explanation()

    def verdicts(self, programs: Sequence[Program]) -> list[Verdict]:
        """Return which options follow from many programs, in their order."""
        return [self._solve(one) for one in self._translator.all_answer_set_programs(programs)]

    def close(self) -> None:
        """End the process that clingo runs in."""
        self._process.close()

    def _solve(self, translated: AnswerSetProgram) -> Verdict:
        if translated.text is None:
            return Verdict(ran=False, diagnostics=tuple(reason.diagnostic() for reason in translated.reasons))
        try:
            answer = self._process.solve(translated.text)
        except NotSolvedError as error:
            kind = "limit" if error.limit else "untranslatable"
            message = f"clingo exceeds the limit of {error.limit}" if error.limit else str(error)
            return Verdict(ran=False, diagnostics=(Diagnostic(kind=kind, message=message),))
        doubts = sorted({int(number) for name, number in answer.atoms if name == "doubt"})
        if doubts:
            return Verdict(ran=False, diagnostics=tuple(translated.doubts[number].diagnostic() for number in doubts))
        named = (translated.options.get(constant) for name, constant in answer.atoms if name == "answer")
        options = sorted({option for option in named if option})
        return Verdict(
            ran=True,
            choice=options[0] if len(options) == 1 else None,
            answer=options[0].value if len(options) == 1 else None,
            answers=tuple(option.value for option in options),
            search="complete",
            diagnostics=tuple(note.diagnostic() for note in translated.notes),
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
