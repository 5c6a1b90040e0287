"""Two oracles as one: the first decides, and what the second derives is recorded beside it."""

import asyncio

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


class BothOracles:
    """Combines the findings of ``first``, which decides and names it, with what ``second`` derives.

    The owner of both closes them.
    """

    def __init__(self, first: Oracle, second: Oracle) -> None:
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
        # The second engine tests the oracle on strict certificates; the paper's profile has no such check.
        if profile is not Profile.STRICT and not explain:
            return await self._first.examine(programs, profile, answering=answering)
        # Run both at once: the engines are separate processes, so a pair waits only for the slower engine.
        examination, second_examination = await asyncio.gather(
            self._first.examine(programs, profile, explain=explain, answering=answering),
            self._second.examine(programs, profile, answering=answering),
        )
        second_engine = SecondEngine(
            engine=second_examination.oracle,
            unbiased=derived_answers(second_examination.unbiased),
            biased=derived_answers(second_examination.biased),
        )
        return examination.model_copy(update={"second": second_engine})

    async def explain(self, program: Program, answering: Answering = OPTIONS) -> Explanation:
        """Explain one program by the first oracle."""
        return await self._first.explain(program, answering)


def derived_answers(verdict: Verdict) -> DerivedAnswers:
    """Convert a verdict of the second oracle for an examination."""
    diagnostic = verdict.diagnostics[0] if verdict.diagnostics else None
    reason, location = (diagnostic.message, diagnostic.place) if diagnostic else ("", None)
    if verdict.ran:
        return DerivedAnswers(outcome="derived", options=verdict.answers, reason=reason, place=location)
    return DerivedAnswers(outcome="limit" if verdict.gave_up else "untranslatable", reason=reason, place=location)
