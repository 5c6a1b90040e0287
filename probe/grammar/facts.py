"""Draw the facts of a case from the answer downwards.

The answer is drawn first, then the two sides of the comparison that decides it (around a common centre, with a margin
drawn alike on both sides), then what each derived number is made of: no single number depends on the answer by much.
"""

import math

from probe.grammar.derivation import Fact, Facts, follow
from probe.grammar.draw import Draw
from probe.grammar.expressions import Condition, Term, exact, other_side
from probe.grammar.plan import Plan
from probe.grammar.ranges import free_range, plausible, range_of, stated_values, up, usual_range, value_of
from probe.grammar.schema import ROOT, Category, Members, Number, Rule, Side
from probe.grammar.theory import Way
from probe.values import Value

TRIES = 10
"""How often the facts for a plan are drawn until they fit."""
LOCAL_TRIES = 6
"""How often a number is divided into parts until they are in range."""
DIVISIONS = 40
"""How often an attempt divides numbers in total, because tries on several levels multiply."""
FREE_TRIES = 8
"""How often a number that nothing depends on is drawn until it is plausible beside the others."""
RESOLUTION = 1000
MOST_DIVIDEND = 10**9
SMALLEST_NARROW_MARGIN = 0.02
"""The least narrow margin, as a share of the mean: a typical value is rarely between the numbers that it separates."""
NARROW_MARGIN_RANGE = 0.03
"""How much more than the least a narrow margin may be, as a share of the mean."""
MARGIN_AFTER_ROUNDING = 0.8
"""The share of the intended margin that has to remain after rounding."""


class Case(Value):
    """Stated facts and what follows from them; ``values`` has the derived ones too."""

    facts: dict[str, Fact]
    values: dict[str, Fact]
    right: Side
    depth: int
    size: int


class NoCaseError(Exception):
    """An attempt gives no facts; try another."""


def draw_case(plan: Plan, right: Side, draw: Draw, *, overridden: bool = False, narrow: bool = False) -> Case | None:
    """Return facts from which ``right`` follows with the plan's depth and size; None if none were found.

    ``overridden``: by the plan's layer or exception, where the other rules give the other action. With ``narrow``,
    compared numbers are nearly as near each other as the schema allows.
    """
    for number in range(TRIES):
        try:
            case = _Drawing(plan, draw.child("case", number), overridden=overridden, narrow=narrow).case(right)
        except NoCaseError:
            continue
        if case is not None:
            return case
    return None


def margins(plan: Plan, *, narrow: bool) -> tuple[float, float]:
    """Return the smallest and the largest distance of compared numbers, as a share of their mean."""
    smallest, largest = plan.graph.schema.margin
    return (min(smallest, SMALLEST_NARROW_MARGIN) if narrow else smallest), largest


class _Drawing:
    """One attempt: every value that is needed is given once."""

    def __init__(self, plan: Plan, draw: Draw, *, overridden: bool, narrow: bool) -> None:
        self._plan = plan
        smallest_margin, largest_margin = margins(plan, narrow=narrow)
        self._least = smallest_margin
        self._margin = (
            smallest_margin,
            min(largest_margin, smallest_margin + NARROW_MARGIN_RANGE) if narrow else largest_margin,
        )
        self._overridden = overridden
        self._nodes = plan.graph.nodes
        self._draw = draw
        self._values: Facts = {}
        self._divisions_left = DIVISIONS
        self._set_members: dict[str, set[str]] = {}

    def case(self, right: Side) -> Case | None:
        self._give(ROOT, right)
        facts = {name: self._stated_value(name) for name in self._plan.stated_nodes()}
        facts |= {name: self._stated_value(name) for name in self._plan.ways if self._plan.graph.is_set(name)}
        derivation = follow(self._plan, facts)
        if derivation is None or derivation.value != right or derivation.depth != len(self._plan.spine) - 1:
            return None
        # Rules that were not planned may apply, and rounding may narrow a margin.
        if (
            derivation.size != derivation.depth + self._plan.branches
            or not self._least * MARGIN_AFTER_ROUNDING <= derivation.margin
        ):
            return None
        return Case(
            facts=facts, values={**self._values, **facts}, right=right, depth=derivation.depth, size=derivation.size
        )

    def _stated_value(self, name: str) -> Fact:
        """Return the value of a stated node; one that nothing depends on so far is drawn."""
        node = self._nodes[name]
        if isinstance(node, Members):
            return self._members_of(node)
        if name not in self._values:
            if isinstance(node, Number):
                self._values[name] = self._plausible(node)
            else:
                self._values[name] = self._draw.choice(sorted(node.say))
        return self._values[name]

    def _plausible(self, node: Number) -> int:
        """Return a value for a number that nothing depends on; it fits the others."""
        for _ in range(FREE_TRIES):
            value = self._free_value(node)
            if self._fits(node.name, value):
                return value
        raise NoCaseError

    def _in_range(self, node: Number, value: int) -> bool:
        low, high = usual_range(node, self._values)
        return low <= value <= high and (node.name in self._plan.ways or value % node.step_at(value) == 0)

    def _fits(self, name: str, value: int) -> bool:
        expectations = self._plan.graph.plausible(name)
        return not expectations or plausible(expectations, {**self._values, name: value})

    def _members_of(self, node: Members) -> tuple[str, ...]:
        required_members = set(self._set_members.get(node.name, ()))
        size = max(len(required_members), self._draw.between(*node.size))
        other_members = [
            member for member in self._draw.shuffled(sorted(node.members)) if member not in required_members
        ]
        return tuple(self._draw.shuffled(sorted(required_members) + other_members[: size - len(required_members)]))

    def _satisfy(self, rule: Rule) -> None:
        for condition in rule.conditions:
            self._meet(condition)

    def _meet(self, condition: Condition) -> None:
        if condition.operator == "&":
            self._share(condition)
        elif condition.compares_numbers:
            self._compare(condition)
        else:
            self._equate(condition)

    def _share(self, condition: Condition) -> None:
        left, right = (self._nodes[side.name] for side in (condition.left, condition.right))
        assert isinstance(left, Members)
        assert isinstance(right, Members)
        # Sorted, because the order of a set of words changes from run to run.
        member = self._draw.choice(sorted(set(left.members) & set(right.members)))
        for node in (left, right):
            way = self._plan.ways.get(node.name)
            rules = [rule for rule in way.rules if rule.value == member] if way else []
            if rules:
                self._satisfy(self._draw.choice(rules))
            else:
                self._set_members.setdefault(node.name, set()).add(member)

    def _equate(self, condition: Condition) -> None:
        left, right = condition.left.name, condition.right.name
        if right not in self._nodes:
            classes = (
                [right]
                if condition.operator == "=="
                else [shared_class for shared_class in self._classes(left) if shared_class != right]
            )
            self._give(left, self._draw.choice(classes))
            return
        if condition.operator == "==":
            word = self._draw.choice(
                [shared_class for shared_class in self._classes(left) if shared_class in self._classes(right)]
            )
            self._give(left, word)
            self._give(right, word)
        else:
            first = self._draw.choice(self._classes(left))
            self._give(left, first)
            self._give(
                right,
                self._draw.choice([shared_class for shared_class in self._classes(right) if shared_class != first]),
            )

    def _classes(self, name: str) -> list[str]:
        node = self._nodes[name]
        assert isinstance(node, Category)
        value = self._values.get(name)
        return [str(value)] if value is not None else sorted(node.say)

    def _compare(self, condition: Condition) -> None:
        """Draw both sides around a common centre, or one side around the other if that is known."""
        bounds = [range_of(side, self._nodes, self._values) for side in (condition.left, condition.right)]
        low, high = max(bound[0] for bound in bounds), min(bound[1] for bound in bounds)
        if low >= high:
            raise NoCaseError
        smallest_margin, largest_margin = self._margin
        margin = smallest_margin + (largest_margin - smallest_margin) * self._draw.below(RESOLUTION) / RESOLUTION
        centre = self._between(low, high)
        above = condition.operator in (">", ">=")
        # Half of the margin on each side, so that neither number alone shows the action.
        left, right = (centre * (1 + margin / 2 * sign) for sign in ((1, -1) if above else (-1, 1)))
        values = [value_of(side, self._values) for side in (condition.left, condition.right)]
        if values[0] is not None and values[1] is not None:
            return
        if values[0] is not None:
            left, right = values[0], values[0] * (right / left)
        elif values[1] is not None:
            left, right = values[1] * (left / right), values[1]
        for side, target in ((condition.left, left), (condition.right, right)):
            self._assign(side, self._round(side, target))

    def _round(self, term: Term, target: float) -> int:
        node = self._nodes.get(term.name)
        step = node.step_at(target) if isinstance(node, Number) else 1
        return max(step, round(target / step) * step)

    def _between(self, low: int, high: int) -> float:
        """Return a number between two others, evenly on the logarithmic scale."""
        log_low, log_high = math.log(max(1, low)), math.log(max(1, high))
        return math.exp(log_low + (log_high - log_low) * self._draw.below(RESOLUTION) / RESOLUTION)

    def _free_value(self, node: Number) -> int:
        low, high = free_range(node, self._values)
        target = self._between(low, high)
        step = node.step_at(target)
        value = min(max(round(target / step) * step, up(low, step)), high // step * step)
        if value == self._values.get(node.part_of or ""):  # the limits of two classes differ
            value += step if high - value > value - low else -step * (value > step)
        return value

    def _give(self, name: str, value: int | str) -> None:
        """Give the node ``name`` a value, and what it is derived from values that lead to it."""
        if name in self._values:
            if self._values[name] != value:
                raise NoCaseError
            return
        node = self._nodes[name]
        if isinstance(node, Number):
            assert isinstance(value, int)
            if not self._in_range(node, value) or not self._fits(name, value):
                raise NoCaseError
        self._values[name] = value
        way = self._plan.ways.get(name)
        if way is None:
            return
        if name == ROOT and self._overridden:
            self._override(way, str(value))
            return
        rules = [rule for rule in way.rules if rule.term is not None or rule.value == value]
        # If the layer does not decide, the action follows from the other rules.
        rules = [rule for rule in rules if rule not in way.overriding]
        if not rules:
            raise NoCaseError
        rule = self._draw.choice(self._rules_on_main_line(name, rules))
        if rule.term is not None and rule.term.name:  # first, because a condition may compare it ("the later of two")
            self._give(rule.term.name, value)
        self._satisfy(rule)
        if rule.term is not None and not rule.term.name:
            assert isinstance(value, int)
            self._assign(rule.term, value)

    def _override(self, way: Way, value: str) -> None:
        """Satisfy a rule that overrides the choice, and what would give the other action if it did not."""
        fitting_rules = [rule for rule in way.overriding if rule.value == value]
        if not fitting_rules:
            raise NoCaseError
        self._satisfy(self._draw.choice(fitting_rules))
        lower_choice = fitting_rules[0].lower
        assert lower_choice is not None
        self._give(lower_choice, "second" if value == "first" else "first")

    def _assign(self, term: Term, value: int) -> None:
        """Give the names of ``term`` values so that it is ``value``."""
        if not term.operator:
            if term.name:
                self._give(term.name, value)
            elif term.number != value:
                raise NoCaseError
            return
        # An attempt that fails has already given values to other numbers.
        saved_values = dict(self._values)
        for _ in range(LOCAL_TRIES):
            self._divisions_left -= 1
            if self._divisions_left < 0:
                break
            try:
                self._divide(term, value)
            except NoCaseError:
                self._values = dict(saved_values)
                continue
            return
        raise NoCaseError

    def _rules_on_main_line(self, name: str, rules: list[Rule]) -> list[Rule]:
        """Return the ``rules`` that continue the main line from a node, all of them if none does."""
        spine = self._plan.spine
        if name not in spine[:-1]:
            return rules
        child = spine[spine.index(name) + 1]
        calculating_rules = [rule for rule in rules if rule.term is not None and child in rule.term.names]
        reading_rules = [rule for rule in rules if child in rule.names(self._nodes)]
        return calculating_rules or reading_rules or rules

    def _divide(self, term: Term, value: int) -> None:
        """Draw one side of ``term`` so that the other can be in range, and aim the other at what remains."""
        left, right = term.sides
        free_side, aimed_side = (left, right) if self._begins_left(term) else (right, left)
        low, high = range_of(aimed_side, self._nodes, self._values)
        if term.operator == "+":
            bounds = (value - high, value - low)
        elif term.operator == "*":
            bounds = (-(-value // max(1, high)), value // max(1, low))
        elif term.operator == "-":
            bounds = (low - value, high - value) if free_side is right else (value + low, value + high)
        else:
            bounds = (-(-low // max(1, value)), high // max(1, value)) if free_side is right else (1, MOST_DIVIDEND)
        amount = self._sample(free_side, bounds, value if term.operator == "*" else None)
        remainder = other_side(term.operator, amount, value, from_left=free_side is left)
        if remainder is None or remainder < 0:
            raise NoCaseError
        self._assign(aimed_side, remainder)

    def _begins_left(self, term: Term) -> bool:
        """Return whether the left side is drawn first: what has to be round is, because what remains rarely is."""
        left, right = term.sides
        if not left.names or not right.names:
            return not left.names
        are_round = [isinstance(node := self._nodes.get(side.name), Number) and node.round for side in (left, right)]
        if are_round[0] != are_round[1] and term.operator != "//":
            return are_round[0]
        return term.operator in "+*" and self._draw.below(2) == 0

    def _sample(self, term: Term, bounds: tuple[int, int], multiple: int | None = None) -> int:
        """Draw a value for ``term`` within ``bounds``, a divisor of ``multiple`` if that is given."""
        low, high = max(0, bounds[0]), bounds[1]
        value = value_of(term, self._values)
        if value is None and not term.operator:
            value = self._draw_number(term.name, low, high, multiple)
        elif value is None:
            left, right = term.sides
            second = self._sample(right, range_of(right, self._nodes, self._values))
            if term.operator == "*":
                first = self._sample(left, (-(-low // max(1, second)), high // max(1, second)))
            else:
                first = self._sample(left, range_of(left, self._nodes, self._values))
            value = exact(Term(operator=term.operator, left=Term(number=first), right=Term(number=second)), {})
        if value is None or not low <= value <= high or (multiple is not None and (not value or multiple % value)):
            raise NoCaseError
        return value

    def _draw_number(self, name: str, low: int, high: int, multiple: int | None) -> int:
        """Draw a value of the number ``name`` within bounds, and give it."""
        node = self._nodes[name]
        assert isinstance(node, Number)
        lowest, highest = usual_range(node, self._values)
        low, high = max(low, lowest), min(high, highest)
        grid = stated_values(node, low, high)
        if not grid:
            raise NoCaseError
        if multiple is not None:
            divisors = (
                [factor for factor in grid if factor and multiple % factor == 0] if len(grid) <= RESOLUTION else []
            )
            if not divisors:
                raise NoCaseError
            amount = self._draw.choice(divisors)
        else:
            target = self._between(max(1, grid[0]), max(1, grid[-1]))
            step = node.step_at(target)
            amount = min(max(round(target / step) * step, grid[0]), grid[-1])
        self._give(name, amount)
        return amount
