"""The twin of a case: one stated fact changed so that the other action follows."""

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice

from probe.grammar.derivation import NO_MARGIN, Fact, RuleReader, all_values
from probe.grammar.draw import Draw
from probe.grammar.facts import Case, margins
from probe.grammar.plan import Plan
from probe.grammar.ranges import plausible, stated_values, usual_range
from probe.grammar.schema import Category, Members, Node, Number, opposite
from probe.values import Value

TWIN_VALUES = 24
"""How many other values of a fact are tried for a twin."""
MOST_SMALL_CHANGE = 0.2
"""A small change of a number is at most this share of its range, on the logarithmic scale."""
MOST_CANDIDATES = 6
"""Among how many values that flip the case the twin's is drawn."""


class CaseTwin(Value):
    """A changed fact: the node, its value before and after, and the facts with it."""

    node: str
    old_value: int | str
    new_value: int | str
    facts: dict[str, Fact]
    size: int


def draw_twin(plan: Plan, case: Case, draw: Draw, names: Collection[str], *, narrow: bool = False) -> CaseTwin | None:
    """Return a twin of ``case`` with the same depth; None if none of the facts ``names`` flips it in usual margins.

    A number far down the main line is changed if a small change of it flips the case: a reader who follows fewer rules
    misses it. With ``narrow``, the change is the smallest of those tried.
    """
    reader = RuleReader(plan, case.facts)
    derivation = reader.follow()
    assert derivation is not None
    # A fact that the proof does not read cannot change what follows.
    changeable_facts = [name for name in sorted(derivation.stated_nodes) if plan.graph.nodes[name].twin]
    order = [name for name in draw.child("fact").shuffled(changeable_facts) if name in names]
    deepest_facts = sorted((name for name in order if name in plan.levels), key=lambda name: -plan.levels[name])
    for candidates, must_be_small in ((deepest_facts, True), (order, False)):
        for name in candidates:
            changes = _fitting_twins(
                plan, case, reader, name, draw.child("change", name), small=must_be_small, narrow=narrow
            )
            fitting_twins = list(islice(changes, MOST_CANDIDATES))
            if fitting_twins and narrow:
                return min(fitting_twins, key=_change)
            if fitting_twins:
                return draw.choice(fitting_twins)
    return None


def _fitting_twins(
    plan: Plan, case: Case, reader: RuleReader, name: str, draw: Draw, *, small: bool, narrow: bool
) -> Iterator[CaseTwin]:
    """Yield the twins in which the fact ``name`` differs, by little if it has to be ``small``.

    ``reader`` has followed the case.
    """
    has_layer = plan.overriding is not None
    low, high = margins(plan, narrow=narrow)
    node = plan.graph.nodes[name]
    for old_value, new_value, value in _changes(node, case.facts[name], draw):
        if small and not _is_small(node, old_value, new_value):
            continue
        facts = {**case.facts, name: value}
        changed_reader = reader.with_changed_facts(facts, plan.dependents_of(name))
        derivation = changed_reader.follow()
        if derivation is None or derivation.value != opposite(case.right) or derivation.depth != case.depth:
            continue
        # A margin that no case has would show which of the two texts is the twin.
        has_usual_margin = low <= derivation.margin <= high or derivation.margin == NO_MARGIN
        if (
            (derivation.size == case.size or has_layer)
            and has_usual_margin
            and _in_proportion(plan, facts, changed_reader.all_values())
        ):
            yield CaseTwin(node=name, old_value=old_value, new_value=new_value, facts=facts, size=derivation.size)


def _change(twin: CaseTwin) -> float:
    """Return how much a number changes, on the logarithmic scale."""
    numbers = [max(1, value) for value in (twin.old_value, twin.new_value) if isinstance(value, int)]
    return abs(math.log(numbers[0] / numbers[1])) if len(numbers) == len((twin.old_value, twin.new_value)) else 0.0


def _is_small(node: Node, old_value: int | str, new_value: int | str) -> bool:
    """Return whether a change is so small beside the range that the number hardly shows which value was drawn."""
    if not isinstance(node, Number) or not isinstance(old_value, int) or not isinstance(new_value, int):
        return False
    low, high = (max(1, end) for end in node.range)
    return abs(math.log(max(1, new_value) / max(1, old_value))) <= MOST_SMALL_CHANGE * math.log(high / low)


def _in_proportion(plan: Plan, facts: Mapping[str, Fact], values: Mapping[str, Fact]) -> bool:
    """Return whether the numbers fit together, and each stated one has its usual share of what it is part of."""
    return all(plausible(plan.graph.plausible(name), values) for name in values) and all(
        low <= value <= high
        for name, value in facts.items()
        if isinstance(node := plan.graph.nodes[name], Number) and node.share is not None and isinstance(value, int)
        for low, high in [usual_range(node, values)]
    )


def exchange(plan: Plan, case: Case, twin: CaseTwin) -> tuple[Case, CaseTwin]:
    """Return the twin as the case, and the case as its twin.

    Where half of the cases change places with their twins, nothing about a text reveals which of the two it is.
    """
    twin_case = Case(
        facts=twin.facts,
        values=all_values(plan, twin.facts),
        right=opposite(case.right),
        depth=case.depth,
        size=twin.size,
    )
    return twin_case, CaseTwin(
        node=twin.node, old_value=twin.new_value, new_value=twin.old_value, facts=case.facts, size=case.size
    )


def _changes(node: Number | Category | Members, value: Fact, draw: Draw) -> Iterator[tuple[int | str, int | str, Fact]]:
    """Yield other values of a fact: what changes, into what, and the whole value."""
    if isinstance(node, Number):
        assert isinstance(value, int)
        grid = stated_values(node, *node.range)
        for new_value in draw.shuffled(grid) if len(grid) <= TWIN_VALUES else _spread(grid, draw):
            if new_value != value:
                yield value, new_value, new_value
    elif isinstance(node, Category):
        for word in draw.shuffled(sorted(node.say)):
            if word != value:
                yield str(value), word, word
    else:
        assert isinstance(value, tuple)
        for position in draw.shuffled(range(len(value))):
            for member in draw.child(position).shuffled(sorted(set(node.members) - set(value))):
                yield value[position], member, (*value[:position], member, *value[position + 1 :])


def _spread(grid: Sequence[int], draw: Draw) -> list[int]:
    return [draw.choice(grid) for _ in range(TWIN_VALUES)]
