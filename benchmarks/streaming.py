"""Measure how the memory of import, export and merge grows with the number of pairs.

    python -m benchmarks.streaming DATASET [--sizes 2000 20000 100000] [--only NAME …]

The pairs of DATASET are repeated with changed names. ``merge`` gets random vectors, since a model
needs hours for 100,000 texts; its index grows with the pairs, by 1.5 KB each. Prints processor time and peak memory of
each command at each size, and ends with 1 if the memory of a command that streams grows by more than 10 % and 10 MiB.
"""

import hashlib
import json
import sys
import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np

from benchmarks.collision import vectors
from benchmarks.running import read_options
from benchmarks.scale import measure, pairs
from probe.files.dataset import json_line
from probe.generation.prepared import pack_vector
from probe.protocols.reading import read_dataset
from probe.values import Dilemma
from probe.vectors import NAME
from probe.version import __version__

GROWS = ("merge",)
"""Commands whose memory grows, because they keep the vector of every pair."""
COMMANDS: dict[str, list[str]] = {
    "export csv": ["export", "{data}", "--format", "csv", "--out", "{folder}/pairs.csv"],
    "export probe-swe": ["export", "{data}", "--format", "probe-swe", "--out", "{folder}/1_pairs.json"],
    "export hf": ["export", "{data}", "--format", "hf", "--out", "{folder}/hf"],
    "export lm-eval": ["export", "{data}", "--format", "lm-eval", "--out", "{folder}/tasks"],
    "import probe-swe": ["import", "probe-swe", "{folder}/1_pairs.json", "--out", "{folder}/back.jsonl.gz"],
    "import hf": ["import", "hf", "{folder}/hf", "--out", "{folder}/back.parquet"],
    "merge": ["merge", "{data}", "--vectors", "{folder}/vectors", "--out", "{folder}/merged.jsonl"],
}
"""The arguments of each command; imports read the output of the exports before them."""


def write_input(folder: Path, originals: tuple[Dilemma, ...], size: int) -> Path:
    """Write a dataset of ``size`` pairs and a vector for each, and return the dataset."""
    data, ids = folder / "data.jsonl", []
    with data.open("w", encoding="utf-8") as stream:
        for pair in islice(pairs(originals), size):
            stream.write(json_line(pair))
            ids.append(pair.id)
    texts = hashlib.blake2b("".join(ids).encode(), digest_size=16).hexdigest()
    header = {"probe-report": 1, "pairs": size, "texts": texts, "embedder": NAME, "probe": __version__}
    with (folder / "vectors").open("w", encoding="utf-8") as stream:
        stream.write(json.dumps(header) + "\n")
        for name, vector in zip(ids, random_vectors(size), strict=True):
            stream.write(json.dumps({"id": name, "vector": pack_vector(vector)}) + "\n")
    return data


def random_vectors(size: int) -> Iterator[np.ndarray]:
    """Yield random unit vectors."""
    for start in range(0, size, 1000):
        yield from vectors(min(1000, size - start), seed=start)


def main() -> None:
    """Run each command at each size, print a line for each, and judge the growth."""
    options = read_options(__doc__, dataset=Path, sizes=[2000, 20_000, 100_000], only=list(COMMANDS))
    originals, peaks = read_dataset(options.dataset), dict[str, list[float]]()
    for size in options.sizes:
        with tempfile.TemporaryDirectory() as folder:
            data = write_input(Path(folder), originals, size)
            for command in options.only:
                words = [word.format(data=data, folder=folder) for word in COMMANDS[command]]
                usage = measure([sys.executable, "-m", "probe", *words], accepted_codes=(0,))
                peaks.setdefault(command, []).append(usage["parent_peak"])
                cost = 1000 * usage["parent"] / size
                print(f"{size:>8} pairs: {command:17} {usage['parent_peak']:4.0f} MiB, {cost:.2f} ms each", flush=True)
    growing = [
        folder
        for folder in options.only
        if folder not in GROWS and peaks[folder][-1] > max(1.1 * peaks[folder][0], peaks[folder][0] + 10)
    ]
    print(f"memory grows in: {', '.join(growing)}" if growing else "memory is flat in every command that streams")
    sys.exit(1 if growing else 0)


if __name__ == "__main__":
    main()
