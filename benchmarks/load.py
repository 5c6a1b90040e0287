"""Compare the verdicts of a run on a quiet machine with those of a run alongside busy processes.

    python -m benchmarks.load DATASET [--examinations 30000] [--busy 8] [--oracle both]

The pairs of DATASET are repeated with changed names. Prints the rows that differ, and ends with 1 if there are any.
"""

import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from benchmarks.running import read_options
from benchmarks.scale import write_pairs
from probe.protocols.dilemmas.reading import read_dilemmas

BUSY_LOOP = "while True: pass"


def report(file: Path, name: str, oracle: str, busy_processes: int) -> list[str]:
    """Verify ``file`` alongside ``busy_processes`` busy processes, and return the lines of the report."""
    out, start = file.with_name(name), time.perf_counter()
    with ExitStack() as stack:
        for _ in range(busy_processes):
            process = stack.enter_context(subprocess.Popen([sys.executable, "-c", BUSY_LOOP]))
            stack.callback(process.kill)
        command = [sys.executable, "-m", "probe", "verify", str(file), "--oracle", oracle, "--report", str(out)]
        completed = subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
    if completed.returncode not in (0, 1):
        raise SystemExit(f"probe verify ended with {completed.returncode}")
    print(f"{name}: {time.perf_counter() - start:.0f} s", flush=True)
    return out.read_text(encoding="utf-8").splitlines()


def main() -> None:
    """Verify the same dataset twice and compare."""
    options = read_options(__doc__, dataset=Path, examinations=30_000, busy=8, oracle="both")
    originals = read_dilemmas(options.dataset)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "dataset.jsonl"
        write_pairs(file, originals, options.examinations)
        quiet_report = report(file, "quiet", options.oracle, 0)
        loaded_report = report(file, "loaded", options.oracle, options.busy)
    differing_files = [
        (quiet_line, loaded_line)
        for quiet_line, loaded_line in zip(quiet_report, loaded_report, strict=True)
        if quiet_line != loaded_line
    ]
    for quiet_line, loaded_line in differing_files:
        print(quiet_line, loaded_line, sep="\n")
    print(f"{len(differing_files)} of {len(quiet_report) - 1} pairs differ beside {options.busy} busy processes")
    sys.exit(1 if differing_files else 0)


if __name__ == "__main__":
    main()
