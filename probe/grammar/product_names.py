"""Adapt sentences to their order in a text: how the product is named.

A context's introduction names the product; while the text continues about it, "it" is unambiguous. Once
the text mentions the matter, it is not, so from there on the product is named, by its short name if it has one.
"""

import re
from collections.abc import Iterable, Mapping, Sequence

from probe.grammar.markup import capitalised
from probe.values import Value

PRONOUN = "\N{WHITE SQUARE}"
"""Placeholder for the product until its place is known: "it" or its name."""

NAME = "\N{WHITE DIAMOND}"
"""Placeholder for the product where it has to be named: in full, or by its short name from the second time on."""

MARK = re.compile(f"[{PRONOUN}{NAME}]")

INTRODUCTORY_PARTS = ("opener", "intro", "remark")
"""The parts that may come before the topic."""

Parts = dict[str, tuple[str, ...]]


class Names(Value):
    """The names of a product: in full, and ``short_name`` from the second time on."""

    product: str
    short_name: str


def insert_names(sentence: str, names: Names, *, pronoun: bool = False, named_before: bool = False) -> str:
    """Return ``sentence`` with the product named, or as "it" where a ``pronoun`` is clear.

    "The API of it" is not idiomatic, so after "of" the product is always named, by its short name
    if it was ``named_before``.
    """
    pronoun = pronoun and f"of {PRONOUN}" not in sentence
    first_mark = None if named_before else MARK.search(sentence)

    def word(mark: re.Match[str]) -> str:
        if pronoun and mark.group() != NAME:
            return "it"
        return names.product if first_mark and mark.start() == first_mark.start() else names.short_name

    return capitalised(MARK.sub(word, sentence))


def in_order(order: Iterable[str], parts: Mapping[str, tuple[str, ...]], names: Names) -> Parts:
    """Return ``parts`` with the product named where the ``order`` of the text requires it."""
    named_parts: Parts = {}
    clear = named_before = False
    for part in order:
        if part not in parts:
            continue
        sentences = []
        for sentence in parts[part]:
            sentences.append(insert_names(sentence, names, pronoun=clear, named_before=named_before))
            clear = names_product(part, sentence, names)
            named_before = named_before or clear
        named_parts[part] = tuple(sentences)
        # From the matter on, "it" could mean the matter.
        clear = clear and part in INTRODUCTORY_PARTS
    return named_parts


def names_product(part: str, sentence: str, names: Names) -> bool:
    """Whether ``sentence`` refers to the product; an introduction always does."""
    return part == "intro" or MARK.search(sentence) is not None or names.product in sentence


def clear_at_topic(order: Sequence[str], parts: Mapping[str, tuple[str, ...]], names: Names) -> bool:
    """Whether "it" would mean the product in the sentence that names the matter."""
    preceding_sentences = [
        (part, sentence) for part in order[: order.index("topic")] if part in parts for sentence in parts[part]
    ]
    return bool(preceding_sentences) and names_product(*preceding_sentences[-1], names)
