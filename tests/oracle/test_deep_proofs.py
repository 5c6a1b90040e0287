"""A program can be proved as deeply as its limits allow: that is no reason to fail on its verdict."""

import json

import pytest

from probe.oracle.shallow import DEEPEST, cut_deep_proofs
from probe.ports import Oracle
from probe.values import Option, Program, ProofStep

COUNTING = "count(0).\ncount(N) :- N > 0, M is N - 1, count(M).\ndecide_option(user, option_A) :- count({levels}).\n"


def levels(step: ProofStep) -> int:
    found, row = 0, [step]
    while row:
        found, row = found + 1, [child for one in row for child in one.children]
    return found


@pytest.mark.parametrize("depth", [10, DEEPEST - 3, DEEPEST + 50, 300, 1000, 5000])
async def test_a_deep_proof_is_cut_and_its_verdict_stays(oracle: Oracle, depth: int) -> None:
    """Depth and size are counted whole; the values can be written as JSON and read back."""
    verdict = await oracle.verdict(Program(axioms="", text=COUNTING.format(levels=depth)))
    assert verdict.choice is Option.A
    assert verdict.depth == depth + 1
    assert verdict.proof is not None
    assert levels(verdict.proof) == min(depth + 2, DEEPEST)
    assert type(verdict).model_validate_json(verdict.model_dump_json()) == verdict


def test_brackets_in_texts_are_no_nesting() -> None:
    reply = json.dumps({"verdicts": [["[" * 300, '"]\\"[' * 200]]}).encode()
    assert cut_deep_proofs(reply) == reply
