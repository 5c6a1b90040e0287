"""Measure the time of one collision check, by the number of accepted pairs.

    python -m benchmarks.collision [--sizes 1000 10000 100000] [--checks 50]

Vectors are random with a fixed seed; the check is the one in generation.
"""

import argparse
import statistics
import time

import numpy as np
from numpy.typing import NDArray

from probe.embeddings.minilm import DIMENSION
from probe.similarity import TextIndex


def vectors(number: int, seed: int) -> NDArray[np.float32]:
    """Return random unit vectors, shape (number, 384)."""
    drawn = np.random.default_rng(seed).normal(size=(number, DIMENSION)).astype(np.float32)
    return np.asarray(drawn / np.linalg.norm(drawn, axis=1, keepdims=True), dtype=np.float32)


def main() -> None:
    """Fill an index to each size, and time checks and additions at it."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=[1000, 10_000, 100_000])
    parser.add_argument("--checks", type=int, default=50)
    options = parser.parse_args()
    questions = vectors(options.checks, seed=1)
    for size in options.sizes:
        index = TextIndex()
        started = time.perf_counter()
        for number, vector in enumerate(vectors(size, seed=0)):
            index.add(str(number), vector)
        filled = time.perf_counter() - started
        costs = []
        for question in questions:
            started = time.perf_counter()
            index.nearest(question)
            costs.append(time.perf_counter() - started)
        check = 1000 * statistics.median(costs)
        print(f"{size:>7} accepted: {check:.2f} ms per check (median of {options.checks}), filled in {filled:.2f} s")


if __name__ == "__main__":
    main()
