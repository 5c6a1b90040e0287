"""Kill or suspend worker processes at random moments: no verdict may change, and no process may be left over."""

import os
import random
import re
import signal
import time
from contextlib import suppress
from functools import partial
from pathlib import Path

from benchmarks.running import descendants
from benchmarks.torture.kills import (
    GENERATE,
    TASKS,
    ReferenceRun,
    Task,
    difference,
    finish,
    new_folder,
    undisturbed_or_failed,
)
from benchmarks.torture.results import Results, print_line
from benchmarks.torture.workplace import LIMIT, Watch, Workplace
from probe.embeddings.minilm import START_SECONDS

SPOILED_WORKERS = {
    "generate": Task([f"{GENERATE} --per-bias 2"]),
    "verify report": Task(["verify BASE/data.jsonl --report OUT/report.jsonl"]),
    "generate, workers": TASKS["generate, workers"],
    "merge": TASKS["merge"],
}
PATIENCE = START_SECONDS + LIMIT
"""Seconds for a command; a worker that is suspended while it loads its model is given up after ``START_SECONDS``."""
STOP_CODES = {0, 3, 4}
"""Exit codes of a command whose workers fail: it continues, or reports the failure and can be repeated."""


def run_workers(work: Workplace, results: Results, seed: int, only: str, tries: int) -> None:
    """Send each signal ``tries`` times to a worker of every command."""
    for name, task in SPOILED_WORKERS.items():
        if re.search(only, name):
            if (reference := undisturbed_or_failed(work, results, "workers", name, task)) is None:
                continue
            for number in range(2 * tries):
                sent_signal, rng = (
                    (signal.SIGKILL, signal.SIGSTOP)[number % 2],
                    random.Random(f"{seed} {name} {number}"),
                )
                print_line(f"{name}: {sent_signal.name}")
                results.attempt(
                    "workers", f"{name}, {sent_signal.name}", partial(_try, work, task, reference, sent_signal, rng)
                )


def _try(
    work: Workplace, task: Task, reference: ReferenceRun, sent_signal: signal.Signals, rng: random.Random
) -> str | None:
    out = new_folder(work, task, "spoiled")
    watch, process = Watch(out, work.server), work.probe.begin(*work.words(task.steps[0], out))
    end, descendant_ids = time.monotonic() + PATIENCE, set[int]()
    while process.poll() is None and not _workers(process.pid) and time.monotonic() < end:
        time.sleep(0.01)
    if rng.random() < 0.5:
        watch.wait(rng.randint(1, reference.events[0]), process)
    time.sleep(rng.uniform(0, 0.5))
    if workers := _workers(process.pid):
        with suppress(ProcessLookupError):
            os.kill(rng.choice(workers), sent_signal)
    while process.poll() is None and time.monotonic() < end:
        descendant_ids.update(descendants(process.pid))
        time.sleep(0.05)
    if process.poll() is None:
        process.kill()
        process.communicate()
        return f"it did not end within {PATIENCE:.0f} s"
    _, err = process.communicate()
    if process.returncode not in STOP_CODES or "Traceback" in err:
        return f"exit code {process.returncode}, {' '.join(err.split())[-300:]}"
    if leftover := [worker for worker in descendant_ids if _runs_probe(worker)]:
        return f"{len(leftover)} processes are left over"
    finish(work, task, out)
    return difference(work, task, reference, out, 0)


def _workers(process: int) -> list[int]:
    """Return the workers of a command: its descendants that already run a program of their own.

    The command cannot abandon its own copy between fork and exec: the operating system makes it wait.
    """
    return [worker for worker in descendants(process) if _command(worker) not in (_command(process), b"")]


def _command(process: int) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""


def _runs_probe(process: int) -> bool:
    """Whether a process is a worker of a command and still runs a moment later."""
    time.sleep(0.2)
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
        return state != "Z" and b"probe" in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False
