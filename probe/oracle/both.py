"""BothOracles: SWI-Prolog, with clingo as a second engine in every strict examination."""

import asyncio

from probe.oracle.answer_sets import ClingoOracle
from probe.ports import Oracle
from probe.values import Derived, Examination, Explanation, Option, Profile, Program, Programs, SecondEngine, Verdict


class BothOracles:
    """Combines the findings of ``first`` with what ``second`` derives. The owner of both closes them."""

    def __init__(self, first: Oracle, second: ClingoOracle) -> None:
        self._first = first
        self._second = second

    @property
    def name(self) -> str:
        """The name of the first oracle, which decides."""
        return self._first.name

    @property
    def second_name(self) -> str:
        """The name of the second engine."""
        return self._second.name

    async def verdict(self, program: Program) -> Verdict:
        """Run one program in the first oracle."""
        return await self._first.verdict(program)

    async def examine(self, programs: Programs, profile: Profile, *, explain: bool = False) -> Examination:
        """Examine a pair; for the strict profile, with what the second engine derives."""
        if profile is not Profile.STRICT and not explain:
            return await self._first.examine(programs, profile)
        examination, other = await asyncio.gather(
            self._first.examine(programs, profile, explain=explain), self._second.examine(programs, profile)
        )
        second = SecondEngine(engine=other.oracle, unbiased=derived(other.unbiased), biased=derived(other.biased))
        return examination.model_copy(update={"second": second})

    async def explain(self, program: Program) -> Explanation:
        """Explain one program by the first oracle."""
        return await self._first.explain(program)


def derived(verdict: Verdict) -> Derived:
    """Convert a verdict of clingo for an examination."""
    why = verdict.diagnostics[0] if verdict.diagnostics else None
    reason, place = (why.message, why.place) if why else ("", None)
    if verdict.ran:
        return Derived(outcome="derived", options=tuple(map(Option, verdict.answers)), reason=reason, place=place)
    limit = why is not None and why.kind == "limit"
    return Derived(outcome="limit" if limit else "untranslatable", reason=reason, place=place)
