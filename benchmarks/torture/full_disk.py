"""Commands on a disk that is full before they end; with more room, the same command ends as if it never had been."""

import random
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from benchmarks.torture.kills import TASKS, Task, Whole, difference, finish, prepared, undisturbed_or_failed
from benchmarks.torture.results import Results, say
from benchmarks.torture.workplace import Workplace

NAMES = (
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
ROOM = "200m"


@contextmanager
def small_disk(path: Path, kilobytes: int) -> Iterator[None]:
    """Mount a small file system in memory at ``path``. Raises OSError where that is not possible."""
    path.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", str(path)],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise OSError(done.stderr.strip() or "mount failed")
    try:
        yield
    finally:
        subprocess.run(["umount", str(path)], check=True)


def run_disk(work: Workplace, results: Results, seed: int, only: str, tries: int) -> None:
    """Run every command so many times on disks of sizes that the seed draws, from nothing to what the outputs take."""
    try:
        with small_disk(work.folder / "disk", 64):
            pass
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"Skipped disk: no file system can be mounted here ({error}); as root, or with `unshare -rm`, it can.")
        return
    for name in NAMES:
        if re.search(only, name):
            say(name)
            draw = random.Random(f"{seed} {name}")
            if (whole := undisturbed_or_failed(work, results, "disk", name, TASKS[name])) is None:
                continue
            need = sum(file.stat().st_size for file in (work.folder / "tries" / "whole").rglob("*")) // 1024
            for _ in range(tries):
                size = 4 * (1 + draw.randrange(max(1, need // 4)))
                results.attempt("disk", name, partial(_try, work, TASKS[name], whole, size))


def _try(work: Workplace, task: Task, whole: Whole, kilobytes: int) -> str | None:
    out = prepared(work, task, "disk")
    with small_disk(out, kilobytes):
        ended = work.run(work.words(task.steps[0], out))
        if problem := ended.problem(0, 2, 4):
            return f"{kilobytes} kB: {problem}"
        if ended.err.count("probe: ") > 1:
            return f"{kilobytes} kB: it printed {ended.err[-300:]!r}"
        subprocess.run(["mount", "-o", f"remount,size={ROOM}", str(out)], check=True)
        finish(work, task, out)
        problem = difference(work, task, whole, out, 1)
    return f"{kilobytes} kB, then room: {problem}" if problem else None
