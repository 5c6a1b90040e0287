"""Measure how ``probe verify`` or ``audit`` scales with the number of pairs: throughput, memory, the parent's share.

    python -m benchmarks.scale DATASET [--sizes 2000 20000] [--workers 2] [--oracle swi] [--command verify]

The pairs of DATASET are repeated with changed names, so repetitions of a pair must have the same outcomes. Those that
differ are counted, which shows whether load on the machine changes a verdict. Load is the number of processes that want
a core, the command's own included. Processor times are those of the kernel, so that other work on the machine changes
them little; for a process that ends between two samples, its time at the last sample counts.

The last line is the verdict. From the first size to the last, memory and the time per pair may each grow by 10 %; at
the last, the parent's part may be 5 % of its workers' work; and no repetition of a pair may have another outcome. The
exit code is 1 if one of these fails.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Container, Iterator
from itertools import count, islice
from pathlib import Path
from typing import NamedTuple

from benchmarks.running import descendants, memory_of, processor_time_of, read_options
from probe.audit.rows import Row, read_row
from probe.files.dataset import json_line
from probe.files.shards import report_lines
from probe.protocols.reading import read_dataset
from probe.values import Dilemma

PREDICATE = re.compile(r"^([a-z]\w*)\(", re.MULTILINE)


def rename(pair: Dilemma, number: int) -> Dilemma:
    """Return a pair with another name for one of its predicates, and so with another id."""
    match = PREDICATE.search(pair.axioms) or PREDICATE.search(pair.unbiased_program)
    name = match[1] if match and match[1] != "decide_option" else "option"
    texts = {
        field: re.sub(rf"\b{name}\b", f"{name}_{number}", getattr(pair, field)) + f"\n% {number}"
        for field in ("axioms", "unbiased_program", "biased_program")
    }
    return Dilemma.model_validate({**pair.model_dump(), **texts, "id": ""})


def pairs(originals: tuple[Dilemma, ...]) -> Iterator[Dilemma]:
    """Yield the pairs again and again, each time with new names."""
    for number in count():
        for pair in originals:
            yield rename(pair, number)


def write_pairs(file: Path, originals: tuple[Dilemma, ...], size: int) -> None:
    """Write a dataset of ``size`` pairs, which repeat ``originals`` with new names."""
    with file.open("w", encoding="utf-8") as stream:
        stream.writelines(json_line(pair) for pair in islice(pairs(originals), size))


def measure(command: list[str], accepted_codes: Container[int] = (0, 1)) -> dict[str, float]:
    """Run a command; return wall-clock seconds, seconds of processor time and MiB of the parent and of its descendants.

    Ends with an error if the exit code is not one of ``accepted_codes``.
    """
    start = time.perf_counter()
    parent, other_processes = (0.0, 0.0), {}
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        while process.poll() is None:
            seconds, peak = processor_time_of(process.pid), memory_of(process.pid)
            parent = max(parent[0], seconds), max(parent[1], peak)  # a process that just ended has no memory
            other_processes |= {
                descendant: (processor_time_of(descendant), memory_of(descendant))
                for descendant in descendants(process.pid)
            }
            time.sleep(0.1)
    if process.returncode not in accepted_codes:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}")
    return {
        "wall": time.perf_counter() - start,
        "parent": parent[0],
        "parent_peak": parent[1],
        "others": sum(seconds for seconds, _ in other_processes.values()),
        "others_peak": max((peak for _, peak in other_processes.values()), default=0.0),
    }


def count_differences(report: Path, repetitions: int) -> int:
    """Return how many rows of a report have other outcomes than the first repetition of their pair."""
    first: dict[int, tuple[dict[str, str], bool]] = {}
    rows = enumerate(read_row(line, str(report)) for line in report_lines(report))
    return sum(first.setdefault(index % repetitions, _outcome(row)) != _outcome(row) for index, row in rows)


def _outcome(row: Row) -> tuple[dict[str, str], bool]:
    return {name: outcome.value for name, outcome in row.checks.items()}, row.passed


def main() -> None:
    """Write datasets of each size, verify them, and print a line for each."""
    options = read_options(__doc__, dataset=Path, sizes=[2000, 20_000], workers="2", oracle="swi", command="verify")
    originals, growths = read_dataset(options.dataset), list[Growth]()
    for size in options.sizes:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "dataset.jsonl"
            write_pairs(file, originals, size)
            report = file.with_name("report.jsonl")
            arguments = ["--workers", options.workers, "--report", str(report)]
            arguments += ["--oracle", options.oracle] if options.command == "verify" else []
            command = [sys.executable, "-m", "probe", options.command, str(file), *arguments]
            usage, load = measure(command), os.getloadavg()[1]
            differing_rows = count_differences(report, len(originals))
        print(
            f"{size:>8} pairs: {usage['wall']:.0f} s, {1000 * (usage['parent'] + usage['others']) / size:.2f} ms of"
            f" processor time per pair, of which the parent {1000 * usage['parent'] / size:.3f} ms"
            f" ({usage['parent'] / usage['others']:.1%} of its workers' work); peak memory of the parent"
            f" {usage['parent_peak']:.0f} MiB, of the largest other process {usage['others_peak']:.0f} MiB;"
            f" {differing_rows} rows unlike those of the same pair; load {load:.0f}",
            flush=True,
        )
        cost = (usage["parent"] + usage["others"]) / size
        growths.append(Growth(usage["parent_peak"], cost, usage["parent"] / usage["others"], differing_rows))
    sys.exit(judge(growths))


class Growth(NamedTuple):
    """One size: MiB of the parent, seconds of processor time per pair, the parent's share, rows that differ."""

    peak: float
    cost: float
    share: float
    differing_rows: int


def judge(growths: list[Growth]) -> int:
    """Print the verdicts, and return the exit code."""
    first, last = growths[0], growths[-1]
    verdicts = {
        f"the parent's part {last.share:.1%}": last.share <= 0.05,
        f"{sum(growth.differing_rows for growth in growths)} other outcomes": not any(
            growth.differing_rows for growth in growths
        ),
    }
    if len(growths) > 1:
        verdicts |= {
            f"memory {last.peak / first.peak - 1:+.0%}": last.peak <= 1.1 * first.peak,
            f"processor time per pair {last.cost / first.cost - 1:+.0%}": last.cost <= 1.1 * first.cost,
        }
    print("; ".join(f"{figure}: {'holds' if is_met else 'FAILS'}" for figure, is_met in verdicts.items()))
    return 0 if all(verdicts.values()) else 1


if __name__ == "__main__":
    main()
