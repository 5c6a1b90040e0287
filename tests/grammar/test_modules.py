"""Modules in a graph: every fact has one meaning."""

from probe.grammar import read_library
from probe.grammar.schema import Number
from probe.grammar.theory import Graph


def test_modules_that_refine_the_same_number_share_no_fact() -> None:
    """Several of them have a number called "before"; under one name, the last one would give its words to all."""
    library = read_library()
    schema = next(one for one in library.schemas if one.about == "cluster_size")
    typed = [one.model_copy(update={"type": "load"}) if one.name == "peak_load" else one for one in schema.number]
    schema = schema.model_copy(update={"number": tuple(typed)})
    graph = Graph(schema, library.modules, common_only=False)
    seen: dict[str, str] = {}
    for way in graph.ways("peak_load"):
        for node in way.nodes if way.module else ():
            assert isinstance(node, Number)
            assert seen.setdefault(node.name, way.module) == way.module
            assert graph.nodes[node.name] is node
    assert len(set(seen.values())) > 4


def test_only_the_layers_that_a_schema_names_override_its_choice() -> None:
    """A team has no rule about incidents for every decision."""
    library = read_library()
    for schema in library.schemas[:8]:
        graph = Graph(schema, library.modules, common_only=False)
        assert {way.module for way in graph.ways("action") if way.module} == set(schema.layers)


def test_a_module_that_refines_a_module_names_the_number_of_the_schema() -> None:
    """A reader of a table has to see what an allowance for rework is about."""
    library = read_library()
    schema = next(one for one in library.schemas if one.about == "version_upgrade")
    numbers = [one.model_copy(update={"type": "work"}) if one.name == "duration" else one for one in schema.number]
    graph = Graph(schema.model_copy(update={"number": numbers}), library.modules, common_only=False)
    review = next(way for way in graph.ways("duration") if way.module == "review")
    rework = next(way for way in graph.ways(review.nodes[0].name) if way.module == "rework")
    assert [node.noun for node in rework.nodes] == [
        "duration of the upgrade before rework",
        "allowance for rework in the duration of the upgrade",
    ]
    assert all("duration of the upgrade" in said for said in graph.sentences(rework.nodes[0].name, 1))
