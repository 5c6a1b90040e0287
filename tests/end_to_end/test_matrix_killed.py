"""Three subjects under two strategies in one folder: killed, resumed, never over the budget."""

import subprocess
import time
from collections import Counter
from pathlib import Path

from probe.protocols.dilemmas.reading import dilemma_evaluation
from probe.store import read_run
from tests.end_to_end.conftest import Probe
from tests.server.answers import fingerprint_of
from tests.server.chat import ChatServer, says, serving

SUBJECTS = ("openai/first", "openai/second", "openai/third")
ASKED = 8 * 2 * 2 * 2
"""Questions to each subject: a dilemma of each bias, two arms, two runs, two strategies."""
IN_FLIGHT = 2


def command(server: ChatServer, out: Path, budget: int) -> list[str | Path]:
    models = [word for name in SUBJECTS for word in ("--model", name)]
    strategies = ["--mitigation", "none", "--mitigation", "bias-warning"]
    size = ["--limit", "1", "--runs", "2", "--concurrency", str(IN_FLIGHT), "--max-calls", str(budget)]
    return ["evaluate", "seeds", *models, *strategies, *size, "--base-url", server.url, "--out", out]


def stored(out: Path) -> int:
    """How many calls the runs of all subjects count."""
    found = 0
    for file in out.glob("*/run.sqlite"):
        with read_run(file.parent) as run:
            found += sum(one.calls for one in run.spent())
    return found


def wait_for(server: ChatServer, calls: int, process: subprocess.Popen[str]) -> None:
    while len(server.seen) < calls:
        assert process.poll() is None, "the run ended before it was killed"
        time.sleep(0.01)


def test_killed_with_every_subject_it_resumes_within_one_budget(probe: Probe, tmp_path: Path) -> None:
    out, budget = tmp_path / "all", 3 * ASKED - 10
    with serving(lambda seen, number: says("Decision: Option A")) as server:
        server.latency = 0.02
        for kill, stage in enumerate((10, ASKED + 10, 2 * ASKED + 10), 1):
            process = probe.begin(*command(server, out, budget), OPENAI_API_KEY="key")
            wait_for(server, stage, process)
            process.kill()
            process.communicate()
            assert stored(out) <= len(server.seen) <= stored(out) + kill * IN_FLIGHT
        server.latency = 0
        probe(*command(server, out, budget), expect=4)
        assert stored(out) == budget
        probe(*command(server, out, 3 * ASKED))
        assert stored(out) == 3 * ASKED
        asked = Counter((seen.body["model"], fingerprint_of(seen.body)) for seen in server.seen)
    evaluations = [dilemma_evaluation(file.parent) for file in sorted(out.glob("*/run.sqlite"))]
    assert [len(one.decisions) for one in evaluations] == [ASKED] * 3
    assert len(asked) == 3 * ASKED
    assert asked.total() <= 3 * (ASKED + IN_FLIGHT)
