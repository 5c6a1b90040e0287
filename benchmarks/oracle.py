"""Measure the oracle beside the published way, on the published programs, in one run.

    python benchmarks/oracle.py FOLDER [--processes 60] [--rounds 5] [--soak 100000]

FOLDER holds the published ``1_augmented_dilemmas_dataset_*.json``. Prints milliseconds per program and ratios. The
published way is one ``swipl`` process per program, which prints choice, inferences and profiler nodes; the floor is
reading, asserting and running inside one ``swipl``.
"""

import argparse
import json
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from probe.oracle import SwiOracle
from probe.oracle.discovery import find_installation
from probe.values import Arm, Profile, Programs

FLOOR = Path(__file__).with_name("oracle_floor.pl")


def published(folder: Path) -> list[Programs]:
    """Return all published pairs."""
    pairs = []
    for file in sorted(folder.glob("1_augmented_dilemmas_dataset_*.json")):
        for rows in json.loads(file.read_text()).values():
            pairs += [
                Programs(axioms=row["axioms"], unbiased=row["unbiased_prolog"], biased=row["biased_prolog"])
                for row in rows
            ]
    return pairs


def texts(pairs: list[Programs]) -> list[str]:
    """Return every program as the one text that a plain ``swipl`` would load."""
    return [
        program.text.replace(":- consult('axioms').", program.axioms)
        for pair in pairs
        for program in (pair.of(Arm.UNBIASED), pair.of(Arm.BIASED))
    ]


def processes(programs: list[str]) -> float:
    """Return milliseconds per program with one process each: load, ask, profile, print.

    Choice, inferences and profiler nodes are printed, and nothing is loaded that these do not need. A wrapper that
    loads more libraries is slower than this.
    """
    swipl = find_installation().executable
    goal = (
        "statistics(inferences,A),ignore(once(decide_option(user,C))),statistics(inferences,B),"
        "profile(ignore(once(decide_option(user,_)))),profile_data(D),"
        "get_dict(summary,D,S),get_dict(nodes,S,N),I is B-A,print(choice(C,I,N)),nl,halt"
    )
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "program.pl"
        started = time.perf_counter()
        for program in programs:
            file.write_text(program)
            subprocess.run(
                [swipl, "-q", "-g", goal, str(file)], stdin=subprocess.DEVNULL, capture_output=True, check=False
            )
        return 1000 * (time.perf_counter() - started) / len(programs)


def floor(programs: list[str]) -> float:
    """Return milliseconds per program of reading, asserting and running inside one process."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(programs, file)
        file.flush()
        command = [find_installation().executable, "-q", "-g", "main", "-t", "halt", str(FLOOR), "--", file.name]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True)
    return float(done.stdout)


def oracle(pairs: list[Programs], profile: Profile, workers: int) -> tuple[float, float]:
    """Return seconds of start-up, and milliseconds per program through the pool."""
    started = time.perf_counter()
    with SwiOracle.start(workers=workers) as swi:
        ready = time.perf_counter()
        swi.examine_all(pairs[:50], profile)
        asked = time.perf_counter()
        swi.examine_all(pairs, profile)
        return ready - started, 1000 * (time.perf_counter() - asked) / (2 * len(pairs))


def soak(pairs: list[Programs], count: int) -> None:
    """Run ``count`` programs through one worker, replaced as usual, and print the most memory that any one had."""
    peak = done = 0
    with SwiOracle.start(workers=1) as swi:
        while done < count:
            swi.examine_all(pairs, Profile.PAPER)
            done += 2 * len(pairs)
            for pid in swi.worker_pids:
                status = Path(f"/proc/{pid}/status").read_text()
                peak = max(peak, *(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")))
    print(f"memory of a worker within {done:,} programs: {peak / 1024:.0f} MiB at most")


def main() -> None:
    """Measure in rounds, all ways in each, and print medians."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--processes", type=int, default=60, help="programs to run in processes of their own")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--soak", type=int, default=0, help="programs to run through one worker for its memory")
    options = parser.parse_args()
    pairs = published(options.folder)
    programs = texts(pairs)
    step = max(1, len(programs) // options.processes)
    rows = []
    for _ in range(options.rounds):
        row = {"process each": processes(programs[::step][: options.processes]), "floor": floor(programs)}
        for profile in Profile:
            for workers in (1, 2):
                start, row[f"{profile.value}, {workers} worker{'s'[: workers - 1]}"] = oracle(pairs, profile, workers)
        row["start-up of two workers, s"] = start
        rows.append(row)
    medians = {name: statistics.median(row[name] for row in rows) for name in rows[0]}
    print(f"{len(programs):,} programs, {options.rounds} rounds, medians")
    for name, value in medians.items():
        ratio = f"{medians['process each'] / value:8.0f} x the published speed" if "start" not in name else ""
        print(f"{name:28} {value:8.3f} {ratio}")
    print(f"paper / floor: {medians['paper, 1 worker'] / medians['floor']:.2f}")
    for profile in Profile:
        gain = medians[f"{profile.value}, 1 worker"] / medians[f"{profile.value}, 2 workers"]
        print(f"{profile.value}: {gain:.2f} x with two workers")
    if options.soak:
        soak(pairs, options.soak)


if __name__ == "__main__":
    main()
