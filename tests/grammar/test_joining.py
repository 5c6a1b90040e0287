"""Complementary rules in one sentence."""

import pytest

from probe.grammar import GrammarAuthor
from probe.grammar.joining import FEWEST, PolicySentence, join_complements
from probe.grammar.schema import Category, Node, Rule
from probe.values import Bias

TIER = Category(name="tier", noun="tier", say={"gold": ("It is gold.",), "plain": ("It is plain.",)})
NODES: dict[str, Node] = {"tier": TIER}


def rule(when: str) -> Rule:
    return Rule(name="a rule", gives="action", value="first", when=when, say=("We wait.",))


def sentences(first: tuple[str, str], second: tuple[str, str]) -> list[str]:
    """Return the sentences of two rules, each with its condition, below enough others."""
    other_sentences = [PolicySentence(f"Rule {number}.", (rule("a > b"),)) for number in range(FEWEST)]
    complements = [PolicySentence(sentence, (rule(when),)) for sentence, when in (first, second)]
    return [
        policy_sentence.sentence
        for policy_sentence in join_complements([*other_sentences, *complements], NODES)[FEWEST:]
    ]


WAIT = ("We wait if the load is above the limit.", "load > limit")


@pytest.mark.parametrize(
    ("second", "expected"),
    [
        ("If the load is at most the limit, we go on.", "we go on"),
        ("We go on when the load is at most the limit.", "we go on"),
        ("Otherwise, the rules below decide.", "the rules below decide"),
    ],
)
def test_the_complement_of_a_rule_is_said_as_otherwise(second: str, expected: str) -> None:
    assert sentences(WAIT, (second, "load <= limit")) == [f"{WAIT[0][:-1]}; otherwise, {expected}."]


@pytest.mark.parametrize(
    ("second", "when"),
    [
        ("If the load is far below the limit, we go on.", "load < limit"),  # equal numbers are in neither
        ("If the load is at most the share, we go on.", "load <= share"),
        ("If the load is at most the limit, they go on.", "load <= limit"),  # what "they" are is in the condition
        ("Under the limit, it is: we go on.", "load <= limit"),
    ],
)
def test_other_rules_keep_their_sentences(second: str, when: str) -> None:
    assert sentences(WAIT, (second, when)) == [WAIT[0], second]


def test_a_class_of_two_has_one_complement() -> None:
    first, second = ("In tier gold, we wait.", "tier == gold"), ("If the tier is plain, we go on.", "tier == plain")
    assert sentences(first, second) == ["In tier gold, we wait; otherwise, we go on."]


def test_a_sentence_without_a_condition_of_its_own_has_no_otherwise() -> None:
    """There is no "otherwise" to "Gold tickets stay for the time set for gold"."""
    first = ("Gold tickets stay open for the time set for gold.", "tier == gold")
    second = ("If the tier is plain, we go on.", "tier == plain")
    assert sentences(first, second) == [first[0], second[0]]


def test_a_policy_has_three_sentences_or_more() -> None:
    author = GrammarAuthor({"depth": "3-4"}, seed=2)
    candidates = [author.candidate(Bias.BANDWAGON, index) for index in range(12)]
    assert min(len(candidate.stated_rules) for candidate in candidates) >= FEWEST
    assert any(len(rule.clauses) == 2 for candidate in candidates for rule in candidate.stated_rules)
