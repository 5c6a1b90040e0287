"""The prover that checks the library on load."""

import pytest

from probe.grammar.logic import fact, goal, literal, proofs, rule


def test_depth_is_the_longest_branch_and_size_the_whole_proof() -> None:
    clauses = [
        rule(goal("top", "X"), goal("left", "X"), goal("right", "X")),
        rule(goal("left", "X"), goal("lower", "X")),
        rule(goal("lower", "X"), goal("told", "X")),
        rule(goal("right", "X"), goal("told", "X")),
        fact("told", "a"),
    ]
    (proof,) = proofs(goal("top", "What"), clauses)
    assert proof.goal.args == ("a",)
    assert (proof.depth, proof.size) == (3, 4)


def test_every_proof_is_found_in_the_order_of_prolog() -> None:
    clauses = [fact("takes", "option_A", "x"), fact("takes", "option_B", "y"), fact("good", "y"), fact("good", "x")]
    choose = rule(goal("choose", "O"), goal("takes", "O", "What"), goal("good", "What"))
    assert [proof.goal.args[0] for proof in proofs(goal("choose", "O"), [*clauses, choose])] == ["option_A", "option_B"]


def test_one_clause_used_twice_does_not_mix_its_variables() -> None:
    clauses = [
        rule(goal("both", "X", "Y"), goal("wide", "X"), goal("wide", "Y")),
        rule(goal("wide", "Z"), goal("deep", "Z")),
        rule(goal("deep", "Z"), goal("told", "Z")),
        fact("told", "a"),
        fact("told", "b"),
    ]
    assert len(proofs(goal("both", "P", "Q"), clauses)) == 4


def test_rules_in_a_circle_are_reported() -> None:
    clauses = [rule(goal("p", "X"), goal("q", "X")), rule(goal("q", "X"), goal("p", "X"))]
    with pytest.raises(ValueError, match="circular"):
        proofs(goal("p", "a"), clauses)


@pytest.mark.parametrize("text", ["team", "team()", "team(Six)", "Team(six)", "team(six", "halt, team(six)", "t(f(x))"])
def test_only_plain_facts_are_read(text: str) -> None:
    """What ends up in a program is a predicate with plain atoms, whatever a file says."""
    with pytest.raises(ValueError, match="is not a fact"):
        literal(text)
