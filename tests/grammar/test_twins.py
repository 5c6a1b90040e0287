"""A case and its twin can be exchanged: each is the other with one fact changed back."""

import pytest

from probe.grammar import read_library
from probe.grammar.derivation import all_values, follow
from probe.grammar.draw import Draw
from probe.grammar.facts import Case, draw_case
from probe.grammar.plan import Plan, draw_plan
from probe.grammar.schema import Number, opposite
from probe.grammar.theory import Graph
from probe.grammar.twins import CaseTwin, draw_twin, exchanged
from tests.defined import defined

LIBRARY = read_library()


def first_twin(about: str, height: int) -> tuple[Plan, Case, CaseTwin]:
    """Return the first plan of a schema that has a case with a twin."""
    schema = next(schema for schema in LIBRARY.schemas if schema.about == about)
    draw = Draw(1, about)
    graph = Graph(schema, LIBRARY.modules, common_only=False)
    for seed in range(40):
        plan = draw_plan(graph, height, 0, draw.child("plan", seed))
        case = plan and draw_case(plan, "first", draw.child(seed))
        twin = plan and case and draw_twin(plan, case, draw.child("twin"), plan.stated())
        if plan and case and twin:
            return plan, case, twin
    raise AssertionError(f"{about}: no plan of height {height} has a twin")


@pytest.mark.parametrize(("about", "height"), [("ship_now", 2), ("cluster_size", 4), ("interface_style", 6)])
def test_an_exchanged_pair_is_a_case_with_its_twin(about: str, height: int) -> None:
    plan, case, twin = first_twin(about, height)
    exchanged_case, original = exchanged(plan, case, twin)
    assert (exchanged_case.facts, original.facts) == (twin.facts, case.facts)
    assert (
        {name for name in case.facts if exchanged_case.facts[name] != case.facts[name]}
        == {twin.node}
        == {original.node}
    )
    for variant in (case, exchanged_case):
        definitions = defined(follow(plan, variant.facts))
        assert (definitions.value, definitions.depth, definitions.size) == (variant.right, variant.depth, variant.size)
    assert exchanged_case.right == opposite(case.right)


@pytest.mark.parametrize(("about", "height"), [("ship_now", 2), ("cluster_size", 4), ("interface_style", 6)])
def test_exchanging_twice_changes_nothing(about: str, height: int) -> None:
    plan, case, twin = first_twin(about, height)
    same_case, same_twin = exchanged(plan, *exchanged(plan, case, twin))
    assert same_case == case.model_copy(update={"values": all_values(plan, case.facts)})
    assert same_twin == twin


@pytest.mark.parametrize(("about", "height"), [("cluster_size", 5), ("rewrite_module", 7), ("read_replica", 7)])
def test_parts_are_in_proportion_to_their_whole(about: str, height: int) -> None:
    """No correction is larger than what it is added to, and two estimates of one number are near each other."""
    plan, case, twin = first_twin(about, height)
    parts = [node for node in plan.graph.nodes.values() if isinstance(node, Number) and node.share]
    check_count = 0
    for facts in (case.facts, twin.facts):
        values = all_values(plan, facts)
        for node in parts:
            part, whole = values.get(node.name), values.get(node.part_of or "")
            if isinstance(part, int) and isinstance(whole, int) and node.share:
                assert node.share[0] * whole / 2 - node.step <= part <= node.share[1] * whole * 2 + node.step
                check_count += 1
    assert check_count
