"""Compare what a second engine derives from programs with what a dataset records, without SWI-Prolog's search."""

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from probe.ports import Oracle
from probe.values import Arm, Diagnostic, Option, Pair, Profile, Programs, Value, Verdict

Agreement = Literal["agrees", "differs", "untranslatable", "limit"]


class DerivedProgram(Value):
    """The options that follow from one program, and the recorded decision (None if there is none)."""

    name: str
    arm: Arm
    recorded: Option | None
    options: tuple[Option, ...] | None
    agreement: Agreement
    reasons: tuple[Diagnostic, ...] = ()


async def derive_pairs(pairs: Sequence[Pair], oracle: Oracle) -> tuple[DerivedProgram, ...]:
    """Return what follows from both programs of each pair, in order."""
    found: list[DerivedProgram] = []
    for pair in pairs:
        found += await derive_programs(pair.programs, pair.id, pair.correct_option, oracle)
    return tuple(found)


async def derive_programs(
    programs: Programs, name: str, recorded: Option | None, oracle: Oracle
) -> tuple[DerivedProgram, ...]:
    """Return what follows from both programs; without a recorded decision, exactly one derived option agrees."""
    examination = await oracle.examine(programs, Profile.PAPER)
    arms = ((Arm.UNBIASED, examination.unbiased), (Arm.BIASED, examination.biased))
    return tuple(
        DerivedProgram(
            name=name,
            arm=arm,
            recorded=recorded,
            options=tuple(map(Option, verdict.answers)) if verdict.ran else None,
            agreement=_agreement(verdict, recorded),
            reasons=verdict.diagnostics,
        )
        for arm, verdict in arms
    )


def agreements(found: Sequence[DerivedProgram]) -> Counter[str]:
    """Return the number of programs per kind of agreement."""
    return Counter(one.agreement for one in found)


def _agreement(verdict: Verdict, recorded: Option | None) -> Agreement:
    if not verdict.ran:
        return "limit" if any(one.kind == "limit" for one in verdict.diagnostics) else "untranslatable"
    agrees = len(verdict.answers) == 1 if recorded is None else verdict.answers == (recorded.value,)
    return "agrees" if agrees else "differs"
