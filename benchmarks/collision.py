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

BATCH = 1000
"""Number of vectors that are drawn at a time."""


def vectors(count: int, seed: int) -> NDArray[np.float32]:
    """Return random unit vectors, shape (number, 384)."""
    samples = np.random.default_rng(seed).standard_normal(size=(count, DIMENSION), dtype=np.float32)
    samples /= np.linalg.norm(samples, axis=1, keepdims=True)
    return samples


def plant_duplicates(size: int, options: argparse.Namespace) -> tuple[NDArray[np.float32], list[int]]:
    """Return near-duplicates of indexed vectors, cosine about 0.95, and the indices of the originals."""
    indices = np.random.default_rng(2).choice(size, options.checks, replace=False)
    originals = np.stack([vectors(BATCH, seed=10 + index // BATCH)[index % BATCH] for index in indices])
    near_duplicates = originals + 0.33 * vectors(options.checks, seed=1)
    return np.asarray(
        near_duplicates / np.linalg.norm(near_duplicates, axis=1, keepdims=True), dtype=np.float32
    ), indices.tolist()


def time_per_check(search: Callable[[], object], checks: int, repeat: int = 5) -> str:
    """Return the milliseconds of processor time per check, the median of several searches."""
    return f"{statistics.median(milliseconds(search, repeat, time.process_time)) / checks:.2f} ms"


def main() -> None:
    """Fill an index to each size, search planted near-duplicates one by one and together, and time both."""
    options = read_options(__doc__, sizes=[1000, 10_000, 100_000], checks=64)
    for size in options.sizes:
        index = TextIndex()
        for number in range(size):
            if number % BATCH == 0:
                batch = vectors(BATCH, seed=10 + number // BATCH)
            index.add(str(number), batch[number % BATCH])
        queries, indices = plant_duplicates(size, options)
        any_series = [None] * len(queries)
        nearest = index.nearest_of_each(queries, any_series)
        hits = sum(
            match is not None and match[0] == str(index_of_original) and match[1] > 0.9
            for match, index_of_original in zip(nearest, indices, strict=True)
        )
        single_time = time_per_check(partial(index.nearest, queries[0]), 1)
        batch_time = time_per_check(partial(index.nearest_of_each, queries, any_series), len(queries))
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(
            f"{size:>9} accepted: {single_time} per check alone, {batch_time} in rounds of {len(queries)}; {hits} of"
            f" {len(queries)} planted near-duplicates found; peak memory {memory:.0f} MiB"
        )


if __name__ == "__main__":
    main()
