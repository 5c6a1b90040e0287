"""Choose which items are shown, and in which order."""

from collections.abc import Sequence

from probe.ports import AnyItem
from probe.values import fingerprint


def in_turns(items: Sequence[AnyItem]) -> tuple[AnyItem, ...]:
    """Return all items with alternating biases, so that any first part covers all biases alike."""
    counts: dict[str, int] = {}
    turns = []
    for item in items:
        turns.append(counts.setdefault(item.bias, 0))
        counts[item.bias] += 1
    return tuple(item for _, item in sorted(zip(turns, items, strict=True), key=lambda numbered_item: numbered_item[0]))


def some_of_each_bias(items: Sequence[AnyItem], limit: int | None, seed: int | None = None) -> tuple[AnyItem, ...]:
    """Return ``limit`` items of each bias, all of them without a limit: the first, or a sample with a ``seed``.

    With the same seed, a larger sample contains the smaller one.
    """
    if limit is None:
        return tuple(items)
    items_by_bias: dict[str, list[AnyItem]] = {}
    for item in items:
        items_by_bias.setdefault(item.bias, []).append(item)
    if seed is not None:
        # Sorted by a hash of each item, not shuffled, so that a larger sample contains the smaller one.
        items_by_bias = {
            bias: sorted(group, key=lambda item: fingerprint([seed, item.id])) for bias, group in items_by_bias.items()
        }
    return tuple(item for group in items_by_bias.values() for item in group[:limit])
