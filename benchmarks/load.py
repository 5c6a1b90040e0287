"""Compare the verdicts of a quiet run with those of a run beside busy processes.

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

BUSY = "while True: pass"


def report(file: Path, name: str, oracle: str, busy: int) -> list[str]:
    """Verify ``file`` beside ``busy`` processes, and return the lines of the report."""
    out, started = file.with_name(name), time.perf_counter()
    with ExitStack() as stack:
        for _ in range(busy):
            process = stack.enter_context(subprocess.Popen([sys.executable, "-c", BUSY]))
            stack.callback(process.kill)
        command = [sys.executable, "-m", "probe", "verify", str(file), "--oracle", oracle, "--report", str(out)]
        done = subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(f"probe verify ended with {done.returncode}")
    print(f"{name}: {time.perf_counter() - started:.0f} s", flush=True)
    return out.read_text(encoding="utf-8").splitlines()


def main() -> None:
    """Verify the same dataset twice and compare."""
    options = read_options(__doc__, dataset=Path, examinations=30_000, busy=8, oracle="both")
    originals = read_dilemmas(options.dataset)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "dataset.jsonl"
        write_pairs(file, originals, options.examinations)
        quiet = report(file, "quiet", options.oracle, 0)
        loaded = report(file, "loaded", options.oracle, options.busy)
    different = [(line, other) for line, other in zip(quiet, loaded, strict=True) if line != other]
    for line, other in different:
        print(line, other, sep="\n")
    print(f"{len(different)} of {len(quiet) - 1} pairs differ beside {options.busy} busy processes")
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main()
