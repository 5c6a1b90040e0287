"""Which items are shown, and in which order."""

from collections.abc import Sequence

from probe.ports import AnyItem
from probe.values import fingerprint


def in_turns(items: Sequence[AnyItem]) -> tuple[AnyItem, ...]:
    """Return all items so that the biases alternate: a part of them, from the start, covers all biases alike."""
    rank: dict[str, int] = {}
    turns = []
    for item in items:
        turns.append(rank.setdefault(item.bias, 0))
        rank[item.bias] += 1
    return tuple(item for _, item in sorted(zip(turns, items, strict=True), key=lambda placed: placed[0]))


def some_of_each_bias(items: Sequence[AnyItem], limit: int | None, seed: int | None = None) -> tuple[AnyItem, ...]:
    """Return ``limit`` items of each bias, or all of them without a limit: the first ones, or drawn with a ``seed``.

    What is drawn with a larger limit contains what is drawn with a smaller one.
    """
    if limit is None:
        return tuple(items)
    kept: dict[str, list[AnyItem]] = {}
    for item in items:
        kept.setdefault(item.bias, []).append(item)
    if seed is not None:
        # By a hash of each item, not a shuffle: a larger limit then contains the smaller one.
        kept = {bias: sorted(group, key=lambda item: fingerprint([seed, item.id])) for bias, group in kept.items()}
    return tuple(item for group in kept.values() for item in group[:limit])
