"""Adapt sentences to their order in a text: how the product is named.

A context's introduction names the product; while the text continues about it, "it" is unambiguous. Once
the text mentions the matter, it is not, so from there on the product is named, by its short name if it has one.
"""

import re
from collections.abc import Iterable, Mapping, Sequence

from probe.grammar.markup import capitalised
from probe.values import Value

IT = "\N{WHITE SQUARE}"
"""Placeholder for the product until its place is known: "it" or its name."""

NAME = "\N{WHITE DIAMOND}"
"""Placeholder for the product where it has to be named: in full, or by its short name from the second time on."""

MARK = re.compile(f"[{IT}{NAME}]")

INTRODUCING = ("opener", "intro", "remark")
"""The parts that may come before the topic."""

Parts = dict[str, tuple[str, ...]]


class Names(Value):
    """The names of a product: in full, and ``again`` from the second time on."""

    product: str
    again: str


def named(sentence: str, names: Names, *, pronoun: bool = False, known: bool = False) -> str:
    """Return ``sentence`` with the product named, or as "it" where a ``pronoun`` is clear.

    "The API of it" is not idiomatic, so after "of" the product is always named. ``known``: it was named before.
    """
    pronoun = pronoun and f"of {IT}" not in sentence
    first = None if known else MARK.search(sentence)

    def word(mark: re.Match[str]) -> str:
        if pronoun and mark.group() != NAME:
            return "it"
        return names.product if first and mark.start() == first.start() else names.again

    return capitalised(MARK.sub(word, sentence))


def in_order(order: Iterable[str], parts: Mapping[str, tuple[str, ...]], names: Names) -> Parts:
    """Return ``parts`` with the product named where the ``order`` of the text requires it."""
    found: Parts = {}
    clear = known = False
    for part in order:
        if part not in parts:
            continue
        said = []
        for sentence in parts[part]:
            said.append(named(sentence, names, pronoun=clear, known=known))
            clear = names_product(part, sentence, names)
            known = known or clear
        found[part] = tuple(said)
        clear = clear and part in INTRODUCING
    return found


def names_product(part: str, sentence: str, names: Names) -> bool:
    """Whether ``sentence`` refers to the product; an introduction always does."""
    return part == "intro" or MARK.search(sentence) is not None or names.product in sentence


def clear_at_topic(order: Sequence[str], parts: Mapping[str, tuple[str, ...]], names: Names) -> bool:
    """Whether "it" would mean the product in the sentence that names the matter."""
    said = [(part, sentence) for part in order[: order.index("topic")] if part in parts for sentence in parts[part]]
    return bool(said) and names_product(*said[-1], names)
