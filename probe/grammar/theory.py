"""A schema with the modules that may override its choice: the nodes, and the ways to derive each."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from probe.grammar.expressions import Condition, conditions
from probe.grammar.practice_library import Size
from probe.grammar.schema import (
    ROOT,
    Category,
    Members,
    Module,
    ModuleOverridingRule,
    Node,
    Number,
    RenamedRule,
    Rule,
    Schema,
    Side,
    opposite,
)
from probe.grammar.variants import least_words

SLOT = re.compile(r"\{([a-z][a-z0-9_]*)\}")

NO_NAMES: Mapping[str, str] = {}
"""Facts of a schema keep their names."""

CHOICE = Category(name=ROOT, noun="choice", say={})
"""The node of the action; a layer brings another one, for what the rules below it give."""


def renamed(sentences: Sequence[str], names: Mapping[str, str]) -> tuple[str, ...]:
    """Return the sentences of a module with the ``names`` that its facts have in a schema."""
    return tuple(SLOT.sub(lambda slot: "{" + names.get(slot[1], slot[1]) + "}", text) for text in sentences)


class Way:
    """One way to derive a node: its rules, and the nodes that they bring along (those of a module).

    The sentences of a module's rules and nodes are as in its file; ``names`` adapts them where they are needed.
    ``overriding`` are the rules by which a layer or exception overrides the choice, ``overrides`` the facts they read.
    """

    def __init__(
        self,
        rules: Sequence[Rule],
        nodes: Sequence[Node] = (),
        module: str = "",
        names: Mapping[str, str] = NO_NAMES,
    ) -> None:
        self.rules = tuple(rules)
        self.nodes = tuple(nodes)
        self.module = module
        self.names = names
        self.overrides: frozenset[str] = frozenset()
        self.overriding: tuple[Rule, ...] = ()
        self.read: tuple[str, ...] | None = None
        self.plausible: tuple[Condition, ...] = ()

    def rules_by_sentence(self) -> Iterator[tuple[Rule, ...]]:
        """Yield the rules that one sentence says, in their order."""
        group: list[Rule] = []
        for rule in self.rules:
            if rule.say and group:
                yield tuple(group)
                group = []
            group.append(rule)
        yield tuple(group)


class Graph:
    """The nodes of a schema and the ways to derive them; modules are instantiated as they are used."""

    def __init__(self, schema: Schema, modules: Sequence[Module], *, common_only: bool, size: Size = "medium") -> None:
        self.schema = schema = schema.with_size(size)
        self.modules = [
            module.with_size(size)
            for module in modules
            # Where a text states no rules, a reader can follow only those that engineers know.
            if module.name in schema.layers and (not common_only or all(rule.common for rule in module.rule))
        ]
        self.common_only = common_only
        self.nodes: dict[str, Node] = {node.name: node for node in (CHOICE, *schema.nodes)}
        self._sides: dict[str, Side] = sides_of(schema.smaller)
        self._schema_nodes = frozenset(self.nodes)
        self._ways: dict[str, list[Way]] = {}
        self._module_ways: dict[str, list[Way]] = {}
        self._names: dict[str, Mapping[str, str]] = {}
        self._plausible: dict[str, list[Condition]] = {}
        self._least_words: dict[str, int] = {}
        self._expect(condition for text in schema.plausible for condition in conditions(text))

    @cached_property
    def schema_ways(self) -> dict[str, list[Way]]:
        """The ways of the schema's own rules, by node."""
        groups: dict[tuple[str, str], list[Rule]] = {}
        for rule in self.schema.rule:
            groups.setdefault((rule.gives, rule.way), []).append(rule)
        ways: dict[str, list[Way]] = {}
        for (node_name, _), rules in groups.items():
            if not self.common_only or all(rule.common for rule in rules):
                ways.setdefault(node_name, []).append(Way(rules))
        return ways

    def ways(self, name: str) -> list[Way]:
        """Return the ways to derive the node ``name``: by its own rules, and the action by modules too."""
        if name not in self._ways:
            ways = list(self.schema_ways.get(name, ()))
            if self.is_choice(name):
                # The result of the rules below a layer is derived like the action.
                ways = [Way([_with_result(rule, name) for rule in way.rules]) for way in self.schema_ways[ROOT]]
            if name == ROOT:
                ways += [overriding(module, self._sides) for module in self.modules]
            self._ways[name] = [self._include(way, name) for way in ways] + self._module_ways.get(name, [])
        return self._ways[name]

    def _include(self, way: Way, name: str) -> Way:
        """Return the rules of ``way`` that give ``name``.

        Its facts, and how those are derived, become part of the graph.
        """
        self.nodes.update({node.name: node for node in way.nodes})
        self._expect(way.plausible)
        for derived_node in dict.fromkeys(rule.gives for rule in way.rules if rule.gives != name):
            self._module_ways[derived_node] = [
                Way([rule for rule in way.rules if rule.gives == derived_node], names=way.names)
            ]
        self._names.update(dict.fromkeys((node.name for node in way.nodes), way.names))
        included_way = Way([rule for rule in way.rules if rule.gives == name], way.nodes, way.module, way.names)
        if self.is_choice(name) and way.module:
            layer_facts = {node.name for node in way.nodes if not self.is_choice(node.name)}
            included_way.overriding = tuple(rule for rule in included_way.rules if rule.lower)
            included_way.overrides = frozenset(
                name for rule in included_way.overriding for name in rule.names(layer_facts)
            )
        return included_way

    def plausible(self, name: str) -> Sequence[Condition]:
        """Return what has to hold of the number ``name`` and others so that they are plausible together."""
        return self._plausible.get(name, ())

    def _expect(self, expectations: Iterable[Condition]) -> None:
        for condition in expectations:
            for name in condition.names:
                self._plausible.setdefault(name, []).append(condition)

    @cached_property
    def _heights(self) -> dict[str, int]:
        """How many rules lead down from each node at most, without modules."""
        heights: dict[str, int] = {}

        def height(name: str) -> int:
            if name not in heights:
                heights_below = [height(child) for way in self.schema_ways.get(name, ()) for child in self.read_by(way)]
                heights[name] = 1 + max(heights_below) if heights_below else 0
            return heights[name]

        for name in self._schema_nodes:
            height(name)
        return heights

    def room(self, name: str) -> int:
        """Return how many rules can lead down from a node without modules; rarely fewer."""
        return self._heights.get(ROOT if self.is_choice(name) else name, 0)

    def is_set(self, name: str) -> bool:
        """Return whether the node is a set."""
        return isinstance(self.nodes.get(name), Members)

    def is_choice(self, name: str) -> bool:
        """Return whether the node is the action, or what the rules below a layer give."""
        return name == ROOT or (isinstance(node := self.nodes.get(name), Category) and node.noun == CHOICE.noun)

    def read_by(self, way: Way) -> tuple[str, ...]:
        """Return the nodes that the rules of ``way`` read, each once."""
        if way.read is None:
            way.read = tuple(dict.fromkeys(name for rule in way.rules for name in rule.names(self.nodes)))
        return way.read

    def least_words(self, sentence: str) -> int:
        """Return how many words the briefest variant of ``sentence`` has, the actions in words.

        It is remembered, because all plans of a schema choose among the same sentences.
        """
        if sentence not in self._least_words:
            text = sentence
            for slot, words in self._actions.items():
                text = text.replace(slot, words)
            self._least_words[sentence] = least_words(text)
        return self._least_words[sentence]

    @cached_property
    def _actions(self) -> dict[str, str]:
        """The words of the slots for actions, ``{first_base}`` and the like."""
        return {
            f"{{{name}_{form}}}": getattr(self.schema.action(side), form)
            for name, side in self._sides.items()
            for form in ("base", "ing")
        }

    def statable(self, name: str) -> bool:
        """Return whether a text can state the node."""
        return bool(self.nodes[name].say)

    def sentences(self, name: str, value: object) -> tuple[str, ...]:
        """Return the sentences that state the ``value`` of a node."""
        node = self.nodes[name]
        sentences = node.say[str(value)] if isinstance(node, Category) else node.say
        return renamed(sentences, self._names.get(name, NO_NAMES))


def sides_of(smaller: Side | None) -> dict[str, Side]:
    """Return the actions that the rules of a module may name."""
    sides: dict[str, Side] = {"first": "first", "second": "second"}
    if smaller:
        sides |= {"smaller": smaller, "larger": opposite(smaller)}
    return sides


def overriding(module: Module, sides: Mapping[str, Side]) -> Way:
    """Return the rules by which ``module`` overrides the action, or leads to the choice of the rules below it.

    An exception says in one sentence that it applies and that, otherwise, the other rules do: the second of its rules.
    """
    way = _instance(module, ROOT)
    lower_node = CHOICE.model_copy(update={"name": lower_choice(module)})
    rules = _with_sides(way.rules, sides)
    if module.otherwise:
        otherwise = f"{module.name}_{module.otherwise}"
        rules.append(
            Rule.model_validate({"name": "otherwise", "gives": ROOT, "is": lower_node.name, "when": otherwise})
        )
    return _adapt(way, rules, (lower_node, *way.nodes))


def lower_choice(module: Module) -> str:
    """Return the node of what the rules below ``module`` give."""
    return module.lower or f"choice_without_{module.name}"


def _adapt(way: Way, rules: Sequence[Rule], nodes: Sequence[Node]) -> Way:
    """Return the ``way`` of a module with other rules and nodes."""
    adapted_way = Way(rules, nodes, way.module, way.names)
    adapted_way.plausible = way.plausible
    return adapted_way


def _with_sides(rules: Sequence[Rule], sides: Mapping[str, Side]) -> list[Rule]:
    return [rule.model_copy(update={"value": sides.get(str(rule.value), rule.value)}) for rule in rules]


def _with_result(rule: Rule, name: str) -> Rule:
    """Return a choice rule as it gives the choice ``name``."""
    return rule if rule.gives == name else rule.model_copy(update={"gives": name})


def _instance(module: Module, name: str) -> Way:
    """Return the rules of ``module`` for the choice ``name``; its facts get the name of the module as a prefix."""
    module_nodes: list[Node] = [*module.number, *module.category]
    names = {node.name: f"{module.name}_{node.name}" for node in module_nodes} | {"it": name}
    lower_node = lower_choice(module)
    rules = []
    for rule in module.rule:
        fields = {"gives": names[rule.gives], "origin": rule, "renaming": names}
        fields |= {name: getattr(rule, name) for name in ("name", "value", "way", "common", "say")}
        overrides = rule.gives == "it" and rule.value is not None
        rules.append(ModuleOverridingRule(**fields, below=lower_node) if overrides else RenamedRule(**fields))
    way = Way(rules, [_renamed_node(node, names) for node in module_nodes], module.name, names)
    way.plausible = tuple(condition.renamed(names) for text in module.plausible for condition in conditions(text))
    return way


def _renamed_node(node: Node, names: Mapping[str, str]) -> Node:
    update = {"name": names[node.name]}
    if isinstance(node, Number) and node.part_of:
        update["part_of"] = names[node.part_of]
    return node.model_copy(update=update)


def stated_rules(way: Way) -> tuple[list[Rule], list[Node]]:
    """Return the rules and nodes of a module's ``way`` with their sentences adapted."""
    rules = [rule.model_copy(update={"say": renamed(rule.say, way.names)}) for rule in way.rules]
    nodes = [
        node.model_copy(
            update={
                "say": {value: renamed(sentences, way.names) for value, sentences in node.say.items()}
                if isinstance(node, Category)
                else renamed(node.say, way.names)
            }
        )
        for node in way.nodes
    ]
    return rules, nodes
