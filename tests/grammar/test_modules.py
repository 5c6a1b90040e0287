"""Modules in a graph: every fact has one meaning."""

from probe.grammar import read_library
from probe.grammar.schema import Number
from probe.grammar.theory import Graph


def test_modules_that_refine_the_same_number_share_no_fact() -> None:
    """Several of them have a number called "before"; under one name, the last one would give its words to all."""
    library = read_library()
    schema = next(one for one in library.schemas if one.about == "cluster_size")
    graph = Graph(schema, library.modules, common_only=False)
    seen: dict[str, str] = {}
    for way in graph.ways("peak_load"):
        for node in way.nodes if way.module else ():
            assert isinstance(node, Number)
            assert seen.setdefault(node.name, way.module) == way.module
            assert graph.nodes[node.name] is node
    assert len(set(seen.values())) > 4
