"""Servers that stand in for models, runs that several tests read, and the published data if it is available."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from fcntl import LOCK_EX, flock
from pathlib import Path
from typing import Any, Self

import pytest

from probe.store import read_run
from probe.values import CandidateState, Decision, Profile
from tests.server.answers import Answers, FaultInjector, fingerprint_of
from tests.server.chat import ChatServer, serving
from tests.shared import CommandLine, json_lines

Probe = CommandLine
MODEL = "openai/gpt-4o-mini"


@dataclass(frozen=True)
class ModelServer:
    """A running server of ``tests.server``: the questions that it was asked, and how often it failed on purpose."""

    http: ChatServer
    answers: Answers
    fault_injector: FaultInjector

    @property
    def url(self) -> str:
        """The base URL."""
        return self.http.url

    @property
    def calls(self) -> int:
        """How many requests were answered."""
        return len(self.answers.log)

    @property
    def requests(self) -> Counter[str]:
        """How often each request came."""
        return Counter(fingerprint_of(request.body) for request in self.http.received)

    def generate(self, out: Path, *extra: str) -> tuple[str, ...]:
        """Return the command that generates into ``out`` with this server in every role."""
        return ("generate", "--model", MODEL, "--base-url", self.url, "--out", str(out), *extra)


def evaluate_command(dataset: Path, url: str, out: Path, *extra: str, model: str = "openai/m") -> tuple[str, ...]:
    """Return the command that evaluates a model of a server on ``dataset``."""
    return ("evaluate", str(dataset), "--model", model, "--base-url", url, "--out", str(out), *extra)


def wait_until(condition: Callable[[], bool], process: subprocess.Popen[str]) -> None:
    """Wait until ``condition`` holds; the command must not end before."""
    while not condition():
        assert process.poll() is None, "the run ended before it was disturbed"
        time.sleep(0.01)


def kill_when(condition: Callable[[], bool], process: subprocess.Popen[str]) -> None:
    """End a command with SIGKILL as soon as ``condition`` holds."""
    wait_until(condition, process)
    process.kill()
    process.communicate()


def decisions_of(run: Path) -> list[Decision]:
    """Return the decisions of an evaluation, by item, arm and run."""
    with read_run(run) as store:
        return list(store.decisions())


def items_of(run: Path) -> list[dict[str, Any]]:
    """Return the dataset of a run without what differs between two runs of the same answers: the id of the run."""
    items = json_lines(run / "dataset.jsonl")
    for item in items:
        del item["provenance"]["run_id"]
    return items


StartServer = Callable[..., ModelServer]


@pytest.fixture
def start_server() -> Iterator[StartServer]:
    """Start servers; each is stopped when the test ends."""
    with ExitStack() as stack:
        yield lambda **settings: begin_server(stack, **settings)


@pytest.fixture
def server(start_server: StartServer) -> ModelServer:
    """A server that answers at once and never fails."""
    return start_server()


def begin_server(stack: ExitStack, *, latency: float = 0.0, faults: float = 0.0, garbage: float = 0.0) -> ModelServer:
    """Start a server that runs until ``stack`` is closed."""
    answers = Answers()
    fault_injector = FaultInjector(answers, faults=faults, garbage=garbage)
    http = stack.enter_context(serving(fault_injector))
    http.latency = latency
    return ModelServer(http, answers, fault_injector)


@dataclass(frozen=True)
class Run:
    """A finished run: its folder, what the command printed, and how often each prompt was asked."""

    out: Path
    stdout: str
    stderr: str
    question_counts: dict[str, int]

    @classmethod
    def read_from(cls, file: Path) -> Self:
        """Return the run that is described in ``file``."""
        fields = json.loads(file.read_text(encoding="utf-8"))
        return cls(**{**fields, "out": Path(fields["out"])})

    def write_to(self, file: Path) -> None:
        """Describe it in ``file``."""
        file.write_text(json.dumps(asdict(self), default=str), encoding="utf-8")

    def states(self) -> list[CandidateState]:
        """The final state of every candidate."""
        with read_run(self.out) as store:
            return [state for _, state in store.candidates()]


class Runs:
    """Runs that are made once and only read: a generation of each profile, an evaluation, and the demo.

    Processes that run tests at the same time share them: the first that needs one makes it while the others wait.
    """

    def __init__(self, probe: CommandLine, folder: Path) -> None:
        self._probe = probe
        self._folder = folder

    def generated(self, profile: Profile) -> Run:
        """Four pairs of every bias, from a server in every role."""
        size = ("--per-bias", "4", "--profile", profile.value)
        return self._run(profile.value, lambda server, out: server.generate(out, *size))

    def evaluated(self) -> Run:
        """The strict pairs, shown five times as written in two arms, with wrong explanations judged."""
        data = self.generated(Profile.STRICT).out
        options = ("--order", "as-written", "--awareness", "openai/judge")
        return self._run(
            "evaluated", lambda server, out: evaluate_command(data, server.url, out, *options, model="openai/subject")
        )

    def demo(self) -> Run:
        """What ``probe demo`` makes."""
        return self._run("demo", lambda server, out: ("demo", "--simulated-only", "--per-bias", "3", "--out", str(out)))

    def _run(self, name: str, command: Callable[[ModelServer, Path], tuple[str, ...]]) -> Run:
        file, out = self._folder / f"{name}.json", self._folder / name
        with exclusive_lock(self._folder / f"{name}.lock"):
            if not file.exists():
                shutil.rmtree(out, ignore_errors=True)  # left by another process that did not finish
                with ExitStack() as stack:
                    server = begin_server(stack)
                    result = self._probe(*command(server, out))
                question_counts = dict(Counter(question.name for question in server.answers.log))
                Run(out, result.stdout, result.stderr, question_counts).write_to(file)
        return Run.read_from(file)


@contextmanager
def exclusive_lock(file: Path) -> Iterator[None]:
    """Hold an exclusive lock."""
    with file.open("w") as lock:
        flock(lock, LOCK_EX)  # closing the file releases it
        yield


@pytest.fixture(scope="session")
def runs(probe: CommandLine, tmp_path_factory: pytest.TempPathFactory) -> Runs:
    """Runs that tests read and never write to."""
    base = tmp_path_factory.getbasetemp()
    session = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder = session / "runs"
    folder.mkdir(exist_ok=True)
    return Runs(probe, folder)


def one_line(stderr: str) -> str:
    """Return what was said on standard error, which must be one line."""
    lines = [line for line in stderr.splitlines() if line.strip()]
    assert len(lines) == 1, stderr
    return lines[0]


@dataclass(frozen=True)
class Replay:
    """A running replay server: its URL, and the files in which it keeps the truth and a log of every call."""

    url: str
    truth_file: Path
    log_file: Path

    def truth(self) -> dict[str, dict[str, object]]:
        """The right verdict on every candidate."""
        truth: dict[str, dict[str, object]] = json.loads(self.truth_file.read_text(encoding="utf-8"))
        return truth


@pytest.fixture(scope="session")
def replay(published_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Replay]:
    """A server that answers with the published model outputs; tests that need it are skipped without it."""
    script = os.environ.get("PROBE_REPLAY_SERVER")
    if not script:
        pytest.skip("PROBE_REPLAY_SERVER is not set: the replay server is not here")
    folder = tmp_path_factory.mktemp("replay")
    truth, log = folder / "truth.json", folder / "log.jsonl"
    command = [sys.executable, script, str(published_file), "--truth", str(truth), "--log", str(log)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield Replay(url=process.stdout.readline().strip(), truth_file=truth, log_file=log)
        process.terminate()
