"""Run the parts that are chosen, and print the table."""

import argparse
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

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
    parser = argparse.ArgumentParser(prog="python -m benchmarks.torture", description=__doc__)
    parser.add_argument("--part", action="append", choices=PARTS, help="only this part; may be repeated")
    parser.add_argument("--only", default="", metavar="PATTERN", help="only what has this pattern in its name")
    parser.add_argument("--seed", type=int, default=0, help="of all random draws")
    parser.add_argument("--kills", type=int, default=100, help="in all, over the commands")
    parser.add_argument("--commands", type=int, default=3, help="that are given each broken file")
    parser.add_argument(
        "--tries", type=int, default=2, help="on a full disk and with spoiled workers, for each command"
    )
    parser.add_argument("--minutes", type=float, default=15, help="length of the soak")
    given = parser.parse_args()
    results = Results()
    with tempfile.TemporaryDirectory(prefix="probe-torture-") as folder, workplace(Path(folder)) as work:
        parts = {
            "kills": lambda: run_kills(work, results, given.seed, given.kills, given.only),
            "http": lambda: run_http(work, results, given.only),
            "files": lambda: run_files(work, results, given.seed, given.only, given.commands),
            "disk": lambda: run_disk(work, results, given.seed, given.only, given.tries),
            "workers": lambda: run_workers(work, results, given.seed, given.only, given.tries),
            "soak": lambda: run_soak(work, results, given.minutes),
        }
        with suppress(KeyboardInterrupt):  # the table so far
            for part in given.part or PARTS:
                parts[part]()
    print(results.table())
    return int(results.failed)


if __name__ == "__main__":
    sys.exit(main())
