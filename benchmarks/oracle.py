"""Compare the oracle with the published method on the published programs, in one run.

    python -m benchmarks.oracle FOLDER [--processes 60] [--rounds 5] [--soak 100000]

FOLDER contains the published ``1_augmented_dilemmas_dataset_*.json``. Prints milliseconds per program and ratios. The
published method is one ``swipl`` process per program, which loads the libraries for profiling and JSON and prints
choice, inferences and profiler nodes (``oracle_published.pl``); the leanest process prints the same without these
libraries. The floor is reading, asserting and running inside one ``swipl``; two of them at once show the gain of a
second core. ``--processes`` is the number of programs that run in separate processes, and ``--soak`` the number that
one worker runs, whose memory is printed.
"""

import asyncio
import json
import os
import statistics
import subprocess
import tempfile
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from benchmarks.running import descendants, memory_of, processor_time_of, read_options
from probe.audit.items import audit_items
from probe.formats.probe_swe.dataset import stream_probe_swe
from probe.oracle import SwiOracle
from probe.oracle.installation import find_installation
from probe.protocols.dilemmas.protocol import DilemmaProtocol
from probe.session import Engines, Session
from probe.values import Arm, Dilemma, Profile
from tests.verdicts import examinations_of

FLOOR = Path(__file__).with_name("oracle_floor.pl")
WRAPPER = str(Path(__file__).with_name("oracle_published.pl"))
MINIMAL_PROGRAM = (
    "statistics(inferences,A),ignore(once(decide_option(user,C))),statistics(inferences,B),"
    "profile(ignore(once(decide_option(user,_)))),profile_data(D),"
    "get_dict(summary,D,S),get_dict(nodes,S,N),I is B-A,print(choice(C,I,N)),nl,halt"
)
PROCESSES = {
    "published way": ["-q", "-s", WRAPPER, "--", "{}"],
    "published, library not missed": ["-q", "-s", WRAPPER, "--", "{}", "lenient"],
    "leanest process": ["-q", "-g", MINIMAL_PROGRAM, "{}"],
}


def published_dilemmas(folder: Path) -> list[Dilemma]:
    """Return all published pairs."""
    files = sorted(folder.glob("1_augmented_dilemmas_dataset_*.json"))
    return [pair for file in files for pair in stream_probe_swe(file)]


def texts(pairs: list[Dilemma]) -> list[str]:
    """Return every program as a single text that a plain ``swipl`` can load."""
    return [
        program.text.replace(":- consult('axioms').", program.axioms)
        for pair in pairs
        for program in (pair.programs.of(Arm.UNBIASED), pair.programs.of(Arm.BIASED))
    ]


def time_processes(programs: list[str], command: list[str]) -> float:
    """Return milliseconds per program with one process each: ``command`` with the program's file in place of ``{}``.

    Raise SystemExit if more than a tenth of the processes print nothing: they have not measured anything.
    """
    swipl = find_installation().executable
    silent_count = 0
    start = time.perf_counter()
    for program in programs:
        with tempfile.NamedTemporaryFile("w", suffix=".pl") as file:
            file.write(program)
            file.flush()
            arguments = [part.format(file.name) for part in command]
            completed = subprocess.run([swipl, *arguments], stdin=subprocess.DEVNULL, capture_output=True, check=False)
            silent_count += not completed.stdout
    milliseconds = 1000 * (time.perf_counter() - start) / len(programs)
    if silent_count > len(programs) / 10:
        raise SystemExit(
            f"{silent_count} of {len(programs)} processes printed nothing: {completed.stderr[-300:].decode()}"
        )
    return milliseconds


def time_floor(programs: list[str]) -> float:
    """Return milliseconds per program of reading, asserting and running inside one process."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(programs, file)
        file.flush()
        command = [find_installation().executable, "-q", "-g", "main", "-t", "halt", str(FLOOR), "--", file.name]
        completed = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True)
    return float(completed.stdout)


def time_two_floors(programs: list[str]) -> float:
    """Return milliseconds per program of two processes at once, each reading, asserting and running all programs."""
    with ThreadPoolExecutor(2) as executor:
        return statistics.mean(executor.map(time_floor, [programs, programs])) / 2


class Times(NamedTuple):
    """Seconds of start-up, milliseconds per program, and ms of processor time per pair in workers and parent."""

    start: float
    program: float
    workers: float
    parent: float


def processor_time() -> float:
    """Return the seconds of processor time of the processes that this one has started and that still run."""
    return sum(map(processor_time_of, descendants(os.getpid())))


async def time_audit(pairs: list[Dilemma], profile: Profile, workers: int, engines: Engines) -> Times:
    """Return the times of an audit as in ``probe verify``; a busy machine changes processor times least."""
    start = time.perf_counter()
    async with Session(engines=engines) as session:
        oracle = session.oracle(workers=workers)
        ready_time = time.perf_counter()
        await audit_items(DilemmaProtocol(), pairs[:50], oracle, profile)
        audit_started, worker_seconds, parent_seconds = time.perf_counter(), processor_time(), time.process_time()
        await audit_items(DilemmaProtocol(), pairs, oracle, profile)
        milliseconds_per_pair = 1000 / len(pairs)
        return Times(
            ready_time - start,
            milliseconds_per_pair * (time.perf_counter() - audit_started) / 2,
            milliseconds_per_pair * (processor_time() - worker_seconds),
            milliseconds_per_pair * (time.process_time() - parent_seconds),
        )


def soak(pairs: list[Dilemma], count: int) -> None:
    """Run ``count`` programs through one worker, replaced as usual, and print the peak memory of a worker."""
    peak, program_count = 0.0, 0
    with SwiOracle.start(workers=1) as swi:
        while program_count < count:
            examinations_of(swi, [pair.programs for pair in pairs], Profile.PAPER)
            program_count += 2 * len(pairs)
            peak = max(peak, *map(memory_of, swi.worker_pids))
    print(f"memory of a worker within {program_count:,} programs: {peak:.0f} MiB at most")


def main() -> None:
    """Measure all methods in each round, and print medians."""
    options = read_options(__doc__, folder=Path, processes=60, rounds=5, soak=0)
    pairs = published_dilemmas(options.folder)
    programs = texts(pairs)
    step = max(1, len(programs) // options.processes)
    rows = []
    processor = defaultdict[str, list[tuple[float, float]]](list)
    for _ in range(options.rounds):
        sample = programs[::step][: options.processes]
        row = {name: time_processes(sample, command) for name, command in PROCESSES.items()}
        row |= {"floor": time_floor(programs), "two floors": time_two_floors(programs)}
        for profile in Profile:
            for workers in (1, 2):
                name = f"{profile.value}, {workers} worker{'s'[: workers - 1]}"
                times = asyncio.run(time_audit(pairs, profile, workers, "swi"))
                row[name] = times.program
                processor[name].append((times.workers, times.parent))
        row["strict with second engine, 2 workers"] = asyncio.run(time_audit(pairs, Profile.STRICT, 2, "both")).program
        row["start-up of two workers, s"] = times.start
        rows.append(row)
    medians = {name: statistics.median(row[name] for row in rows) for name in rows[0]}
    print(f"{len(programs):,} programs, {options.rounds} rounds, medians")
    print(f"{'':30} ms per program, times as fast as: {', '.join(PROCESSES)}")
    for name, value in medians.items():
        ratios = " ".join(f"{medians[method] / value:8.0f}" for method in PROCESSES) if "start" not in name else ""
        print(f"{name:30} {value:8.3f} {ratios}")
    for name, pair_times in processor.items():
        worker_time, parent_time = (statistics.median(column) for column in zip(*pair_times, strict=True))
        print(
            f"processor time per pair, {name}: {worker_time:.2f} ms in the workers, {parent_time:.2f} ms in the parent"
        )
    for workers in ("1 worker", "2 workers"):
        print(f"paper, {workers} / floor: {medians[f'paper, {workers}'] / medians['floor']:.2f}")
    print(f"gain of a second floor: {medians['floor'] / medians['two floors']:.2f}")
    for profile in Profile:
        gain = medians[f"{profile.value}, 1 worker"] / medians[f"{profile.value}, 2 workers"]
        print(f"gain of a second worker, {profile.value}: {gain:.2f}")
    if options.soak:
        soak(pairs, options.soak)


if __name__ == "__main__":
    main()
