"""Shared functions of the benchmarks: reading options, and measuring the time and memory of processes."""

import argparse
import os
import re
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

TICK = os.sysconf("SC_CLK_TCK")


def read_options(page: str | None, arguments: list[str] | None = None, /, **fields: Any) -> argparse.Namespace:
    """Read a benchmark's options; ``page``, its docstring, is the help.

    A field that is a type is a required argument of that type. A value is the default of an option: False makes a
    switch, and a list an option with several values. A mapping holds keywords of ``add_argument``, for a positional
    argument if ``nargs`` is among them, else for an option.
    """
    parser = argparse.ArgumentParser(description=page, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, field in fields.items():
        flag = f"--{name.replace('_', '-')}"
        if isinstance(field, type):
            parser.add_argument(name, type=field)
        elif isinstance(field, Mapping):
            parser.add_argument(name if "nargs" in field else flag, **field)
        elif field is False:
            parser.add_argument(flag, action="store_true")
        elif isinstance(field, list):
            parser.add_argument(flag, type=type(field[0]), nargs="+", default=field)
        else:
            parser.add_argument(flag, type=type(field), default=field)
    return parser.parse_args(arguments)


def processor_time(*resources: int) -> float:
    """Return the seconds of processor time so far of ``resources``: constants of the module such as RUSAGE_SELF."""
    return sum(usage.ru_utime + usage.ru_stime for usage in map(resource.getrusage, resources))


def processor_time_of(process: int) -> float:
    """Return the seconds of processor time of a running process (Linux); 0 if it has ended."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / TICK


def memory_of(process: int, field: str = "VmHWM") -> float:
    """Return the peak resident memory of a process, or another ``field`` (Linux), in MiB; 0 if it has ended."""
    try:
        status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    except OSError:
        return 0.0
    match = re.search(rf"^{field}:\s*(\d+) kB", status, re.MULTILINE)
    return int(match[1]) / 1024 if match else 0.0


def descendants(process: int) -> list[int]:
    """Return the ids of all descendants of a running process (Linux)."""
    processes: list[int] = []
    for file in Path(f"/proc/{process}/task").glob("*/children"):
        try:
            children = [int(child) for child in file.read_text().split()]
        except OSError:
            continue
        processes += [descendant for child in children for descendant in (child, *descendants(child))]
    return processes


def milliseconds(work: Callable[[], object], times: int, clock: Callable[[], float] = time.perf_counter) -> list[float]:
    """Return how long each of several calls of ``work`` takes."""
    durations = []
    for _ in range(times):
        start = clock()
        work()
        durations.append(1000 * (clock() - start))
    return durations


@contextmanager
def replay_server(arguments: Sequence[str] = ()) -> Iterator[str]:
    """Start the script PROBE_REPLAY_SERVER on a published file of PROBE_SWE_DATA, yield its address, and stop it."""
    data = next(Path(os.environ["PROBE_SWE_DATA"]).glob("1_augmented*.json"))
    command = [sys.executable, os.environ["PROBE_REPLAY_SERVER"], str(data), *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().strip()
        finally:
            server.terminate()
