"""How often layers override the choice, and what twins record."""

from itertools import product

from probe.grammar import GrammarAuthor, read_library
from probe.grammar.draw import Draw
from probe.grammar.plan import OVERRIDE, draw_plan
from probe.grammar.schema import SIDES
from probe.grammar.theory import Graph
from probe.values import Bias
from tests.grammar.composed import origin

SHARE = (0.05, 1 / OVERRIDE)
"""Bounds of the share of overriding layers; it is below one in OVERRIDE, because not every depth has room."""


def test_a_layer_that_may_override_the_choice_sometimes_does() -> None:
    """About one in seven: less often, and no one has to read it; more often, and its presence gives the answer away."""
    library = read_library()
    found = []
    for schema in library.schemas[:6]:
        graph = Graph(schema, library.modules, common_only=False)
        for side, number in product(SIDES, range(20)):
            plan = draw_plan(graph, 3, 0, side, Draw("share", schema.about, side, number))
            ways = plan.ways.items() if plan else ()
            able = [name for name, way in ways if any(rule.value == side for rule in way.overriding)]
            found += [plan is not None and plan.overridden == name for name in able]
    low, high = SHARE
    assert len(found) > 60
    assert low < sum(found) / len(found) < high


def test_original_and_twin_record_their_own_size() -> None:
    """They differ only where a layer or exception overrides one of both."""
    author = GrammarAuthor({"depth": "3-5"}, seed=2)
    for index in range(12):
        one = author.candidate(Bias.BANDWAGON, index)
        assert one.twin
        assert one.programs
        layered = any(name in one.programs.axioms for name in ("choice_", "none_open", "with_room", "neither_of_both"))
        assert origin(one, "size") == origin(one, "twin_size") or layered
