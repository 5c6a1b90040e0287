"""The ranges from which numbers are drawn, narrowed where a number is part of another, and what fits together."""

import math
from collections.abc import Iterable, Mapping, Sequence

from probe.grammar.expressions import Condition, Term, exact, holds, roughly
from probe.grammar.schema import Node, Number

Values = Mapping[str, object]
"""What is known so far, by the name of the fact."""


def usual_range(node: Number, values: Values) -> tuple[int, int]:
    """Return the range of a number, narrowed to its share of the number that it is part of, give or take a step."""
    low, high = node.range
    total = values.get(node.part_of) if node.part_of else None
    if node.share is None or not isinstance(total, int):
        return low, high
    lowest, highest = (total * share for share in node.share)
    return max(low, math.floor(lowest) - node.step), min(high, math.ceil(highest) + node.step)


def up(low: int, step: int) -> int:
    """Return the smallest multiple of ``step`` that is not below ``low``."""
    return -(-low // step) * step


def stated_values(node: Number, low: int, high: int) -> Sequence[int]:
    """Return the values from ``low`` to ``high`` with which a text can state the number."""
    values = range(up(low, node.step), high + 1, node.step)
    if not node.round or not values:
        return values
    grid = [up(low, node.step_at(values[0]))]
    # The step grows with the number, so that every value has two significant digits at most.
    while grid[-1] <= high:
        grid.append(grid[-1] + node.step_at(grid[-1]))
    return grid[:-1]


def free_range(node: Number, values: Values) -> tuple[int, int]:
    """Return the range of a number that nothing depends on: strictly its share of what it is part of, if any."""
    total = values.get(node.part_of) if node.part_of else None
    if node.share is not None and isinstance(total, int):
        lowest, highest = (total * share for share in node.share)
        low, high = max(node.range[0], math.ceil(lowest)), min(node.range[1], math.floor(highest))
        # A share may be so narrow that it contains no value which a text can state.
        if up(low, node.step) <= high:
            return low, high
    return usual_range(node, values)


def range_of(term: Term, nodes: Mapping[str, Node], values: Values) -> tuple[int, int]:
    """Return the range of what a term adds, multiplies or compares."""
    if not term.operator:
        if not term.name:
            return term.number, term.number
        node = nodes[term.name]
        assert isinstance(node, Number)
        return usual_range(node, values)
    (left_low, left_high), (right_low, right_high) = (range_of(side, nodes, values) for side in term.sides)
    if term.operator == "+":
        return left_low + right_low, left_high + right_high
    if term.operator == "*":
        return left_low * right_low, left_high * right_high
    if term.operator == "-":
        return max(1, left_low - right_high), max(1, left_high - right_low)
    return max(1, left_low // max(1, right_high)), max(1, left_high // max(1, right_low))


def value_of(term: Term, values: Values) -> int | None:
    """Return the value of a term; None if a number in it has none, and as ``exact``."""
    numbers: dict[str, int] = {}
    for name in term.names:
        value = values.get(name)
        if not isinstance(value, int):
            return None
        numbers[name] = value
    return exact(term, numbers)


def plausible(conditions: Iterable[Condition], values: Values) -> bool:
    """Return whether the numbers in ``values`` fit together, as far as all numbers of a condition are known."""
    for condition in conditions:
        numbers: dict[str, float] = {}
        for name in condition.names:
            value = values.get(name)
            if not isinstance(value, int):
                break
            numbers[name] = value
        else:
            left, right = roughly(condition.left, numbers), roughly(condition.right, numbers)
            # An expectation has no division, so both sides have a value.
            if left is not None and right is not None and not holds(left, condition.operator, right):
                return False
    return True
