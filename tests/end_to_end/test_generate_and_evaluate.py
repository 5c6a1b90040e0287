"""From seeds to a dataset to a sensitivity, against real model outputs with known flaws."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from probe.files.dataset import read_dataset
from probe.store import read_run
from probe.values import Arm, Bias, CandidateState
from tests.end_to_end.conftest import Probe, Replay

MARK = Path("/tmp/probe-hostile-program-ran")
SPECIAL = {"strict certificate"}
EARLIER = {"template", "pair_similarity", "collision"}


def generate(probe: Probe, replay: Replay, out: Path, *extra: str, expect: int = 0) -> None:
    arguments = ("generate", "--model", "openai/gpt-4o-mini", "--base-url", replay.url, "--out", str(out))
    probe(*arguments, *extra, expect=expect)


def test_sixty_pairs_a_bias_and_every_flaw_falls_where_it_should(
    probe: Probe, start_replay: Callable[..., Replay], tmp_path: Path
) -> None:
    """The paper's profile accepts what is sound, and each known flaw is rejected by the stage that is to see it."""
    MARK.unlink(missing_ok=True)
    replay, out = start_replay(), tmp_path / "run"
    generate(probe, replay, out, "--per-bias", "60", "--profile", "paper")
    pairs = read_dataset(out)
    assert Counter(pair.bias for pair in pairs) == dict.fromkeys(Bias, 60)
    assert not MARK.exists()

    by_text = {str(item["unbiased"]): item for item in replay.truth().values()}
    wrongly_rejected, sound = [], 0
    with read_run(out) as store:
        for candidate, state in store.candidates():
            known = by_text.get(candidate.texts.unbiased)
            if known is None or state in (CandidateState.SURPLUS, CandidateState.REPEATED):
                continue
            stage = candidate.rejected_by.stage if candidate.rejected_by else None
            rightly = known["rejected_by"]
            if rightly is None or rightly in SPECIAL:
                sound += 1
                wrongly_rejected += [(candidate.texts.unbiased[:60], stage)] if stage else []
            else:
                assert stage == rightly or stage in EARLIER, (known["spoil"], stage)
    assert sound > 400
    assert len(wrongly_rejected) <= 0.03 * sound, wrongly_rejected


def test_the_strict_certificate_sees_what_the_paper_does_not(
    probe: Probe, start_replay: Callable[..., Replay], tmp_path: Path
) -> None:
    """Both options derivable, or a cue in the proof: strict rejects them at the certificate."""
    replay, out = start_replay(), tmp_path / "run"
    cascade = tmp_path / "cascade.toml"
    packaged = (Path(__file__).parents[2] / "filters" / "cascade.toml").read_text(encoding="utf-8")
    # The server cannot answer the strict profile's own questions: quotations, and the biased program told again.
    own = packaged.replace('"grounding", ', "").replace("biased_too = true", "biased_too = false")
    cascade.write_text(own, encoding="utf-8")
    generate(probe, replay, out, "--per-bias", "10", "--cascade", str(cascade), "--bias", "hindsight_bias")
    flawed = {str(item["unbiased"]) for item in replay.truth().values() if item["rejected_by"] in SPECIAL}
    stages: Counter[str] = Counter()
    with read_run(out) as store:
        for candidate, _ in store.candidates(CandidateState.REJECTED):
            if candidate.texts.unbiased in flawed and candidate.rejected_by:
                stages[candidate.rejected_by.stage] += 1
    assert not flawed & {pair.unbiased for pair in read_dataset(out)}
    assert stages["certificate"] > 0
    assert set(stages) <= {"certificate", "collision", "pair_similarity"}


def test_measured_flips_are_the_true_ones(probe: Probe, start_replay: Callable[..., Replay], tmp_path: Path) -> None:
    """The share of flips of every dilemma over five runs equals the truth exactly."""
    replay, out = start_replay(), tmp_path / "run"
    generate(probe, replay, out, "--per-bias", "5", "--profile", "paper")
    subject = tmp_path / "subject"
    probe(
        "evaluate",
        out,
        "--model",
        "openai/gpt-4o-mini",
        "--base-url",
        replay.url,
        "--order",
        "as-written",
        "--out",
        subject,
    )
    truth = {str(item["unbiased"]): item["flip_share"] for item in replay.truth().values()}
    with read_run(subject) as store:
        decided = {(one.pair_id, one.arm, one.run): one.decision for one in store.decisions()}
    for pair in read_dataset(out):
        flips = sum(decided[pair.id, Arm.UNBIASED, run] != decided[pair.id, Arm.BIASED, run] for run in range(5))
        assert flips / 5 == truth[pair.unbiased]


def test_killed_and_started_again_the_dataset_is_the_same(
    probe: Probe, start_replay: Callable[..., Replay], environment: dict[str, str], tmp_path: Path
) -> None:
    """SIGKILL half-way; the same command then ends with the dataset of an uninterrupted run, and asks nothing twice."""
    replay = start_replay("--latency", "0.02")
    arguments = ("--per-bias", "8", "--profile", "paper", "--concurrency", "8")
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    generate(probe, replay, whole, *arguments)
    needed = len(replay.calls())
    command = [sys.executable, "-m", "probe", "generate", "--model", "openai/gpt-4o-mini", "--base-url", replay.url]
    process = subprocess.Popen(
        [*command, "--out", str(killed), *arguments],
        env=environment,
        stderr=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )
    while len(replay.calls()) < needed + needed // 2:
        assert process.poll() is None, "the run ended before it could be killed"
        time.sleep(0.05)
    os.kill(process.pid, signal.SIGKILL)
    process.wait(timeout=10)
    before = [call["request"] for call in replay.calls()[needed:]]
    generate(probe, replay, killed, *arguments)
    assert (killed / "dataset.jsonl").read_bytes() == (whole / "dataset.jsonl").read_bytes()
    repeated = set(before) & {call["request"] for call in replay.calls()[needed + len(before) :]}
    assert len(repeated) <= 8, "more was asked twice than was in flight"


def test_the_dataset_of_a_run_can_be_exported_and_imported(
    probe: Probe, start_replay: Callable[..., Replay], published_file: Path, tmp_path: Path
) -> None:
    """Our datasets have the published fields with the published types."""
    replay, out = start_replay(), tmp_path / "run"
    generate(probe, replay, out, "--per-bias", "2", "--profile", "paper")
    exported = tmp_path / "exported.json"
    probe("export", out, "--format", "probe-swe", "-o", exported)
    rows = [row for rows in json.loads(exported.read_text(encoding="utf-8")).values() for row in rows]
    published = json.loads(published_file.read_text(encoding="utf-8"))
    generated = next(row for rows in published.values() for row in rows if row["AI_generated"])
    for row in rows:
        assert {name: type(value) for name, value in row.items()} == {n: type(v) for n, v in generated.items()}


@pytest.mark.parametrize(
    ("order", "flips"),
    [("as-written", 0), ("both", 0)],
)
def test_a_rational_subject_never_flips(probe: Probe, tmp_path: Path, order: str, flips: int) -> None:
    """Simulated subjects need no server and no key."""
    from probe.files.corpus import read_corpus
    from probe.files.dataset import write_dataset

    write_dataset(tmp_path / "dataset.jsonl", [seed.to_pair() for seed in read_corpus().seeds])
    out = tmp_path / "run"
    probe("evaluate", tmp_path / "dataset.jsonl", "--model", "simulated/rational", "--order", order, "--out", out)
    right = {pair.id: pair.correct_option.letter for pair in read_dataset(tmp_path / "dataset.jsonl")}
    with read_run(out) as store:
        decisions = store.decisions()
    assert len(decisions) == 16 * 2 * 5
    assert sum(one.decision != right[one.pair_id] for one in decisions) == flips
