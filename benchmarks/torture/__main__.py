"""Run the parts that are chosen, and print the table."""

import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from benchmarks.running import read_options
from benchmarks.torture.broken_files import run_files
from benchmarks.torture.broken_http import run_http
from benchmarks.torture.full_disk import run_disk
from benchmarks.torture.kills import run_kills
from benchmarks.torture.results import Results
from benchmarks.torture.soak import run_soak
from benchmarks.torture.spoiled_workers import run_workers
from benchmarks.torture.workplace import workplace

PARTS = ("kills", "http", "files", "disk", "workers", "soak")


def main() -> int:
    """Return the exit code."""
    options = read_options(__doc__, part=list(PARTS), only="", seed=0, kills=100, commands=3, tries=2, minutes=15.0)
    results = Results()
    with tempfile.TemporaryDirectory(prefix="probe-torture-") as folder, workplace(Path(folder)) as work:
        parts = {
            "kills": lambda: run_kills(work, results, options.seed, options.kills, options.only),
            "http": lambda: run_http(work, results, options.only),
            "files": lambda: run_files(work, results, options.seed, options.only, options.commands),
            "disk": lambda: run_disk(work, results, options.seed, options.only, options.tries),
            "workers": lambda: run_workers(work, results, options.seed, options.only, options.tries),
            "soak": lambda: run_soak(work, results, options.minutes),
        }
        with suppress(KeyboardInterrupt):  # the table so far
            for part in options.part:
                parts[part]()
    print(results.table())
    return int(results.failed)


if __name__ == "__main__":
    sys.exit(main())
