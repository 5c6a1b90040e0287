"""The twin of a case: one stated fact changed so that the other action follows."""

from collections.abc import Iterator, Mapping, Sequence

from probe.grammar.derivation import NO_MARGIN, Fact, all_values, follow
from probe.grammar.draw import Draw
from probe.grammar.facts import Case
from probe.grammar.plan import Plan
from probe.grammar.ranges import plausible, stated_values, usual_range
from probe.grammar.schema import Category, Members, Number, opposite
from probe.values import Value

TWIN_VALUES = 24
"""How many other values of a fact are tried for a twin."""
FITTING = 6
"""Among how many values that flip the case the twin's is drawn."""


class CaseTwin(Value):
    """A changed fact: the node, its value before and after, and the facts with it."""

    node: str
    before: int | str
    after: int | str
    facts: dict[str, Fact]
    size: int


def draw_twin(plan: Plan, case: Case, draw: Draw) -> CaseTwin | None:
    """Return a twin of ``case`` with the same depth; None if no fact flips it in usual margins.

    Its size is the same too, except where a rule overrides the choice in one of both and not in the other. The changed
    fact is as far down the main line as one flips the case, so that whoever follows fewer rules misses the change.
    """
    layered = any(way.overrides for way in plan.ways.values())
    read = follow(plan, case.facts)
    assert read is not None
    low, high = plan.graph.schema.margin
    for name in sorted(draw.child("fact").shuffled(sorted(read.read)), key=lambda one: -plan.levels.get(one, 0)):
        node = plan.graph.nodes[name]
        if not node.twin:
            continue
        fitting = []
        for before, after, value in _changes(node, case.facts[name], draw.child("change", name)):
            facts = {**case.facts, name: value}
            other = follow(plan, facts)
            if other is None or (other.value, other.depth) != (opposite(case.right), case.depth):
                continue
            usual = low <= other.margin <= high or other.margin == NO_MARGIN
            if (other.size == case.size or layered) and usual and _in_proportion(plan, facts):
                fitting.append(CaseTwin(node=name, before=before, after=after, facts=facts, size=other.size))
                if len(fitting) >= FITTING:
                    break
        if fitting:
            return draw.choice(fitting)
    return None


def _in_proportion(plan: Plan, facts: Mapping[str, Fact]) -> bool:
    """Return whether the numbers fit together, and each stated one has its usual share of what it is part of."""
    values = all_values(plan, facts)
    return all(plausible(plan.graph.plausible(name), values) for name in values) and all(
        low <= value <= high
        for name, value in facts.items()
        if isinstance(node := plan.graph.nodes[name], Number) and node.share is not None and isinstance(value, int)
        for low, high in [usual_range(node, values)]
    )


def exchanged(plan: Plan, case: Case, twin: CaseTwin) -> tuple[Case, CaseTwin]:
    """Return the twin as the case, and the case as its twin.

    Where half of the cases change places with their twins, nothing about a text reveals which of both it is.
    """
    other = Case(
        facts=twin.facts,
        values=all_values(plan, twin.facts),
        right=opposite(case.right),
        depth=case.depth,
        size=twin.size,
    )
    return other, CaseTwin(node=twin.node, before=twin.after, after=twin.before, facts=case.facts, size=case.size)


def _changes(node: Number | Category | Members, value: Fact, draw: Draw) -> Iterator[tuple[int | str, int | str, Fact]]:
    """Yield other values of a fact: what changes, into what, and the whole value."""
    if isinstance(node, Number):
        assert isinstance(value, int)
        grid = stated_values(node, *node.range)
        for other in draw.shuffled(grid) if len(grid) <= TWIN_VALUES else _spread(grid, draw):
            if other != value:
                yield value, other, other
    elif isinstance(node, Category):
        for word in draw.shuffled(sorted(node.say)):
            if word != value:
                yield str(value), word, word
    else:
        assert isinstance(value, tuple)
        for place in draw.shuffled(range(len(value))):
            for member in draw.child(place).shuffled(sorted(set(node.members) - set(value))):
                yield value[place], member, (*value[:place], member, *value[place + 1 :])


def _spread(grid: Sequence[int], draw: Draw) -> list[int]:
    return [draw.choice(grid) for _ in range(TWIN_VALUES)]
