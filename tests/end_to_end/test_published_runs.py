"""Generation and measurement with the published model outputs, where PROBE_SWE_DATA and PROBE_REPLAY_SERVER are set."""

import json
from collections import Counter, defaultdict
from fractions import Fraction
from pathlib import Path

import pytest

from probe.files.dataset import write_dataset
from probe.protocols.dilemmas.reading import read_dilemmas
from probe.store import read_run
from probe.values import Arm, Bias, CandidateState
from tests.end_to_end.conftest import MODEL, Probe, Replay, decisions_of
from tests.shared import ROOT, CommandLine, tables_of

MARK = Path("/tmp/probe-hostile-program-ran")
"""The file that the replay server's hostile programs try to create."""
STRICT_ONLY_STAGES = {"strict certificate"}
EARLIER_STAGES = {"template", "pair_similarity", "collision"}


def generate(probe: Probe, replay: Replay, out: Path, *extra: str) -> None:
    probe("generate", "--model", MODEL, "--base-url", replay.url, "--out", out, *extra)


@pytest.fixture(scope="module")
def generated(probe: CommandLine, replay: Replay, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four pairs of every bias, made with the paper's profile."""
    MARK.unlink(missing_ok=True)
    out = tmp_path_factory.mktemp("published") / "run"
    generate(probe, replay, out, "--per-bias", "4", "--profile", "paper")
    return out


@pytest.fixture(scope="module")
def evaluation_folder(probe: CommandLine, replay: Replay, generated: Path) -> Path:
    """An evaluation in which the replayed subject answers these pairs five times as written."""
    out = generated.parent / "subject"
    subject = ("--model", MODEL, "--base-url", replay.url, "--order", "as-written")
    probe("evaluate", generated, *subject, "--out", out)
    return out


def test_a_run_accepts_what_is_sound_and_each_stage_rejects_its_flaw(replay: Replay, generated: Path) -> None:
    assert_each_flaw_is_rejected_by_its_stage(replay, generated, per_bias=4, mistakes=0.04)


@pytest.mark.integration
def test_the_whole_published_benchmark_is_accepted_except_for_its_flaws(
    probe: CommandLine, replay: Replay, tmp_path: Path
) -> None:
    """Sixty pairs of every bias, which takes minutes."""
    MARK.unlink(missing_ok=True)
    generate(probe, replay, tmp_path, "--per-bias", "60", "--profile", "paper")
    assert_each_flaw_is_rejected_by_its_stage(replay, tmp_path, per_bias=60, mistakes=0.03)


def assert_each_flaw_is_rejected_by_its_stage(replay: Replay, generated: Path, per_bias: int, mistakes: float) -> None:
    """Check that its own stage or an earlier one rejects each flaw, and that few sound candidates are rejected."""
    assert Counter(pair.bias for pair in read_dilemmas(generated)) == dict.fromkeys(Bias, per_bias)
    assert not MARK.exists()
    by_text = {str(item["unbiased"]): item for item in replay.truth().values()}
    wrongly_rejected, sound = [], 0
    with read_run(generated) as store:
        for candidate, state in store.candidates():
            truth = by_text.get(candidate.texts.unbiased)
            if truth is None or state in (CandidateState.SURPLUS, CandidateState.REPEATED):
                continue
            stage = candidate.rejected_by.stage if candidate.rejected_by else None
            expected = truth["rejected_by"]
            if expected is None or expected in STRICT_ONLY_STAGES:
                sound += 1
                wrongly_rejected += [(candidate.texts.unbiased[:60], stage)] if stage else []
            else:
                assert stage == expected or stage in EARLIER_STAGES, (truth["spoil"], stage)
    assert sound > 6 * per_bias
    assert len(wrongly_rejected) <= mistakes * sound, wrongly_rejected


def test_the_strict_certificate_sees_what_the_paper_does_not(probe: Probe, replay: Replay, tmp_path: Path) -> None:
    """Both options derivable, or a cue in the proof: strict rejects them at the certificate."""
    out, cascade = tmp_path / "run", tmp_path / "cascade.toml"
    packaged_cascade = (ROOT / "filters" / "cascade.toml").read_text(encoding="utf-8")
    # The published outputs lack answers to questions of the strict profile: quotations, the rebuilt biased text.
    reduced_cascade = packaged_cascade.replace('"grounding", ', "").replace("biased_too = true", "biased_too = false")
    cascade.write_text(reduced_cascade, encoding="utf-8")
    generate(probe, replay, out, "--per-bias", "10", "--cascade", str(cascade), "--bias", "hindsight_bias")
    flawed_texts = {
        str(item["unbiased"]) for item in replay.truth().values() if item["rejected_by"] in STRICT_ONLY_STAGES
    }
    stages: Counter[str] = Counter()
    with read_run(out) as store:
        for candidate, _ in store.candidates(CandidateState.REJECTED):
            if candidate.texts.unbiased in flawed_texts and candidate.rejected_by:
                stages[candidate.rejected_by.stage] += 1
    assert not flawed_texts & {pair.unbiased for pair in read_dilemmas(out)}
    assert stages["certificate"] > 0
    assert set(stages) <= {"certificate", "collision", "pair_similarity"}


def test_measured_flips_are_the_true_ones(replay: Replay, evaluation_folder: Path) -> None:
    """The share of flips of every dilemma over five runs equals the truth exactly."""
    truth = {str(item["unbiased"]): item["flip_share"] for item in replay.truth().values()}
    decisions_by_question = {
        (decision.item_id, decision.arm, decision.run): decision.decision
        for decision in decisions_of(evaluation_folder)
    }
    pairs = read_dilemmas(evaluation_folder)
    assert len(pairs) == 32
    for pair in pairs:
        flips = sum(
            decisions_by_question[pair.id, Arm.UNBIASED, run] != decisions_by_question[pair.id, Arm.BIASED, run]
            for run in range(5)
        )
        assert flips / 5 == truth[pair.unbiased]


@pytest.mark.usefixtures("undrawn")
def test_the_report_gives_the_true_sensitivity_of_every_bias(
    probe: Probe, replay: Replay, evaluation_folder: Path, tmp_path: Path
) -> None:
    """Each bias's sensitivity is the mean of its dilemmas' known shares, exactly."""
    report = probe.json("analyze", evaluation_folder, "--tiers", "quartiles", "--out", tmp_path / "report")
    truth = {str(item["unbiased"]): item["flip_share"] for item in replay.truth().values()}
    shares = defaultdict(list)
    for pair in read_dilemmas(evaluation_folder):
        shares[pair.bias.value].append(Fraction(str(truth[pair.unbiased])))
    rows = tables_of(report)["sensitivity"]
    sensitivity = {row["bias"]: row["sensitivity"] for row in rows if row["tier"] == "all tiers"}
    assert {bias: sensitivity[bias] for bias in shares} == {
        bias: float(sum(group) / len(group)) for bias, group in shares.items()
    }
    assert any(share for group in shares.values() for share in group), (
        "if nothing flipped, the comparison would be empty"
    )


def test_our_datasets_have_the_published_fields_with_the_published_types(
    probe: Probe, generated: Path, published_file: Path, tmp_path: Path
) -> None:
    exported_file = tmp_path / "exported.json"
    probe("export", generated, "--format", "probe-swe", "-o", exported_file)
    rows = [row for rows in json.loads(exported_file.read_text(encoding="utf-8")).values() for row in rows]
    published_data = json.loads(published_file.read_text(encoding="utf-8"))
    example = next(row for rows in published_data.values() for row in rows if row["AI_generated"])
    for row in rows:
        assert row.pop("canary")  # the only field that PROBE adds
        assert {name: type(value) for name, value in row.items()} == {n: type(v) for n, v in example.items()}


def test_another_decider_agrees_where_the_published_agreement_is_four_of_five(
    probe: Probe, replay: Replay, published_file: Path, tmp_path: Path
) -> None:
    data, out = tmp_path / "data.jsonl", tmp_path / "opinion"
    probe("import", "probe-swe", published_file, "-o", data)
    sound = {str(item["unbiased"]): item for item in replay.truth().values() if item["spoil"] is None}
    pairs = [pair for pair in read_dilemmas(data) if pair.unbiased.strip() in sound][:40]
    write_dataset(data, pairs)
    document = probe.json("opinion", data, "--model", "openai/other", "--base-url", replay.url, "--out", out)
    overall = {row["stage"]: row for row in document["agreement"] if row["bias"] is None}
    agreeing_count = sum(float(str(sound[pair.unbiased.strip()]["agreement"])) >= 0.8 for pair in pairs)
    assert (overall["decision"]["agree"], overall["decision"]["pairs"]) == (agreeing_count, 40)
    assert overall["bias_existence"]["agree"] == 40
