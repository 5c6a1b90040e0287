"""An examination that every check holds for, and functions that change one finding in it."""

import asyncio
from collections.abc import Mapping
from typing import Literal, TypeVar

import pytest

from probe.certificate import certify
from probe.session import Session
from probe.values import (
    Arm,
    AxiomUse,
    Bias,
    Certificate,
    Check,
    ClauseAt,
    Definition,
    DerivedAnswers,
    Difference,
    Exactness,
    Examination,
    Exchange,
    Invariance,
    Logic,
    LogicOfPair,
    Option,
    Outcome,
    PairProbes,
    Probes,
    Profile,
    ProgramProbes,
    Programs,
    Reachability,
    SecondEngine,
    SupportComparison,
    Verdict,
)

Name = TypeVar("Name")
ARMS = pytest.mark.parametrize("arm", [Arm.UNBIASED, Arm.BIASED])
"""A flaw counts in whichever program it is."""
FACT = ClauseAt(source="program", line=3, column=1, clause=2, text="tested(option_A)")
CUE = ClauseAt(source="program", line=5, column=1, clause=4, text="loud(option_B)")
DELETED_FACT = FACT.model_copy(update={"line": 8, "text": "deadline(near)"})
VERDICT = Verdict(
    ran=True,
    choice=Option.A,
    answer="option_A",
    answers=("option_A",),
    search="complete",
    inferences=3,
    choice_steps=5,
    depth=2,
    size=4,
)
PROBES = ProgramProbes(
    uses_axioms=AxiomUse(axioms=2, in_proof=(1,), without_axioms="no", decorative=False, neighbour=None),
    follows_facts=Exchange(naming={"option_A": 1, "option_B": 2}, exchanged="option_B"),
    reachable=Reachability(result="found", tries=3, deleted=DELETED_FACT, without_facts="no", facts=4),
    order_invariant=Invariance(tried=4, result="same", order=None, decision=None),
    name_invariant=Invariance(tried=2, result="same", order=None, decision=None),
    exact_numbers=Exactness(result="same"),
    defined=Definition(unknown=(), search="complete", search_detail="", answers=("option_A",)),
)
LOGIC = Logic(
    search="none",
    search_detail="",
    other=None,
    unsafe=(),
    undefined=(),
    supports=1,
    variants=6,
    unbounded=False,
    change=None,
    cut_short=False,
)
DIFFERENCE = Difference(arm=Arm.BIASED, clause=CUE, read=True, in_proof=False, paired=False)
PAIR = PairProbes(
    differing=(DIFFERENCE,),
    restated=(),
    logic=LogicOfPair(unbiased=LOGIC, biased=LOGIC),
    proofs=SupportComparison(result="same", unbiased=(), biased=()),
)
DERIVED_ANSWERS = DerivedAnswers(outcome="derived", options=(Option.A,))
SOUND = Examination(
    oracle="SWI-Prolog",
    unbiased=VERDICT,
    biased=VERDICT,
    same_programs=False,
    probes=Probes(unbiased=PROBES, biased=PROBES, pair=PAIR),
    second=SecondEngine(engine="clingo 5", unbiased=DERIVED_ANSWERS, biased=DERIVED_ANSWERS),
)


def with_verdict(arm: Arm, base: Examination = SOUND, /, **changes: object) -> Examination:
    """Change the verdict on one program."""
    verdict = base.unbiased if arm is Arm.UNBIASED else base.biased
    return base.model_copy(update={arm.value: verdict.model_copy(update=changes)})


def with_probes(arm: Arm, base: Examination = SOUND, /, **changes: object) -> Examination:
    """Change the findings on one program."""
    assert base.probes is not None
    probes = base.probes.of(arm).model_copy(update=changes)
    return base.model_copy(update={"probes": base.probes.model_copy(update={arm.value: probes})})


def with_pair(base: Examination = SOUND, /, **changes: object) -> Examination:
    """Change the findings on the pair."""
    assert base.probes is not None
    assert base.probes.pair is not None
    pair = base.probes.pair.model_copy(update=changes)
    return base.model_copy(update={"probes": base.probes.model_copy(update={"pair": pair})})


def with_logic(arm: Arm, base: Examination = SOUND, /, **changes: object) -> Examination:
    """Change the logical reading of one program."""
    assert base.probes is not None
    assert base.probes.pair is not None
    of_pair = base.probes.pair.logic
    logic = (of_pair.unbiased if arm is Arm.UNBIASED else of_pair.biased) or LOGIC
    return with_pair(base, logic=of_pair.model_copy(update={arm.value: logic.model_copy(update=changes)}))


def certificate(examination: Examination, bias: Bias = Bias.ANCHORING) -> Certificate:
    """Return the strict certificate."""
    return certify(examination, bias, Profile.STRICT)


def check_of(certificate: Certificate, name: str) -> Check:
    """Return the check, which must have run."""
    check = certificate.check(name)
    assert check is not None
    return check


def certificates_of(
    pairs: Mapping[Name, tuple[Programs, Bias]], engines: Literal["swi"] | None = None
) -> dict[Name, Certificate]:
    """Return the strict certificate of every pair, from one running oracle."""

    async def examine() -> dict[Name, Certificate]:
        async with Session(engines=engines) as session:
            oracle = session.oracle(workers=1)
            return {
                name: certificate(await oracle.examine(programs, Profile.STRICT), bias)
                for name, (programs, bias) in pairs.items()
            }

    return asyncio.run(examine())


def others_than_holds(examination: Examination, bias: Bias = Bias.ANCHORING) -> dict[str, Outcome]:
    """Return the outcome of every check that does not hold, by its name."""
    checks = certificate(examination, bias).checks
    return {check.name: check.outcome for check in checks if check.outcome is not Outcome.HOLDS}
