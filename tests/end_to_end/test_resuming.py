"""A generation that is killed, interrupted, limited or disturbed gives the same dataset as one that is not."""

import shutil
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from probe.files.corpus import read_corpus
from probe.files.dataset import read_manifest
from probe.protocols.dilemmas.reading import read_dilemmas
from probe.store import read_run
from probe.values import Bias
from tests.end_to_end.conftest import (
    MODEL,
    ModelServer,
    Probe,
    StartServer,
    begin_server,
    items_of,
    kill_when,
    wait_until,
)
from tests.server.chat import ReceivedRequest, Reply, fails, says, serving
from tests.server.dilemmas import by_text, normalised
from tests.shared import CommandLine

KEY = "sk-proj-4Wq8Zr2Tn6Yx0Lc5"
TWO_BIASES = ("--per-bias", "4", "--bias", "anchoring_bias", "--bias", "hindsight_bias")
ONE_BIAS = TWO_BIASES[:4]
LATENCY = 0.05
"""Seconds before every answer, so that a run can be disturbed half-way."""


def texts(out: Path) -> list[str]:
    return [pair.unbiased for pair in read_dilemmas(out)]


def stored_calls(out: Path) -> int:
    with read_run(out) as store:
        return sum(number for number, _, _ in store.call_means().values())


@dataclass(frozen=True)
class UninterruptedRun:
    """An undisturbed run: its folder, every request that it took, and the server that answered them."""

    out: Path
    requests: Counter[str]
    server: ModelServer

    def copy_to(self, folder: Path) -> Path:
        """Return a copy of the finished run, to be written to."""
        return shutil.copytree(self.out, folder)


@contextmanager
def uninterrupted_run(probe: CommandLine, out: Path, *size: str) -> Iterator[UninterruptedRun]:
    with ExitStack() as stack:
        server = begin_server(stack)
        probe(*server.generate(out, *size))
        yield UninterruptedRun(out, server.requests, server)


@pytest.fixture(scope="module")
def uninterrupted(probe: CommandLine, tmp_path_factory: pytest.TempPathFactory) -> Iterator[UninterruptedRun]:
    with uninterrupted_run(probe, tmp_path_factory.mktemp("whole"), *TWO_BIASES) as run:
        yield run


@pytest.fixture(scope="module")
def smaller_run(light_probe: CommandLine, tmp_path_factory: pytest.TempPathFactory) -> Iterator[UninterruptedRun]:
    """The run with which killed and interrupted processes are compared."""
    with uninterrupted_run(light_probe, tmp_path_factory.mktemp("smaller"), *ONE_BIAS) as run:
        yield run


def test_after_several_kills_only_calls_in_flight_are_asked_twice(
    smaller_run: UninterruptedRun, light_probe: Probe, start_server: StartServer, tmp_path: Path
) -> None:
    """SIGKILL, twice; the same command then ends with the dataset of an uninterrupted run."""
    server, out = start_server(latency=LATENCY), tmp_path / "killed"
    concurrency, kills, request_count = 4, 2, smaller_run.requests.total()
    for kill in range(1, kills + 1):
        process = light_probe.begin(*server.generate(out, *ONE_BIAS, "--concurrency", str(concurrency)))
        calls = kill * request_count // (kills + 1)
        kill_when(partial(lambda calls: server.calls >= calls, calls), process)
    server.http.latency = 0
    light_probe(*server.generate(out, *ONE_BIAS, "--concurrency", str(concurrency)))
    assert items_of(out) == items_of(smaller_run.out)
    assert set(server.requests) == set(smaller_run.requests)
    assert (server.requests - smaller_run.requests).total() <= kills * concurrency


def test_the_first_interruption_saves_what_is_in_flight(
    smaller_run: UninterruptedRun, light_probe: Probe, start_server: StartServer, tmp_path: Path
) -> None:
    """Every answer of the server is stored, the dataset so far is written, and the run resumes."""
    server, out = start_server(latency=LATENCY), tmp_path / "interrupted"
    process = light_probe.begin(*server.generate(out, *ONE_BIAS))
    calls = smaller_run.requests.total() * 3 // 4
    wait_until(lambda: server.calls >= calls, process)  # in the second round, when pairs of the first are accepted
    process.send_signal(signal.SIGINT)
    _, messages = process.communicate()
    assert process.returncode == 130
    assert "Traceback" not in messages
    assert stored_calls(out) == server.calls
    assert read_manifest(out)["ended"] == "interrupted"
    assert set() < set(texts(out)) < set(texts(smaller_run.out))
    server.http.latency = 0
    light_probe(*server.generate(out, *ONE_BIAS))
    assert items_of(out) == items_of(smaller_run.out)
    assert server.requests == smaller_run.requests


def test_the_second_interruption_stops_at_once(light_probe: Probe, start_server: StartServer, tmp_path: Path) -> None:
    """It does not wait for a slow server."""
    server = start_server(latency=900)
    process = light_probe.begin(*server.generate(tmp_path / "run", *ONE_BIAS))
    wait_until(lambda: server.http.active > 0, process)
    process.send_signal(signal.SIGINT)
    assert process.stderr is not None
    process.stderr.readline()  # the message about the first interruption
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode == 130


def test_a_limit_on_calls_is_kept_and_the_run_resumes_without_it(
    uninterrupted: UninterruptedRun, probe: Probe, server: ModelServer, tmp_path: Path
) -> None:
    out = tmp_path / "limited"
    result = probe(*server.generate(out, *TWO_BIASES), "--max-calls", "30", expect=4)
    assert "--max-calls" in result.stderr
    assert server.calls == 30
    probe(*server.generate(out, *TWO_BIASES))
    assert items_of(out) == items_of(uninterrupted.out)
    assert server.requests == uninterrupted.requests


def test_a_run_that_grows_ends_with_the_dataset_and_the_calls_of_the_larger_one(
    uninterrupted: UninterruptedRun, probe: Probe, server: ModelServer, tmp_path: Path
) -> None:
    """More pairs, then one more bias: stored answers are reused, and the dataset is the same."""
    out, second_bias = tmp_path / "grown", ("--bias", "hindsight_bias")
    probe(*server.generate(out, "--per-bias", "2", "--bias", "anchoring_bias"))
    probe(*server.generate(out, "--per-bias", "4", "--bias", "anchoring_bias"))
    probe(*server.generate(out, "--per-bias", "4", "--bias", "anchoring_bias", *second_bias))
    assert server.requests == uninterrupted.requests
    assert items_of(out) == items_of(uninterrupted.out)
    for smaller_size in (
        ("--per-bias", "3", "--bias", "anchoring_bias", *second_bias),
        ("--per-bias", "4", *second_bias),
    ):
        result = probe(*server.generate(out, *smaller_size), expect=2)
        assert smaller_size[0] in result.stderr or second_bias[0] in result.stderr
    assert items_of(out) == items_of(uninterrupted.out)


def test_a_finished_run_that_is_repeated_makes_no_call(
    uninterrupted: UninterruptedRun, probe: Probe, tmp_path: Path
) -> None:
    """With --quiet it also prints nothing."""
    out, calls_before = uninterrupted.copy_to(tmp_path / "run"), uninterrupted.server.calls
    result = probe(*uninterrupted.server.generate(out, *TWO_BIASES, "--quiet"))
    assert (result.stdout, result.stderr) == ("", "")
    assert uninterrupted.server.calls == calls_before == uninterrupted.requests.total()
    assert (out / "dataset.jsonl").read_bytes() == (uninterrupted.out / "dataset.jsonl").read_bytes()


def test_faults_change_nothing(
    uninterrupted: UninterruptedRun, probe: Probe, start_server: StartServer, tmp_path: Path
) -> None:
    """Faults are never used as answers: the accepted pairs are the same as without faults."""
    server = start_server(faults=0.2)
    probe(*server.generate(tmp_path / "faulty", *TWO_BIASES))
    assert server.fault_injector.injected["fault"] > 10
    assert items_of(tmp_path / "faulty") == items_of(uninterrupted.out)


def test_every_unreadable_answer_is_counted_and_asked_for_again(
    uninterrupted: UninterruptedRun, probe: Probe, start_server: StartServer, tmp_path: Path
) -> None:
    """Exactly as many as the server made unreadable; none is guessed, and the pairs are those of readable answers.

    A translator's apology is unreadable each time.
    """
    server = start_server(garbage=0.1)
    result = probe(*server.generate(tmp_path / "run", *TWO_BIASES))
    texts_asked = [question.values["unbiased"] for question in server.answers.log if question.name == "translate"]
    unusable_translations = sum(by_text()[normalised(text)].flaw == "no_programs" for text in texts_asked)
    unreadable_by_role = read_manifest(tmp_path / "run")["unreadable_answers"]
    assert server.fault_injector.injected["garbage"] > 5
    assert sum(unreadable_by_role.values()) == server.fault_injector.injected["garbage"] + unusable_translations
    assert set(unreadable_by_role) <= {"author", "translator", "judge", "decider"}
    assert texts(tmp_path / "run") == texts(uninterrupted.out)
    assert "could not be parsed" in result.stderr


def test_the_other_client_makes_the_same_dataset(
    uninterrupted: UninterruptedRun, probe: Probe, server: ModelServer, tmp_path: Path
) -> None:
    """The Groq client, configured by environment variables only."""
    out = tmp_path / "groq"
    command = ("generate", "--model", "groq/gpt-4o-mini", "--out", str(out), *TWO_BIASES)
    probe(*command, GROQ_BASE_URL=server.url.removesuffix("/v1"), GROQ_API_KEY=KEY)
    assert texts(out) == texts(uninterrupted.out)
    assert read_dilemmas(out)[0].provenance.author == "groq/gpt-4o-mini"


def test_a_dry_run_makes_no_call_and_learns_from_the_runs_file(
    uninterrupted: UninterruptedRun, probe: Probe, tmp_path: Path
) -> None:
    server, calls = uninterrupted.server, uninterrupted.server.calls
    first_estimate = probe.json(*server.generate(tmp_path / "run", *TWO_BIASES), "--dry-run")
    assert first_estimate["calls"] > 0
    assert not (tmp_path / "run").exists()
    out = uninterrupted.copy_to(tmp_path / "run")
    later_estimate = probe.json(*server.generate(out, *TWO_BIASES), "--dry-run")
    assert (later_estimate["calls"], later_estimate["calls_made"]) == (calls, calls)
    assert later_estimate["source"] != first_estimate["source"]
    assert server.calls == calls == uninterrupted.requests.total()


def test_no_key_comes_out_anywhere(probe: Probe, tmp_path: Path) -> None:
    """Even if the server repeats it in an answer and in an error message."""
    seeds = read_corpus().seeds_of(Bias.ANCHORING)
    pair = "# Pair {}\n\n## Unbiased Dilemma\n```\n{}\n```\n\n## Biased Dilemma\n```\n{}\n```\n"
    answer_text = "\n".join(
        pair.format(number, f"{KEY} {seed.texts.unbiased}", f"{KEY} {seed.texts.biased}")
        for number, seed in enumerate(seeds, 1)
    )

    def behaviour(request: ReceivedRequest, number: int) -> Reply:
        keys.add(request.headers["authorization"])
        return says(answer_text) if number == 0 else fails(401, f"Incorrect API key provided: {KEY}.")

    keys: set[str] = set()
    out = tmp_path / "run"
    command = ("generate", "--model", "openai/m", "--bias", "anchoring_bias", "--json", "--out", out)
    with serving(behaviour) as server:
        result = probe(*command, expect=4, OPENAI_API_KEY=KEY, OPENAI_BASE_URL=server.url)
    assert keys == {f"Bearer {KEY}"}
    assert "[key]" in result.stderr
    files = [file for file in out.iterdir() if file.is_file()]
    assert {"run.sqlite", "manifest.json", "dataset.jsonl"} <= {file.name for file in files}
    for content in (result.stdout.encode(), result.stderr.encode(), *(file.read_bytes() for file in files)):
        assert KEY[:12].encode() not in content


def test_the_model_is_recorded_in_every_role(uninterrupted: UninterruptedRun) -> None:
    roles = {(pair.provenance.author, pair.provenance.translator) for pair in read_dilemmas(uninterrupted.out)}
    assert roles == {(MODEL, MODEL)}
