"""Rules and figures of other choices, which fill the files of a workspace so that a topic does not show what matters.

They are those of other composed dilemmas: written by the same grammar, in the same form, about other products. None
may bear on the choice of the workspace, or contradict another: words decide, and what is in doubt is left out.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import count, cycle, islice
from typing import NamedTuple

from probe.grammar import GrammarAuthor
from probe.grammar.draw import Draw
from probe.grammar.inserting import NoFitError
from probe.grammar.scenario import StatedCase, Story
from probe.grammar.statements import FactStatement, RuleStatement, Statement, Statements, statements
from probe.values import Bias

DILEMMAS = 40
"""The number of other dilemmas from which filler statements are drawn."""
MOST_RULES, MOST_FACTS = 40, 60
"""More than the free lines of the largest workspace need."""
RARE_SHARE = 0.01
"""A word of fewer statements than this share is specific to a topic: statements that share it may be related."""
FEWEST_SHARED_WORDS = 2
"""From this number of shared common words on, two statements may be about the same."""
WORD = re.compile(r"[a-z]{4,}")
STEM_LETTERS = 6
"""Letters by which the forms of a word are recognised as one: "release", "releases"."""
FUNCTION_WORDS = frozenset(
    """
    above applies apply because before below calculate calculated cases comes counts determine each either else enough
    equal equals exceed exceeds from have higher into least less long lower means more most much multiply must need
    needed needs number only other otherwise over rather same subtract such take takes than that their them then there
    these they this those under used week weeks what when whenever where which whose will with within work would
    """.split()  # noqa: SIM905 - a list of words that is read as text
)
"""Words that say how a rule decides or a figure counts, not what it is about."""
RULE_REFERENCE = re.compile(r"\brules?\b|\bofficial\b|\bprovisional\b", re.IGNORECASE)
"""What refers to other rules, and would refer to those of the workspace."""


class StatedDilemma(NamedTuple):
    """A composed dilemma with what it states."""

    story: Story
    account: StatedCase
    statements: Statements


class UnrelatedDilemmas(NamedTuple):
    """Rules and facts of other choices."""

    rules: tuple[RuleStatement, ...]
    facts: tuple[FactStatement, ...]

    @property
    def all_statements(self) -> tuple[Statement, ...]:
        """Each rule and each fact."""
        return (*self.rules, *self.facts)


class OtherChoices:
    """Dilemmas from whose statements the files of any workspace of an author are filled."""

    def __init__(self, author: GrammarAuthor, seed: int, biases: Sequence[Bias], first: int) -> None:
        """Take the dilemmas of ``author`` from the index ``first``, which is beyond those that become workspaces."""
        self._dilemmas = tuple(_dilemmas(author, seed, biases, first))
        texts = [text for other_dilemma in self._dilemmas for text in _texts(other_dilemma.statements)]
        uses = Counter(word for text in texts for word in words_of(text))
        self._common = frozenset(word for word, uses_of_word in uses.items() if uses_of_word >= RARE_SHARE * len(texts))

    def unrelated_to(self, dilemma: StatedDilemma, draw: Draw) -> UnrelatedDilemmas:
        """Return rules and facts that bear neither on the choice of ``dilemma`` nor on each other's."""
        story = dilemma.story
        areas, products, names = {story.schema.area}, {story.context.product}, _names(dilemma)
        stated_words = [
            words_of(text) for text in (*_texts(dilemma.statements), *dilemma.statements.script.lines.values())
        ]
        rules: list[RuleStatement] = []
        facts: list[FactStatement] = []
        for other_dilemma in draw.shuffled(self._dilemmas):
            is_full = len(rules) >= MOST_RULES and len(facts) >= MOST_FACTS
            is_related = (
                other_dilemma.story.schema.name == story.schema.name or other_dilemma.story.schema.area in areas
            )
            if (
                is_full
                or is_related
                or other_dilemma.story.context.product in products
                or _names(other_dilemma) & names
            ):
                continue
            # Rules of two dilemmas about the same product could contradict each other.
            products.add(other_dilemma.story.context.product)
            names |= _names(other_dilemma)
            new_rules = [
                rule for rule in other_dilemma.statements.rules if self._is_unrelated((rule.sentence,), stated_words)
            ]
            new_facts = [
                fact
                for fact in other_dilemma.statements.facts
                if self._is_unrelated((fact.sentence, fact.noun), stated_words)
            ]
            new_statements = UnrelatedDilemmas(tuple(new_rules), tuple(new_facts))
            stated_words += [words_of(statement.sentence) for statement in new_statements.all_statements]
            rules += new_rules
            facts += new_facts
        return UnrelatedDilemmas(tuple(draw.child("rules").shuffled(rules)), tuple(draw.child("facts").shuffled(facts)))

    def _is_unrelated(self, texts: Iterable[str], stated_words: Sequence[frozenset[str]]) -> bool:
        """Return whether no text may be about the same as an earlier statement."""
        for text in texts:
            words = words_of(text)
            if RULE_REFERENCE.search(text) or any(
                len(words & statement_words) >= FEWEST_SHARED_WORDS or words & statement_words - self._common
                for statement_words in stated_words
            ):
                return False
        return True


def words_of(text: str) -> frozenset[str]:
    """Return what a statement is about: the beginnings of its words, without those that all statements have."""
    return frozenset(word[:STEM_LETTERS] for word in WORD.findall(text.lower()) if word not in FUNCTION_WORDS)


def _texts(statements: Statements) -> Iterator[str]:
    yield from (statement.sentence for statement in statements.rules)
    yield from (f"{statement.sentence} {statement.noun}" for statement in statements.facts)


def _names(dilemma: StatedDilemma) -> set[str]:
    """Return what the rules of a dilemma read and derive, without its choice."""
    plan = dilemma.account.plan
    return {name for name in (*plan.stated(), *plan.ways) if not plan.graph.is_choice(name)}


def _dilemmas(author: GrammarAuthor, seed: int, biases: Sequence[Bias], first: int) -> Iterator[StatedDilemma]:
    # Take turns between the biases, because each has its own schemas; the cues are not used.
    for bias, index in islice(zip(cycle(biases), count(first)), DILEMMAS):
        story, account = author.story(bias, index)
        try:
            case_statements = statements(story, account, author.library, Draw(seed, "unrelated", index))
        except NoFitError:
            continue
        yield StatedDilemma(story, account, case_statements)
