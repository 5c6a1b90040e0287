"""What a dilemma requires of a reader: levels of rules, and how exact its numbers have to be."""

import pytest

from probe.grammar import read_library
from probe.grammar.derivation import follow
from probe.grammar.draw import Draw
from probe.grammar.facts import Case, draw_case
from probe.grammar.plan import Plan, draw_plan
from probe.grammar.readers import MOST_ERROR, action, required_depth, rules_within, tolerance, typical_values
from probe.grammar.theory import Graph
from probe.grammar.twins import CaseTwin, draw_twin
from tests.defined import defined

LIBRARY = read_library()


@pytest.fixture(scope="module")
def drawn_case() -> tuple[Plan, Case, CaseTwin]:
    """Return a case of five rules on the main line whose twin differs in a number that only the last of them reads."""
    graph = Graph(next(schema for schema in LIBRARY.schemas if schema.about == "cluster_size"), (), common_only=False)
    for seed in range(200):
        draw = Draw("readers", seed)
        plan = draw_plan(graph, 5, 0, draw)
        case = plan and draw_case(plan, "first", draw)
        twin = plan and case and draw_twin(plan, case, draw, plan.lowest)
        if plan and case and twin and all(isinstance(case.values[name], int) for name in plan.spine[1:]):
            return plan, case, twin
    raise AssertionError("no plan has such a twin")


def test_a_reader_who_stops_above_the_changed_number_gives_the_same_answer(
    drawn_case: tuple[Plan, Case, CaseTwin],
) -> None:
    """So the whole depth is required: five rules, and the one that decides."""
    plan, case, twin = drawn_case
    for levels in range(1, 5):
        reachable_rules, guesses = rules_within(plan, levels)
        values = {name: typical_values(plan.graph.nodes[name])[0] for name in guesses}
        assert action(reachable_rules, {**case.facts, **values}) == action(reachable_rules, {**twin.facts, **values})
    assert required_depth(plan, case.facts, twin.facts) == 6


def test_the_twin_of_a_number_at_the_top_requires_less(drawn_case: tuple[Plan, Case, CaseTwin]) -> None:
    """Where it is far from what it is compared with, any typical value leads to the right side: one rule suffices."""
    plan, case, _ = drawn_case
    top = next(name for name, level in plan.levels.items() if level == 0)
    value = case.facts[top]
    assert isinstance(value, int)
    extreme_facts = [{**case.facts, top: value * factor} for factor in (1000, 0)]
    assert {action(plan, facts) for facts in extreme_facts} == {"first", "second"}
    assert required_depth(plan, *extreme_facts) == 2


def test_an_error_of_the_tolerance_changes_the_action_and_a_smaller_one_does_not(
    drawn_case: tuple[Plan, Case, CaseTwin],
) -> None:
    plan, case, _ = drawn_case
    margin = tolerance(plan, case.facts, case.values)
    for name, error in zip(plan.spine[1:-1], margin, strict=True):
        value = case.values[name]
        assert isinstance(value, int)
        if error is None:
            continue
        assert 0 < error < MOST_ERROR
        larger = {action(plan, {**case.facts, name: value * (1 + sign * error * 1.1)}) for sign in (1, -1)}
        smaller = {action(plan, {**case.facts, name: value * (1 + sign * error * 0.8)}) for sign in (1, -1)}
        assert "second" in larger
        assert smaller == {"first"}


def test_calculations_and_deductions_are_the_whole_proof(drawn_case: tuple[Plan, Case, CaseTwin]) -> None:
    plan, case, _ = drawn_case
    definitions = defined(follow(plan, case.facts))
    assert 0 < definitions.calculations < definitions.size == case.size
