"""A case and its twin can change places: each is the other with one fact changed back."""

import pytest

from probe.grammar import read_library
from probe.grammar.derivation import all_values, follow
from probe.grammar.draw import Draw
from probe.grammar.facts import Case, draw_case
from probe.grammar.plan import Plan, draw_plan
from probe.grammar.schema import Number, opposite
from probe.grammar.theory import Graph
from probe.grammar.twins import CaseTwin, draw_twin, exchange
from tests.defined import defined

LIBRARY = read_library()


def drawn(about: str, height: int) -> tuple[Plan, Case, CaseTwin]:
    """Return the first plan of a schema that has a case with a twin."""
    schema = next(one for one in LIBRARY.schemas if one.about == about)
    draw = Draw(1, about)
    graph = Graph(schema, LIBRARY.modules, common_only=False)
    for place in range(40):
        plan = draw_plan(graph, height, 0, draw.child("plan", place))
        case = plan and draw_case(plan, "first", draw.child(place))
        twin = plan and case and draw_twin(plan, case, draw.child("twin"), plan.stated_nodes())
        if plan and case and twin:
            return plan, case, twin
    raise AssertionError(f"{about}: no plan of height {height} has a twin")


@pytest.mark.parametrize(("about", "height"), [("ship_now", 2), ("cluster_size", 4), ("interface_style", 6)])
def test_an_exchanged_pair_is_a_case_with_its_twin(about: str, height: int) -> None:
    plan, case, twin = drawn(about, height)
    other, original = exchange(plan, case, twin)
    assert (other.facts, original.facts) == (twin.facts, case.facts)
    assert {name for name in case.facts if other.facts[name] != case.facts[name]} == {twin.node} == {original.node}
    for one in (case, other):
        read = defined(follow(plan, one.facts))
        assert (read.value, read.depth, read.size) == (one.right, one.depth, one.size)
    assert other.right == opposite(case.right)


@pytest.mark.parametrize(("about", "height"), [("ship_now", 2), ("cluster_size", 4), ("interface_style", 6)])
def test_exchanging_twice_changes_nothing(about: str, height: int) -> None:
    plan, case, twin = drawn(about, height)
    again, back = exchange(plan, *exchange(plan, case, twin))
    assert again == case.model_copy(update={"values": all_values(plan, case.facts)})
    assert back == twin


@pytest.mark.parametrize(("about", "height"), [("cluster_size", 5), ("rewrite_module", 7), ("read_replica", 7)])
def test_parts_are_in_proportion_to_their_whole(about: str, height: int) -> None:
    """No correction is larger than what it is added to, and two estimates of one number are near each other."""
    plan, case, twin = drawn(about, height)
    parts = [node for node in plan.graph.nodes.values() if isinstance(node, Number) and node.share]
    checked = 0
    for facts in (case.facts, twin.facts):
        values = all_values(plan, facts)
        for node in parts:
            part, whole = values.get(node.name), values.get(node.part_of or "")
            if isinstance(part, int) and isinstance(whole, int) and node.share:
                assert node.share[0] * whole / 2 - node.step <= part <= node.share[1] * whole * 2 + node.step
                checked += 1
    assert checked
