"""A schema with the modules that may refine its numbers: the nodes, and the ways to derive each."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from probe.grammar.expressions import Condition, conditions
from probe.grammar.practice_library import Size
from probe.grammar.schema import (
    ROOT,
    Category,
    Module,
    ModuleNumber,
    Node,
    Number,
    RenamedRule,
    Rule,
    Schema,
    Side,
    opposite,
)

SLOT = re.compile(r"\{([a-z][a-z0-9_]*)\}")

CHOICE = Category(name=ROOT, noun="choice", say={})
"""The node of the action; a layer brings another one, for what the rules below it give."""


class Naming(NamedTuple):
    """How the words of a module are adapted.

    ``names`` of its facts, the ``noun`` of the number that it refines, and ``root``, that of the schema's number.
    """

    names: Mapping[str, str]
    noun: str
    root: str

    @classmethod
    def of(cls, parent: Number, names: Mapping[str, str]) -> "Naming":
        """Return the naming of what refines ``parent``."""
        return cls(names, parent.noun, parent.root or parent.noun)

    def said(self, sentences: Sequence[str]) -> tuple[str, ...]:
        """Return the sentences with slots renamed and the nouns in place."""
        return tuple(self.word(text) for text in sentences)

    def word(self, text: str) -> str:
        """Return a text with slots renamed and the nouns in place."""
        text = text.replace("{noun}", self.noun).replace("{root}", self.root)
        return SLOT.sub(lambda slot: "{" + self.names.get(slot.group(1), slot.group(1)) + "}", text)


class Way:
    """One way to derive a node: its rules, and the nodes that they bring along (those of a module).

    The sentences of a module's rules and nodes are as in its file; ``naming`` adapts them where they are needed.
    ``overriding`` are the rules by which a layer or exception overrides the choice, ``overrides`` the facts they read.
    """

    def __init__(
        self, rules: Sequence[Rule], nodes: Sequence[Node] = (), module: str = "", naming: Naming | None = None
    ) -> None:
        self.rules = tuple(rules)
        self.nodes = tuple(nodes)
        self.module = module
        self.naming = naming
        self.overrides: frozenset[str] = frozenset()
        self.overriding: tuple[Rule, ...] = ()
        self.read: tuple[str, ...] | None = None
        self.plausible: tuple[Condition, ...] = ()


class Graph:
    """The nodes of a schema and the ways to derive them; modules are instantiated as they are used."""

    def __init__(self, schema: Schema, modules: Sequence[Module], *, common_only: bool, size: Size = "medium") -> None:
        self.schema = schema = schema.sized(size)
        usable = [module for module in modules if not common_only or all(rule.common for rule in module.rule)]
        self.modules = [module.sized(size) for module in usable]
        self.common_only = common_only
        self.nodes: dict[str, Node] = {node.name: node for node in (CHOICE, *schema.nodes)}
        self._sides: dict[str, Side] = sides_of(schema.smaller)
        self._own = frozenset(self.nodes)
        self._fitting: dict[str, tuple[int, frozenset[str]]] = {}
        self._ways: dict[str, list[Way]] = {}
        self._inner: dict[str, list[Way]] = {}
        self._namings: dict[str, Naming] = {}
        self._modules: dict[str, list[Module]] = {}
        self._plausible: dict[str, list[Condition]] = {}
        self._expect(read for text in schema.plausible for read in conditions(text))

    @cached_property
    def schema_ways(self) -> dict[str, list[Way]]:
        """The ways of the schema's own rules, by node."""
        groups: dict[tuple[str, str], list[Rule]] = {}
        for rule in self.schema.rule:
            groups.setdefault((rule.gives, rule.way), []).append(rule)
        ways: dict[str, list[Way]] = {}
        for (gives, _), rules in groups.items():
            if not self.common_only or all(rule.common for rule in rules):
                ways.setdefault(gives, []).append(Way(rules))
        return ways

    def ways(self, name: str) -> list[Way]:
        """Return the ways to derive the node ``name``: by its own rules, and by modules that fit its type."""
        if name not in self._ways:
            found = list(self.schema_ways.get(name, ()))
            node = self.nodes.get(name)
            if self.is_choice(name):
                base = [way.rules for way in self.schema_ways[ROOT]]
                found = [Way([_gives(rule, name) for rule in rules]) for rules in base]
                fitting = self._modules_for(name)
                found += [layer(one, name, self._sides) for one in fitting if one.lower]
                found += [
                    exception(one, name, rules, self._sides) for one in fitting if one.otherwise for rules in base
                ]
            elif isinstance(node, Number):
                found += [instance(one, node) for one in self._modules_for(name)]
            self._ways[name] = [self._taken_in(way, name) for way in found] + self._inner.get(name, [])
        return self._ways[name]

    def _taken_in(self, way: Way, name: str) -> Way:
        """Return the rules of ``way`` that give ``name``.

        Its facts, and how those are derived, become part of the graph.
        """
        self.nodes.update({node.name: node for node in way.nodes})
        self._expect(way.plausible)
        for other in dict.fromkeys(rule.gives for rule in way.rules if rule.gives != name):
            self._inner[other] = [Way([rule for rule in way.rules if rule.gives == other], naming=way.naming)]
        if way.naming:
            self._namings.update(dict.fromkeys((node.name for node in way.nodes), way.naming))
        taken = Way([rule for rule in way.rules if rule.gives == name], way.nodes, way.module, way.naming)
        if self.is_choice(name) and way.module:
            own = {node.name for node in way.nodes if not self.is_choice(node.name)}
            taken.overriding = tuple(rule for rule in taken.rules if rule.value and set(rule.names(self.nodes)) <= own)
            taken.overrides = frozenset(name for rule in taken.overriding for name in rule.names(own))
        return taken

    def plausible(self, name: str) -> Sequence[Condition]:
        """Return what has to hold of the number ``name`` and others so that they are plausible together."""
        return self._plausible.get(name, ())

    def _expect(self, found: Iterable[Condition]) -> None:
        for condition in found:
            for name in condition.names():
                self._plausible.setdefault(name, []).append(condition)

    def room(self, name: str, used: frozenset[str]) -> int:
        """Return about how many rules can lead down from a node without the modules in ``used``; rarely fewer."""
        height, modules = self._below(name)
        return height + len(modules - used)

    def _below(self, name: str) -> tuple[int, frozenset[str]]:
        """Return how many rules of its own lead down from a node, and the modules that fit it or what it reads."""
        if name not in self._fitting:
            own_ways = self.schema_ways.get(ROOT if self.is_choice(name) else name, [])
            ways = [*own_ways, *self._inner.get(name, ())]
            below = [self._below(read) for way in ways for read in self.read_by(way)]
            height = 1 + max(levels for levels, _ in below) if below else 0
            fitting = self._modules_for(name)
            deeper = name in self._inner or any(rule.gives != "it" for module in fitting for rule in module.rule)
            own = frozenset(module.name for module in fitting)
            self._fitting[name] = max(height, deeper), own.union(*(modules for _, modules in below))
        return self._fitting[name]

    def is_choice(self, name: str) -> bool:
        """Return whether the node is the action, or what the rules below a layer give."""
        return name == ROOT or (isinstance(node := self.nodes.get(name), Category) and node.noun == CHOICE.noun)

    def _modules_for(self, name: str) -> list[Module]:
        """Return the modules that give the node."""
        if name not in self._modules:
            self._modules[name] = [module for module in self.modules if self._fits(module, name)]
        return self._modules[name]

    def _fits(self, module: Module, name: str) -> bool:
        """Return whether ``module`` gives the node: a choice whose schema names it, or a number of its types."""
        if self.is_choice(name):
            return ROOT in module.for_types and module.name in self.schema.layers
        node = self.nodes[name]
        return isinstance(node, Number) and node.type in module.for_types

    def read_by(self, way: Way) -> tuple[str, ...]:
        """Return the nodes that the rules of ``way`` read, each once."""
        if way.read is None:
            way.read = tuple(dict.fromkeys(name for rule in way.rules for name in rule.names(self.nodes)))
        return way.read

    def statable(self, name: str) -> bool:
        """Return whether a text can state the node."""
        return bool(self.nodes[name].say)

    def sentences(self, name: str, value: object) -> tuple[str, ...]:
        """Return the sentences that state the ``value`` of a node."""
        node = self.nodes[name]
        said = node.say[str(value)] if isinstance(node, Category) else node.say
        naming = self._namings.get(name)
        return naming.said(said) if naming else said


def sides_of(smaller: Side | None) -> dict[str, Side]:
    """Return the actions that the rules of a module may name."""
    sides: dict[str, Side] = {"first": "first", "second": "second"}
    if smaller:
        sides |= {"smaller": smaller, "larger": opposite(smaller)}
    return sides


def layer(module: Module, name: str, sides: Mapping[str, Side]) -> Way:
    """Return ``module`` as a layer that gives the choice ``name``, or leads to the choice below it."""
    assert module.lower is not None
    way = instance(module, Number(name=name, noun="choice", range=(0, 1)))
    below = CHOICE.model_copy(update={"name": module.lower})
    return _adapted(way, _sided(way.rules, sides), (below, *way.nodes))


def exception(module: Module, name: str, base: Sequence[Rule], sides: Mapping[str, Side]) -> Way:
    """Return ``module`` as an exception to the choice rules ``base``, which then have a further condition."""
    way = instance(module, Number(name=name, noun="choice", range=(0, 1)))
    otherwise = f"{module.name}_{module.otherwise}"
    usual = [
        _gives(rule, name).model_copy(update={"when": f"{rule.when} and {otherwise}" if rule.when else otherwise})
        for rule in base
    ]
    return _adapted(way, [*_sided(way.rules, sides), *usual], way.nodes)


def _adapted(way: Way, rules: Sequence[Rule], nodes: Sequence[Node]) -> Way:
    """Return the ``way`` of a module with other rules and nodes."""
    found = Way(rules, nodes, way.module, way.naming)
    found.plausible = way.plausible
    return found


def _sided(rules: Sequence[Rule], sides: Mapping[str, Side]) -> list[Rule]:
    return [rule.model_copy(update={"value": sides.get(str(rule.value), rule.value)}) for rule in rules]


def _gives(rule: Rule, name: str) -> Rule:
    """Return a choice rule as it gives the choice ``name``."""
    return rule if rule.gives == name else rule.model_copy(update={"gives": name})


def instance(module: Module, parent: Number) -> Way:
    """Return ``module`` for the number ``parent``.

    Its names get the parent's name and its own as a prefix, because several modules refine the same number; its words
    get the parent's noun.
    """
    own = [*(number.name for number in module.number), *(category.name for category in module.category)]
    prefix = module.name if ROOT in module.for_types else f"{parent.name}_{module.name}"
    names = {name: f"{prefix}_{name}" for name in own} | {"it": parent.name}
    naming = Naming.of(parent, names)

    numbers = [_number(number, parent, naming) for number in module.number]
    categories = [
        Category(
            name=names[category.name],
            noun=naming.word(category.noun),
            say=category.say,
            twin=category.twin,
        )
        for category in module.category
    ]
    rules = [
        RenamedRule(
            name=rule.name,
            gives=names[rule.gives],
            value=rule.value,
            way=rule.way,
            common=rule.common,
            say=rule.say,
            origin=rule,
            renaming=names,
        )
        for rule in module.rule
    ]
    way = Way(rules, (*numbers, *categories), module.name, naming)
    way.plausible = tuple(read.renamed(names) for text in module.plausible for read in conditions(text))
    return way


def spoken(way: Way) -> tuple[list[Rule], list[Node]]:
    """Return the rules and nodes of a module's ``way`` with their sentences adapted."""
    assert way.naming
    said = way.naming.said
    rules = [rule.model_copy(update={"say": said(rule.say)}) for rule in way.rules]
    nodes = [
        node.model_copy(
            update={
                "say": {value: said(sentences) for value, sentences in node.say.items()}
                if isinstance(node, Category)
                else said(node.say)
            }
        )
        for node in way.nodes
    ]
    return rules, nodes


def _number(number: ModuleNumber, parent: Number, naming: Naming) -> Number:
    low, high = number.range or (0, 0)
    step = number.step
    if number.share:
        low, high = (max(1, round(end * share)) for end, share in zip(parent.range, number.share, strict=True))
        step = max(number.step, parent.step)
    return Number(
        name=naming.names[number.name],
        noun=naming.word(number.noun),
        unit=parent.unit if number.unit == "it" else number.unit,
        range=(low, high),
        step=step,
        round=number.round,
        type=number.type,
        say=number.say,
        twin=number.twin,
        part_of=parent.name if number.share else None,
        root=naming.root if number.share else None,
        share=number.share,
    )
