"""probe evaluate with batch=24h: each command sends or collects, and none waits."""

import subprocess
from pathlib import Path

import pytest

from probe.files.dataset import read_manifest, write_dataset
from tests.end_to_end.conftest import Probe, decisions_of, evaluate_command
from tests.server.answers import Answers
from tests.server.batches import Batching
from tests.server.chat import ReceivedRequest, Reply, serving
from tests.server.dilemmas import flawless
from tests.shared import run_database


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    file = tmp_path / "dataset.jsonl"
    write_dataset(file, [dilemma.pair for dilemma in flawless(per_bias=1)])
    return file


def command(dataset: Path, url: str, out: Path, model: str = "openai/m?batch=24h") -> tuple[str, ...]:
    return evaluate_command(dataset, url, out, "--runs", "2", model=model)


def test_the_same_command_sends_waits_and_collects(probe: Probe, dataset: Path, tmp_path: Path) -> None:
    """Exit code 4 and one line while the batch is pending; then the decisions equal those of single calls."""
    batching, out = Batching(Answers(), looks=3), tmp_path / "batched"
    with serving(batching) as server:
        for _ in range(2):
            result = probe(*command(dataset, server.url, out), expect=4)
            line = result.stderr.splitlines()[-1]
            assert "batch_0 is pending" in line
            assert "of 32 calls" in line
        probe(*command(dataset, server.url, out))
        requests = len(server.received)
        probe(*command(dataset, server.url, out))
        assert len(server.received) == requests
        probe(*command(dataset, server.url, tmp_path / "single", "openai/m"))
    assert decisions_of(out) == decisions_of(tmp_path / "single")
    assert len(decisions_of(out)) == 32
    assert len(batching.batches) == 1
    assert read_manifest(out)["complete"]


def test_log_probabilities_come_in_one_batch(probe: Probe, dataset: Path, tmp_path: Path) -> None:
    """Batches do not wait for a first answer."""
    batching, out = Batching(Answers()), tmp_path / "batched"
    command = ("evaluate", str(dataset), "--model", "openai/m?batch=24h", "--logprobs", "--out", str(out))
    with serving(batching) as server:
        probe(*command, "--base-url", server.url, expect=4)
        probe(*command, "--base-url", server.url)
    assert len(batching.batches) == 1
    assert all(decision.probabilities for decision in decisions_of(out))


def test_a_process_killed_while_it_creates_the_batch_pays_once(probe: Probe, dataset: Path, tmp_path: Path) -> None:
    """SIGKILL after the provider has created the batch and before it answers; no decision exists yet."""
    batching, out = Batching(Answers()), tmp_path / "killed"
    processes: list[subprocess.Popen[str]] = []

    def kill_at_creation(request: ReceivedRequest) -> Reply | None:
        if request.method == "POST" and request.path.endswith("/batches") and not batching.batches:
            batching.begin(request.body["input_file_id"])
            processes[0].kill()
            return Reply(breaks="dropped")
        return None

    batching.disturb = kill_at_creation
    with serving(batching) as server:
        processes.append(probe.begin(*command(dataset, server.url, out)))
        processes[0].communicate(timeout=60)
        assert processes[0].returncode == -9
        with run_database(out) as database:
            assert database.execute("SELECT file_id, batch_id FROM batches").fetchall() == [("file-0", None)]
        probe(*command(dataset, server.url, out), expect=4)
        probe(*command(dataset, server.url, out))
    assert len(batching.batches) == 1
    assert set(batching.sent.values()) == {1}
    assert len(decisions_of(out)) == 32
