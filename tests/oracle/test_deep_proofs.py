"""A proof may be as deep as the limits allow without failing the verdict."""

import pytest

from probe.ports import Oracle
from probe.values import Option, Program, ProofStep

DEEPEST = 80
"""Levels of a proof that are sent (``prolog/rendering.pl``)."""

COUNTING = "count(0).\ncount(N) :- N > 0, M is N - 1, count(M).\ndecide_option(user, option_A) :- {goal}.\n"


def levels_of(step: ProofStep) -> list[list[ProofStep]]:
    levels = [[step]]
    while below := [child for parent in levels[-1] for child in parent.children]:
        levels.append(below)
    return levels


@pytest.mark.parametrize("goal", ["count({})", "\\+ \\+ count({})"], ids=["proved", "searched"])
@pytest.mark.parametrize("depth", [10, DEEPEST - 3, DEEPEST + 50, 300, 900])
async def test_a_deep_proof_is_cut_and_its_verdict_stays(oracle: Oracle, depth: int, goal: str) -> None:
    """Depth and size are those of the whole proof; a step that is cut off is not shown as one without reasons."""
    program = Program(axioms="", text=COUNTING.format(goal=goal.format(depth)))
    verdict = await oracle.verdict(program)
    assert verdict.choice is Option.A
    assert (verdict.depth, verdict.size, verdict.proof_complete) == (depth + 1, depth + 1, True)
    assert verdict.proof is not None
    levels = levels_of(verdict.proof)
    assert len(levels) <= DEEPEST
    assert {step.kind for row in levels[:-1] for step in row if not step.children} <= {"fact", "builtin", "opaque"}
    assert ("opaque" in {step.kind for step in levels[-1]}) == (len(levels) == DEEPEST)
    assert type(verdict).model_validate_json(verdict.model_dump_json()) == verdict
    (proof,) = (await oracle.explain(program)).proofs
    assert len(levels_of(proof)) == len(levels)


async def test_a_proof_of_thousands_of_rules_is_measured(oracle: Oracle) -> None:
    verdict = await oracle.verdict(Program(axioms="", text=COUNTING.format(goal="count(5000)")))
    assert (verdict.depth, verdict.size) == (5001, 5001)
