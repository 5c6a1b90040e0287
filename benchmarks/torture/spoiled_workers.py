"""Worker processes that are killed or suspended at a random moment: no verdict changes, and none is left behind."""

import os
import random
import re
import signal
import time
from contextlib import suppress
from functools import partial
from pathlib import Path

from benchmarks.running import descendants
from benchmarks.torture.kills import GENERATE, TASKS, Task, Whole, difference, finish, prepared, undisturbed_or_failed
from benchmarks.torture.results import Results, say
from benchmarks.torture.workplace import LIMIT, Watch, Workplace
from probe.embeddings.minilm import START_SECONDS

SPOILED = {
    "generate": Task([f"{GENERATE} --per-bias 2"]),
    "verify report": Task(["verify BASE/data.jsonl --report OUT/report.jsonl"]),
    "generate, workers": TASKS["generate, workers"],
    "merge": TASKS["merge"],
}
PATIENCE = START_SECONDS + LIMIT
"""Seconds for a whole command: a worker that is suspended while it loads its model is given up after the first."""
STOPPED = {0, 3, 4}
"""Exit codes of a command whose workers fail: it goes on, or says what failed and can be repeated."""


def run_workers(work: Workplace, results: Results, seed: int, only: str, tries: int) -> None:
    """Spoil a worker of every command so many times by each signal."""
    for name, task in SPOILED.items():
        if re.search(only, name):
            if (whole := undisturbed_or_failed(work, results, "workers", name, task)) is None:
                continue
            for number in range(2 * tries):
                sent, draw = (signal.SIGKILL, signal.SIGSTOP)[number % 2], random.Random(f"{seed} {name} {number}")
                say(f"{name}: {sent.name}")
                results.attempt("workers", f"{name}, {sent.name}", partial(_try, work, task, whole, sent, draw))


def _try(work: Workplace, task: Task, whole: Whole, sent: signal.Signals, draw: random.Random) -> str | None:
    out = prepared(work, task, "spoiled")
    watch, process = Watch(out, work.server), work.probe.begin(*work.words(task.steps[0], out))
    end, seen = time.monotonic() + PATIENCE, set[int]()
    while process.poll() is None and not _workers(process.pid) and time.monotonic() < end:
        time.sleep(0.01)
    if draw.random() < 0.5:
        watch.wait(draw.randint(1, whole.events[0]), process)
    time.sleep(draw.uniform(0, 0.5))
    if workers := _workers(process.pid):
        with suppress(ProcessLookupError):
            os.kill(draw.choice(workers), sent)
    while process.poll() is None and time.monotonic() < end:
        seen.update(descendants(process.pid))
        time.sleep(0.05)
    if process.poll() is None:
        process.kill()
        process.communicate()
        return f"it did not end within {PATIENCE:.0f} s"
    _, err = process.communicate()
    if process.returncode not in STOPPED or "Traceback" in err:
        return f"exit code {process.returncode}, {' '.join(err.split())[-300:]}"
    if left := [worker for worker in seen if _runs_probe(worker)]:
        return f"{len(left)} processes are left over"
    finish(work, task, out)
    return difference(work, task, whole, out, 0)


def _workers(process: int) -> list[int]:
    """Return the workers of a command: its descendants that already run a program of their own.

    A copy of the command, between fork and exec, cannot be given up by it: the operating system makes it wait.
    """
    return [worker for worker in descendants(process) if _command(worker) not in (_command(process), b"")]


def _command(process: int) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""


def _runs_probe(process: int) -> bool:
    """Whether a process still runs, a second later, which is a worker of a command."""
    time.sleep(0.2)
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
        return state != "Z" and b"probe" in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False
