"""Generation by models, from seeds to a dataset: every role is asked over HTTP, in both profiles."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from probe.files.dataset import read_manifest
from probe.files.huggingface import stream_huggingface
from probe.filters.cascade import load_settings
from probe.protocols.dilemmas.reading import read_dilemmas
from probe.store import read_run
from probe.values import Bias, Candidate, CandidateState, Option, Profile
from tests.end_to_end.conftest import MODEL, Probe, Run, Runs
from tests.server.dilemmas import FLAWS, MARK, STRICT_ONLY, ServedDilemma, by_text, normalised, offered

EVERY_PROFILE = pytest.mark.parametrize("profile", list(Profile))
EXPANSION = 5


def filtered_candidates(run: Run) -> list[tuple[Candidate, ServedDilemma]]:
    """Return every candidate that went through the cascade, with its served dilemma."""
    with read_run(run.out) as store:
        return [
            (candidate, offered(candidate.bias, candidate.expansion * EXPANSION + candidate.position))
            for candidate, state in store.candidates()
            if state is not CandidateState.SURPLUS
        ]


@EVERY_PROFILE
def test_every_flaw_is_rejected_by_its_stage_and_sound_candidates_pass(runs: Runs, profile: Profile) -> None:
    """Every stage of the profile meets what it has to reject; a hostile program runs nowhere.

    Composed dilemmas are as close to each other as those of people, and a short cue may change a text by too little: a
    few are rejected for that, whatever flaw they have.
    """
    MARK.unlink(missing_ok=True)
    rejections = [
        (dilemma, candidate.rejected_by and candidate.rejected_by.stage)
        for candidate, dilemma in filtered_candidates(runs.generated(profile))
    ]
    too_similar = [
        dilemma
        for dilemma, stage in rejections
        if stage in ("collision", "pair_similarity") and FLAWS.get(dilemma.flaw) != stage
    ]
    assert len(too_similar) <= len(rejections) / 8
    others = [(dilemma, stage) for dilemma, stage in rejections if dilemma not in too_similar]
    assert {dilemma.name: (dilemma.flaw, stage) for dilemma, stage in others} == {
        dilemma.name: (dilemma.flaw, dilemma.rejected_by(profile)) for dilemma, _ in others
    }
    assert {stage for _, stage in others} == {*load_settings(profile).stages, None}
    assert not MARK.exists()


def test_the_strict_profile_meets_every_flaw(runs: Runs) -> None:
    assert {dilemma.flaw for _, dilemma in filtered_candidates(runs.generated(Profile.STRICT))} == {"", *FLAWS}


@EVERY_PROFILE
def test_the_dataset_holds_the_certified_pairs_that_were_asked_for(runs: Runs, profile: Profile) -> None:
    run = runs.generated(profile)
    pairs, texts = read_dilemmas(run.out), by_text()
    assert Counter(pair.bias for pair in pairs) == dict.fromkeys(Bias, 4)
    for pair in pairs:
        dilemma = texts[normalised(pair.unbiased)]
        assert pair.correct_option is dilemma.right
        assert pair.unbiased_program.strip() == dilemma.programs.unbiased.strip()
        assert pair.certificate is not None
        assert pair.certificate.passed
        assert pair.certificate.profile is profile
        assert {pair.provenance.author, pair.provenance.judge, pair.provenance.decider} == {MODEL}
        assert set(pair.evidence) >= {stage for stage in load_settings(profile).stages if stage != "template"}


def test_either_option_is_right_in_half_of_the_pairs(runs: Runs) -> None:
    """Except for pairs that replaced a rejected one."""
    right = Counter(pair.correct_option for pair in read_dilemmas(runs.generated(Profile.STRICT).out))
    assert abs(right[Option.A] - right[Option.B]) <= right.total() / 5


def test_the_strict_profile_keeps_what_its_own_stages_found(runs: Runs) -> None:
    """Each fact of the proof with its quotations from both texts, and both programs rebuilt as texts."""
    for pair in read_dilemmas(runs.generated(Profile.STRICT).out):
        grounding: Any = pair.evidence["grounding"]
        for fact in grounding["facts"]:
            assert fact["unbiased"] in pair.unbiased
            assert fact["biased"] in pair.biased
        round_trip: Any = pair.evidence["round_trip"]
        assert {"unbiased", "biased"} <= set(round_trip)
        assert None not in pair.measures, "each stage writes its measures where values/measured.py expects them"


def test_what_one_profile_accepts_the_other_verifies(probe: Probe, runs: Runs) -> None:
    """Strict pairs pass both certificates. Of the paper's, those fail the strict one that have a flaw in a program."""
    strict, paper = runs.generated(Profile.STRICT).out, runs.generated(Profile.PAPER).out
    probe("verify", strict)
    probe("verify", strict, "--profile", "paper")
    probe("verify", paper, "--profile", "paper")
    report = probe.json("verify", paper, expect=1)
    flaws = {pair.id: by_text()[normalised(pair.unbiased)].flaw for pair in read_dilemmas(paper)}
    in_programs = {flaw for flaw in STRICT_ONLY if FLAWS[flaw] == "certificate"}
    assert {flaws[pair["id"]] for pair in report["failing"]} == in_programs & set(flaws.values()) != set()
    assert len(report["failing"]) == sum(flaw in in_programs for flaw in flaws.values())


@EVERY_PROFILE
def test_the_manifest_accounts_for_every_candidate(runs: Runs, profile: Profile) -> None:
    """By bias, author, stage and depth."""
    run = runs.generated(profile)
    manifest, pairs = read_manifest(run.out), len(read_dilemmas(run.out))
    yields = manifest["yields"]
    assert yields["all"]["accepted"] == pairs == 4 * len(Bias)
    assert sum(entry["accepted"] for entry in yields["by_depth"].values()) == pairs
    assert yields["by_author"][MODEL] == yields["all"]
    rejected_count = sum(sum(stages.values()) for stages in manifest["rejections_by_bias_and_stage"].values())
    surplus = sum(manifest["surplus_by_bias"].values())
    assert pairs + rejected_count + surplus == yields["all"]["of"] == len(run.states())
    translations = manifest["translations"]
    assert translations["first"]["of"] == translations["last"]["of"] == translations["candidates"]
    assert translations["candidates"] < translations["translations"] <= run.question_counts["translate"]
    assert {"loads", "unreadable"} <= set(translations["first"]["failed"])
    assert manifest["usage"]["calls"] == sum(run.question_counts.values())
    flaws_at_certificate = [
        dilemma.flaw
        for candidate, dilemma in filtered_candidates(run)
        if candidate.rejected_by and candidate.rejected_by.stage == "certificate"
    ]
    assert flaws_at_certificate.count("no_programs") > 0
    assert manifest["unreadable_answers"] == {"translator": 3 * flaws_at_certificate.count("no_programs")}, (
        "one for each attempt at a program"
    )


def test_a_model_in_every_role_is_noticed(runs: Runs) -> None:
    """The same model in every role has the same blind spots, which the manifest reports."""
    notices = read_manifest(runs.generated(Profile.STRICT).out)["notices"]
    assert [notice for notice in notices if notice.startswith(f"{MODEL} translates, judges, decides")]


@pytest.mark.parametrize("form", ["csv", "hf", "probe-swe"])
def test_a_generated_dataset_is_exported_completely(probe: Probe, runs: Runs, tmp_path: Path, form: str) -> None:
    run, out = runs.generated(Profile.STRICT), tmp_path / "exported"
    probe("export", run.out, "--format", form, "-o", out)
    pairs = read_dilemmas(run.out)
    if form == "csv":
        assert out.read_text(encoding="utf-8").count(pairs[0].bias.value) >= 4
    elif form == "hf":
        assert {pair.id for pair in stream_huggingface(out)} == {pair.id for pair in pairs}
    else:
        imported = tmp_path / "again.jsonl"
        probe("import", "probe-swe", out, "-o", imported)
        assert [(pair.unbiased, pair.correct_option) for pair in read_dilemmas(imported)] == [
            (pair.unbiased, pair.correct_option) for pair in sorted(pairs, key=lambda pair: list(Bias).index(pair.bias))
        ]
