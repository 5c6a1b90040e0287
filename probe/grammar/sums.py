"""Two further kinds of series: a sum of the same items at another depth, and rules that play no part.

``shape``: the number that decides is the sum of the same eight items in every member, by equally many rules; its
subtotals are nested more deeply or less. ``padding``: the same case, with a sum of no, five or nine further items of a
number that no other rule reads.
"""

from collections.abc import Sequence
from string import ascii_uppercase
from typing import NamedTuple

from probe.grammar.derivation import Facts, all_values, derive_action
from probe.grammar.draw import Draw
from probe.grammar.facts import Case, draw_case
from probe.grammar.plan import Plan
from probe.grammar.practice_library import RecordPhrases
from probe.grammar.readers import required_depth
from probe.grammar.records import free_decoys
from probe.grammar.scenario import StatedCase
from probe.grammar.schema import Number, Rule, Side
from probe.grammar.theory import Way
from probe.grammar.twins import CaseTwin, draw_twin, exchange
from probe.grammar.variants import forms

ITEMS = 8
"""How many items the sum of a ``shape`` has: with one rule less, its depth is from 3 to 7."""
PADDING_RULES = (0, 4, 8)
"""How many rules play no part in the members of a ``padding``."""
ABOVE = 2
"""``decide_option`` and the choice rule are above a sum."""
DRAWS = 4
"""How many cases of a plan are drawn for a ``shape``."""
DIVISIONS = 20
"""How often a number is divided into items until each member requires its depth."""
WEIGHTS = (1, 12)
"""From which to which weight an item is drawn: some are several times as large as others."""


class Tree(NamedTuple):
    """A sum of two parts; without parts, an item."""

    left: "Tree | None" = None
    right: "Tree | None" = None

    @property
    def leaves(self) -> int:
        """How many items it has."""
        return (self.left.leaves + self.right.leaves) if self.left and self.right else 1


def tree(leaves: int, height: int) -> Tree:
    """Return a sum of ``leaves`` items whose longest branch has ``height`` additions."""
    if leaves == 1:
        return Tree()
    # The left side has the longest branch; the right one is balanced, so that it is never longer.
    left_leaves = min(leaves - 1, 2 ** (height - 1))
    return Tree(tree(left_leaves, height - 1), tree(leaves - left_leaves, (leaves - left_leaves - 1).bit_length()))


def shape_fits(plan: Plan, *, anchored: bool) -> bool:
    """Return whether the number that the choice rule compares can be a sum of items; if ``anchored``, it is the anchor.

    In series of other biases it is another number.
    """
    node = plan.graph.nodes[plan.spine[-1]]
    if not isinstance(node, Number) or "," in node.noun or (plan.graph.schema.anchor == node.name) is not anchored:
        return False
    is_count = len(node.unit) == 2 and not any(word in node.unit[0] for word in (" per ", " a "))
    return is_count or node.unit in {("€",), ("$",)}


def shape_series(
    plan: Plan, drawn_side: Side, right: Side, depths: Sequence[int], draw: Draw
) -> tuple[StatedCase, ...] | None:
    """Return members whose sums of the same items have other depths; None if some do not require theirs."""
    name = plan.spine[-1]
    plans = [with_sum(plan, name, tree(ITEMS, depth - ABOVE)) for depth in depths]
    names = frozenset(plan.stated_nodes()) - {name}
    for number in range(DRAWS):
        case_draw = draw.child("shape", number)
        case = draw_case(plan, drawn_side, case_draw, narrow=True)
        if case is None:
            continue
        twin = draw_twin(plan, case, case_draw.child("twin"), names, narrow=True)
        if twin is None:
            continue
        for division in range(DIVISIONS):
            items = _items(plan, name, case.facts[name], case_draw.child("items", division))
            if items is None:
                break
            members = [_member(member_plan, name, case, twin, items, right) for member_plan in plans]
            if all(_requires(member) for member in members):
                return tuple(member._replace(kind="shape") for member in members)
    return None


def padding_series(
    plan: Plan, drawn_side: Side, right: Side, phrases: RecordPhrases, draw: Draw
) -> tuple[StatedCase, ...] | None:
    """Return the same case with no, some and many rules that play no part; None if the plan gives no case."""
    decoys = free_decoys(plan, phrases.classes)
    case = draw_case(plan, drawn_side, draw)
    if case is None or not decoys:
        return None
    twin = draw_twin(plan, case, draw.child("twin"), plan.stated_nodes())
    if twin is None:
        return None
    if drawn_side != right:
        case, twin = exchange(plan, case, twin)
    decoy = draw.child("decoy").choice(decoys)
    plan.graph.nodes.setdefault(decoy.name, decoy)
    members = []
    for rules in PADDING_RULES:
        items: Facts = {}
        padded = plan
        if rules:
            # A sum of n + 1 items takes n additions.
            padded = with_sum(plan, decoy.name, tree(rules + 1, rules.bit_length()), unread=True)
            item_draw = draw.child("parts", rules)
            items = {
                leaf: item_draw.between(*decoy.range)
                for leaf in padded.stated_nodes()
                if leaf not in plan.stated_nodes()
            }
        member = case.model_copy(update={"facts": {**case.facts, **items}})
        changed_twin = twin.model_copy(update={"facts": {**twin.facts, **items}})
        members.append(StatedCase(plan=padded, case=member, twin=changed_twin, kind="padding"))
    return tuple(members)


def with_sum(plan: Plan, name: str, total: Tree, *, unread: bool = False) -> Plan:
    """Return ``plan`` with the number ``name`` as the sum of items; with ``unread``, no other rule reads it."""
    graph = plan.graph
    node = graph.nodes[name]
    assert isinstance(node, Number)
    noun = next(forms(node.noun))
    item_letters, subtotal_numbers = iter(ascii_uppercase), iter(range(1, total.leaves))
    ways: dict[str, Way] = {}

    def name_term(branch: Tree) -> tuple[str, str]:
        """Return the node of a part and how a rule calls it; rules of its parts come before its own."""
        if branch.left is None:
            letter = next(item_letters)
            leaf, sentence = f"{name}_item_{letter.lower()}", f"Item {letter} of the {noun} {{is|was}} "
            range_ = (1, max(2, 2 * node.range[1] // total.leaves))
            changes = {"name": leaf, "noun": f"item {letter} of the {noun}", "range": range_, "step": 1}
            graph.nodes[leaf] = _without_sentences(node, **changes, say=(f"{sentence}{{{leaf}}}.",))
            return leaf, f"item {letter}"
        terms = rules_of(branch)
        number = next(subtotal_numbers)
        low, high = (max(1, end * branch.leaves // total.leaves) for end in node.range)
        subtotal = f"{name}_{total.leaves}_subtotal_{number}_of_{branch.leaves}"
        graph.nodes[subtotal] = _without_sentences(
            node, name=subtotal, noun=f"subtotal {number}", range=(low, max(high, low + 1))
        )
        ways[subtotal] = _sum_way(subtotal, f"Subtotal {number}", terms)
        return subtotal, f"subtotal {number}"

    def rules_of(branch: Tree) -> list[tuple[str, str]]:
        return [name_term(branch) for branch in branch if branch is not None]

    ways[name] = _sum_way(name, f"The {noun}", rules_of(total))
    unread_nodes = (name,) if unread else ()
    return Plan(graph, {**plan.ways, **ways}, plan.spine, unread=unread_nodes)


def _without_sentences(node: Number, **changes: object) -> Number:
    """Return a number like ``node`` that is part of nothing and has no sentences."""
    cleared_fields: dict[str, object] = {
        "part_of": None,
        "share": None,
        "small": None,
        "large": None,
        "round": False,
        "say": (),
    }
    return node.model_copy(update={**cleared_fields, **changes})


def _sum_way(name: str, subject: str, terms: Sequence[tuple[str, str]]) -> Way:
    (left, left_noun), (right, right_noun) = terms
    sentence = f"{subject} is {left_noun} plus {right_noun}."
    rule = {"name": f"sum of {name}", "gives": name, "is": f"{left} + {right}", "say": (sentence,)}
    return Way([Rule.model_validate(rule)])


def _items(plan: Plan, name: str, value: object, draw: Draw) -> list[int] | None:
    """Divide ``value`` into items of different sizes; None if it is too small."""
    assert isinstance(value, int)
    weights = [draw.between(*WEIGHTS) for _ in range(ITEMS)]
    items = [value * weight // sum(weights) for weight in weights]
    # One item absorbs the rounding difference, so that the sum is exact.
    items[draw.below(ITEMS)] += value - sum(items)
    return items if min(items) > 0 else None


def _member(  # noqa: PLR0917
    plan: Plan, name: str, case: Case, twin: CaseTwin, items: Sequence[int], right: Side
) -> StatedCase:
    """Return the member in which ``plan`` sums the ``items``."""
    leaves = {f"{name}_item_{letter.lower()}": item for letter, item in zip(ascii_uppercase, items, strict=False)}
    facts, twin_facts = (
        {**{fact: value for fact, value in version.facts.items() if fact != name}, **leaves} for version in (case, twin)
    )
    derivation, twin_derivation = derive_action(plan, facts), derive_action(plan, twin_facts)
    values = all_values(plan, facts)
    member = Case(facts=facts, values=values, right=case.right, depth=derivation.depth, size=derivation.size)
    changed_twin = twin.model_copy(update={"facts": twin_facts, "size": twin_derivation.size})
    if case.right != right:
        member, changed_twin = exchange(plan, member, changed_twin)
    return StatedCase(plan=plan, case=member, twin=changed_twin)


def _requires(member: StatedCase) -> bool:
    return required_depth(member.plan, member.case.facts, member.twin.facts) == member.case.depth + 1
