"""Modules in a graph: every fact has one meaning."""

from probe.grammar import read_library
from probe.grammar.schema import Number
from probe.grammar.theory import Graph


def priced() -> Graph:
    """Return the graph of a schema with a price that several modules refine."""
    library = read_library()
    schema = next(one for one in library.schemas if one.about == "cluster_size")
    typed = [one.model_copy(update={"type": "fee"}) if one.name == "peak_load" else one for one in schema.number]
    return Graph(schema.model_copy(update={"number": tuple(typed)}), library.modules, common_only=False)


def test_modules_that_refine_the_same_number_share_no_fact() -> None:
    """Under one name, the last one would give its words to all."""
    graph = priced()
    seen: dict[str, str] = {}
    for way in graph.ways("peak_load"):
        for node in way.nodes if way.module else ():
            assert isinstance(node, Number)
            assert seen.setdefault(node.name, way.module) == way.module
            assert graph.nodes[node.name] is node
    assert {"discount", "price_rise", "tax"} <= set(seen.values())


def test_only_the_layers_that_a_schema_names_override_its_choice() -> None:
    """A team has no rule about audits for every decision."""
    library = read_library()
    for schema in library.schemas[:8]:
        graph = Graph(schema, library.modules, common_only=False)
        assert {way.module for way in graph.ways("action") if way.module} == set(schema.layers)


def test_a_module_that_refines_a_module_names_the_number_of_the_schema() -> None:
    """A reader of a table has to see what a list price is about."""
    graph = priced()
    root = graph.nodes["peak_load"].noun
    tax = next(way for way in graph.ways("peak_load") if way.module == "tax")
    discount = next(way for way in graph.ways(tax.nodes[0].name) if way.module == "discount")
    assert tax.nodes[0].noun == f"{root} before tax"
    assert [node.noun for node in discount.nodes] == [f"list price behind the {root}", "discount on the list price"]
    assert all(root in said for said in graph.sentences(discount.nodes[0].name, 1))
