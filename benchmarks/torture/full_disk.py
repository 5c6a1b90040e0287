"""Run commands on a disk that fills up; with more space, the same command has to end as if undisturbed."""

import random
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from benchmarks.torture.kills import TASKS, ReferenceRun, Task, difference, finish, new_folder, undisturbed_or_failed
from benchmarks.torture.results import Results, print_line
from benchmarks.torture.workplace import Workplace

TASK_NAMES = (
    "evaluate",
    "generate",
    "controls",
    "matrix",
    "export hf",
    "export csv",
    "export probe-swe",
    "import hf",
    "merge",
    "release",
    "verify report",
    "analyze",
)
ENOUGH_SPACE = "200m"


@contextmanager
def small_disk(path: Path, kilobytes: int) -> Iterator[None]:
    """Mount a small file system in memory at ``path``. Raises OSError where that is not possible."""
    path.mkdir(parents=True, exist_ok=True)
    completed = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", str(path)],
        capture_output=True,
        text=True,
        check=False,
    )
    if completed.returncode:
        raise OSError(completed.stderr.strip() or "mount failed")
    try:
        yield
    finally:
        subprocess.run(["umount", str(path)], check=True)


def run_disk(work: Workplace, results: Results, seed: int, only: str, tries: int) -> None:
    """Run every command ``tries`` times on disks of random sizes, from almost nothing to the size of the outputs."""
    try:
        with small_disk(work.folder / "disk", 64):
            pass
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"Skipped disk: cannot mount a file system ({error}): run as root or with `unshare -rm`.")
        return
    for name in TASK_NAMES:
        if re.search(only, name):
            print_line(name)
            draw = random.Random(f"{seed} {name}")
            if (reference := undisturbed_or_failed(work, results, "disk", name, TASKS[name])) is None:
                continue
            needed_kilobytes = sum(file.stat().st_size for file in (work.folder / "tries" / "whole").rglob("*")) // 1024
            for _ in range(tries):
                size = 4 * (1 + draw.randrange(max(1, needed_kilobytes // 4)))
                results.attempt("disk", name, partial(_try, work, TASKS[name], reference, size))


def _try(work: Workplace, task: Task, reference: ReferenceRun, kilobytes: int) -> str | None:
    out = new_folder(work, task, "disk")
    with small_disk(out, kilobytes):
        process = work.run(work.words(task.steps[0], out))
        if problem := process.problem(0, 2, 4):
            return f"{kilobytes} kB: {problem}"
        if process.err.count("probe: ") > 1:
            return f"{kilobytes} kB: it printed {process.err[-300:]!r}"
        subprocess.run(["mount", "-o", f"remount,size={ENOUGH_SPACE}", str(out)], check=True)
        finish(work, task, out)
        problem = difference(work, task, reference, out, 1)
    return f"{kilobytes} kB, then more space: {problem}" if problem else None
