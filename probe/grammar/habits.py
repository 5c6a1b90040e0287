"""Readers with one habit each, who decide composed dilemmas without following all that they state.

They read the clauses of a program and, in the place of what they do not work out, typical values: those of other
dilemmas of the same schema.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import median
from typing import NamedTuple

from probe.grammar.derivation import follow
from probe.grammar.draw import Draw
from probe.grammar.program_rules import ProgramRules, ReadProgram, StatedValues, read_program
from probe.grammar.readers import action, distances, rules_within
from probe.grammar.schema import ROOT
from probe.values import Dilemma

TOP, TOP_DRAWN = "follows the top {}, typical values below", "follows the top {}, drawn values below"
SEARCHES, IGNORES_RECORDS = 'searches "recorded"', "ignores records"
IGNORES_OVERRIDES, LAST_FIGURE = "ignores overrides", "last figure"
SMALLER_ADDEND, ONE_VALUE = "drops the smaller addend", "one value alone"


class ReadDilemma(NamedTuple):
    """A dilemma as these readers see it.

    ``story`` is shared by the members of a series, ``required`` the depth that the dilemma records.
    ``versions`` are the program and the text of the original and of its twin.
    """

    item: str
    story: str
    schema: str
    required: int
    versions: tuple[tuple[ReadProgram, str], ...]


class HabitAnswer(NamedTuple):
    """How often a reader is right about a dilemma or its ``twin``: 0 or 1, or the share of several readings."""

    reader: str
    item: str
    schema: str
    twin: bool
    hit: float


VALUE_ERRORS = (TypeError, ValueError, LookupError, ArithmeticError)
"""What following rules raises where a program that was edited has values of other types than its rules."""


def habit_answers(pairs: Sequence[Dilemma]) -> Iterator[HabitAnswer]:
    """Yield what readers with one habit each find in composed dilemmas; nothing where a habit does not apply.

    A program of another form is not read, and one whose values do not fit its rules is left out.
    """
    dilemmas = [dilemma for dilemma in map(_read, pairs) if dilemma is not None]
    typical = _TypicalValues(dilemmas)
    for dilemma in dilemmas:
        try:
            answers = list(_habits_of(dilemma, typical))
        except VALUE_ERRORS:
            continue
        yield from answers


def _habits_of(dilemma: ReadDilemma, typical: "_TypicalValues") -> Iterator[HabitAnswer]:
    for twin, (program, text) in enumerate(dilemma.versions):
        right_action = action(program.rules, program.facts)
        if right_action is None:
            continue
        for reader, answers in _answers(dilemma, program, text, typical):
            hits = [answer == right_action for answer in answers if answer is not None]
            if hits:
                yield HabitAnswer(reader, dilemma.item, dilemma.schema, bool(twin), sum(hits) / len(hits))


def has_target(reader: str) -> bool:
    """Return whether series should leave this reader no better than a coin."""
    return reader in {SEARCHES, IGNORES_RECORDS} or reader.startswith(TOP.partition("{")[0])


def _read(pair: Dilemma) -> ReadDilemma | None:
    schema = next((seed_id for seed_id in pair.provenance.seed_ids if seed_id.startswith("schema:")), None)
    if schema is None:
        return None
    programs_with_texts = [(pair.unbiased_program, pair.unbiased)]
    programs_with_texts += [(pair.twin.unbiased_program, pair.twin.unbiased)] if pair.twin else []
    versions = [
        (program, text)
        for program, text in ((read_program(pair.axioms, clauses), text) for clauses, text in programs_with_texts)
    ]
    usable_versions = tuple(
        (program, text) for program, text in versions if program is not None and _is_followed(program)
    )
    required_depth = pair.reasoning.required_depth or 0
    return (
        ReadDilemma(pair.id, pair.provenance.series or pair.id, schema, required_depth, usable_versions)
        if usable_versions
        else None
    )


def _answers(
    dilemma: ReadDilemma, program: ReadProgram, text: str, typical: "_TypicalValues"
) -> Iterator[tuple[str, Iterable[str | None]]]:
    """Yield each reader with what follows for it, None where its habit does not apply."""
    rules, facts, record = program
    yield IGNORES_OVERRIDES, [_without_overrides(rules, facts)]
    yield LAST_FIGURE, [_last_figure(rules, facts, text)]
    yield SMALLER_ADDEND, [_without_smaller_addends(rules, facts)]
    if record:
        yield IGNORES_RECORDS, [action(rules, {name: value for name, value in facts.items() if name != record})]
        yield SEARCHES, [_action_with_value(rules, facts, facts[record])]
    # Only readers of fewer levels than the required depth, which counts ``decide_option`` too.
    for levels in range(1, dilemma.required - 1):
        upper_rules, names = rules_within(rules, levels)
        guessed_nodes = [name for name in names if name not in rules.sets]
        for reader, draw in ((TOP, None), (TOP_DRAWN, Draw("readers", dilemma.item, levels))):
            values = typical.values(dilemma, guessed_nodes, draw)
            if values is not None:
                yield reader.format(levels), [action(upper_rules, {**facts, **values})]
    yield ONE_VALUE, _one_value_alone(dilemma, program, typical)


def _without_overrides(rules: ProgramRules, facts: StatedValues) -> str | None:
    lower_choice = next((rule.lower for rule in rules.ways[ROOT].rules if rule.lower), None)
    lower_derivation = follow(rules, facts, rough=True, node=lower_choice) if lower_choice else None
    return str(lower_derivation.value) if lower_derivation else None


def _last_derived(rules: ProgramRules, facts: StatedValues) -> str | None:
    """Return the last derived number: of those that choices read, the one below which most rules are."""
    choices = {ROOT} | {rule.term.name for rule in rules.ways[ROOT].rules if rule.term}
    nodes = {name for choice in choices if choice in rules.ways for name in rules.read_by(choice)}
    numbers = {
        name: depth for name in sorted(nodes & rules.ways.keys() - choices) if (depth := _number(rules, facts, name))
    }
    return max(numbers, key=lambda name: numbers[name]) if numbers else None


def _number(rules: ProgramRules, facts: StatedValues, name: str) -> int | None:
    """Return how many rules lead to a number, None if the node is not a number."""
    derivation = follow(rules, {fact: value for fact, value in facts.items() if fact != name}, rough=True, node=name)
    return derivation.depth if derivation and isinstance(derivation.value, float) else None


def _action_with_value(rules: ProgramRules, facts: StatedValues, value: object) -> str | None:
    """Return the action if ``value`` is in the place of the last derived number; None where either is not a number."""
    name = _last_derived(rules, facts)
    return action(rules, {**facts, name: value}) if name and isinstance(value, float) else None


def _last_figure(rules: ProgramRules, facts: StatedValues, text: str) -> str | None:
    # As the text writes figures, with separators of thousands.
    numbers = {value: text.rfind(f"{value:,.0f}") for value in facts.values() if isinstance(value, float)}
    return _action_with_value(rules, facts, max(numbers, key=lambda value: numbers[value])) if numbers else None


def _without_smaller_addends(rules: ProgramRules, facts: StatedValues) -> str | None:
    """Return the action if every sum is its larger addend; None if there is no sum."""
    values = dict(facts)
    distance_by_node = distances(rules)
    # The lowest sums first, because those above add what these give.
    for name in sorted(distance_by_node, key=lambda node: -distance_by_node[node]):
        term = rules.ways[name].rules[0].term
        if name in values or term is None or term.operator != "+" or not all(side.name for side in term.sides):
            continue
        sides = [follow(rules, values, rough=True, node=side.name) for side in term.sides]
        numbers = [side.value for side in sides if side and isinstance(side.value, float)]
        if len(numbers) == len(sides):
            values[name] = max(numbers)
    return action(rules, values) if len(values) > len(facts) else None


def _one_value_alone(dilemma: ReadDilemma, program: ReadProgram, typical: "_TypicalValues") -> Iterator[str | None]:
    """Yield the action for each stated number if every other fact is a typical one."""
    typical_facts = typical.values(dilemma, sorted(program.facts), None)
    for name, value in program.facts.items():
        if typical_facts is not None and isinstance(value, float):
            yield action(program.rules, {**typical_facts, name: value})


class _TypicalValues:
    """Values of each node by story, over the dilemmas of a schema: those that are stated and those that follow."""

    def __init__(self, dilemmas: Sequence[ReadDilemma]) -> None:
        self._by_story: dict[tuple[str, str], dict[str, float | str | tuple[str, ...]]] = defaultdict(dict)
        for dilemma in dilemmas:
            program, _ = dilemma.versions[0]
            for name, value in _values(program).items():
                self._by_story[dilemma.schema, name][dilemma.story] = value

    def values(self, dilemma: ReadDilemma, names: Sequence[str], draw: Draw | None) -> StatedValues | None:
        """Return a value for each node from other stories, None if one has none there.

        With a ``draw`` it is any of them, else the median of numbers and the most frequent one of others.
        """
        chosen_values: dict[str, float | str | tuple[str, ...]] = {}
        for name in names:
            stories = self._by_story[dilemma.schema, name]
            # Members of its own series share its figures and would give the answer away.
            values = [value for story, value in stories.items() if story != dilemma.story]
            if not values:
                return None
            numbers = [value for value in values if isinstance(value, float)]
            if draw is not None:
                chosen_values[name] = draw.child(name).choice(values)
            else:
                # Sorted, so that of equally frequent values every run takes the same.
                chosen_values[name] = (
                    median(numbers) if numbers else max(sorted(set(values), key=str), key=values.count)
                )
        return chosen_values


def _is_followed(program: ReadProgram) -> bool:
    """Whether every rule can be applied to what a program states, also where the values were edited."""
    try:
        _values(program)
    except VALUE_ERRORS:
        return False
    return True


def _values(program: ReadProgram) -> Mapping[str, float | str | tuple[str, ...]]:
    names = program.rules.ways.keys() - program.rules.sets
    derivations = {name: follow(program.rules, program.facts, rough=True, node=name) for name in names}
    return {**{name: result.value for name, result in derivations.items() if result}, **program.facts}
