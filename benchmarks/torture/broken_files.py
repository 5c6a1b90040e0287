"""Give commands broken files of every kind: each command has to refuse its file with a single line."""

import random
import re
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

from benchmarks.torture.results import Results, print_line
from benchmarks.torture.workplace import EndedProcess, Workplace
from tests.cli.test_hostile_files import COMMANDS, CONTENTS, KINDS
from tests.damaged_runs import columns, damage_column, damaged_bytes

MEGABYTES = 700
"""More than any command needs for files of this size; commands that import SciPy take 300 without a file."""
RUNS = 16
RUN_COMMANDS = (
    "log FILE",
    "log FILE 1",
    "export FILE --format decisions --out OUT/a.csv",
    "analyze FILE --out OUT/report",
)


def sparse(path: Path) -> None:
    """Write a file of 3 GB that takes no space on the disk."""
    with path.open("wb") as stream:
        stream.truncate(3 * 2**30)


def _symbolic_loop(path: Path) -> None:
    path.symlink_to(path.name)


def _make_unreadable(path: Path) -> None:
    path.symlink_to("/proc/self/mem")


OTHER_KINDS: dict[str, Callable[[Path], object]] = {
    **KINDS,
    "sparse": sparse,
    "loop": _symbolic_loop,
    "memory": _make_unreadable,
}


def run_files(work: Workplace, results: Results, seed: int, only: str, commands: int) -> None:
    """Give every broken file to ``commands`` commands, drawn by the seed, and every damaged run to two."""
    draw = random.Random(seed)
    for name in (*CONTENTS, *OTHER_KINDS):
        for command in draw.sample(sorted(COMMANDS), commands):
            if re.search(only, name):
                print_line(f"{name}: {command}")
                results.attempt("files", name, partial(_try_file, work, name, command))
    for number in range(RUNS):
        name = f"run file, damage {number}"
        for command in draw.sample(RUN_COMMANDS, 2):
            if re.search(only, name):
                results.attempt("files", name, partial(_try_run, work, 100 * seed + number, command))


def _try_file(work: Workplace, name: str, command: str) -> str | None:
    folder = work.empty_folder("file")
    words = [word.replace("FILE", str(folder / "file")) for word in COMMANDS[command]]
    words = [str(folder / "out") if word == "OUT" else word for word in words]
    (file,) = {Path(word) for word in words if word.startswith(str(folder / "file"))}
    if name in OTHER_KINDS:
        OTHER_KINDS[name](file)
    else:
        content = CONTENTS[name]
        file.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
    process = work.run(words, seconds=180)
    output_left = (folder / "out").exists() and process.code == 2
    return (
        f"{command}: the file is refused, but there is output" if output_left else _problem(process, command, lines=1)
    )


def _try_run(work: Workplace, seed: int, command: str) -> str | None:
    folder = work.empty_folder("run")
    run = shutil.copytree(work.folder / "base" / "evaluation", folder / "run")
    file = run / "run.sqlite"
    if seed % 2:
        file.write_bytes(damaged_bytes(file.read_bytes(), seed // 2))
    else:
        table_columns = columns(file)
        damage_column(file, *table_columns[random.Random(seed).randrange(len(table_columns))], seed)
    words = [word.replace("FILE", str(run)).replace("OUT", str(folder)) for word in command.split()]
    return _problem(work.run(words, seconds=120), command, lines=1)


def _problem(process: EndedProcess, command: str, lines: int) -> str | None:
    """Return what is wrong with the end of a command on a broken file, or None."""
    if problem := process.problem(0, 1, 2):
        return f"{command}: {problem}"
    if process.megabytes > MEGABYTES:
        return f"{command}: it took {process.megabytes:.0f} MB"
    if "\x1b" in process.err or (process.code == 2 and process.err.count("probe: ") > lines):
        return f"{command}: it printed {process.err[-300:]!r}"
    return None
