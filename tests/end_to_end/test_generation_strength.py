"""A generation that is killed, interrupted, limited, disturbed and spied on gives the dataset of one that is not."""

import asyncio
import json
import signal
import subprocess
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from probe.files.corpus import read_corpus
from probe.files.dataset import read_dataset, read_manifest
from probe.store import read_run
from probe.values import Bias
from tests.end_to_end.conftest import Probe, Replay
from tests.models.server import ChatServer, Reply, Seen, fails, says

KEY = "sk-proj-4Wq8Zr2Tn6Yx0Lc5"
SMALL = ("--per-bias", "4", "--profile", "paper", "--bias", "anchoring_bias", "--bias", "hindsight_bias")
StartReplay = Callable[..., Replay]


def arguments(replay: Replay, out: Path, *extra: str) -> tuple[str, ...]:
    return ("generate", "--model", "openai/gpt-4o-mini", "--base-url", replay.url, "--out", str(out), *extra)


def begin(environment: dict[str, str], *given: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "probe", *given]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def wait_for(replay: Replay, calls: int, process: subprocess.Popen[str]) -> None:
    """Wait until so many calls were answered."""
    while len(replay.calls()) < calls:
        assert process.poll() is None, "the run ended before it was disturbed"
        time.sleep(0.02)


def requests(replay: Replay, start: int = 0) -> Counter[object]:
    return Counter(call["request"] for call in replay.calls()[start:])


def texts(out: Path) -> list[str]:
    lines = (out / "dataset.jsonl").read_text(encoding="utf-8").splitlines()
    return [str(json.loads(line)["unbiased"]) for line in lines]


def stored_calls(out: Path) -> int:
    with read_run(out) as store:
        return sum(number for number, _, _ in store.call_means().values())


@pytest.fixture
def whole(probe: Probe, start_replay: StartReplay, tmp_path: Path) -> tuple[Replay, Path]:
    """An undisturbed run, and the server that it used."""
    replay, out = start_replay("--latency", "0.05"), tmp_path / "whole"
    probe(*arguments(replay, out, *SMALL))
    return replay, out


def test_killed_several_times_nothing_is_asked_twice_but_what_was_in_flight(
    whole: tuple[Replay, Path], probe: Probe, environment: dict[str, str], tmp_path: Path
) -> None:
    """A question that is put again on purpose (an unreadable answer) is in both runs as often."""
    replay, killed = whole[0], tmp_path / "killed"
    needed, concurrency, kills = requests(replay), 4, 3
    start = len(replay.calls())
    for kill in range(1, kills + 1):
        process = begin(environment, *arguments(replay, killed, *SMALL, "--concurrency", str(concurrency)))
        wait_for(replay, start + kill * start // (kills + 2), process)
        process.kill()
        process.communicate()
    probe(*arguments(replay, killed, *SMALL, "--concurrency", str(concurrency)))
    assert (killed / "dataset.jsonl").read_bytes() == (whole[1] / "dataset.jsonl").read_bytes()
    again = requests(replay, start) - needed
    assert again.total() <= kills * concurrency


def test_the_first_interruption_saves_what_is_in_flight(
    whole: tuple[Replay, Path], probe: Probe, environment: dict[str, str], tmp_path: Path
) -> None:
    """Every answer that the server gave is in the run's file, the dataset so far is there, and the run goes on."""
    replay, out = whole[0], tmp_path / "interrupted"
    start = len(replay.calls())
    process = begin(environment, *arguments(replay, out, *SMALL))
    wait_for(replay, start + start // 2, process)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate()
    assert process.returncode == 130
    assert "Traceback" not in said
    assert stored_calls(out) == len(replay.calls()) - start
    assert read_manifest(out)["ended"] == "interrupted"
    assert set(texts(out)) < set(texts(whole[1]))
    probe(*arguments(replay, out, *SMALL))
    assert (out / "dataset.jsonl").read_bytes() == (whole[1] / "dataset.jsonl").read_bytes()
    assert not requests(replay, start) - requests(replay)


def test_the_second_interruption_stops_at_once(
    start_replay: StartReplay, environment: dict[str, str], tmp_path: Path
) -> None:
    """It does not wait for a server that takes a quarter of an hour."""
    replay = start_replay("--latency", "900")
    process = begin(environment, *arguments(replay, tmp_path / "run", *SMALL))
    counts = replay.url.removesuffix("/v1") + "/counts"
    while not _under_way(counts):
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    assert process.stderr is not None
    for line in process.stderr:
        if "again to stop at once" in line:
            break
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode == 130


def _under_way(counts: str) -> bool:
    with urllib.request.urlopen(counts) as answer:
        return b'"peak_concurrency": 0' not in answer.read()


def test_a_limit_on_calls_is_kept_and_the_run_goes_on_without_it(
    whole: tuple[Replay, Path], probe: Probe, tmp_path: Path
) -> None:
    replay, out = whole[0], tmp_path / "limited"
    start = len(replay.calls())
    done = probe(*arguments(replay, out, *SMALL), "--max-calls", "30", expect=4)
    assert "--max-calls" in done.stderr
    assert len(replay.calls()) - start == 30
    probe(*arguments(replay, out, *SMALL))
    assert (out / "dataset.jsonl").read_bytes() == (whole[1] / "dataset.jsonl").read_bytes()
    assert len(replay.calls()) - start == start


def test_faults_change_nothing(
    whole: tuple[Replay, Path], probe: Probe, start_replay: StartReplay, tmp_path: Path
) -> None:
    """A fault is never an answer: the accepted pairs are those of a provider without faults."""
    faulty, out = start_replay("--faults", "0.15"), tmp_path / "faulty"
    probe(*arguments(faulty, out, *SMALL))
    assert texts(out) == texts(whole[1])


def test_every_unreadable_answer_is_counted_by_role(probe: Probe, start_replay: StartReplay, tmp_path: Path) -> None:
    """Exactly as many as the server made unreadable; none is guessed at."""
    replay, out = start_replay("--garbage", "0.05"), tmp_path / "run"
    done = probe(*arguments(replay, out, *SMALL), expect=None)
    with urllib.request.urlopen(replay.url.removesuffix("/v1") + "/counts") as answer:
        made = json.loads(answer.read())["counts"].get("garbage", 0)
    counted = read_manifest(out)["unreadable_answers"]
    truth = replay.truth()
    translated = [str(call["about"]) for call in replay.calls() if call["kind"] == "translate"]
    sorry = sum(truth[about]["spoil"] == "malformed_program" for about in translated)
    assert made > 0
    assert made <= sum(counted.values()) <= made + sorry
    assert "could not be read" in done.stderr


def test_the_other_client_makes_the_same_dataset(whole: tuple[Replay, Path], probe: Probe, tmp_path: Path) -> None:
    """The Groq client, by its environment variables alone."""
    out = tmp_path / "groq"
    given = ("generate", "--model", "groq/gpt-4o-mini", "--out", str(out), *SMALL)
    probe(*given, GROQ_BASE_URL=whole[0].url.removesuffix("/v1"), GROQ_API_KEY=KEY)
    assert texts(out) == texts(whole[1])
    assert read_dataset(out)[0].provenance.author == "groq/gpt-4o-mini"


def test_a_dry_run_asks_nobody_and_learns_from_the_runs_file(
    whole: tuple[Replay, Path], probe: Probe, tmp_path: Path
) -> None:

    replay, out = whole
    before = len(replay.calls())
    fresh = json.loads(probe(*arguments(replay, tmp_path / "none", *SMALL), "--dry-run", "--json").stdout)
    assert "published discards" in fresh["source"]
    assert fresh["calls"] > before > 0
    assert not (tmp_path / "none").exists()
    learned = json.loads(probe(*arguments(replay, out, *SMALL), "--dry-run", "--json").stdout)
    assert (learned["calls"], learned["calls_made"]) == (before, before)
    assert len(replay.calls()) == before


def test_quiet_says_nothing(whole: tuple[Replay, Path], probe: Probe) -> None:
    done = probe(*arguments(*whole, *SMALL), "--quiet")
    assert (done.stdout, done.stderr) == ("", "")


def test_the_manifest_tells_the_yields(whole: tuple[Replay, Path], probe: Probe) -> None:
    """Per offered candidate, by bias, author, stage and depth; what was offered is accounted for to the last one."""
    manifest = read_manifest(whole[1])
    yields, pairs = manifest["yields"], len(read_dataset(whole[1]))
    assert yields["all"]["accepted"] == pairs == 8
    assert sum(entry["accepted"] for entry in yields["by_depth"].values()) == pairs
    assert yields["by_author"]["openai/gpt-4o-mini"] == yields["all"]
    rejected = sum(sum(stages.values()) for stages in manifest["rejections_by_bias_and_stage"].values())
    surplus = sum(manifest["surplus_by_bias"].values())
    assert pairs + rejected + surplus == yields["all"]["of"]
    assert any("an independent model" in notice for notice in manifest["notices"])


async def test_no_key_comes_out_anywhere(environment: dict[str, str], tmp_path: Path) -> None:
    """Not from a server that puts it into answers first and into its error message then."""
    seeds = read_corpus().seeds_of(Bias.ANCHORING)
    pair = "# Pair {}\n\n## Unbiased Dilemma\n```\n{}\n```\n\n## Biased Dilemma\n```\n{}\n```\n"
    written = "\n".join(
        pair.format(number, f"{KEY} {seed.texts.unbiased}", f"{KEY} {seed.texts.biased}")
        for number, seed in enumerate(seeds, 1)
    )

    def behaviour(seen: Seen, number: int) -> Reply:
        assert seen.headers["authorization"] == f"Bearer {KEY}"
        return says(written) if number == 0 else fails(401, f"Incorrect API key provided: {KEY}.")

    async with ChatServer() as server:
        server.behaviour = behaviour
        out = tmp_path / "run"
        given = ("generate", "--model", "openai/m", "--bias", "anchoring_bias", "--json", "--out", str(out))
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "probe", *given),
            env={**environment, "OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": server.url},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        shown = await process.communicate()
    assert process.returncode == 4
    assert b"[key]" in shown[1]
    files = [file for file in out.iterdir() if file.is_file()]
    assert {"run.sqlite", "manifest.json", "dataset.jsonl"} <= {file.name for file in files}
    for told in (*shown, *(file.read_bytes() for file in files)):
        assert KEY[:12].encode() not in told
