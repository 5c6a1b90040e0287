"""The worked examples of a schema as programs, for the oracle to run."""

from collections.abc import Iterator

from probe.errors import InputError
from probe.grammar.derivation import follow, rules_that_apply
from probe.grammar.plan import Plan
from probe.grammar.programs import axioms, cue_line, fact_lines, programs
from probe.grammar.schema import ROOT, Example, Schema
from probe.grammar.theory import Graph, Way
from probe.values import Option, Programs
from probe.values.phrases import joined


def example_programs(schema: Schema, example: Example) -> Programs:
    """Return the programs of an ``example``, with ``first`` as option A; raise InputError if its facts do not fit."""
    plan = _plan(schema, example)
    stated_facts = {name: value for name, value in example.facts.items() if name in plan.graph.nodes}
    actions = {Option.A: schema.first.does, Option.B: schema.second.does}
    lines = fact_lines(plan, stated_facts)
    return programs(axioms(plan, plan.rules()), lines, actions, cue_line("popularity", schema, "second"), "")


def follows(schema: Schema, example: Example) -> str | None:
    """Return the action that follows from an example by the composer's own reading; None if none does."""
    derivation = follow(_plan(schema, example), example.facts)
    return str(derivation.value) if derivation else None


def why_undecided(schema: Schema, example: Example) -> str:
    """Return why no single action follows from an example: rules that apply together, or what no rule gives."""
    plan = _plan(schema, example)
    rules_by_node = {
        name: rules_that_apply(plan, example.facts, name) for name in plan.ways if not plan.graph.is_set(name)
    }
    for rules in rules_by_node.values():
        if len(rules) > 1:
            return f"the rules {joined(repr(rule.name) for rule in rules)} apply at once"
    missing_nodes = [name for name, rules in rules_by_node.items() if not rules]
    # The lowest node without a value is the cause; those above it only lack its result.
    for name in missing_nodes:
        if not set(missing_nodes).intersection(plan.graph.read_by(plan.ways[name])):
            return f"no rule for {name!r} applies"
    return "no action follows"


def _plan(schema: Schema, example: Example) -> Plan:
    """Return the plan that reads all facts of ``example`` and no others."""
    graph = Graph(schema, (), common_only=False)
    for ways in _derivations(graph, (ROOT,), frozenset(example.facts), {}):
        plan = Plan(graph, ways, (ROOT,))
        if set(plan.stated_nodes()) | (set(ways) & set(example.facts)) == set(example.facts):
            return plan
    raise InputError(f"{schema.about}: an example lacks a fact, or has a fact that no rule reads: {example.because}")


def _derivations(
    graph: Graph, names: tuple[str, ...], facts: frozenset[str], ways: dict[str, Way]
) -> Iterator[dict[str, Way]]:
    """Yield the ways to derive all ``names`` from ``facts``."""
    pending_names = [name for name in names if name not in ways]
    if not pending_names:
        yield ways
        return
    name, remaining_names = pending_names[0], tuple(pending_names[1:])
    if name in facts:
        yield from _derivations(graph, remaining_names, facts, ways)
    # A stated set may have derived members too.
    for way in graph.ways(name) if name not in facts or graph.is_set(name) else ():
        yield from _derivations(graph, (*graph.read_by(way), *remaining_names), facts, {**ways, name: way})
