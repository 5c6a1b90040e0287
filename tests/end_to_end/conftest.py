"""A replay server on loopback, and the command line as a process of its own."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from probe.files.corpus import read_corpus
from probe.files.dataset import write_dataset

Probe = Callable[..., subprocess.CompletedProcess[str]]


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

    def calls(self) -> list[dict[str, object]]:
        """Every call that was answered so far."""
        if not self.log_file.exists():
            return []
        return [json.loads(line) for line in self.log_file.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="session")
def published_file() -> Path:
    """The published dataset; tests that need it are skipped without it."""
    folder = os.environ.get("PROBE_SWE_DATA")
    if not folder:
        pytest.skip("PROBE_SWE_DATA is not set: the published data is not here")
    return next(Path(folder).glob("1_augmented*.json"))


@pytest.fixture
def start_replay(tmp_path: Path, published_file: Path) -> Iterator[Callable[..., Replay]]:
    """Start replay servers with extra arguments; each is stopped when the test ends."""
    script = os.environ.get("PROBE_REPLAY_SERVER")
    if not script:
        pytest.skip("PROBE_REPLAY_SERVER is not set: the replay server is not here")
    started: list[subprocess.Popen[str]] = []

    def start(*arguments: str) -> Replay:
        number = len(started)
        truth, log = tmp_path / f"truth-{number}.json", tmp_path / f"log-{number}.jsonl"
        command = [sys.executable, script, str(published_file), "--truth", str(truth), "--log", str(log), *arguments]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        started.append(server)
        assert server.stdout is not None
        return Replay(url=server.stdout.readline().strip(), truth_file=truth, log_file=log)

    yield start
    for server in started:
        server.terminate()
        server.wait(timeout=10)


@pytest.fixture
def seeds(tmp_path: Path) -> Path:
    """The seed corpus as a dataset, controls included."""
    file = tmp_path / "seeds.jsonl"
    write_dataset(file, [seed.to_pair() for seed in read_corpus().seeds])
    return file


def one_line(stderr: str) -> str:
    """Return what was said on standard error, which must be one line."""
    lines = [line for line in stderr.splitlines() if line.strip()]
    assert len(lines) == 1, stderr
    return lines[0]


@pytest.fixture
def environment() -> dict[str, str]:
    """The environment without any key, as on a fresh machine."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("OPENAI_", "GROQ_"))}


@pytest.fixture
def probe(environment: dict[str, str]) -> Probe:
    """Run the command line to its end."""

    def run(*arguments: str | Path, expect: int | None = 0, **variables: str) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [sys.executable, "-m", "probe", *map(str, arguments)],
            env={**environment, **variables},
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        if expect is not None:
            assert done.returncode == expect, done.stderr + done.stdout
        return done

    return run
