"""Validation by people: which items they are shown, and which of them a rater has still to answer."""

import re
from collections.abc import Mapping, Sequence

from probe.errors import InputError
from probe.values import Pair, fingerprint
from probe.values.validation import Question, SampledItem

_NAME = re.compile(r"[\w][\w .-]{0,39}")


def draw_sample(pairs: Sequence[Pair], per_bias: int, seed: int) -> tuple[SampledItem, ...]:
    """Draw ``per_bias`` dilemmas of each bias and author (all where there are fewer), each dilemma once.

    The draw depends on the seed and the dilemmas alone, never on their order in the file: they are taken in the order
    of a hash of both. Items come in that order too, so that raters see biases and authors mixed.
    """
    drawn: list[tuple[str, Pair]] = []
    groups: dict[tuple[str, str], list[tuple[str, Pair]]] = {}
    for pair in {pair.id: pair for pair in pairs}.values():
        ordered = (fingerprint([seed, pair.id]), pair)
        groups.setdefault((pair.bias.value, pair.provenance.author), []).append(ordered)
    for group in groups.values():
        drawn += sorted(group, key=lambda one: one[0])[:per_bias]
    return tuple(SampledItem.of(pair) for _, pair in sorted(drawn, key=lambda one: one[0]))


def rater_name(text: str) -> str:
    """Return a rater's name as it is kept. Raises InputError for one that is empty, too long or no name."""
    name = " ".join(text.split())
    if not _NAME.fullmatch(name):
        raise InputError(
            "a rater's name has 1 to 40 letters, digits, blanks, dots or hyphens, and begins with a letter"
        )
    return name


def next_item(items: Sequence[SampledItem], progress: Mapping[str, frozenset[Question]], after: int = 0) -> int | None:
    """Return the number (from 1) of the next item that is not answered whole: first those after ``after``."""
    numbers = [*range(after + 1, len(items) + 1), *range(1, after + 1)]
    return next((number for number in numbers if not is_done(items[number - 1], progress)), None)


def is_done(item: SampledItem, progress: Mapping[str, frozenset[Question]]) -> bool:
    """Tell whether every question about an item is answered."""
    return set(item.questions) <= progress.get(item.pair_id, frozenset())


def done_count(items: Sequence[SampledItem], progress: Mapping[str, frozenset[Question]]) -> int:
    """Return how many items are answered whole."""
    return sum(is_done(item, progress) for item in items)
