"""Measure how long commands take to start, as ratios to an empty Python process.

    python -m benchmarks.startup [--rounds 5]

The commands take turns, so that load on the machine affects all of them equally. The table has medians of the time on
the clock and of the processor time, including that of SWI-Prolog; the ratio compares processor times.
"""

import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.running import processor_time, read_options
from probe.files.corpus import read_corpus

AXIOMS, UNBIASED, BIASED = "axioms.pl", "unbiased.pl", "biased.pl"


def dilemma(folder: Path) -> Path:
    """Write the programs of the first packaged seed to ``folder``, as ``probe verify`` reads them."""
    programs = read_corpus().seeds[0].programs
    for name, text in ((AXIOMS, programs.axioms), (UNBIASED, programs.unbiased), (BIASED, programs.biased)):
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def time_python(arguments: list[str]) -> tuple[float, float]:
    """Run Python with ``arguments``; return the seconds on the clock and of processor time. Exit code 1 is accepted."""
    start, processor_start = time.perf_counter(), processor_time(resource.RUSAGE_CHILDREN)
    completed = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False)
    if completed.returncode not in (0, 1) or "Traceback" in completed.stderr:
        raise SystemExit(completed.stderr)
    return time.perf_counter() - start, processor_time(resource.RUSAGE_CHILDREN) - processor_start


def main() -> None:
    """Run every command once per round, and print the medians."""
    rounds = read_options(__doc__, rounds=5).rounds
    with tempfile.TemporaryDirectory() as folder:
        commands = {
            "python -c pass": ["-c", "pass"],
            "probe --help": ["-m", "probe", "--help"],
            "probe verify DIR": ["-m", "probe", "verify", str(dilemma(Path(folder)))],
        }
        times: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
        for _ in range(rounds):
            for name, arguments in commands.items():
                times[name].append(time_python(arguments))
    medians = {name: [statistics.median(column) for column in zip(*rows, strict=True)] for name, rows in times.items()}
    print("| command | seconds | processor | ratio |\n|---|---|---|---|")
    for name, (clock, processor) in medians.items():
        print(f"| `{name}` | {clock:.2f} | {processor:.3f} | {processor / medians['python -c pass'][1]:.1f} |")


if __name__ == "__main__":
    main()
