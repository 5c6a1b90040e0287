"""The environment of all tries: a folder with datasets and evaluations, a model server, and commands."""

import os
import re
import shutil
import signal
import sqlite3
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.running import memory_of
from probe.files.dataset import write_dataset
from tests.server.answers import Answers, fingerprint_of
from tests.server.batches import Batching
from tests.server.chat import ChatServer, serving
from tests.server.dilemmas import dilemmas
from tests.shared import CommandLine, Shared

LIMIT = 300
"""Seconds after which a command counts as hanging."""
GRACE = 60
"""Seconds in which an interrupted command has to end."""


@dataclass(frozen=True)
class EndedProcess:
    """A process that has ended."""

    code: int
    err: str
    megabytes: float
    """Peak memory, without child processes."""

    def problem(self, *codes: int) -> str | None:
        """Return what is wrong with how it ended: a traceback, or an exit code that is not one of ``codes``."""
        last_characters = " ".join(self.err.split())[-300:]
        if "Traceback" in self.err:
            return f"exit code {self.code}, {last_characters}"
        return None if self.code in codes else f"exit code {self.code} instead of {codes}, {last_characters}"


@dataclass
class Workplace:
    """The folder, the command line and the server of all tries."""

    folder: Path
    probe: CommandLine
    server: ChatServer
    batching: Batching

    def words(self, line: str, out: Path) -> list[str]:
        """Return the words of a command, with ``OUT``, ``URL`` and ``BASE`` replaced."""
        replacements = {"OUT": str(out), "URL": self.server.url, "BASE": str(self.folder / "base")}
        return [re.sub("OUT|URL|BASE", lambda match: replacements[match[0]], word) for word in line.split()]

    def count_questions(self) -> Counter[str]:
        """Return how often each question was asked, alone or in a batch."""
        chats = (request.body for request in self.server.seen if request.path.endswith("/chat/completions"))
        batched_bodies = (call["body"] for batch in self.batching.batches.values() for call in batch.calls)
        return Counter(fingerprint_of(body) for body in (*chats, *batched_bodies))

    def run(
        self,
        words: list[str],
        seconds: float = LIMIT,
        *,
        interrupt: Callable[[], bool] | None = None,
        presses: int = 1,
        **variables: str,
    ) -> EndedProcess:
        """Run a command in a process of its own, killed after ``seconds``.

        Once ``interrupt`` is true, send Ctrl-C ``presses`` times, a second apart.
        """
        process, peak, end = self.probe.begin(*words, **variables), 0.0, time.monotonic() + seconds
        while True:
            try:
                _, err = process.communicate(timeout=0.05)
                return EndedProcess(process.returncode, err, peak)
            except subprocess.TimeoutExpired:
                peak = max(peak, memory_of(process.pid))
            if presses and interrupt and interrupt():
                process.send_signal(signal.SIGINT)
                presses, end = presses - 1, time.monotonic() + GRACE
                time.sleep(1 if presses else 0)
            elif time.monotonic() > end:
                process.kill()

    def empty_folder(self, name: str) -> Path:
        """Return an empty folder of this name."""
        path = self.folder / "tries" / name
        shutil.rmtree(path, ignore_errors=True)
        path.mkdir(parents=True)
        return path


@contextmanager
def workplace(folder: Path) -> Iterator[Workplace]:
    """Start the engines and the server, and create the inputs of the commands."""
    with ExitStack() as stack:
        shared = Shared()
        stack.callback(shared.close)
        (folder / "light").mkdir()
        light = stack.enter_context(shared.light(folder / "light"))
        batching = Batching(Answers())
        server = stack.enter_context(serving(batching))
        work = Workplace(folder, CommandLine(light), server, batching)
        _make_base(work)
        yield work


BASE = (
    "evaluate BASE/data.jsonl --model openai/s --runs 2 --order as-written --base-url URL --out BASE/evaluation -q",
    "generate --protocol templates --bias anchoring_bias --per-bias 2 --author grammar --out BASE/tests -q",
    "generate --protocol triage --kind sequence --sets 1 --set-size 5 --out BASE/sets -q",
    "evaluate BASE/tests --model simulated/rational --runs 1 --out BASE/tested -q",
    "export BASE/data.jsonl --format probe-swe --out BASE/published.json",
    "export BASE/data.jsonl --format hf --out BASE/card",
    "export BASE/tests --format malberg --out BASE/tests.csv",
    "export BASE/tested --format malberg --out BASE/tested.csv",
)


def _make_base(work: Workplace) -> None:
    base = work.folder / "base"
    base.mkdir()
    pairs = [next(candidate for candidate in group if not candidate.flaw).pair for group in dilemmas().values()]
    write_dataset(base / "data.jsonl", pairs)
    write_dataset(base / "few.jsonl", pairs[:3])
    for line in BASE:
        work.probe(*work.words(line, base))
    work.server.seen.clear()


_VARYING = (
    (re.compile(rb'("run_id": ?")[0-9a-f]{16}'), rb"\1RUN"),
    (re.compile(rb'("cached": ?)\d+'), rb"\1FOUND"),
    (re.compile(rb'("latency": ?)[-+.e\d]+'), rb"\1SECONDS"),
    (re.compile(rb"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.\d]*(Z|\+\d\d:\d\d)?"), b"TIME"),
    (re.compile(rb"probe-swe-canary:[-0-9a-f]{36}"), b"CANARY"),
    (re.compile(rb"batch \S+ is pending .*?, due"), b"BATCH"),
)
"""What differs between two runs: ids, times, batches, and the number of answers that were already in the run's file."""
_TIME_COLUMNS = {"answered_at", "latency", "registered_at", "prepared"}


def outputs(folder: Path) -> dict[str, bytes]:
    """Return the content of every file (of a run's file: all rows), without what differs between any two runs."""
    contents: dict[str, bytes] = {}
    for file in sorted(folder.rglob("*")):
        if file.is_dir() or file.name == "run.lock":
            continue
        content = _rows(file) if file.suffix == ".sqlite" else file.read_bytes()
        for pattern, replacement in _VARYING:
            content = pattern.sub(replacement, content)
        contents[str(file.relative_to(folder))] = content
    return contents


def _rows(file: Path) -> bytes:
    """Return the rows of a run's file, without losses, batches, row ids and the order of rows.

    Questions of several arms may have the same words: the call is stored for the first of them.
    """
    lines: list[str] = []
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as database:
        database.row_factory = sqlite3.Row
        for table in ("settings", "calls", "candidates", "pairs", "decisions", "awareness_votes"):
            for row in database.execute(f"SELECT * FROM {table}"):
                columns = {name: row[name] for name in row.keys() if name not in _TIME_COLUMNS | {"id", "about"}}  # noqa: SIM118
                lines.append(f"{table} {columns}")
    return "\n".join(sorted(lines)).encode("utf-8", "replace")


class Watch:
    """Counts the events of a command: requests that arrive, and changes of the files in its folder."""

    def __init__(self, folder: Path, server: ChatServer) -> None:
        self._folder = folder
        self._server = server
        self._start = len(server.seen)
        self._state: object = None
        self._changes = -1

    def events(self) -> int:
        """Return the number of events since the start; changes between two calls count as one."""
        state = tuple(sorted(self._entries(self._folder)))
        if state != self._state:
            self._state, self._changes = state, self._changes + 1
        return self._changes + len(self._server.seen) - self._start

    def _entries(self, folder: Path) -> Iterator[tuple[str, int, int]]:
        for path, _, names in os.walk(folder):  # os.walk skips folders that disappear
            for name in (".", *names):
                try:
                    state = os.lstat(f"{path}/{name}")
                except OSError:
                    continue
                yield f"{path}/{name}", state.st_size, state.st_ino

    def wait(self, events: int, process: subprocess.Popen[str], seconds: float = LIMIT) -> bool:
        """Wait for ``events`` events; return False if the process ends or the time is over before."""
        end = time.monotonic() + seconds
        while process.poll() is None and time.monotonic() < end:
            if self.events() >= events:
                return True
            time.sleep(0.002)
        return False
