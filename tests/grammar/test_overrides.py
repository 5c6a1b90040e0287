"""Layers and exceptions decide in about a third of the texts that state them, and a reader who ignores them errs."""

import re

import pytest

from probe.certificate.meaning import clauses_of
from probe.grammar import GrammarAuthor
from probe.oracle import SwiOracle
from probe.values import Arm, Bias, Candidate, Option, Program
from tests.grammar.composed import origin
from tests.verdicts import verdicts_on

OVERRIDES = re.compile(r"called_for\(\w+\) :- .*\b(\w+)\(_\).*")
"""A clause that decides whatever the rules below it give."""
BIASES = (Bias.AVAILABILITY, Bias.BANDWAGON, Bias.CONFIRMATION, Bias.FRAMING, Bias.OVERCONFIDENCE)


def layered_candidates(depth: int, count: int) -> list[Candidate]:
    """Return the candidates of a depth whose texts state a layer or an exception."""
    author = GrammarAuthor({"depth": str(depth)}, seed=5)
    candidates = [author.candidate(bias, index) for bias in BIASES for index in range(count)]
    return [
        candidate
        for candidate in candidates
        if candidate.programs and any(map(OVERRIDES.match, clauses_of(candidate.programs.axioms)))
    ]


def without_overrides(program: Program) -> Program:
    """Return the program of a reader who skips layers and exceptions: what the rules below give is done."""
    clauses = clauses_of(program.axioms)
    lower = next(match[1] for clause in clauses if (match := OVERRIDES.match(clause)))
    remaining = [clause for clause in clauses if not OVERRIDES.match(clause) and f" {lower}(Action)" not in clause]
    return Program(axioms="\n".join([*remaining, f"called_for(Action) :- {lower}(Action).\n"]), text=program.text)


@pytest.mark.parametrize("depth", [3, 6])
def test_a_reader_who_ignores_overrides_is_wrong_in_a_third_of_the_texts(depth: int, oracle: SwiOracle) -> None:
    """If less often, readers could ignore them; if more often, their presence would give the answer away."""
    candidates = layered_candidates(depth, 24)
    wrong_count = 0
    for candidate in candidates:
        assert candidate.programs
        assert candidate.twin
        twin = candidate.twin.programs(candidate.programs.axioms)
        for programs, right in ((candidate.programs, candidate.correct_option), (twin, candidate.twin.correct_option)):
            (verdict,) = verdicts_on(oracle, [without_overrides(programs.of(Arm.UNBIASED))])
            assert verdict.choice in set(Option)
            wrong_count += verdict.choice is not right
    assert len(candidates) >= 15
    assert 0.2 <= wrong_count / (2 * len(candidates)) <= 0.45


def test_a_stated_override_that_decides_is_recorded() -> None:
    """In a dilemma or in its twin: the decisive fact is then its own, and neither action goes with it."""
    candidates = layered_candidates(3, 16)
    assert {candidate.reasoning.overridden for candidate in candidates} == {True, False}
    for candidate in candidates:
        assert candidate.programs
        clauses = [clause for clause in clauses_of(candidate.programs.axioms) if OVERRIDES.match(clause)]
        if candidate.reasoning.overridden:
            assert any(f" {origin(candidate, 'decisive')}(" in clause for clause in clauses)


def test_dilemmas_with_an_anchor_state_no_override() -> None:
    """A first figure anchors a number on which the decision turns."""
    author = GrammarAuthor({"depth": "3-5"}, seed=5)
    candidates = [author.candidate(Bias.ANCHORING, index) for index in range(12)]
    assert all(candidate.reasoning.overridden is None for candidate in candidates)
