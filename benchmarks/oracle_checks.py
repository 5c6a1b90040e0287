"""Measure what each strict check costs: processor time per pair, by part, inside one worker.

    python -m benchmarks.oracle_checks FOLDER [--pairs 200]

FOLDER contains the published ``1_augmented_dilemmas_dataset_*.json``. A worker's Prolog half answers the same pairs for
both profiles, three times each, in one process, with a clock around each part (``oracle_checks.pl``). The paper profile
reads, runs and proves both programs and nothing else, so it is the floor of the strict one.
"""

import json
import subprocess
import tempfile
from pathlib import Path

from benchmarks.oracle import published_dilemmas
from benchmarks.running import read_options
from probe.oracle.installation import find_installation

MAIN = Path(__file__).with_name("oracle_checks.pl")


def time_parts(folder: Path, count: int) -> dict[str, dict[str, float]]:
    """Return milliseconds per pair by profile and part, of ``count`` pairs spread over those in ``folder``."""
    pairs = published_dilemmas(folder)
    sample = pairs[:: max(1, len(pairs) // count)][:count]
    requests = [{"axioms": pair.axioms, "programs": [pair.unbiased_program, pair.biased_program]} for pair in sample]
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(requests, file)
        file.flush()
        command = [find_installation().executable, "-q", "-g", "main", "-t", "halt", str(MAIN), "--", file.name]
        completed = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True)
    times: dict[str, dict[str, float]] = {}
    for line in completed.stdout.splitlines():
        profile, part, milliseconds = line.split("\t")
        times.setdefault(profile, {})[part] = float(milliseconds)
    return times


def main() -> None:
    """Print the table."""
    options = read_options(__doc__, folder=Path, pairs=200)
    times = time_parts(options.folder, options.pairs)
    floor = sum(times["paper"].values())
    print(f"{'ms of processor time per pair':40} {'paper':>8} {'strict':>8} {'of the floor':>12}")
    for part, milliseconds in times["strict"].items():
        print(f"{part:40} {times['paper'].get(part, 0.0):8.3f} {milliseconds:8.3f} {milliseconds / floor:12.2f}")
    total = sum(times["strict"].values())
    print(f"{'together':40} {floor:8.3f} {total:8.3f} {total / floor:12.2f}")


if __name__ == "__main__":
    main()
