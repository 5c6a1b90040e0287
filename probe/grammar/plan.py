"""A plan: which nodes a text states and which the reader derives, so that the proof has the wanted depth and size."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from probe.grammar.draw import Draw
from probe.grammar.schema import ROOT, Category, Number, Rule, Side
from probe.grammar.theory import Graph, Way, renamed, sides_of
from probe.grammar.variants import least_words

MOST_RULES = 15
"""A policy has no more rules (design, section 5)."""
STEPS = 400
"""How many facts a main line is continued from, dead ends included."""
MOST_BEFORE = 3
"""A layer comes after the rules that work out what it compares, if they are no more."""
OVERRIDE = 3
"""One in so many layers and exceptions that may override the choice does so."""


class Plan:
    """The way of each derived node; every other node that the rules read is stated.

    ``spine`` is the main line. At the choice ``overridden``, if any, the main line is that of a layer or exception.
    """

    def __init__(self, graph: Graph, ways: dict[str, Way], spine: tuple[str, ...], overridden: str = "") -> None:
        self.graph = graph
        self.ways = ways
        self.spine = spine
        self.overridden = overridden
        self.branches = 0

    def rules(self) -> list[Rule]:
        """Return the rules in use, those of the action first; only the facts of a layer come before it."""
        return [rule for name in self._in_policy() for rule in self.ways[name].rules]

    def spoken_rules(self) -> Iterator[tuple[Rule, tuple[str, ...]]]:
        """Yield each rule with its sentences, in the order of ``rules``."""
        for way in (self.ways[name] for name in self._in_policy()):
            for rule in way.rules:
                yield rule, renamed(rule.say, way.names)

    def stated(self, draw: Draw | None = None) -> list[str]:
        """Return the nodes that the text states, those from which one number is derived together.

        With a ``draw``, what one rule reads is in random order.
        """
        return [name for name in self._reached(draw) if name not in self.ways]

    def reader(self, name: str) -> str:
        """Return the derived node whose rules read the node ``name``, the uppermost one if there are several."""
        return next(one for one in self._order() if name in self.graph.read_by(self.ways[one]))

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
    def figures(self) -> int:
        """How many stated facts have a value that a table can show: numbers and sets."""
        return sum(not isinstance(self.graph.nodes[name], Category) for name in self.stated())

    @cached_property
    def least_words(self) -> int:
        """Return about how many words the shortest wording of the rules and of the stated facts has, or fewer."""
        said: list[Sequence[str]] = [sentences for _, sentences in self.spoken_rules()]
        for name in self.stated():
            node = self.graph.nodes[name]
            values = node.say if isinstance(node, Category) else ("",)
            said.append([one for value in values for one in self.graph.sentences(name, value)])
        named = {
            f"{{{side}_{form}}}": getattr(self.graph.schema.action(of), form)
            for side, of in sides_of(self.graph.schema.smaller).items()
            for form in ("base", "ing")
        }
        return sum(min(least_words(_filled(one, named)) for one in sentences) for sentences in said)

    def cut(self, height: int) -> "Plan":
        """Return the plan whose main line is only ``height`` rules long: the node below is stated instead."""
        end = self.spine[height]
        return Plan(
            self.graph,
            {name: way for name, way in self.ways.items() if name != end},
            self.spine[: height + 1],
            self.overridden,
        )

    def _reached(self, draw: Draw | None = None) -> list[str]:
        """Return the nodes that the rules read, depth first."""
        found: dict[str, None] = {}

        def visit(name: str) -> None:
            below = self.graph.read_by(self.ways[name]) if name in self.ways else ()
            for read in self._in_order(below, draw.child(name)) if draw else below:
                if read not in found:
                    found[read] = None
                    visit(read)

        visit(ROOT)
        return list(found)

    def _in_order(self, below: Sequence[str], draw: Draw) -> list[str]:
        """Return what a rule reads in random order, the choice below a layer last: it must not divide the others."""
        return sorted(draw.shuffled(below), key=self.graph.is_choice)

    def _order(self) -> list[str]:
        return [ROOT, *(name for name in self._reached() if name in self.ways)]

    def _in_policy(self) -> list[str]:
        """Return the derived nodes in the order of their rules: a layer ends with "the rules below decide"."""
        found: list[str] = []
        own: list[str] = []
        for name in reversed(self._order()):
            if not self.graph.is_choice(name):
                own.insert(0, name)
                continue
            before = own if self._is_layer(name) and self._count(own) <= MOST_BEFORE else []
            found = [*before, name, *own[len(before) :], *found]
            own = []
        return found

    def _is_layer(self, name: str) -> bool:
        return any(self.graph.is_choice(read) for read in self.graph.read_by(self.ways[name]))

    def _count(self, names: Sequence[str]) -> int:
        return sum(len(self.ways[name].rules) for name in names)


def _filled(sentence: str, named: Mapping[str, str]) -> str:
    for slot, words in named.items():
        sentence = sentence.replace(slot, words)
    return sentence


def draw_plan(  # noqa: PLR0917
    graph: Graph, height: int, branches: int, overriding: Side | None, draw: Draw, fewest: int = 0
) -> Plan | None:
    """Return a plan with a main line of ``height`` rules and ``branches`` derived nodes beside it; None if none fits.

    Layers and exceptions may override the choice with the action ``overriding``. ``fewest``: how many rules it needs.
    """
    plan = _Walk(graph, overriding, draw).plan(height)
    for number in range(branches if plan else 0):
        plan = plan and _branched(plan, draw.child("branch", number))
    if plan is None or not fewest <= len(plan.rules()) <= MOST_RULES:
        return None
    plan.branches = branches
    return plan


class _Walk:
    """One way down from the action at random."""

    def __init__(self, graph: Graph, overriding: Side | None, draw: Draw) -> None:
        self._graph = graph
        self._overriding = overriding
        self._draw = draw
        self._ways: dict[str, Way] = {}
        self._spine: list[str] = []
        self._overridden = ""
        self._tries = STEPS

    def plan(self, height: int) -> Plan | None:
        """Return a plan whose main line has ``height`` rules; None if none is found in a few steps."""
        if not self._down(ROOT, height, 0):
            return None
        return Plan(self._graph, self._ways, tuple(self._spine), self._overridden)

    def _down(self, name: str, left: int, rules: int) -> bool:
        """Go on from ``name`` with ``left`` rules; return whether the main line can be completed."""
        self._spine.append(name)
        if not left:
            return True
        self._tries -= 1
        for way, child in self._in_turn(list(self._steps(name, left - 1))) if self._tries >= 0 else ():
            beside = [one for one in self._graph.read_by(way) if self._graph.is_choice(one) and one != child]
            usual = {one: self._graph.ways(one)[0] for one in beside}
            more = rules + sum(len(one.rules) for one in (way, *usual.values()))
            if more + left - 1 + self._graph.is_choice(child) > MOST_RULES:  # a choice has two rules or more
                continue
            before = self._ways, self._overridden
            self._ways = {**self._ways, name: way, **usual}
            self._overridden = name if child in way.overrides and self._graph.is_choice(name) else self._overridden
            if self._down(child, left - 1, more):
                return True
            self._ways, self._overridden = before
        self._spine.pop()
        return False

    def _in_turn(self, steps: list[tuple[Way, str]]) -> Iterator[tuple[Way, str]]:
        """Yield ``steps`` in random order, way by way; where a layer may override, in one draw of OVERRIDE it does."""
        by_way: dict[int, list[tuple[Way, str]]] = {}
        for way, child in steps:
            by_way.setdefault(id(way), []).append((way, child))
        for own in self._draw.shuffled(list(by_way.values())):
            first = self._draw.below(OVERRIDE) == 0
            yield from sorted(self._draw.shuffled(own), key=lambda step: (step[1] in step[0].overrides) is not first)

    def _steps(self, name: str, below: int) -> Iterator[tuple[Way, str]]:
        """Yield ways to derive a node, each with the fact that continues the main line; others can be stated."""
        graph = self._graph
        used = _used(self._ways)
        for way in graph.ways(name):
            read = graph.read_by(way)
            if way.module in used or set(read) & set(self._ways):
                continue
            lower = [one for one in read if graph.is_choice(one)]
            others = [one for one in read if not graph.statable(one) and one not in lower]
            with_own = used | {way.module} if way.module else used
            for child in read if not others else others if len(others) == 1 else ():
                if child in way.overrides:
                    fits = self._may_override(way, child) and (below > 0 or not lower)
                else:
                    fits = child in lower if lower else True
                if fits and (below or graph.statable(child)) and graph.room(child, with_own) >= below:
                    yield way, child

    def _may_override(self, way: Way, child: str) -> bool:
        return any(rule.value == self._overriding and child in rule.names(self._graph.nodes) for rule in way.overriding)


def _used(ways: Mapping[str, Way]) -> frozenset[str]:
    return frozenset(way.module for way in ways.values() if way.module)


def _branched(plan: Plan, draw: Draw) -> Plan | None:
    """Return ``plan`` with one more node derived beside the main line; None if there is no room for it."""
    graph, used = plan.graph, {way.module for way in plan.ways.values() if way.module}
    places = [
        (name, way)
        for place, parent in enumerate(plan.spine[:-2])
        for name in graph.read_by(plan.ways[parent])
        if name not in plan.ways and name not in plan.spine and place < len(plan.spine) - 2
        for way in graph.ways(name)
        if way.module not in used and all(graph.statable(read) and read not in plan.ways for read in graph.read_by(way))
    ]
    if not places:
        return None
    name, way = draw.choice(places)
    return Plan(graph, {**plan.ways, name: way}, plan.spine, plan.overridden)
