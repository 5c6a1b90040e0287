"""Modules in a graph: which schemas they override, and the errors about faulty files."""

from pathlib import Path

import pytest

from probe.errors import InputError
from probe.grammar import read_library
from probe.grammar.draw import Draw
from probe.grammar.plan import MOST_BEFORE, draw_plan
from probe.grammar.theory import Graph
from tests.grammar.composed import change, refused_line


def test_only_the_layers_that_a_schema_names_override_its_choice() -> None:
    """A team has no rule about audits for every decision."""
    library = read_library()
    for schema in library.schemas[:8]:
        graph = Graph(schema, library.modules, common_only=False)
        assert {way.module for way in graph.ways("action") if way.module} == set(schema.layers)


def test_every_module_is_used() -> None:
    """A module that no schema names is never composed, so nobody would notice its faults."""
    library = read_library()
    assert {module.name for module in library.modules} == {name for schema in library.schemas for name in schema.layers}


@pytest.mark.parametrize(
    ("before", "after", "line_has"),
    [
        ('lower = "choice_within_budget"', "", 'name = "maintenance_hours"'),
        ('lower = "', 'otherwise = "not_needed"\nlower = "', 'name = "maintenance_hours"'),
        ('gives = "left"', 'gives = "lef"', 'gives = "lef"'),
        ('name = "left"\n', 'name = "left"\npart_of = "budgets"\nshare = [0.1, 0.5]\n', 'part_of = "budgets"'),
        ('name = "left"\n', 'name = "left"\npart_of = "left"\nshare = [0.1, 0.5]\n', 'part_of = "left"'),
        ('name = "left"\n', 'name = "left"\npart_of = "budget"\n', "[[number]]"),
        ('name = "left"\n', 'name = "left"\nshare = [0.1, 0.5]\n', "[[number]]"),
    ],
)
def test_an_error_in_a_module_has_file_line_and_reason(
    small_library: Path, before: str, after: str, line_has: str
) -> None:
    path = small_library / "modules" / "maintenance_hours.toml"
    change(path, before, after)
    with pytest.raises(InputError) as error:
        read_library(small_library)
    assert line_has in refused_line(path, error.value)


def test_what_a_layer_compares_comes_before_it() -> None:
    """So "the rules below decide" is followed by the rules that decide; long calculations stay below."""
    library = read_library()
    schema = next(schema for schema in library.schemas if schema.about == "read_replica")
    graph = Graph(schema, library.modules, common_only=False)
    count = 0
    for number in range(60):
        plan = draw_plan(graph, 3, 1, Draw("layers", number), layered=True)
        outputs = [rule.gives for rule in plan.rules()] if plan else []
        choices = [index for index, name in enumerate(outputs) if graph.is_choice(name)]
        if plan and len({outputs[index] for index in choices}) > 1 and choices[0] > 0:
            count += 1
            assert choices == list(range(choices[0], choices[0] + 4))
            assert choices[0] <= MOST_BEFORE
            assert [rule for rules, _ in plan.rule_groups() for rule in rules] == plan.rules()
    assert count
