"""Three subjects under two strategies in one folder: killed, resumed, never over the budget."""

from collections import Counter
from functools import partial
from pathlib import Path

from probe.protocols.dilemmas.reading import dilemma_evaluation
from probe.store import read_run
from tests.end_to_end.conftest import Probe, kill_when
from tests.server.answers import fingerprint_of
from tests.server.chat import ChatServer, says, serving

SUBJECTS = ("openai/first", "openai/second", "openai/third")
QUESTIONS = 8 * 2 * 2 * 2
"""Questions to each subject: a dilemma of each bias, two arms, two runs, two strategies."""
IN_FLIGHT = 2


def command(server: ChatServer, out: Path, budget: int) -> list[str | Path]:
    models = [word for name in SUBJECTS for word in ("--model", name)]
    strategies = ["--mitigation", "none", "--mitigation", "bias-warning"]
    size = ["--limit", "1", "--runs", "2", "--concurrency", str(IN_FLIGHT), "--max-calls", str(budget)]
    return ["evaluate", "seeds", *models, *strategies, *size, "--base-url", server.url, "--out", out]


def stored_calls(out: Path) -> int:
    """Return how many calls the runs of all subjects have recorded."""
    calls = 0
    for file in out.glob("*/run.sqlite"):
        with read_run(file.parent) as run:
            calls += sum(usage.calls for usage in run.spent_usages())
    return calls


def test_killed_with_every_subject_it_resumes_within_one_budget(probe: Probe, tmp_path: Path) -> None:
    out, budget = tmp_path / "all", 3 * QUESTIONS - 10
    with serving(lambda request, number: says("Decision: Option A")) as server:
        server.latency = 0.02
        for kill, stage in enumerate((10, QUESTIONS + 10, 2 * QUESTIONS + 10), 1):
            process = probe.begin(*command(server, out, budget), OPENAI_API_KEY="key")
            kill_when(partial(lambda stage: len(server.received) >= stage, stage), process)
            assert stored_calls(out) <= len(server.received) <= stored_calls(out) + kill * IN_FLIGHT
        server.latency = 0
        probe(*command(server, out, budget), expect=4)
        assert stored_calls(out) == budget
        probe(*command(server, out, 3 * QUESTIONS))
        assert stored_calls(out) == 3 * QUESTIONS
        requests = Counter((request.body["model"], fingerprint_of(request.body)) for request in server.received)
    evaluations = [dilemma_evaluation(file.parent) for file in sorted(out.glob("*/run.sqlite"))]
    assert [len(evaluation.decisions) for evaluation in evaluations] == [QUESTIONS] * 3
    assert len(requests) == 3 * QUESTIONS
    assert requests.total() <= 3 * (QUESTIONS + IN_FLIGHT)
