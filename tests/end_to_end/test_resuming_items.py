"""Items of other protocols in a process that is killed: the same command goes on, and pays for no call twice."""

import json
import time
from collections import Counter
from pathlib import Path

from probe.store import read_run
from tests.end_to_end.conftest import MODEL, ModelServer, Probe, StartServer
from tests.server.answers import fingerprint_of

LATENCY = 0.05
"""Seconds before every answer, so that a run can be killed half-way."""
CONCURRENCY = 4


def requests(server: ModelServer) -> Counter[str]:
    return Counter(fingerprint_of(seen.body) for seen in server.http.seen)


def killed_once(probe: Probe, server: ModelServer, command: tuple[str, ...], calls: int) -> None:
    """Kill the command with SIGKILL after so many calls, then let it end."""
    process = probe.begin(*command, "--concurrency", str(CONCURRENCY))
    while len(server.http.seen) < calls:
        assert process.poll() is None, "the run ended before it was killed"
        time.sleep(0.01)
    process.kill()
    process.communicate()
    server.http.latency = 0
    probe(*command, "--concurrency", str(CONCURRENCY))


def items_of(folder: Path) -> list[object]:
    """The dataset without the id of the run."""
    rows = [json.loads(line) for line in (folder / "dataset.jsonl").read_text(encoding="utf-8").splitlines()]
    return [row | {"provenance": {**row["provenance"], "run_id": None}} for row in rows]


def test_tests_that_a_model_fills_are_those_of_an_uninterrupted_run(
    probe: Probe, start_server: StartServer, tmp_path: Path
) -> None:
    """The first server fails and answers garbage at times; the one of the killed run is slow."""
    biases = [part for name in ("anchoring_bias", "halo_effect") for part in ("--bias", name)]
    made = ("generate", "--protocol", "templates", *biases, "--per-bias", "10", "--author", MODEL)
    undisturbed, slow = start_server(faults=0.1, garbage=0.1), start_server(latency=4 * LATENCY)
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    estimated = json.loads(probe(*made, "--dry-run", "--json", "--out", whole).stdout)
    probe(*made, "--base-url", undisturbed.url, "--out", whole)
    killed_once(probe, slow, (*made, "--base-url", slow.url, "--out", str(killed)), estimated["calls"] // 2)
    assert len(items_of(killed)) == estimated["pairs"] == 20
    assert items_of(killed) == items_of(whole)
    assert len(requests(slow)) == estimated["calls"]
    assert repeated(slow) <= CONCURRENCY


def repeated(server: ModelServer) -> int:
    """Return how many requests were put that had been put before."""
    return sum(count - 1 for count in requests(server).values())


def test_a_killed_session_goes_on_at_its_first_unanswered_turn(
    probe: Probe, start_server: StartServer, tmp_path: Path
) -> None:
    """Sets of ten profiles, decided in turn: only what was in flight is asked again."""
    made = ("generate", "--protocol", "triage", "--kind", "sequence", "--sets", "1", "--set-size", "10")
    probe(*made, "--out", tmp_path / "sets")
    asked = ("evaluate", str(tmp_path / "sets"), "--model", MODEL, "--runs", "1", "--arms", "latin_1,latin_2,latin_3")
    whole, slow = start_server(), start_server(latency=LATENCY)
    probe(*asked, "--base-url", whole.url, "--out", tmp_path / "whole")
    killed_once(probe, slow, (*asked, "--base-url", slow.url, "--out", str(tmp_path / "killed")), 14)
    assert set(requests(slow)) == set(requests(whole))
    assert len(requests(whole)) == 30
    assert repeated(slow) <= CONCURRENCY
    first, second = (decisions(tmp_path / name) for name in ("whole", "killed"))
    assert first == second


def decisions(run: Path) -> list[str]:
    with read_run(run) as store:
        return sorted(one.model_dump_json() for one in store.decisions())
