"""What follows from stated facts by the rules of a plan, and in how many steps."""

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any, Protocol, Self, cast

from probe.grammar.expressions import Condition, Term, exact, holds, roughly
from probe.grammar.plan import Plan
from probe.grammar.schema import ROOT, Rule
from probe.grammar.theory import Way

Fact = int | str | tuple[str, ...]
"""The value of a node: a number, a category, or the members of a set in the order of the text."""

Facts = dict[str, Fact]


NO_MARGIN = 9.0
"""The margin of a proof that compares no numbers; no other is as large."""


class Derivation:
    """A derived value, with the measures of its proof.

    ``depth`` and ``size`` are the rule applications on the longest branch and in all, ``margin`` is the smallest one of
    the comparisons, and ``calculations`` counts the steps that calculate.
    """

    __slots__ = ("_node", "_premises", "calculations", "depth", "margin", "size", "value")
    depth: int
    size: int
    margin: float
    calculations: int

    def __init__(
        self,
        value: float | str,
        premises: Sequence["Derivation"] = (),
        *,
        node: str = "",
        steps: int = 1,
        margin: float = NO_MARGIN,
        calculates: bool = False,
    ) -> None:
        self.value = value
        self._premises = premises
        self._node = node
        depth, size, calculations = 0, steps, int(calculates)
        for premise in premises:
            depth = max(depth, premise.depth)
            margin = min(margin, premise.margin)
            size += premise.size
            calculations += premise.calculations
        self.depth = steps + depth
        self.size = size
        self.margin = margin
        self.calculations = calculations

    @property
    def stated_nodes(self) -> frozenset[str]:
        """The stated nodes."""
        return frozenset((self._node,) if self._node else ()).union(
            *(premise.stated_nodes for premise in self._premises)
        )


class Rules(Protocol):
    """The rules that give each derived node, in ``ways``; the other ``nodes`` that they read are stated.

    A plan, or what the clauses of a program say.
    """

    @property
    def ways(self) -> Mapping[str, Way]:
        """The rules by the node that they give."""
        ...

    @property
    def nodes(self) -> Container[str]:
        """All nodes, stated ones included."""
        ...

    def read_by(self, name: str) -> tuple[str, ...]:
        """Return the nodes that the rules for the node ``name`` read, each once."""
        ...

    def restricted_to(self, ways: dict[str, Way]) -> Self:
        """Return the same with fewer ``ways``."""
        ...


def follow(
    plan: Rules, facts: Mapping[str, Fact | float], *, rough: bool = False, node: str = ROOT
) -> Derivation | None:
    """Return the action, or the value of another ``node``, that follows from ``facts``.

    None unless exactly one rule applies at every step.

    A fact about a node that the plan derives is a record: it comes before what would be derived. A ``rough`` reader
    calculates with fractions.
    """
    return RuleReader(plan, facts, rough=rough).follow(node)


def derive_action(plan: Rules, facts: Mapping[str, Fact | float]) -> Derivation:
    """Return the action that follows from the facts of a case, which were drawn so that one does."""
    derivation = follow(plan, facts)
    assert derivation is not None
    return derivation


def rules_that_apply(plan: Plan, facts: Mapping[str, Fact], name: str) -> list[Rule]:
    """Return the rules for the node ``name`` that apply; in a usable case, that is exactly one."""
    reader = RuleReader(plan, facts)
    return [rule for rule in plan.ways[name].rules if reader.applies(rule)]


def compared_with(plan: Plan, facts: Mapping[str, Fact], name: str) -> float | None:
    """Return the value that the number ``name`` is compared with in the choice rule that applies, or None."""
    reader = RuleReader(plan, facts)
    rules = [rule for node, way in plan.ways.items() if plan.graph.is_choice(node) for rule in way.rules]
    for rule in rules:
        opposite_sides = [
            opposite_side
            for condition in rule.conditions
            if condition.compares_numbers
            for side, opposite_side in ((condition.left, condition.right), (condition.right, condition.left))
            if side.name == name
        ]
        if opposite_sides and reader.applies(rule):
            return reader.calculate(opposite_sides[0])
    return None


def all_values(plan: Plan, facts: Mapping[str, Fact]) -> Facts:
    """Return ``facts`` with every number and category that follows from them."""
    return RuleReader(plan, facts).all_values()


class _SeveralWaysError(Exception):
    """A condition holds in several ways, so that no single fact is decisive."""


class RuleReader:
    """Follows rules from facts; what is derived for a node is remembered, so one reader serves several questions."""

    def __init__(self, plan: Rules, facts: Mapping[str, Fact | float], *, rough: bool = False) -> None:
        self._plan = plan
        self._ways = plan.ways
        self._facts = facts
        self._evaluate = roughly if rough else exact
        self._derivations: dict[str, Derivation | None] = {}

    def with_changed_facts(self, facts: Mapping[str, Fact], dependent_nodes: Iterable[str]) -> "RuleReader":
        """Return a reader of ``facts`` that keeps what was derived, except for the ``dependent_nodes`` of a change.

        A twin differs in one fact, and most of its proof is that of the case.
        """
        reader = RuleReader(self._plan, facts)
        reader._evaluate, reader._derivations = self._evaluate, dict(self._derivations)
        for name in dependent_nodes:
            reader._derivations.pop(name, None)
        return reader

    def follow(self, node: str = ROOT) -> Derivation | None:
        """Return what follows for a node; None unless exactly one rule applies at every step."""
        try:
            return self.derive(node)
        except _SeveralWaysError:
            return None

    def all_values(self) -> Facts:
        """Return the facts with every number and category that follows from them."""
        values: Facts = {}
        for name in self._ways:
            result = self.derive(name) if name not in self._facts else None
            if result is not None:
                assert not isinstance(result.value, float)
                values[name] = result.value
        return {**cast("Facts", self._facts), **values}

    def derive(self, name: str) -> Derivation | None:
        """Return what is derived for a node; None if nothing is, or several values are."""
        try:
            # Cache None too, so that an underivable node is tried only once.
            return self._derivations[name]
        except KeyError:
            result = self._derivations[name] = self._derive(name)
            return result

    def applies(self, rule: Rule) -> bool:
        """Return whether a rule applies."""
        return self._apply(rule) is not None

    def calculate(self, term: Term) -> float | None:
        """Return the value of ``term``; None if a value is missing."""
        premises = self._derive_all(term.names)
        return None if premises is None else self._evaluate(term, _values(term.names, premises))

    def _derive(self, name: str) -> Derivation | None:
        way = self._ways.get(name)
        value = self._facts.get(name)
        # A set is different: rules may give members beside those that are stated.
        if way is None or (value is not None and not isinstance(value, tuple)):
            if value is None or isinstance(value, tuple):
                return None
            steps = 0 if way is None else 1  # a separate rule gives a record priority over a derived value
            return Derivation(value, node=name, steps=steps)
        derivation: Derivation | None = None
        has_several = False
        for rule in way.rules:  # do not stop early: any of them may show that two sets have two common members
            result = self._apply(rule)
            if result is not None:
                has_several = derivation is not None
                derivation = result
        return None if has_several else derivation

    def _apply(self, rule: Rule) -> Derivation | None:
        """Return what ``rule`` gives, None if a condition does not hold or a value is missing."""
        premises: list[Derivation] = []
        margin = NO_MARGIN
        for condition in rule.conditions:
            evidence = self._check_condition(condition)
            if evidence is None:
                return None
            premises += evidence[0]
            margin = min(margin, evidence[1])
        if rule.lower:  # the overridden choice is derived too
            overridden_choice = self.derive(rule.lower)
            if overridden_choice is None:
                return None
            premises.append(overridden_choice)
        value: float | str | None = rule.value
        term = rule.term
        if term is not None:
            operands = self._derive_all(term.names)
            if operands is None:
                return None
            premises += operands
            value = self._evaluate(term, _values(term.names, operands)) if term.operator else operands[0].value
        if value is None:
            return None
        if len(premises) > 1:
            premises = list(
                {id(premise): premise for premise in premises}.values()
            )  # a clause has one goal for each node it reads
        return Derivation(value, premises, margin=margin, calculates=bool(term and term.operator))

    def _check_condition(self, condition: Condition) -> tuple[list[Derivation], float] | None:
        """Return what ``condition`` was read from, and its margin; None if it does not hold."""
        if condition.operator == "&":
            return self._shared_member(condition)
        if condition.compares_numbers:
            operands = self._derive_all(condition.names)
            if operands is None:
                return None
            values = _values(condition.names, operands)
            left, right = self._evaluate(condition.left, values), self._evaluate(condition.right, values)
            if left is None or right is None or not holds(left, condition.operator, right):
                return None
            # As a share of the mean, so that margins of small and of large numbers can be compared.
            return operands, 2 * abs(left - right) / max(1, left + right)
        return self._check_equality(condition)

    def _check_equality(self, condition: Condition) -> tuple[list[Derivation], float] | None:
        nodes = [side.name for side in (condition.left, condition.right) if side.name in self._plan.nodes]
        operands = self._derive_all(nodes)
        if operands is None:
            return None
        values = [operand.value for operand in operands]
        values += [condition.right.name] if len(values) == 1 else []
        is_equal = values[0] == values[1]
        return (operands, NO_MARGIN) if is_equal is (condition.operator == "==") else None

    def _shared_member(self, condition: Condition) -> tuple[list[Derivation], float] | None:
        """Return the proofs of the one member that both sets have; None if there is none."""
        left, right = (self._members(side.name) for side in (condition.left, condition.right))
        shared_members = [member for member in left if member in right]
        if len(shared_members) > 1:
            raise _SeveralWaysError
        return ([left[shared_members[0]], right[shared_members[0]]], NO_MARGIN) if shared_members else None

    def _members(self, name: str) -> dict[str, Derivation]:
        stated_members = self._facts.get(name, ())
        assert isinstance(stated_members, tuple)
        members = {member: Derivation(member, node=name, steps=0) for member in stated_members}
        way = self._plan.ways.get(name)
        for rule in way.rules if way else ():
            derivation = self._apply(rule)
            if derivation is not None:
                members[str(derivation.value)] = derivation
        return members

    def _derive_all(self, names: Sequence[str]) -> list[Derivation] | None:
        operands = []
        for name in names:
            operand = self.derive(name)
            if operand is None:
                return None
            operands.append(operand)
        return operands


def _values(names: Sequence[str], operands: Sequence[Derivation]) -> dict[str, Any]:
    """Return the numbers by name: whole ones, or fractions where a reader is rough."""
    return dict(zip(names, [operand.value for operand in operands], strict=True))
