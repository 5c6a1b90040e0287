"""What a dilemma states, sentence by sentence: each fact and rule by itself, for texts in many files."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from probe.grammar.derivation import Fact, derive_action, follow, rules_that_apply
from probe.grammar.draw import Draw
from probe.grammar.inserting import NoFitError
from probe.grammar.joining import OTHERWISE, PolicySentence
from probe.grammar.library import Library
from probe.grammar.plan import Plan
from probe.grammar.programs import clauses, fact_lines
from probe.grammar.ranges import stated_values
from probe.grammar.realiser import Script, SentenceRenderer, frame
from probe.grammar.scenario import StatedCase, Story
from probe.grammar.schema import ROOT, Number, Side
from probe.grammar.variants import vary_one_of
from probe.grammar.wording import rule_sentences, stated_facts

TRIES = 20
"""How many choices of sentences are tried until a control is as long as the cue."""
STEPS = 12
"""At how many values of a figure's range the action is computed, to see towards which it speaks."""
BY_POSITION = re.compile(
    r"\bthe (?:(?:next|following|subsequent) rules?|rules? (?:below|that follows?|after this one))\b", re.IGNORECASE
)
"""What a rule calls the rules after it, which need not be after it where each is in a file of its own."""
OTHER_RULES = ("our other rules", "the other rules", "our other rules for this choice")
CONTINUATION = re.compile(rf"(?:{OTHERWISE}|else)\b", re.IGNORECASE)
"""How a sentence begins that says what holds where the one before it does not."""


class FactStatement(NamedTuple):
    """A stated fact: its clauses, its sentence, and its noun and value for a table (empty where it is not a figure).

    ``twin_…`` are those of the fact twin, which differ for the changed fact only. ``needed`` and ``needed_in_twin``:
    whether the proof reads it. ``supports`` is the action towards which the figure differs from a typical one.
    """

    clauses: tuple[str, ...]
    twin_clauses: tuple[str, ...]
    sentence: str
    twin_sentence: str
    noun: str
    value: str
    twin_value: str
    needed: bool
    needed_in_twin: bool
    supports: Side | None


class RuleStatement(NamedTuple):
    """A stated rule: its clauses, its sentence, and whether the proof applies it."""

    clauses: tuple[str, ...]
    sentence: str
    needed: bool
    needed_in_twin: bool


Statement = RuleStatement | FactStatement


class Statements(NamedTuple):
    """All that a dilemma states, and the sentences around it; ``script`` has the cues and the options."""

    facts: tuple[FactStatement, ...]
    rules: tuple[RuleStatement, ...]
    script: Script
    people: tuple[str, ...]

    @property
    def every(self) -> tuple[Statement, ...]:
        """Each rule and each fact."""
        return (*self.rules, *self.facts)


def statements(story: Story, stated_case: StatedCase, library: Library, draw: Draw) -> Statements:
    """Return what ``stated_case`` states. Raises NoFitError if no control is as long as the cue.

    Sentences give the product's full name, since each is read by itself.
    """
    for attempt in range(TRIES):
        try:
            return _statements(story, stated_case, library, draw.child("statements", attempt))
        except NoFitError:
            continue
    raise NoFitError(f"no control of {story.cue.name} has the length of the cue")


def _statements(story: Story, stated_case: StatedCase, library: Library, draw: Draw) -> Statements:
    voices = [voice for voice in library.phrases.voice if voice.style == story.style]
    story_frame = frame(story, library, draw.child("voice").choice(voices), draw)
    renderer = SentenceRenderer(story_frame, story, past=False)

    def quote(template: str, words: Mapping[str, str]) -> str:
        return renderer.render(template, words, quoted=True)

    plan, facts, twin_facts = stated_case.plan, stated_case.case.facts, stated_case.twin.facts
    stream = draw.child("facts")
    fact_sentences, twin_sentences = (
        stated_facts(stated_case, values, library.phrases.records, quote, stream) for values in (facts, twin_facts)
    )
    # The order of ``stated_facts``, which draws it from the same stream and leaves out empty sets.
    names = [name for name in plan.stated_nodes(stream.child("order")) if facts[name] != ()]
    read_nodes, twin_read_nodes = derive_action(plan, facts).stated_nodes, derive_action(plan, twin_facts).stated_nodes
    fact_statements = [
        FactStatement(
            clauses=tuple(fact_lines(plan, {name: facts[name]})),
            twin_clauses=tuple(fact_lines(plan, {name: twin_facts[name]})),
            sentence=fact.sentence,
            twin_sentence=twin.sentence,
            noun=fact.noun,
            value=fact.value,
            twin_value=twin.value,
            needed=name in read_nodes,
            needed_in_twin=name in twin_read_nodes,
            supports=_supports(plan, facts, name),
        )
        for name, fact, twin in zip(names, fact_sentences, twin_sentences, strict=True)
    ]
    applied_rules, twin_applied_rules = (
        set(_applied_rules(plan, facts, ROOT)),
        set(_applied_rules(plan, twin_facts, ROOT)),
    )
    sentences = separate_sentences(
        rule_sentences(plan, library.phrases.policy.wider_alternatives, library.phrases.records, draw.child("rules")),
        draw.child("other rules"),
    )
    rules = [
        RuleStatement(
            clauses=clauses(statement.rules, plan),
            sentence=quote(statement.sentence, {}),
            needed=any(rule.name in applied_rules for rule in statement.rules),
            needed_in_twin=any(rule.name in twin_applied_rules for rule in statement.rules),
        )
        for statement in sentences
    ]
    people = tuple(vary_one_of((name,), draw) for name in draw.child("people").shuffled(library.phrases.forms.people))
    return Statements(tuple(fact_statements), tuple(rules), story_frame.script, people)


def separate_sentences(sentences: Sequence[PolicySentence], draw: Draw) -> list[PolicySentence]:
    """Return the sentences of a policy so that each can be read without its neighbours.

    The rules after one become the other rules, and a sentence that continues another ("Otherwise, …") is joined to it.
    Raises ValueError if there is nothing that it could continue.
    """
    separate_sentences: list[PolicySentence] = []
    for position, (sentence, rules) in enumerate(sentences):
        other_rules = draw.child("others", position).choice(OTHER_RULES)
        text = BY_POSITION.sub(other_rules, sentence)
        if not CONTINUATION.match(text):
            separate_sentences.append(PolicySentence(text, rules))
        elif separate_sentences and separate_sentences[-1].rules[-1].gives == rules[0].gives:
            previous = separate_sentences.pop()
            separate_sentences.append(PolicySentence(f"{previous.sentence} {text}", (*previous.rules, *rules)))
        else:
            raise ValueError(f"no earlier sentence says what {text!r} refers to")
    return separate_sentences


def _applied_rules(plan: Plan, facts: Mapping[str, Fact], name: str) -> Iterator[str]:
    """Yield the names of the rules from which the node ``name`` follows."""
    for rule in rules_that_apply(plan, facts, name):
        yield rule.name
        for child in rule.names(plan.nodes):
            # What is on record is read there, so that the rules below it play no part.
            if child in plan.ways and child not in facts:
                yield from _applied_rules(plan, facts, child)


def _supports(plan: Plan, facts: Mapping[str, Fact], name: str) -> Side | None:
    """Return towards which action a figure speaks: which follows more often at the values on its side of the middle.

    A figure above the middle of its range speaks for the action that larger figures call for, all other facts as they
    are. None for what is not a number, and where the figure alone never changes the action.
    """
    node, value = plan.graph.nodes[name], facts[name]
    if not isinstance(node, Number) or not isinstance(value, int):
        return None
    values = stated_values(node, *node.range)
    sampled_values = [values[step * (len(values) - 1) // (STEPS - 1)] for step in range(STEPS)]
    middle = values[len(values) // 2]
    # A value in the middle is on neither side, so that it speaks for no action.
    if value == middle:
        return None
    action_by_value = {
        sampled_value: derivation.value
        for sampled_value in sampled_values
        if (derivation := follow(plan, {**facts, name: sampled_value})) is not None
    }
    low_actions = [side for sampled_value, side in action_by_value.items() if sampled_value < middle]
    high_actions = [side for sampled_value, side in action_by_value.items() if sampled_value >= middle]
    if not low_actions or not high_actions:
        return None
    difference = high_actions.count("first") / len(high_actions) - low_actions.count("first") / len(low_actions)
    if not difference:
        return None
    return "first" if (difference > 0) == (value > middle) else "second"
