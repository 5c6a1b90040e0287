"""What the order of a text does to its sentences: where the product is "it", and where a remark needs a connective.

A context's introduction names the product; while a text goes on about it, "it" and "there" can mean nothing else. As
soon as the matter comes up, they could, so that the product is named from there on.
"""

from collections.abc import Iterable, Mapping, Sequence

from probe.grammar.draw import Draw
from probe.grammar.markup import capitalised, lowered, runs_on

IT = "\N{WHITE SQUARE}"
"""Stands for the product until its place is known: "it" or its name."""

THERE = "\N{WHITE CIRCLE}"
"""Stands for the place that the product is: "there" or "in" and its name."""

INTRODUCING = ("opener", "intro", "remark", "premise")
"""What may stand before the topic."""

JOINED_PERCENT = 40
CONNECTED_PERCENT = 80
LONGEST_JOINED = 28
"""How often two sentences become one, how often a later premise gets a connective, how many words the one may have."""

Parts = dict[str, tuple[str, ...]]


def named(sentence: str, product: str, *, pronoun: bool = False) -> str:
    """Return ``sentence`` with the product named, or as "it" and "there" where a ``pronoun`` is clear.

    Nobody says "the API of it", so that it is named behind "of" anyway.
    """
    it, there = ("it", "there") if pronoun and f"of {IT}" not in sentence else (product, f"in {product}")
    return capitalised(sentence.replace(IT, it).replace(THERE, there))


def in_order(order: Iterable[str], parts: Mapping[str, tuple[str, ...]], product: str) -> Parts:
    """Return ``parts`` with the product named, or not, as the ``order`` of a text asks for."""
    found: Parts = {}
    clear = False
    for part in order:
        if part not in parts:
            continue
        said = []
        for sentence in parts[part]:
            said.append(named(sentence, product, pronoun=clear))
            clear = _is_clear(part, sentence, product)
        found[part] = tuple(said)
        clear = clear and part in INTRODUCING
    return found


def clear_at_topic(order: Sequence[str], parts: Mapping[str, tuple[str, ...]], product: str) -> bool:
    """Whether "it" would mean the product in the sentence that names the matter."""
    said = [(part, sentence) for part in order[: order.index("topic")] if part in parts for sentence in parts[part]]
    return bool(said) and _is_clear(*said[-1], product)


def joined(order: Sequence[str], parts: Parts, draw: Draw) -> Parts:
    """Return ``parts`` with the premise in the introduction's sentence, now and then where it follows and is short."""
    wanted = draw.below(100) < JOINED_PERCENT
    before = [part for part in order[: order.index("premise")] if part == "topic" or parts.get(part)]
    if not wanted or before[-1:] != ["intro"]:
        return parts
    intro, premise = parts["intro"][0], parts["premise"][0]
    one = f"{intro.removesuffix('.')}, and {lowered(premise.replace(IT, 'it').replace(THERE, 'there'))}"
    plain = intro.endswith(".") and runs_on(premise) and not any(mark in intro for mark in (":", ";", ", and "))
    if not plain or ", and " in premise or f"of {IT}" in premise or len(one.split()) > LONGEST_JOINED:
        return parts
    return {**parts, "intro": (one,), "premise": ()}


def connected(order: Sequence[str], parts: Parts, connectives: Sequence[str], draw: Draw) -> Parts:
    """Return ``parts`` with a connective before a premise that follows the matter, mostly."""
    wanted, connective = draw.below(100) < CONNECTED_PERCENT, draw.choice(connectives)
    follows = order.index("premise") > order.index("topic")
    if not wanted or not follows or not runs_on(parts["premise"][0]):
        return parts
    return {**parts, "premise": (f"{connective} {lowered(parts['premise'][0])}",)}


def _is_clear(part: str, sentence: str, product: str) -> bool:
    return part == "intro" or any(mark in sentence for mark in (IT, THERE, product))
