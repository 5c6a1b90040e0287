"""Readers who follow only some of the rules, and what a case requires of a reader."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice, product
from operator import eq
from statistics import median
from typing import TypeVar

from probe.grammar.derivation import Fact, Rules, derive_action, follow, rules_that_apply
from probe.grammar.plan import Plan
from probe.grammar.scenario import StatedCase
from probe.grammar.schema import ROOT, SIDES, Members, Node, Number
from probe.values import Reasoning

StatedValues = Mapping[str, Fact | float]
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
    queue = [ROOT]
    while queue:
        name = queue.pop(0)
        for child in rules.read_by(name):
            if child in rules.ways and child not in steps:
                steps[child] = steps[name] + 1
                queue.append(child)
    return steps


@lru_cache(maxsize=64)
def rules_within(rules: AnyRules, levels: int) -> tuple[AnyRules, tuple[str, ...]]:
    """Return the first ``levels`` of the ``rules``, and the nodes that they leave to a guess.

    The latest ones are remembered: a series asks the same of dozens of cases of one plan.
    """
    distance_by_node = distances(rules)
    ways = {name: way for name, way in rules.ways.items() if distance_by_node.get(name, levels) < levels}
    nodes = {name for upper in ways for name in rules.read_by(upper)}
    return rules.restricted_to(ways), tuple(sorted(name for name in nodes if name in rules.ways and name not in ways))


def typical_values(node: Node) -> tuple[Fact | float, ...]:
    """Return what a reader who knows such decisions may put in the place of a derived node: any class of several.

    A number is the middle of its range, on the logarithmic scale.
    """
    if isinstance(node, Number):
        low, high = (math.log(max(1, end)) for end in node.range)
        return (math.exp((low + high) / 2),)
    if isinstance(node, Members):
        return ((),)
    return tuple(sorted(node.say)) or SIDES


def action(rules: Rules, stated_values: StatedValues) -> str | None:
    """Return the action for a reader who calculates roughly; None if no action follows."""
    derivation = follow(rules, stated_values, rough=True)
    return str(derivation.value) if derivation else None


def required_depth(plan: Plan, facts: StatedValues, twin: StatedValues) -> int:
    """Return the fewest levels of rules, ``decide_option`` included, with which a reader does better than a coin.

    That is about a case and its ``twin`` together, with typical values in the place of deeper ones: where there are
    several typical classes, on average over them.
    """
    derivation = derive_action(plan, facts)
    right_actions = [action(plan, facts), action(plan, twin)]
    for levels in range(1, derivation.depth):
        upper_rules, guessed_nodes = rules_within(plan, levels)
        guesses = list(_guesses(plan, guessed_nodes))
        actions = [
            action(upper_rules, {**stated_facts, **values}) for values in guesses for stated_facts in (facts, twin)
        ]
        hits = sum(map(eq, actions, right_actions * len(guesses)))
        # Each guess gives an answer for the case and one for its twin; a coin gets one of the two right.
        if hits > len(guesses):
            return levels + 1
    return derivation.depth + 1


def reasoning(stated_case: StatedCase) -> Reasoning:
    """Return what a reader of a case has to follow to tell it from its twin."""
    plan, case, twin = stated_case.plan, stated_case.case, stated_case.twin
    derivation = derive_action(plan, case.facts)
    return Reasoning(
        required_depth=required_depth(plan, case.facts, twin.facts),
        tolerance=tolerance(plan, case.facts, case.values),
        deductions=derivation.size + 1 - derivation.calculations,
        calculations=derivation.calculations,
        overridden=overridden(plan, case.facts) if plan.overriding else None,
        kind=stated_case.kind,
        recorded=next((name for name in case.facts if name in plan.guarded), None),
        replaces=stated_case.replaces,
    )


def overridden(plan: Plan, facts: Mapping[str, Fact]) -> bool:
    """Return whether the plan's layer or exception decides."""
    return any(rule.lower for rule in rules_that_apply(plan, facts, ROOT))


def tolerance(plan: Plan, facts: StatedValues, values: StatedValues) -> tuple[float | None, ...]:
    """Return the smallest relative error in the number at each level of the main line that changes the action.

    ``values`` has what follows from ``facts``. None for a level without a derived number, and where no error up to
    ``MOST_ERROR`` changes the action.
    """
    derivation = derive_action(plan, facts)
    right_action = action(plan, facts)
    main_line = plan.spine[1 : derivation.depth]
    return tuple(_smallest_error(plan, facts, name, values.get(name), right_action) for name in main_line)


def guess_rate(plan: Plan, facts: StatedValues, twin: StatedValues, other_cases: Sequence[StatedValues]) -> float:
    """Return how often values of other cases distinguish a case from its ``twin``, at the level where most do.

    ``other_cases`` have what follows in each of these cases. The result is 1 if their medians distinguish it at any
    level, or if none has all numbers of a level.
    """
    derivation = derive_action(plan, facts)
    right_actions = [action(plan, facts), action(plan, twin)]
    highest_rate = 0.0
    for levels in range(1, derivation.depth):
        upper_rules, names = rules_within(plan, levels)
        guessed_nodes = [name for name in names if isinstance(plan.nodes[name], Number)]
        values = [
            {name: value for name in guessed_nodes if isinstance(value := case_values.get(name), int)}
            for case_values in other_cases
        ]
        values = [value for value in values if len(value) == len(guessed_nodes)]  # else a different rule applies
        if not values:
            return 1
        medians = {name: median(value[name] for value in values) for name in guessed_nodes}
        guesses: list[StatedValues] = [*values, medians]
        *hits, median_hit = [
            [action(upper_rules, {**stated_facts, **guess}) for stated_facts in (facts, twin)] == right_actions
            for guess in guesses
        ]
        highest_rate = max(highest_rate, sum(hits) / len(hits), float(median_hit))
    return highest_rate


def _guesses(plan: Plan, names: Sequence[str]) -> Iterator[StatedValues]:
    """Yield typical values for the nodes ``names``; a set is left as far as it is stated."""
    nodes = [plan.graph.nodes[name] for name in names]
    nodes = [node for node in nodes if not isinstance(node, Members)]
    for values in islice(product(*(typical_values(node) for node in nodes)), MOST_READERS):
        yield {node.name: value for node, value in zip(nodes, values, strict=True)}


def _smallest_error(
    plan: Plan, facts: StatedValues, name: str, value: object, right_action: str | None
) -> float | None:
    if not isinstance(value, int) or not value:
        return None
    errors = [
        _largest_harmless_factor(lambda factor: action(plan, {**facts, name: value * factor}) == right_action, limit)
        # In both directions, because the action often changes in one of them only.
        for limit in (MOST_ERROR, 1 / MOST_ERROR)
    ]
    relative_errors = [abs(error - 1) for error in errors if error is not None]
    return round(min(relative_errors), 3) if relative_errors else None


def _largest_harmless_factor(stays_right: Callable[[float], bool], limit: float) -> float | None:
    """Return up to which factor towards ``limit`` the action stays, within a few percent; None if it always does."""
    if stays_right(limit):
        return None
    low, high = 0.0, math.log(limit)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if stays_right(math.exp(middle)) else (low, middle)
    return math.exp(high)
