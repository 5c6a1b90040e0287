"""A plan: which nodes a text states and which the reader derives, so that the proof has the wanted depth and size."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from probe.grammar.draw import Draw
from probe.grammar.schema import ROOT, Category, Node, Number, Rule
from probe.grammar.theory import Graph, Way, renamed

MOST_RULES = 15
"""A policy has no more rules (design, section 5)."""
STEPS = 400
"""How many facts a main line is continued from, dead ends included."""
MOST_BEFORE = 3
"""A layer comes after the rules that work out what it compares, if they are no more."""


class Plan:
    """The way of each derived node; every other node that the rules read is stated.

    ``spine`` is the main line; ``unread`` nodes are derived too, but no rule reads them. What a rule derives is not
    read where it is on record if it is ``guarded``; among these, the node ``estimated`` is an estimate otherwise.
    """

    def __init__(
        self,
        graph: Graph,
        ways: dict[str, Way],
        spine: tuple[str, ...],
        *,
        guarded: frozenset[str] = frozenset(),
        estimated: str = "",
        unread: tuple[str, ...] = (),
    ) -> None:
        self.graph = graph
        self.ways = ways
        self.spine = spine
        self.guarded = guarded
        self.estimated = estimated
        self.unread = unread
        self.branches = 0
        self._dependents: dict[str, frozenset[str]] = {}

    @property
    def nodes(self) -> Mapping[str, Node]:
        """All nodes of the graph."""
        return self.graph.nodes

    def read_by(self, name: str) -> tuple[str, ...]:
        """Return the nodes that the rules for the node ``name`` read, each once."""
        return self.graph.read_by(self.ways[name])

    def restricted_to(self, ways: dict[str, Way]) -> "Plan":
        """Return the plan with fewer ``ways``, whose rules do not ask for records."""
        return Plan(self.graph, ways, self.spine)

    def rules(self) -> list[Rule]:
        """Return the rules in use, those of the action first; only the facts of a layer come before it."""
        return [rule for name in self._in_policy() for rule in self.ways[name].rules]

    def rule_groups(self) -> Iterator[tuple[tuple[Rule, ...], tuple[str, ...]]]:
        """Yield the rules that one sentence says, with its wordings, in the order of ``rules``."""
        for way in (self.ways[name] for name in self._in_policy()):
            for group in way.rules_by_sentence():
                yield group, renamed(group[0].say, way.names)

    @property
    def sentences(self) -> int:
        """How many sentences say the rules."""
        return sum(1 for _ in self.rule_groups())

    @property
    def overriding(self) -> Way | None:
        """The way of a layer or exception, if the plan has one."""
        way = self.ways.get(ROOT)
        return way if way and way.module else None

    @cached_property
    def overrides(self) -> frozenset[str]:
        """The stated facts on which it depends whether the layer or exception decides."""
        way = self.overriding
        return frozenset(self._below(way.overrides)) if way else frozenset()

    def _below(self, names: Iterable[str]) -> Iterator[str]:
        """Yield the stated facts from which ``names`` are derived."""
        for name in names:
            yield from self._below(self.graph.read_by(self.ways[name])) if name in self.ways else (name,)

    def stated_nodes(self, draw: Draw | None = None) -> list[str]:
        """Return the nodes that the text states, those from which one number is derived together.

        With a ``draw``, what one rule reads is in random order.
        """
        return [name for name in self._read_nodes(draw) if name not in self.ways]

    def reader(self, name: str) -> str:
        """Return the derived node whose rules read the node ``name``, the uppermost one if there are several."""
        return next(upper for upper in self._order() if name in self.graph.read_by(self.ways[upper]))

    def dependents_of(self, fact: str) -> frozenset[str]:
        """Return the node ``fact`` and all nodes that are derived from it, through any rule."""
        if fact not in self._dependents:
            dependents = {fact}
            # From the facts up, until nothing is added: a few rounds, because a main line has at most a dozen nodes.
            while new_nodes := {
                name for name, way in self.ways.items() if name not in dependents and dependents & set(self._reads(way))
            }:
                dependents |= new_nodes
            self._dependents[fact] = frozenset(dependents)
        return self._dependents[fact]

    def _reads(self, way: Way) -> tuple[str, ...]:
        lower_choices = [rule.lower for rule in way.rules if rule.lower]
        return (*self.graph.read_by(way), *lower_choices)

    @cached_property
    def levels(self) -> dict[str, int]:
        """How many rules of the main line lead down to each stated number that they read."""
        return {
            name: level
            for level, node in enumerate(self.spine[:-1])
            for name in self.graph.read_by(self.ways[node])
            if name not in self.ways and isinstance(self.graph.nodes[name], Number)
        }

    @cached_property
    def lowest(self) -> frozenset[str]:
        """The stated numbers that the last rules of the main line read, and no others."""
        above = {name for node, way in self.ways.items() if node != self.spine[-2] for name in self.graph.read_by(way)}
        return frozenset(self.graph.read_by(self.ways[self.spine[-2]])) - above - self.ways.keys()

    @cached_property
    def figures(self) -> int:
        """How many stated facts have a value that a table can show: numbers and sets."""
        return sum(not isinstance(self.graph.nodes[name], Category) for name in self.stated_nodes())

    @cached_property
    def words(self) -> str:
        """All sentences of the rules and the facts, and the nouns of what they are about."""
        nodes = self.graph.nodes
        texts = [sentence for _, sentences in self.rule_groups() for sentence in sentences]
        texts += [nodes[name].noun for name in self._read_nodes()]
        for name in self.stated_nodes():
            node = nodes[name]
            texts += [sentence for value in _values(node) for sentence in self.graph.sentences(name, value)]
        return " ".join(texts)

    @cached_property
    def least_words(self) -> int:
        """Return about how many words the shortest wording of the rules and of the stated facts has, or fewer."""
        wordings: list[Sequence[str]] = [sentences for _, sentences in self.rule_groups() if sentences]
        wordings += [
            [sentence for value in _values(self.graph.nodes[name]) for sentence in self.graph.sentences(name, value)]
            for name in self.stated_nodes()
        ]
        return sum(min(map(self.graph.least_words, sentences)) for sentences in wordings)

    def _read_nodes(self, draw: Draw | None = None) -> list[str]:
        """Return the nodes that the rules read, depth first."""
        nodes: dict[str, None] = {}

        def visit(name: str) -> None:
            child_names = self.graph.read_by(self.ways[name]) if name in self.ways else ()
            for child in self._in_order(child_names, draw.child(name)) if draw else child_names:
                if child not in nodes:
                    nodes[child] = None
                    visit(child)

        visit(ROOT)
        for name in self.unread:
            nodes[name] = None
            visit(name)
        return list(nodes)

    def _in_order(self, names: Sequence[str], draw: Draw) -> list[str]:
        """Return what a rule reads in random order, the choice below a layer last: it must not divide the others."""
        return sorted(draw.shuffled(names), key=self.graph.is_choice)

    def _order(self) -> list[str]:
        return [ROOT, *(name for name in self._read_nodes() if name in self.ways)]

    def _in_policy(self) -> list[str]:
        """Return the derived nodes in the order of their rules: a layer ends with "the rules below decide".

        That a record comes before an estimate is the last rule.
        """
        ordered: list[str] = []
        group: list[str] = []
        for name in reversed([name for name in self._order() if name != self.estimated]):
            if not self.graph.is_choice(name):
                group.insert(0, name)
                continue
            # The rules that decide have to follow "the rules below decide", not the rules for what the layer compares.
            leading_facts = group if self._is_layer(name) and self._count_rules(group) <= MOST_BEFORE else []
            ordered = [*leading_facts, name, *group[len(leading_facts) :], *ordered]
            group = []
        return [*ordered, *([self.estimated] if self.estimated else [])]

    def _is_layer(self, name: str) -> bool:
        return any(self.graph.is_choice(node) for node in self.graph.read_by(self.ways[name]))

    def _count_rules(self, names: Sequence[str]) -> int:
        return sum(len(self.ways[name].rules) for name in names)


def _values(node: Node) -> Iterable[str]:
    """Return the values that have sentences of their own; a number or a set has a slot for any."""
    return node.say if isinstance(node, Category) else ("",)


def draw_plan(
    graph: Graph, height: int, branches: int, draw: Draw, fewest_sentences: int = 0, *, layered: bool = False
) -> Plan | None:
    """Return a plan with a main line of ``height`` rules and ``branches`` derived nodes beside it; None if none fits.

    A ``layered`` plan has a layer or an exception, whose condition is outside the main line. Its rules need at least
    ``fewest_sentences`` sentences.
    """
    plan = _Walk(graph, draw, layered=layered).plan(height)
    for number in range(branches if plan else 0):
        plan = plan and _add_branch(plan, draw.child("branch", number))
    if plan is None or not fewest_sentences <= plan.sentences or len(plan.rules()) > MOST_RULES:
        return None
    plan.branches = branches
    return plan


class _Walk:
    """One way down from the action at random."""

    def __init__(self, graph: Graph, draw: Draw, *, layered: bool) -> None:
        self._graph = graph
        self._draw = draw
        self._layered = layered
        self._ways: dict[str, Way] = {}
        self._spine: list[str] = []
        self._tries = STEPS

    def plan(self, height: int) -> Plan | None:
        """Return a plan whose main line has ``height`` rules; None if none is found in a few steps."""
        if not self._descend(ROOT, height, 0):
            return None
        return Plan(self._graph, self._ways, tuple(self._spine))

    def _descend(self, name: str, remaining_rules: int, rules: int) -> bool:
        """Go on from ``name`` with ``remaining_rules`` rules; return whether the main line can be completed."""
        self._spine.append(name)
        if not remaining_rules:
            return True
        # Dead ends count too, so that the search ends in a schema without such a line.
        self._tries -= 1
        for way, child in self._draw.shuffled(list(self._steps(name, remaining_rules - 1))) if self._tries >= 0 else ():
            rule_count = rules + len(way.rules)
            if (
                rule_count + remaining_rules - 1 + self._graph.is_choice(child) > MOST_RULES
            ):  # a choice has two rules or more
                continue
            # Each step makes a new dictionary, so the search leaves a dead end by returning to the previous one.
            previous_ways = self._ways
            self._ways = {**self._ways, name: way}
            if self._descend(child, remaining_rules - 1, rule_count):
                return True
            self._ways = previous_ways
        self._spine.pop()
        return False

    def _steps(self, name: str, rules_below: int) -> Iterator[tuple[Way, str]]:
        """Yield ways to derive a node, each with the fact that continues the main line; others can be stated."""
        graph = self._graph
        for way in graph.ways(name):
            children = graph.read_by(way)
            if (name == ROOT and bool(way.module) is not self._layered) or set(children) & set(self._ways):
                continue
            lower_choices = [node for node in children if graph.is_choice(node)]
            unstated_nodes = lower_choices or [node for node in children if not graph.statable(node)]
            # A fact that no text can state has to be derived, but the main line derives only one fact of a rule.
            for child in children if not unstated_nodes else unstated_nodes if len(unstated_nodes) == 1 else ():
                if (rules_below or graph.statable(child)) and graph.room(child) >= rules_below:
                    yield way, child


def _add_branch(plan: Plan, draw: Draw) -> Plan | None:
    """Return ``plan`` with one more node derived beside the main line; None if there is no room for it."""
    graph = plan.graph
    branches = [
        (name, way)
        for level, parent in enumerate(plan.spine[:-2])
        for name in graph.read_by(plan.ways[parent])
        if name not in plan.ways and name not in plan.spine and level < len(plan.spine) - 2
        for way in graph.ways(name)
        if all(graph.statable(node) and node not in plan.ways for node in graph.read_by(way))
    ]
    if not branches:
        return None
    name, way = draw.choice(branches)
    return Plan(graph, {**plan.ways, name: way}, plan.spine)
