"""Files that others wrote, or that disks and editors spoiled, for commands that read them: a line, never more."""

import random
import re
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

from benchmarks.torture.results import Results, say
from benchmarks.torture.workplace import Ended, Workplace
from tests.cli.test_hostile_files import COMMANDS, CONTENTS, KINDS
from tests.damaged_runs import columns, damage_column, damaged_bytes

MEGABYTES = 700
"""More than any command needs for files of this size; those with SciPy take 300 without any file."""
RUNS = 16
RUN_COMMANDS = (
    "log FILE",
    "log FILE 1",
    "export FILE --format decisions --out OUT/a.csv",
    "analyze FILE --out OUT/report",
)


def sparse(path: Path) -> None:
    """Make a file of 3 GB that takes no room."""
    with path.open("wb") as stream:
        stream.truncate(3 * 2**30)


def _links(path: Path) -> None:
    path.symlink_to(path.name)


def _unreadable(path: Path) -> None:
    path.symlink_to("/proc/self/mem")


OTHER_KINDS: dict[str, Callable[[Path], object]] = {**KINDS, "sparse": sparse, "loop": _links, "memory": _unreadable}


def run_files(work: Workplace, results: Results, seed: int, only: str, commands: int) -> None:
    """Give every broken file to so many commands, drawn by the seed; every damaged run to two."""
    draw = random.Random(seed)
    for name in (*CONTENTS, *OTHER_KINDS):
        for command in draw.sample(sorted(COMMANDS), commands):
            if re.search(only, name):
                say(f"{name}: {command}")
                results.attempt("files", name, partial(_read, work, name, command))
    for number in range(RUNS):
        name = f"run file, damage {number}"
        for command in draw.sample(RUN_COMMANDS, 2):
            if re.search(only, name):
                results.attempt("files", name, partial(_read_run, work, 100 * seed + number, command))


def _read(work: Workplace, name: str, command: str) -> str | None:
    folder = work.fresh("file")
    words = [word.replace("FILE", str(folder / "file")) for word in COMMANDS[command]]
    words = [str(folder / "out") if word == "OUT" else word for word in words]
    (file,) = {Path(word) for word in words if word.startswith(str(folder / "file"))}
    if name in OTHER_KINDS:
        OTHER_KINDS[name](file)
    else:
        content = CONTENTS[name]
        file.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
    ended = work.run(words, seconds=180)
    left = (folder / "out").exists() and ended.code == 2
    return f"{command}: output is left of a refused file" if left else _judged(ended, command, lines=1)


def _read_run(work: Workplace, seed: int, command: str) -> str | None:
    folder = work.fresh("run")
    run = shutil.copytree(work.folder / "base" / "evaluation", folder / "run")
    file = run / "run.sqlite"
    if seed % 2:
        file.write_bytes(damaged_bytes(file.read_bytes(), seed // 2))
    else:
        places = columns(file)
        damage_column(file, *places[random.Random(seed).randrange(len(places))], seed)
    words = [word.replace("FILE", str(run)).replace("OUT", str(folder)) for word in command.split()]
    return _judged(work.run(words, seconds=120), command, lines=1)


def _judged(ended: Ended, command: str, lines: int) -> str | None:
    """Return what is wrong with how a command ended that was given a broken file."""
    if problem := ended.problem(0, 1, 2):
        return f"{command}: {problem}"
    if ended.megabytes > MEGABYTES:
        return f"{command}: it took {ended.megabytes:.0f} MB"
    if "\x1b" in ended.err or (ended.code == 2 and ended.err.count("probe: ") > lines):
        return f"{command}: it printed {ended.err[-300:]!r}"
    return None
