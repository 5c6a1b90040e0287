"""The orders in which the profiles of a set are shown."""

from random import Random

RANDOM = 2
"""Random orders of each set; each is shown reversed as well."""


def orders_of(count: int, draw: Random) -> dict[str, tuple[int, ...]]:
    """Return the orders of ``count`` profiles by arm: random ones, their reverses, and a Latin square."""
    orders = {}
    for number in range(1, RANDOM + 1):
        order = tuple(draw.sample(range(count), count))
        orders[f"random_{number}"] = order
        orders[f"random_{number}_reversed"] = order[::-1]
    return orders | {f"latin_{number}": order for number, order in enumerate(latin_square(count), 1)}


def latin_square(count: int) -> tuple[tuple[int, ...], ...]:
    """Return ``count`` orders in which every profile is at every place once.

    Where ``count`` is even, every profile also follows every other one once (Williams 1949).
    """
    steps = [0, *(step for pair in zip(range(1, count), range(count - 1, 0, -1), strict=True) for step in pair)]
    first_order = steps[:count]
    return tuple(tuple((step + shift) % count for step in first_order) for shift in range(count))
