"""Whether the sentences of a schema or module say what its clauses do, as far as single words show.

Each sentence of a rule names a content word of every fact that its clause reads, and does not compare the other way;
the sentences of a fact have a tense mark, unless all facts are past ones; the lines of options neither praise nor
disparage.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from probe.grammar.markup import segments
from probe.grammar.schema import Category, Members, Module, Node, Rule, Schema
from probe.grammar.variants import forms

WORD = re.compile(r"[a-z]+")
STOP_WORDS = frozenset(
    {"the", "and", "for", "from", "with", "that", "this", "which", "whose", "are", "was", "were", "our"}
) | {*("its", "per", "after", "before", "than", "not", "have", "has", "number", "time", "more", "less", "until")}
"""Words that say nothing about a fact."""
ENDINGS = ("ations", "ation", "ings", "ing", "ies", "ied", "ers", "er", "ed", "es", "s", "ly", "ment", "e")
STEM = 6
"""How many letters of a word are compared, without its ending."""
OTHERWISE = re.compile(r"^\[?(?:otherwise|if not|in (?:all|any) other cases?|in other cases)\b", re.IGNORECASE)
JUDGING_WORDS = re.compile(
    r"\b(?:just|simply|merely|quickly|hastily|hack\w*|proper(?:ly)?|clean(?:ly)?|best|wise(?:ly)?|safe(?:ly)?|risky|"
    r"dirty|lazy|sloppy|clever|smart|sensible|unnecessar\w+|needless(?:ly)?|finally)\b",
    re.IGNORECASE,
)
"""Words by which the line of an option would praise or slight it."""
STRICT = (
    r"more than|above|exceeds?|longer than|later than|higher than|larger than|greater than|fewer than|less than|below"
)
NEGATION = re.compile(
    rf"\b(?:no|not|n't|never|neither)\s+(?:{STRICT}|more|exceed|longer|later|higher)\b", re.IGNORECASE
)
INCLUSIVE = re.compile(
    r"\b(?:at most|at least|no (?:more|less|fewer|longer|later|higher|lower|earlier) than|up to|within|at or above|"
    r"at or below|or more|or less)\b",
    re.IGNORECASE,
)
ANY_NEGATION = re.compile(r"\b(?:not?|cannot|never|neither)\b|n't", re.IGNORECASE)
BELOW = re.compile(r"\b(?:rules|one) below\b", re.IGNORECASE)
MODAL = re.compile(r"\b(?:would|may|might|should|could)\b")
"""Verbs that are the same in both tenses."""
EXCLUSIVE = re.compile(rf"\b(?:{STRICT})\b", re.IGNORECASE)


def meaning_problems(theory: Schema | Module) -> Iterator[str]:
    """Yield every sentence that does not seem to say what its clause or fact is, with the reason."""
    nodes = {node.name: node for node in theory.nodes}
    for rule in theory.rule:
        for sentence in rule.say:
            yield from _rule_problems(rule, sentence, nodes)
    for node in () if _in_retrospect(theory) else nodes.values():
        for sentence in _sentences(node):
            if not MODAL.search(sentence) and not any(
                segment.present for form in forms(sentence) for segment in segments(form)
            ):
                yield f"{node.name}: a fact without a tense, write {{is|was}}: {sentence!r}"
    if isinstance(theory, Schema):
        for line in (*theory.first.lines, *theory.second.lines):
            if match := JUDGING_WORDS.search(line):
                yield f"{match.group()!r} judges an option: {line!r}"


def _in_retrospect(theory: Schema | Module) -> bool:
    """Return whether all facts are past ones: what could be foreseen is judged by what was known on a day before."""
    return isinstance(theory, Schema) and theory.measures == "foreseeability"


def _rule_problems(rule: Rule, sentence: str, nodes: Mapping[str, Node]) -> Iterator[str]:
    """Yield what is wrong with one sentence of a rule."""
    # What it says depends on the sentence before it, which this check does not see.
    if OTHERWISE.match(sentence):
        return
    words = _stems(sentence)
    for name in rule.names(nodes):
        if not words & _words_of(nodes[name]):
            yield f"{rule.name!r} reads {name!r}, but says nothing about it: {sentence!r}"
    # A rule with both kinds of comparison is left out: it is not clear to which one the words belong.
    strictness = {condition.operator in "><" for condition in rule.conditions if condition.compares_numbers}
    if len(strictness) == 1 and _is_opposite(sentence, strict=strictness.pop()):
        yield f"{rule.name!r} says the opposite of {rule.when!r}, or is unclear about equal numbers: {sentence!r}"


def _is_opposite(sentence: str, *, strict: bool) -> bool:
    """Return whether a comparison includes equal numbers where a ``strict`` one excludes them, or the other way."""
    # In "the rules below", "below" is not a comparison.
    sentence = BELOW.sub("", sentence)
    inclusive = bool(INCLUSIVE.search(sentence) or NEGATION.search(sentence))
    if ANY_NEGATION.search(INCLUSIVE.sub("", NEGATION.sub("", sentence))):  # which comparison is negated is not clear
        return False
    exclusive = bool(EXCLUSIVE.search(INCLUSIVE.sub("", NEGATION.sub("", sentence))))
    return inclusive and not exclusive if strict else exclusive and not inclusive


def _words_of(node: Node) -> set[str]:
    """Return the content words of a fact, of its noun, its name, its values and its sentences."""
    values = (
        [*node.say] if isinstance(node, Category) else [*node.members.values()] if isinstance(node, Members) else []
    )
    return _stems(" ".join([node.noun, node.name.replace("_", " "), *values, *_sentences(node)]))


def _sentences(node: Node) -> Sequence[str]:
    return (
        [sentence for sentences in node.say.values() for sentence in sentences]
        if isinstance(node, Category)
        else node.say
    )


def _stems(text: str) -> set[str]:
    return {
        _stem(word) for word in WORD.findall(text.lower().replace("_", " ")) if len(word) > 2 and word not in STOP_WORDS
    }


def _stem(word: str) -> str:
    ending = next((suffix for suffix in ENDINGS if word.endswith(suffix) and len(word) - len(suffix) > 2), "")
    return word[: len(word) - len(ending)][:STEM]
