"""Variants inside a sentence, as in ``[If|When] the load is high, we [add|order] a server``.

A bracket has two or more alternatives, each with any marks of ``probe.grammar.markup``; an alternative may be empty.
Every combination has to be a correct sentence with the same meaning.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise

from probe.grammar.draw import Draw
from probe.grammar.markup import MarkupError, shown

BRACKET = re.compile(r"\[([^\[\]]*)\]")
SEPARATOR = re.compile(r"\{[^{}]*\}|(\|)")
"""A bar that separates alternatives, or a mark such as ``{is|was}``, whose bar does not."""
LONGEST_SENTENCE, MOST_ALTERNATIVES = 2_000, 100
"""Limits of a sentence, in characters and in alternatives of all its brackets: every form of it is checked."""
Alternatives = tuple[str, ...]
Wider = Mapping[Alternatives, Alternatives]
"""All alternatives of a bracket, by those that are written in it."""
AS_WRITTEN: Wider = {}


def varied(sentence: str, draw: Draw, wider: Wider = AS_WRITTEN) -> str:
    """Return ``sentence`` with one alternative of each bracket, one with the fewest words if the draw is brief."""
    pieces = (wider.get(alternatives, alternatives) for alternatives in parts(sentence))
    return "".join(
        _choice(_briefest(alternatives, draw.slack) if draw.brief_only else alternatives, draw)
        for alternatives in pieces
    )


def worded(sentences: Sequence[str], draw: Draw, wider: Wider = AS_WRITTEN) -> str:
    """Return one of ``sentences``, a short one if the draw is brief, with one alternative of each of its brackets."""
    return varied(
        _choice(_short_sentences(tuple(sentences), 1 + draw.slack) if draw.brief_only else sentences, draw), draw, wider
    )


@cache
def parts(sentence: str) -> tuple[Alternatives, ...]:
    """Return the pieces of ``sentence``, each with its alternatives.

    Raises MarkupError for invalid brackets, and for a sentence beyond ``LONGEST_SENTENCE`` or ``MOST_ALTERNATIVES``.
    """
    if len(sentence) > LONGEST_SENTENCE:
        raise MarkupError(f"a sentence has {LONGEST_SENTENCE:,} characters at most")
    pieces: list[tuple[str, ...]] = []
    end = 0
    for bracket in BRACKET.finditer(sentence):
        pieces += [(_plain(sentence[end : bracket.start()]),), _alternatives(bracket.group(1))]
        end = bracket.end()
    if sum(len(alternatives) for alternatives in pieces if len(alternatives) > 1) > MOST_ALTERNATIVES:
        raise MarkupError(f"the brackets of a sentence have {MOST_ALTERNATIVES} alternatives at most")
    return (*pieces, (_plain(sentence[end:]),))


@cache
def least_words(sentence: str) -> int:
    """Return how many words the briefest variant of ``sentence`` has; a slot counts as one."""
    return sum(min(len(alternative.split()) for alternative in alternatives) for alternatives in parts(sentence))


def forms(sentence: str) -> Iterator[str]:
    """Yield forms in which each alternative of ``sentence`` occurs at least once."""
    pieces = parts(sentence)
    # Not all combinations, whose number multiplies with every bracket.
    first_alternatives = [alternatives[0] for alternatives in pieces]
    yield "".join(first_alternatives)
    for position, alternatives in enumerate(pieces):
        for alternative in alternatives[1:]:
            yield "".join([*first_alternatives[:position], alternative, *first_alternatives[position + 1 :]])


def _choice(items: Sequence[str], draw: Draw) -> str:
    return items[draw.below(len(items))] if len(items) > 1 else items[0]


@cache
def _briefest(alternatives: Alternatives, slack: int) -> Alternatives:
    """Return the alternatives with the fewest words, or up to ``slack`` than that."""
    least = min(len(alternative.split()) for alternative in alternatives)
    return tuple(alternative for alternative in alternatives if len(alternative.split()) <= least + slack)


@cache
def _short_sentences(sentences: tuple[str, ...], slack: int) -> tuple[str, ...]:
    """Return the sentences that have the fewest words, or up to ``slack``, in their briefest variant."""
    words = [least_words(sentence) for sentence in sentences]
    return tuple(sentence for sentence, count in zip(sentences, words, strict=True) if count <= min(words) + slack)


def _alternatives(text: str) -> Alternatives:
    bars = [match.start() for match in SEPARATOR.finditer(text) if match.group(1)]
    alternatives = tuple(text[start + 1 : end] for start, end in pairwise([-1, *bars, len(text)]))
    if len(alternatives) < 2 or len(set(alternatives)) < len(alternatives):
        raise MarkupError(f"[{shown(text)}] needs two or more different alternatives, [if|when]")
    return alternatives


def _plain(text: str) -> str:
    if "[" in text or "]" in text:
        raise MarkupError("a bracket is unclosed or inside another one")
    return text
