"""Readers who follow only some of the rules, and what a case requires of a reader."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice, product
from operator import eq
from statistics import median
from typing import TypeVar

from probe.grammar.derivation import Fact, Rules, applying, follow, followed
from probe.grammar.plan import Plan
from probe.grammar.scenario import StatedCase
from probe.grammar.schema import ROOT, SIDES, Members, Node, Number
from probe.values import Reasoning

Stated = Mapping[str, Fact | float]
MOST_ERROR = 4.0
"""The largest factor by which a derived number is varied to find the tolerance."""
HALVINGS = 6
"""How often the interval that contains the tolerance is halved."""
MOST_READERS = 8
"""How many combinations of typical classes are tried at a level."""


AnyRules = TypeVar("AnyRules", bound=Rules)


def distances(rules: Rules) -> dict[str, int]:
    """Return how many rules lead from the decision down to each derived node, by the shortest way."""
    steps = {ROOT: 0}
    waiting = [ROOT]
    while waiting:
        name = waiting.pop(0)
        for read in rules.read_by(name):
            if read in rules.ways and read not in steps:
                steps[read] = steps[name] + 1
                waiting.append(read)
    return steps


@lru_cache(maxsize=64)
def within(rules: AnyRules, levels: int) -> tuple[AnyRules, tuple[str, ...]]:
    """Return the first ``levels`` of the ``rules``, and the nodes that they leave to a guess.

    The latest ones are remembered: a series asks the same of dozens of cases of one plan.
    """
    far = distances(rules)
    ways = {name: way for name, way in rules.ways.items() if far.get(name, levels) < levels}
    read = {name for upper in ways for name in rules.read_by(upper)}
    return rules.only(ways), tuple(sorted(name for name in read if name in rules.ways and name not in ways))


def typical(node: Node) -> tuple[Fact | float, ...]:
    """Return what a reader who knows such decisions may put in the place of a derived node: any class of several.

    A number is the middle of its range, on the logarithmic scale.
    """
    if isinstance(node, Number):
        low, high = (math.log(max(1, end)) for end in node.range)
        return (math.exp((low + high) / 2),)
    if isinstance(node, Members):
        return ((),)
    return tuple(sorted(node.say)) or SIDES


def action(rules: Rules, stated: Stated) -> str | None:
    """Return the action for a reader who calculates roughly; None if no action follows."""
    read = follow(rules, stated, rough=True)
    return str(read.value) if read else None


def required_depth(plan: Plan, facts: Stated, twin: Stated) -> int:
    """Return the fewest levels of rules, ``decide_option`` included, with which a reader does better than a coin.

    That is about a case and its ``twin`` together, with typical values in the place of deeper ones: where there are
    several typical classes, on average over them.
    """
    read = followed(plan, facts)
    right = [action(plan, facts), action(plan, twin)]
    for levels in range(1, read.depth):
        cut, guessed = within(plan, levels)
        guesses = list(_guesses(plan, guessed))
        actions = [action(cut, {**stated, **values}) for values in guesses for stated in (facts, twin)]
        hits = sum(map(eq, actions, right * len(guesses)))
        # Each guess gives two answers, about the case and about its twin, of which a coin gets one right.
        if hits > len(guesses):
            return levels + 1
    return read.depth + 1


def reasoning(account: StatedCase) -> Reasoning:
    """Return what a reader of a case has to follow to tell it from its twin."""
    plan, case, twin = account.plan, account.case, account.twin
    read = followed(plan, case.facts)
    return Reasoning(
        required_depth=required_depth(plan, case.facts, twin.facts),
        tolerance=tolerance(plan, case.facts, case.values),
        deductions=read.size + 1 - read.calculations,
        calculations=read.calculations,
        overridden=overridden(plan, case.facts) if plan.overriding else None,
        kind=account.kind,
        recorded=next((name for name in case.facts if name in plan.guarded), None),
        replaces=account.replaces,
    )


def overridden(plan: Plan, facts: Mapping[str, Fact]) -> bool:
    """Return whether the plan's layer or exception decides."""
    return any(rule.lower for rule in applying(plan, facts, ROOT))


def tolerance(plan: Plan, facts: Stated, values: Stated) -> tuple[float | None, ...]:
    """Return the smallest relative error in the number at each level of the main line that changes the action.

    ``values`` has what follows from ``facts``. None for a level without a derived number, and where no error up to
    ``MOST_ERROR`` changes the action.
    """
    read = followed(plan, facts)
    right = action(plan, facts)
    line = plan.spine[1 : read.depth]
    return tuple(_smallest_error(plan, facts, name, values.get(name), right) for name in line)


def chance(plan: Plan, facts: Stated, twin: Stated, others: Sequence[Stated]) -> float:
    """Return how often values of other cases distinguish a case from its ``twin``, at the level where most do.

    ``others`` have what follows in each of these cases. 1 if their medians distinguish it at any level, or if none has
    all numbers of a level.
    """
    read = followed(plan, facts)
    right = [action(plan, facts), action(plan, twin)]
    most = 0.0
    for levels in range(1, read.depth):
        cut, names = within(plan, levels)
        guessed = [name for name in names if isinstance(plan.nodes[name], Number)]
        values = [{name: value for name in guessed if isinstance(value := other.get(name), int)} for other in others]
        values = [value for value in values if len(value) == len(guessed)]  # in others, another rule applies
        if not values:
            return 1
        medians = {name: median(value[name] for value in values) for name in guessed}
        guesses: list[Stated] = [*values, medians]
        *hits, usual = [[action(cut, {**stated, **guess}) for stated in (facts, twin)] == right for guess in guesses]
        most = max(most, sum(hits) / len(hits), float(usual))
    return most


def _guesses(plan: Plan, names: Sequence[str]) -> Iterator[Stated]:
    """Yield typical values for the nodes ``names``; a set is left as far as it is stated."""
    nodes = [plan.graph.nodes[name] for name in names]
    nodes = [node for node in nodes if not isinstance(node, Members)]
    for values in islice(product(*(typical(node) for node in nodes)), MOST_READERS):
        yield {node.name: value for node, value in zip(nodes, values, strict=True)}


def _smallest_error(plan: Plan, facts: Stated, name: str, value: object, right: str | None) -> float | None:
    if not isinstance(value, int) or not value:
        return None
    errors = [
        _last_right(lambda factor: action(plan, {**facts, name: value * factor}) == right, most)
        # In both directions, because the action often changes in one of them only.
        for most in (MOST_ERROR, 1 / MOST_ERROR)
    ]
    relative_errors = [abs(error - 1) for error in errors if error is not None]
    return round(min(relative_errors), 3) if relative_errors else None


def _last_right(holds: Callable[[float], bool], most: float) -> float | None:
    """Return up to which factor towards ``most`` the action stays, within a few percent; None if it always does."""
    if holds(most):
        return None
    low, high = 0.0, math.log(most)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if holds(math.exp(middle)) else (low, middle)
    return math.exp(high)
