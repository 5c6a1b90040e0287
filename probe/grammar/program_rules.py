"""The rules and facts of a composed program, read from its clauses: all that a reader of a dataset has.

Clauses are in the form in which ``programs.py`` writes them. Another program has no rules that can be read.
"""

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from probe.grammar.derivation import Rules
from probe.grammar.schema import ROOT, OverridingRule, Rule
from probe.grammar.theory import Way

MOST_CLAUSES = 60
"""A composed program has fewer rules."""

HEAD = re.compile(r"(value\((?P<figure>\w+), (?P<of>\w+)\)|(?P<name>\w+)\((?P<value>\w+)\)) :-")
GOAL = re.compile(r"(value\((?P<figure>\w+), (?P<of>\w+)\)|(?P<name>\w+)\((?P<value>\w+)\))")
GUARD = re.compile(r"\\\+ recorded\(\w+, _\)")
TEST = re.compile(r"(?P<left>[\w+*/() -]+) (?P<operator>>=|=<|>|<|\\==) (?P<right>[\w+*/() -]+)")
RESULT = re.compile(r"Result is (?P<calculation>[\w+*/() -]+)")
FACT = re.compile(r"(?:recorded\((?P<figure>\w+), (?P<of>\w+)\)|(?P<name>[a-z]\w*)\((?P<value>\w+)\))\.")
VARIABLE = re.compile(r"\b[A-Z]\w*")
COMPARISONS = {"=<": "<=", "\\==": "!="}
SHARED_VARIABLE = "Shared"
"""The variable of a member that two sets have in common."""
GENERAL_GOALS = ("recorded(Figure, Value)", "admissible(Kind)")
"""First goals of the clauses that are in many programs and give no figure and no action of their own."""

StatedValues = Mapping[str, float | str | tuple[str, ...]]


class NotComposedError(ValueError):
    """A program is not in the form of the grammar."""


class ProgramRules:
    """The rules of a program, by what they give; ``sets`` are the nodes that have members."""

    def __init__(self, ways: dict[str, Way], sets: frozenset[str]) -> None:
        self.ways = ways
        self.sets = sets

    @cached_property
    def nodes(self) -> Container[str]:
        """All nodes that a rule gives or reads."""
        return {*self.ways, *(name for derived_node in self.ways for name in self.read_by(derived_node))}

    def read_by(self, name: str) -> tuple[str, ...]:
        """Return the nodes that the rules for the node ``name`` read, each once."""
        return self.ways[name].read or ()

    def restricted_to(self, ways: dict[str, Way]) -> "ProgramRules":
        """Return the same with fewer ``ways``."""
        return ProgramRules(ways, self.sets)


class ReadProgram(NamedTuple):
    """The rules of a program, the facts that they read, and the figure on record among these, if there is one."""

    rules: ProgramRules
    facts: StatedValues
    record: str | None


def read_program(axioms: str, program: str) -> ReadProgram | None:
    """Return what a composed program says; None for a program of another form.

    Numbers are floats, so that no calculation of a program by someone else takes long.
    """
    try:
        rules = _rules(axioms)
        return _read_facts(rules, program)
    except ValueError:  # also for rules that the grammar would not allow
        return None


def _rules(axioms: str) -> ProgramRules:
    sets: set[str] = set()
    groups: dict[str, list[Rule]] = {}
    reads: dict[str, dict[str, None]] = {}
    for head, goals in _clauses(axioms):
        if goals[0] in GENERAL_GOALS:
            continue
        body = _Body(goals)
        rule = _rule(head, body)
        sets |= body.sets
        groups.setdefault(rule.gives, []).append(rule)
        reads.setdefault(rule.gives, {}).update(dict.fromkeys(body.read_nodes))
    ways = {}
    for name, rules in groups.items():
        ways[name] = Way(rules)
        ways[name].read = tuple(reads[name])
    program_rules = ProgramRules(ways, frozenset(sets))
    if ROOT not in ways or _is_circular(program_rules):
        raise NotComposedError("no decision follows")
    return program_rules


def _clauses(axioms: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the head and the goals of each rule; facts among the axioms are not rules."""
    count = 0
    for text in re.split(r"(?<=\.)\n", axioms):
        lines = [line.strip() for line in text.splitlines()]
        if len(lines) < 2:
            continue
        count += 1
        # Datasets come from anyone, and reading one must not take forever.
        if count > MOST_CLAUSES:
            raise NotComposedError("too many rules")
        yield lines[0], [goal[:-1] for goal in lines[1:]]


class _Body:
    """The goals of a clause as a rule says them; ``nodes`` are those that it reads, by the variable of their value."""

    def __init__(self, goals: Sequence[str]) -> None:
        self.nodes: dict[str, str] = {}
        self.conditions: list[str] = []
        self.calculation: str | None = None
        self.lower_choice: str | None = None
        self.sets: set[str] = set()
        for goal in goals:
            self._add(goal)

    def _add(self, goal: str) -> None:
        # A fact about a derived node comes first in any case, so the guard adds nothing for a reader.
        if GUARD.fullmatch(goal):
            return
        if goal_match := GOAL.fullmatch(goal):
            self._read(*_node(goal_match))
        elif test_match := TEST.fullmatch(goal):
            sides = [self._with_node_names(test_match[side]) for side in ("left", "right")]
            self.conditions.append(f" {COMPARISONS.get(test_match['operator'], test_match['operator'])} ".join(sides))
        elif result_match := RESULT.fullmatch(goal):
            self.calculation = self._with_node_names(result_match["calculation"])
        else:
            raise NotComposedError(goal)

    def _read(self, name: str, value: str) -> None:
        # An overriding rule reads the choice below it, which may be any node.
        if value == "_":
            self.lower_choice = name
        elif not value[0].isupper():
            self.conditions.append(f"{name} == {value}")
            self.nodes[name] = name
        elif value in self.nodes:
            self.conditions.append(f"{self.nodes[value]} {'&' if value == SHARED_VARIABLE else '=='} {name}")
            self.sets.update((self.nodes[value], name) if value == SHARED_VARIABLE else ())
            self.nodes[name] = name
        else:
            self.nodes[value] = name

    def _with_node_names(self, text: str) -> str:
        """Return a calculation with the names of nodes for variables, in the form of a schema."""
        unknown_variables = set(VARIABLE.findall(text)) - self.nodes.keys()
        if unknown_variables:
            raise NotComposedError(text)
        return VARIABLE.sub(lambda variable: self.nodes[variable[0]], text).replace("//", "/")

    @property
    def read_nodes(self) -> list[str]:
        """The nodes that the clause reads."""
        return [*self.nodes.values(), *([self.lower_choice] if self.lower_choice else [])]


def _rule(head: str, body: _Body) -> Rule:
    """Return a clause as a rule."""
    match = HEAD.fullmatch(head)
    if match is None:
        raise NotComposedError(head)
    derived_node, result = _node(match)
    fields: dict[str, object] = {
        "name": derived_node,
        "gives": derived_node,
        "when": " and ".join(body.conditions) or None,
    }
    if result[0].isupper():
        fields["is"] = body.calculation or body.nodes.get(result)
    else:
        fields["value"] = result
    below = body.lower_choice
    rule = OverridingRule.model_validate({**fields, "below": below}) if below else Rule.model_validate(fields)
    _ = rule.conditions, rule.term  # raises ValueError for what no rule says
    return rule


def _node(match: re.Match[str]) -> tuple[str, str]:
    """Return the node and the argument of a goal; the action is that of the schema."""
    name, value = match["figure"] or match["name"], match["of"] or match["value"]
    return (ROOT if name == "called_for" else name), value


def _is_circular(rules: Rules) -> bool:
    """Return whether a node is derived from itself."""
    visited_nodes: set[str] = set()

    def visit(name: str, ancestors: frozenset[str]) -> bool:
        if name in ancestors:
            return True
        if name in visited_nodes or name not in rules.ways:
            return False
        visited_nodes.add(name)
        return any(visit(child, ancestors | {name}) for child in rules.read_by(name))

    return any(visit(name, frozenset()) for name in rules.ways)


def _read_facts(rules: ProgramRules, program: str) -> ReadProgram:
    """Return the facts of a program that the rules read."""
    facts: dict[str, float | str | tuple[str, ...]] = {}
    record = None
    for line in program.splitlines():
        match = FACT.fullmatch(line)
        if match is None:
            continue
        name, value = _node(match)
        if name not in rules.nodes:
            continue
        record = name if match["figure"] else record
        if name in rules.sets:
            facts[name] = (*_members(facts.get(name, ())), value)
        elif name in facts:
            # With two values of one fact, no reader could say which one counts.
            raise NotComposedError(line)
        else:
            facts[name] = float(value) if value.isdecimal() else value
    return ReadProgram(rules, facts, record)


def _members(value: object) -> Iterable[str]:
    return value if isinstance(value, tuple) else ()
