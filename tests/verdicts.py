"""Verdicts on many programs, for synchronous tests."""

import asyncio
from collections.abc import Awaitable, Iterable
from typing import TypeVar

from probe.oracle import SwiOracle
from probe.oracle.replies import AnswerSetProgram
from probe.ports import Oracle
from probe.values import Examination, Profile, Program, Programs, Verdict

Result = TypeVar("Result")


def verdicts_on(oracle: Oracle, programs: Iterable[Program]) -> list[Verdict]:
    """Return the verdicts on ``programs`` in order; the oracle may run them in any order."""
    return _results(map(oracle.verdict, programs))


def examinations_of(oracle: Oracle, pairs: Iterable[Programs], profile: Profile) -> list[Examination]:
    """Return the examinations of ``pairs`` in order; the oracle may run them in any order."""
    return _results(oracle.examine(pair, profile) for pair in pairs)


def _results(awaitables: Iterable[Awaitable[Result]]) -> list[Result]:
    async def wait() -> list[Result]:
        return await asyncio.gather(*awaitables)

    return asyncio.run(wait())


def translation(oracle: SwiOracle, program: Program) -> AnswerSetProgram:
    """Return ``program`` as an answer-set program."""
    pair = Programs(axioms=program.axioms, unbiased=program.text, biased=program.text)
    return asyncio.run(oracle.answer_set_programs(pair))[0]
