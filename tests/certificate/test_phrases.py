"""The phrases that describe places and steps of a proof."""

import pytest

from probe.audit.proof_steps import case_words, inner, negated, with_values
from probe.values import ProofStep
from probe.values.phrases import counted, joined, line_text, lines_text, nth


@pytest.mark.parametrize(
    ("number", "ordinal"),
    [
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (10, "10th"),
        (11, "11th"),
        (12, "12th"),
        (13, "13th"),
        (14, "14th"),
        (21, "21st"),
        (101, "101st"),
        (111, "111th"),
        (122, "122nd"),
        (213, "213th"),
    ],
)
def test_numbers_have_english_endings(number: int, ordinal: str) -> None:
    assert nth(number) == ordinal


def test_lines_are_named_by_source_and_range() -> None:
    assert lines_text("axioms", (3, 3)) == line_text("axioms", 3) == "axiom line 3"
    assert lines_text("program", (2, 2), (4, 5)) == "program lines 2, 4-5"
    assert lines_text("axioms", (4, 5)) == "axiom lines 4-5"


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ([], ""),
        (["a"], "a"),
        (["a", "a"], "a"),
        (["a", "b"], "a and b"),
        (["a", "b", "a", "c"], "a, b and c"),
        (["a", "b", "c", "d"], "a, b, c and d"),
    ],
)
def test_a_list_has_each_part_once_and_one_conjunction(parts: list[str], text: str) -> None:
    assert joined(parts) == text


def test_one_is_singular_and_all_else_is_plural() -> None:
    assert [counted(number, "rule") for number in (0, 1, 2)] == ["0 rules", "1 rule", "2 rules"]


@pytest.mark.parametrize(
    ("goal", "argument"),
    [
        ("case(p(x))", "p(x)"),
        ("case((p(x), q(y)))", "p(x), q(y)"),
        ("case((p(x), q), (r))", "(p(x), q), (r)"),
        ("case(((p)))", "(p)"),
        ("p(x)", "p(x)"),
    ],
)
def test_the_argument_of_a_wrapper_loses_one_pair_of_parentheses(goal: str, argument: str) -> None:
    assert inner(goal, "case") == argument


@pytest.mark.parametrize(
    ("goal", "negated_goal"),
    [
        ("\\+p(x)", "p(x)"),
        ("\\+ (p(x), q)", "p(x), q"),
        ("\\+ (p), (q)", "(p), (q)"),
        ("not(p(x))", "p(x)"),
        ("p(x)", None),
        ("nothing(p)", None),
    ],
)
def test_a_negation_gives_its_goal(goal: str, negated_goal: str | None) -> None:
    assert negated(goal) == negated_goal


def test_a_case_is_its_values_or_its_goal() -> None:
    goal = "case((p(x), q))"
    assert case_words(ProofStep(goal=goal, kind="control", bindings={"X": "1", "Y": "b"})) == "X = 1, Y = b"
    assert case_words(ProofStep(goal=goal, kind="control")) == "p(x), q"


def test_a_goal_is_shown_as_written_with_the_values_it_does_not_state_itself() -> None:
    step = ProofStep(goal="p(1)", kind="rule")
    assert with_values(step) == "p(1)"
    assert with_values(step.model_copy(update={"written": "p(X)"})) == "p(X)"
    bound_goal = {"written": "p(X, Y)", "bindings": {"X": "1", "Y": "b"}}
    assert with_values(step.model_copy(update=bound_goal)) == "p(X, Y) with X = 1, Y = b"
    assert with_values(step.model_copy(update={"written": "X = 1", "bindings": {"X": "1"}})) == "X = 1"
    partly = {"written": "X = 1", "bindings": {"X": "1", "Y": "b"}}
    assert with_values(step.model_copy(update=partly)) == "X = 1 with Y = b"
