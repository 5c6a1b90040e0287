"""Measure the processor time of a collision check, by the number of accepted pairs, and what it finds.

    python -m benchmarks.collision [--sizes 10000 100000 1000000] [--checks 64]

Vectors are random with a fixed seed; the search is the one in generation.
"""

import argparse
import resource
import statistics
import time
from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from benchmarks.running import milliseconds, read_options
from probe.embeddings.minilm import DIMENSION
from probe.similarity import TextIndex

PART = 1000
"""How many vectors are drawn at a time."""


def vectors(number: int, seed: int) -> NDArray[np.float32]:
    """Return random unit vectors, shape (number, 384)."""
    drawn = np.random.default_rng(seed).standard_normal(size=(number, DIMENSION), dtype=np.float32)
    drawn /= np.linalg.norm(drawn, axis=1, keepdims=True)
    return drawn


def planted(size: int, options: argparse.Namespace) -> tuple[NDArray[np.float32], list[int]]:
    """Return vectors near known ones, cosine about 0.95, and the places of those."""
    places = np.random.default_rng(2).choice(size, options.checks, replace=False)
    known = np.stack([vectors(PART, seed=10 + place // PART)[place % PART] for place in places])
    near = known + 0.33 * vectors(options.checks, seed=1)
    return np.asarray(near / np.linalg.norm(near, axis=1, keepdims=True), dtype=np.float32), places.tolist()


def timed(search: Callable[[], object], checks: int, repeat: int = 5) -> str:
    """Return the milliseconds of processor time per check, the median of several searches."""
    return f"{statistics.median(milliseconds(search, repeat, time.process_time)) / checks:.2f} ms"


def main() -> None:
    """Fill an index to each size, search planted near-duplicates one by one and together, and time both."""
    options = read_options(__doc__, sizes=[1000, 10_000, 100_000], checks=64)
    for size in options.sizes:
        index = TextIndex()
        for number in range(size):
            if number % PART == 0:
                part = vectors(PART, seed=10 + number // PART)
            index.add(str(number), part[number % PART])
        queries, places = planted(size, options)
        none = [None] * len(queries)
        nearest = index.nearest_of_each(queries, none)
        hits = sum(
            match is not None and match[0] == str(place) and match[1] > 0.9
            for match, place in zip(nearest, places, strict=True)
        )
        alone = timed(partial(index.nearest, queries[0]), 1)
        together = timed(partial(index.nearest_of_each, queries, none), len(queries))
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(
            f"{size:>9} accepted: {alone} per check alone, {together} in rounds of {len(queries)}; {hits} of"
            f" {len(queries)} planted near-duplicates found; peak memory {memory:.0f} MiB"
        )


if __name__ == "__main__":
    main()
