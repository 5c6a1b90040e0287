"""Items of other protocols in a process that is killed: the same command continues and pays for no call twice."""

from pathlib import Path

from tests.end_to_end.conftest import MODEL, ModelServer, Probe, StartServer, decisions_of, items_of, wait_until

LATENCY = 0.05
"""Seconds before every answer, so that a run can be killed half-way."""
CONCURRENCY = 4


def kill_and_resume(probe: Probe, server: ModelServer, command: tuple[str, ...], calls: int) -> None:
    """Kill the command with SIGKILL after ``calls`` calls, then run it to its end."""
    process = probe.begin(*command, "--concurrency", str(CONCURRENCY))
    wait_until(lambda: len(server.http.received) >= calls, process)
    process.kill()
    process.communicate()
    server.http.latency = 0
    probe(*command, "--concurrency", str(CONCURRENCY))


def test_tests_that_a_model_fills_are_those_of_an_uninterrupted_run(
    probe: Probe, start_server: StartServer, tmp_path: Path
) -> None:
    """The first server sometimes fails or answers garbage; the server of the killed run is slow."""
    biases = [argument for name in ("anchoring_bias", "halo_effect") for argument in ("--bias", name)]
    command = ("generate", "--protocol", "templates", *biases, "--per-bias", "10", "--author", MODEL)
    faulty_server, slow_server = start_server(faults=0.1, garbage=0.1), start_server(latency=4 * LATENCY)
    uninterrupted, killed_run = tmp_path / "whole", tmp_path / "killed"
    estimate = probe.json(*command, "--dry-run", "--out", uninterrupted)
    probe(*command, "--base-url", faulty_server.url, "--out", uninterrupted)
    kill_and_resume(
        probe, slow_server, (*command, "--base-url", slow_server.url, "--out", str(killed_run)), estimate["calls"] // 2
    )
    assert len(items_of(killed_run)) == estimate["pairs"] == 20
    assert items_of(killed_run) == items_of(uninterrupted)
    assert len(slow_server.requests) == estimate["calls"]
    assert repeated_requests(slow_server) <= CONCURRENCY


def repeated_requests(server: ModelServer) -> int:
    """Return how many requests repeat an earlier one."""
    return sum(count - 1 for count in server.requests.values())


def test_a_killed_session_continues_at_its_first_unanswered_turn(
    probe: Probe, start_server: StartServer, tmp_path: Path
) -> None:
    """Sets of ten profiles, decided in turn: only calls in flight are repeated."""
    command = ("generate", "--protocol", "triage", "--kind", "sequence", "--sets", "1", "--set-size", "10")
    probe(*command, "--out", tmp_path / "sets")
    evaluation = (
        "evaluate",
        str(tmp_path / "sets"),
        "--model",
        MODEL,
        "--runs",
        "1",
        "--arms",
        "latin_1,latin_2,latin_3",
    )
    reference_server, slow_server = start_server(), start_server(latency=LATENCY)
    probe(*evaluation, "--base-url", reference_server.url, "--out", tmp_path / "whole")
    kill_and_resume(
        probe, slow_server, (*evaluation, "--base-url", slow_server.url, "--out", str(tmp_path / "killed")), 14
    )
    assert set(slow_server.requests) == set(reference_server.requests)
    assert len(reference_server.requests) == 30
    assert repeated_requests(slow_server) <= CONCURRENCY
    assert decisions_of(tmp_path / "whole") == decisions_of(tmp_path / "killed")
