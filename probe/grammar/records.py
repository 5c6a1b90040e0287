"""Series in which a record replaces what would be derived: every member has the same rules and the same base figures.

The true value of each figure of the main line is that of the case. The base figure is an estimate, from which another
value would follow; a member states the true value of one figure on record, at its own level. What is below it plays no
part, what is above it is needed.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import cast

from probe.grammar.derivation import Fact, Facts, RuleReader, all_values, follow
from probe.grammar.draw import Draw
from probe.grammar.facts import Case, draw_case, margins
from probe.grammar.plan import Plan
from probe.grammar.practice_library import RecordPhrases, RecordWords
from probe.grammar.ranges import plausible, stated_values
from probe.grammar.readers import guess_rate, required_depth, rules_within
from probe.grammar.scenario import SeriesRequest, StatedCase
from probe.grammar.schema import SIDES, Category, Node, Number, Rule, Side
from probe.grammar.theory import Way
from probe.grammar.twins import CaseTwin, draw_twin, exchange
from probe.grammar.variants import forms
from probe.grammar.wording import record_words

ABOVE = 2
"""``decide_option`` and the rule of the record are the steps of a proof beside those above the record."""
LEAST_LEVEL = 2
"""The last derived value is never on record: it would only have to be compared."""
DRAWS = 4
"""How many cases are drawn for a plan until one requires the depth of each member."""
ESTIMATES = 60
"""How many values of the base figure are tried as its estimate."""
FARTHEST = 4
"""From this multiple of the true value on, or its inverse, an estimate is implausible."""
USUAL_RANGE_FACTOR = 1.5
"""How far beyond its usual range a number may be to which an estimate leads, which no text states."""
MOST_DECOYS = 2
"""How many numbers are on record at most that no rule reads."""
OTHER_CASES = 10
"""How many other cases of a plan show which values are typical."""
MOST_GUESSED = 0.1
"""How often the values of other cases may distinguish a case from its twin, at each level above the record."""
STATUS = re.compile(r"\b(?:official|provisional)", re.IGNORECASE)
"""A text about what is official or provisional would confuse which figures are."""
LONG_WORD = re.compile(r"[a-z]{5,}")
SHARED_WORDS = frozenset({"number", "length"})
"""Long words that two nouns may share."""


def recorded_series(  # noqa: PLR0917
    plan: Plan, drawn_side: Side, right: Side, series_request: SeriesRequest, phrases: RecordPhrases, draw: Draw
) -> tuple[StatedCase, ...] | None:
    """Return a case of ``plan`` at each of the depths; None if it gives none that requires each depth.

    The main line of the plan ends in the figure that the deepest member has on record.
    """
    series = _Series(plan, series_request, with_estimate(plan, phrases), draw.child("others"))
    words = record_words(phrases, plan.graph.nodes[plan.spine[-1]])
    decoys = _decoys(plan, words, draw.child("decoys"))
    for number in range(DRAWS):
        case_draw = draw.child("series", number)
        # ``draw_case`` has tried several times: a plan that fails to give a case once rarely gives one later.
        case = draw_case(plan, drawn_side, case_draw, narrow=True)
        if case is None:
            return None
        members = series.members(case, right, case_draw)
        if members:
            return tuple(member._replace(decoys=decoys) for member in members)
    return None


class _Series:
    """The members of a series, from one case of a plan."""

    def __init__(self, plan: Plan, series_request: SeriesRequest, estimating: Plan, draw: Draw) -> None:
        self._plan = plan
        self._draw = draw
        self._levels = [depth - ABOVE for depth in series_request.depths]
        self._kind = series_request.kind
        self._replaces = series_request.replaces
        self._estimating = estimating
        self._base = plan.spine[-1]
        self._estimate = estimating.spine[-1]

    def members(self, case: Case, right: Side, draw: Draw) -> tuple[StatedCase, ...] | None:
        """Return the members in which ``right`` follows from ``case`` or from its twin; None if it gives none."""
        twin = draw_twin(self._plan, case, draw.child("twin"), self._facts_above_records(), narrow=True)
        if twin is None or not self._same_records(case, twin):
            return None
        estimate = self._draw_estimate(case, twin, right, draw)
        if estimate is None:
            return None
        candidates = [self._member(level, case, twin, estimate, right) for level in self._levels]
        members = tuple(member for member in candidates if member is not None)
        return members if len(members) == len(candidates) and self._require_depths(members) else None

    def _facts_above_records(self) -> frozenset[str]:
        """Return the stated facts that every member needs: those above the shallowest record."""
        upper_plan, _ = rules_within(self._plan, self._levels[0])
        needed_facts = set(upper_plan.stated_nodes()) - self._plan.ways.keys() - {self._base}
        numbers = {name for name in needed_facts if isinstance(self._plan.graph.nodes[name], Number)}
        return frozenset(needed_facts if self._kind == "classes" else numbers)

    def _same_records(self, case: Case, twin: CaseTwin) -> bool:
        values, twin_values = (all_values(self._plan, facts) for facts in (case.facts, twin.facts))
        names = [self._plan.spine[level] for level in self._levels]
        return all(values[name] == twin_values.get(name) for name in names)

    def _draw_estimate(self, case: Case, twin: CaseTwin, right: Side, draw: Draw) -> Fact | None:
        """Return a value of the base figure from which, without a record, the wanted action follows; None if none does.

        A number leads to the same action in the case and its twin, so that they change places in what the record does.
        """
        node = self._plan.graph.nodes[self._base]
        places_change = self._kind == "records" and case.right != right
        values = draw.child("estimate").shuffled(_estimate_values(node, case.values))
        # Sorting is stable: estimates that are equally far stay in the order in which they were drawn.
        for value in sorted(values, key=lambda value: _distance(value, case.values[node.name]))[:ESTIMATES]:
            if not self._covers(value, case.values):
                continue
            action, twin_action = (self._without_record(version.facts, value) for version in (case, twin))
            if action is None or twin_action is None or (self._kind == "records" and action != twin_action):
                continue
            # If case and twin are swapped, the estimate has the opposite effect on the new case.
            if (action != case.right) is (self._replaces is not places_change):
                return value
        return None

    def _covers(self, value: Fact, values: Mapping[str, Fact]) -> bool:
        """Return whether ``value`` is more than the true rest of it, which may be on record, or has no rest."""
        above = self._plan.spine[-2]
        leaves_remainder = any(
            (rule.calculation or "").startswith(f"{self._base} - ") for rule in self._plan.ways[above].rules
        )
        return not leaves_remainder or not isinstance(value, int) or value > cast(int, values[above])

    def _without_record(self, facts: Mapping[str, Fact], estimate: Fact) -> str | None:
        """Return the action that follows from the estimate, if by usual numbers and margins; they may be fractions."""
        plan, nodes = self._estimating, self._plan.graph.nodes
        reader = RuleReader(plan, self._stated_facts(facts, estimate), rough=True)
        derivation = reader.follow()
        smallest_margin, _ = margins(plan, narrow=True)
        if derivation is None or derivation.margin < smallest_margin:
            return None
        line = {name: reader.follow(name) for name in plan.spine[1:-1]}
        is_usual = all(
            _near_usual_range(nodes[name], derivation.value) for name, derivation in line.items() if derivation
        )
        base = {**facts, self._base: estimate}
        return str(derivation.value) if is_usual and plausible(plan.graph.plausible(self._base), base) else None

    def _stated_facts(self, facts: Mapping[str, Fact], estimate: Fact) -> Facts:
        return {**{name: value for name, value in facts.items() if name != self._base}, self._estimate: estimate}

    def _member(self, level: int, case: Case, twin: CaseTwin, estimate: Fact, right: Side) -> StatedCase | None:
        """Return the member with the figure of one ``level`` on record; None if its proof is another one."""
        plan, name = self._estimating, self._plan.spine[level]
        facts, twin_facts = (
            self._stated_facts(version.facts, estimate) | {name: case.values[name]} for version in (case, twin)
        )
        derivation, twin_derivation = follow(plan, facts), follow(plan, twin_facts)
        if (
            derivation is None
            or twin_derivation is None
            or derivation.value != case.right
            or twin_derivation.value == case.right
        ):
            return None
        # The proof has to end at the record: a proof that reaches the estimate would not need the record.
        if {derivation.depth, twin_derivation.depth} != {
            level + ABOVE - 1
        } or self._estimate in derivation.stated_nodes | twin_derivation.stated_nodes:
            return None
        values = all_values(plan, facts)
        member = Case(facts=facts, values=values, right=case.right, depth=derivation.depth, size=derivation.size)
        changed_twin = twin.model_copy(update={"facts": twin_facts, "size": twin_derivation.size})
        if case.right != right:
            member, changed_twin = exchange(plan, member, changed_twin)
        derived_without_record = follow(
            plan, {fact: value for fact, value in member.facts.items() if fact != name}, rough=True
        )
        replaces = derived_without_record is None or derived_without_record.value != right
        return StatedCase(plan=plan, case=member, twin=changed_twin, kind=self._kind, replaces=replaces)

    @cached_property
    def _other_cases(self) -> tuple[Facts, ...]:
        """What follows in other cases of the plan."""
        draws = [(SIDES[number % 2], self._draw.child(number)) for number in range(OTHER_CASES)]
        cases = [draw_case(self._plan, side, draw, narrow=True) for side, draw in draws]
        return tuple(case.values for case in cases if case is not None)

    def _require_depths(self, members: Sequence[StatedCase]) -> bool:
        """Return whether each member requires its whole depth, and other cases' values rarely distinguish the twin."""
        if any(
            required_depth(member.plan, member.case.facts, member.twin.facts) != member.case.depth + 1
            for member in members
        ):
            return False
        # The deepest member: above its record are the most numbers to guess.
        plan, case, twin = members[-1][:3]
        # Classes have no numbers that other cases could suggest.
        if self._kind == "classes":
            return True
        return bool(self._other_cases) and guess_rate(plan, case.facts, twin.facts, self._other_cases) <= MOST_GUESSED


def with_estimate(plan: Plan, phrases: RecordPhrases) -> Plan:
    """Return ``plan`` with an estimate in the place of its base figure, and all that is derived guarded by records."""
    graph, base = plan.graph, plan.spine[-1]
    name = f"estimated_{base}"
    # All plans of a schema share the graph, so the node may be there already.
    graph.nodes.setdefault(name, _estimate(graph.nodes[base], name, phrases))
    rule = Rule.model_validate({"name": "estimate", "gives": base, "is": name})
    ways = {**plan.ways, base: Way([rule])}
    guarded_nodes = frozenset(node for node in ways if not graph.is_choice(node) and not graph.is_set(node))
    estimating = Plan(graph, ways, (*plan.spine, name), guarded=guarded_nodes, estimated=base)
    estimating.branches = plan.branches
    return estimating


def _estimate(node: Node, name: str, phrases: RecordPhrases) -> Node:
    """Return the node of an estimate of ``node``, which is called ``name``, with its sentences."""
    noun, words = next(forms(node.noun)), record_words(phrases, node)
    sentences = [sentence.replace("{noun}", noun) for sentence in words.estimate]
    changes: dict[str, object] = {"name": name, "noun": words.estimate_row.replace("{noun}", noun)}
    if isinstance(node, Category):
        say = {
            word: tuple(sentence.replace("{value}", word.replace("_", " ")) for sentence in sentences)
            for word in node.say
        }
        return node.model_copy(update={**changes, "say": say})
    return node.model_copy(update={**changes, "say": tuple(sentence.replace("value", name) for sentence in sentences)})


def fits(plan: Plan, series_request: SeriesRequest) -> bool:
    """Return whether ``plan`` has a figure for the record of each member; the deepest can be an estimate too."""
    nodes, levels = plan.graph.nodes, [depth - ABOVE for depth in series_request.depths]
    node_type = Category if series_request.kind == "classes" else Number
    names = [plan.spine[level] for level in levels]
    can_record = all(isinstance(nodes[name], node_type) and _can_be_recorded(nodes[name]) for name in names)
    reads_anchor = plan.graph.schema.anchor in names
    return can_record and _can_be_recorded(nodes[plan.spine[-1]]) and not reads_anchor and not STATUS.search(plan.words)


def _can_be_recorded(node: Node) -> bool:
    """Return whether "the official figure for the {noun}" can be said: of no date, and of nothing that has none."""
    if isinstance(node, Number) and (node.unit == ("date",) or not node.official):
        return False
    return "," not in node.noun


def _estimate_values(node: Node, values: Mapping[str, Fact]) -> list[Fact]:
    """Return the values that an estimate of ``node`` may have."""
    if isinstance(node, Category):
        return [*node.say]
    assert isinstance(node, Number)
    true_value, statable_values = values[node.name], stated_values(node, *node.range)
    return [value for value in statable_values if value != true_value and _distance(value, true_value) < FARTHEST]


def _distance(value: Fact, true_value: Fact) -> int:
    """Return how far an estimate is from what is true, in whole multiples; another class is nearer than the same one.

    So estimates are near where near ones serve, and an assumption is rarely what is known anyway.
    """
    if not isinstance(value, int) or not isinstance(true_value, int):
        return int(value == true_value)
    if not value or not true_value:
        return FARTHEST
    return int(max(value / true_value, true_value / value))


def _near_usual_range(node: Node, value: object) -> bool:
    """Return whether a number that an estimate leads to is near its usual range."""
    if not isinstance(node, Number) or not isinstance(value, (int, float)):
        return True
    low, high = node.range
    return low / USUAL_RANGE_FACTOR <= value <= high * USUAL_RANGE_FACTOR


def free_decoys(plan: Plan, words: RecordWords) -> list[Number]:
    """Return numbers that no rule reads, and about which the rest of the text says nothing."""
    used_words = set(LONG_WORD.findall(plan.words.lower()))
    return [
        Number(name=decoy.name, noun=decoy.noun, unit=decoy.unit, range=decoy.range)
        for decoy in words.decoy
        if not used_words & set(LONG_WORD.findall(decoy.noun)) - SHARED_WORDS
    ]


def _decoys(plan: Plan, words: RecordWords, draw: Draw) -> tuple[tuple[Number, int], ...]:
    """Return numbers on record that no rule reads."""
    chosen_decoys = draw.shuffled(free_decoys(plan, words))[: draw.between(1, MOST_DECOYS)]
    return tuple((number, draw.between(*number.range)) for number in chosen_decoys)
