"""Complementary rules in one sentence: "If the load exceeds the capacity, we add a server; otherwise, we keep it"."""

import re
from typing import NamedTuple

from probe.grammar.expressions import OPPOSITE
from probe.grammar.schema import Category, Node, Rule

CONDITION = r"(?:if|when|where|whenever|in cases where|once|as long as)"
OTHERWISE = r"(?:otherwise|if not|in (?:all|any) other cases?|in other cases)"
CONDITION_FIRST = re.compile(rf"(?:{CONDITION} [^,:;]+|{OTHERWISE}), ([^,:;]+)\.", re.IGNORECASE)
CONDITION_LAST = re.compile(rf"((?:The|An?|Our|We) [^,:;]+?) {CONDITION} [^,:;]+\.")
UNCLEAR = re.compile(
    r"\b(?:it|its|they|their|them|those|that|these|this|such|ones?|then|there|if|when|where|also)\b", re.IGNORECASE
)
"""Words by which a result may refer to its own condition."""
CONDITIONAL = re.compile(
    rf"\b{CONDITION}\b|^(?:In|For|With|Without|At|On|Under|During|Until|After|Before)\b"
    r"|\b(?:that|which|who|whose|with|without|more|fewer|less)\b",
    re.IGNORECASE,
)
"""To a sentence without a condition of its own ("Sensitive records stay for 30 days"), "otherwise" cannot refer."""
SINGLE_CLAUSE = re.compile(r"[^;:]+\.")
ALTERNATIVE = re.compile(r"\b(?:otherwise|unless|other|except|only)\b", re.IGNORECASE)
FEWEST_SENTENCES = 3
"""Rules are joined as long as a policy has more sentences than that."""


class PolicySentence(NamedTuple):
    """A sentence of a policy, and the rules that it says."""

    sentence: str
    rules: tuple[Rule, ...]


def join_complements(statements: list[PolicySentence], nodes: dict[str, Node]) -> list[PolicySentence]:
    """Return the sentences with neighbours that are complements in one, as long as enough are left."""
    sentences: list[PolicySentence] = []
    spare_sentences = len(statements) - FEWEST_SENTENCES
    for statement in statements:
        joint_sentence = _joint(sentences[-1], statement, nodes) if sentences and spare_sentences > 0 else None
        if joint_sentence:
            sentences[-1] = joint_sentence
            spare_sentences -= 1
        else:
            sentences.append(statement)
    return sentences


def _joint(statement: PolicySentence, next_statement: PolicySentence, nodes: dict[str, Node]) -> PolicySentence | None:
    """Return both rules in one sentence; None if they are not complements, or the words do not allow it."""
    if (
        len(statement.rules) != 1
        or len(next_statement.rules) != 1
        or not complements(statement.rules[0], next_statement.rules[0], nodes)
    ):
        return None
    result = _result(next_statement.sentence)
    if result is None or not SINGLE_CLAUSE.fullmatch(statement.sentence) or ALTERNATIVE.search(statement.sentence):
        return None
    if not CONDITIONAL.search(statement.sentence):
        return None
    return PolicySentence(f"{statement.sentence[:-1]}; otherwise, {result}.", (*statement.rules, *next_statement.rules))


def complements(rule: Rule, other_rule: Rule, nodes: dict[str, Node]) -> bool:
    """Return whether one of two rules for the same fact applies exactly where the other does not."""
    if rule.gives != other_rule.gives or len(rule.conditions) != 1 or len(other_rule.conditions) != 1:
        return False
    first, second = rule.conditions[0], other_rule.conditions[0]
    if first.left != second.left:
        return False
    if first.compares_numbers:
        return first.right == second.right and OPPOSITE[first.operator] == second.operator
    node = nodes.get(first.left.name)
    is_binary = isinstance(node, Category) and len(node.say) == len((rule, other_rule))
    return is_binary and first.operator == second.operator == "==" and first.right != second.right


def _result(sentence: str) -> str | None:
    """Return what a rule says without its condition; None if that is not clear by itself."""
    match = CONDITION_FIRST.fullmatch(sentence) or CONDITION_LAST.fullmatch(sentence)
    if match is None or UNCLEAR.search(match[1]):
        return None
    return match[1][0].lower() + match[1][1:]
