"""From a dataset to what the report says of it: measured, judged, controlled and looked at again."""

import json
from collections import Counter, defaultdict
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from probe.files.corpus import read_corpus
from probe.files.dataset import read_dataset, read_manifest, write_dataset
from probe.generation.seeds import check_corpus
from probe.store import read_evaluation
from probe.values import Arm, Profile
from tests.end_to_end.conftest import Probe, Replay, one_line

SUBJECT = "openai/gpt-4o-mini"


def table(document: dict[str, Any], name: str) -> list[dict[str, Any]]:
    """The rows of one table of a report."""
    rows: list[dict[str, Any]] = next(
        one["rows"] for chapter in document["chapters"] for one in chapter["tables"] if one["key"] == name
    )
    return rows


def test_the_report_says_the_true_sensitivity_of_every_bias(
    probe: Probe, start_replay: Callable[..., Replay], tmp_path: Path
) -> None:
    """Generated, evaluated, analysed: each bias's sensitivity is the mean of its dilemmas' known shares, exactly."""
    replay, data, out = start_replay(), tmp_path / "data", tmp_path / "subject"
    at = ("--base-url", replay.url)
    probe("generate", "--model", SUBJECT, *at, "--per-bias", "6", "--profile", "paper", "--out", data)
    probe(
        "evaluate", data, "--model", SUBJECT, *at, "--order", "as-written", "--awareness", "openai/judge", "--out", out
    )
    done = probe("analyze", data, out, "--tiers", "quartiles", "--json", "--out", tmp_path / "report")

    truth = {str(item["unbiased"]): item["flip_share"] for item in replay.truth().values()}
    shares = defaultdict(list)
    for pair in read_dataset(out):
        shares[pair.bias.value].append(Fraction(str(truth[pair.unbiased])))
    rows = table(json.loads(done.stdout), "sensitivity")
    measured = {row["bias"]: row["sensitivity"] for row in rows if row["tier"] == "all tiers"}
    everything = [share for group in shares.values() for share in group]
    assert {bias: measured[bias] for bias in shares} == {
        bias: float(sum(group) / len(group)) for bias, group in shares.items()
    }
    assert measured["all biases"] == float(sum(everything) / len(everything))
    assert any(everything), "nothing flipped: the comparison would be empty"

    judged = table(json.loads(done.stdout), "awareness")
    explanations = {(one.pair_id, one.explanation) for one in read_evaluation(out).awareness}
    assert next(row for row in judged if row["bias"] == "all biases")["explanations"] == len(explanations) > 0
    rejected: Counter[str] = Counter()
    for stages in read_manifest(data)["rejections_by_bias_and_stage"].values():
        rejected.update(stages)
    rows = table(json.loads(done.stdout), "rejections_by_stage")
    assert {row["stage"]: row["count"] for row in rows} == dict(rejected)
    assert rejected, "nothing was rejected: the comparison would be empty"


async def test_a_subject_that_prefers_a_place_shows_no_effect_of_the_cue(probe: Probe, tmp_path: Path) -> None:
    """No flip, no adjusted effect, and a position preference of 100 %."""
    seeds, out = tmp_path / "seeds.jsonl", tmp_path / "subject"
    write_dataset(seeds, [checked.to_pair() for checked in await check_corpus(read_corpus(), Profile.STRICT)])
    probe("evaluate", seeds, "--model", "simulated/prefers-a", "--arms", "unbiased,biased,placebo", "--out", out)
    done = probe("analyze", out, "--json", "--out", tmp_path / "report")
    document = json.loads(done.stdout)
    (overall,) = [
        row for row in table(document, "sensitivity") if (row["bias"], row["tier"]) == ("all biases", "all tiers")
    ]
    assert (overall["sensitivity"], overall["adjusted_effect"]) == (0, 0)
    places = {row["arm"]: row["first"] for row in table(document, "position")}
    assert places == {"unbiased": 1, "biased": 1, "placebo": 1}


def test_an_evaluation_can_be_carried_away_and_says_who_measured_whom(
    probe: Probe, start_replay: Callable[..., Replay], tmp_path: Path
) -> None:
    """Its folder holds what was evaluated and where that is from; a subject that was the decider is told."""
    replay, data, out = start_replay(), tmp_path / "data", tmp_path / "subject"
    at = ("--base-url", replay.url)
    probe("generate", "--model", SUBJECT, *at, "--per-bias", "2", "--profile", "paper", "--out", data)
    done = probe("evaluate", data, "--model", SUBJECT, *at, "--limit", "1", "--runs", "1", "--out", out)
    assert "is also the decider of 8 of these 8 pairs" in done.stderr
    manifest = read_manifest(out)
    assert len(manifest["warnings"]) == 2
    assert manifest["complete"] is True
    assert manifest["dataset"] == read_manifest(data)
    assert len(read_dataset(out)) == 8
    again = probe("evaluate", out, "--model", SUBJECT, *at, "--runs", "1", "--out", out, "--quiet", "--json")
    assert again.stderr == ""
    assert json.loads(again.stdout)["dataset"] == read_manifest(data)
    assert json.loads(again.stdout)["usage"]["calls"] == manifest["usage"]["calls"], "nothing was paid for again"


def test_what_cannot_be_read_is_said_at_the_end(
    probe: Probe, start_replay: Callable[..., Replay], published_file: Path, tmp_path: Path
) -> None:
    replay, data, out = start_replay("--garbage", "0.3"), tmp_path / "data.jsonl", tmp_path / "subject"
    probe("import", "probe-swe", published_file, "-o", data)
    done = probe("evaluate", data, "--model", SUBJECT, "--base-url", replay.url, "--limit", "4", "--out", out)
    unparsed = read_manifest(out)["unparsed_by_arm"]
    assert f"biased: {unparsed['biased']} of 160 answers could not be read" in done.stderr
    assert 0 < unparsed["biased"] < 160


def test_a_budget_stops_awareness_and_the_same_command_goes_on(
    probe: Probe, start_replay: Callable[..., Replay], published_file: Path, tmp_path: Path
) -> None:
    """Votes that were paid for are not asked for again."""
    replay, data, out = start_replay(), tmp_path / "data.jsonl", tmp_path / "subject"
    probe("import", "probe-swe", published_file, "-o", data)
    known = {str(item["unbiased"]) for item in replay.truth().values() if item["flip_share"] and not item["spoil"]}
    write_dataset(data, [pair for pair in read_dataset(data) if pair.unbiased.strip() in known][:6])
    at = ("--base-url", replay.url)
    probe("evaluate", data, "--model", SUBJECT, *at, "--order", "as-written", "--runs", "2", "--out", out)
    command = ("awareness", out, "--judge", "openai/judge", *at)
    calls = read_manifest(out)["usage"]["calls"]
    stopped = probe(*command, "--max-calls", str(calls + 3), expect=4)
    assert "votes on explanations are open" in one_line(stopped.stderr)
    done = probe(*command, "--json")
    votes = [call for call in replay.calls() if call["kind"] == "awareness"]
    explanations = {(one.pair_id, one.explanation) for one in read_evaluation(out).awareness}
    assert len(votes) == 10 * len(explanations) > 0
    assert json.loads(done.stdout)["rows"][0]["explanations"] == len(explanations)
    assert read_manifest(out)["awareness"]["votes"] == len(votes)


@pytest.mark.parametrize("cue", ["words", "prolog"])
def test_axioms_below_the_text_make_a_run_and_a_subject_of_their_own(
    probe: Probe, seeds: Path, tmp_path: Path, cue: str
) -> None:
    out = tmp_path / "subject"
    arguments = ("evaluate", seeds, "--model", "simulated/rational", "--runs", "2", "--out", out)
    probe(*arguments, "--inject-axioms", cue)
    assert "inject_axioms" in one_line(probe(*arguments, expect=2).stderr)
    evaluation = read_evaluation(out)
    assert evaluation.subject.startswith("simulated/rational with axioms in")
    assert len(evaluation.decisions) == 16 * 2 * 2


def test_changed_controls_are_another_run(probe: Probe, seeds: Path, tmp_path: Path) -> None:
    """A pair keeps its id when its controls change; decisions on other texts must not be taken for these."""
    out = tmp_path / "subject"
    arguments = ("--model", "simulated/rational", "--runs", "1", "--arms", "unbiased,biased,placebo", "--out", out)
    probe("evaluate", seeds, *arguments)
    pairs = read_dataset(seeds)
    placebo = str(pairs[0].text(Arm.PLACEBO)) + "?"
    assert pairs[0].controls is not None
    changed = pairs[0].model_copy(update={"controls": pairs[0].controls.model_copy(update={"placebo": placebo})})
    write_dataset(seeds, [changed, *pairs[1:]])
    assert "another run" in one_line(probe("evaluate", seeds, *arguments, expect=2).stderr)


def test_another_judge_and_decider_give_their_opinion(
    probe: Probe, start_replay: Callable[..., Replay], published_file: Path, tmp_path: Path
) -> None:
    """The decider agrees where the published agreement is at least four of five; asked again, nothing is paid twice."""
    replay, data, out = start_replay(), tmp_path / "data.jsonl", tmp_path / "opinion"
    probe("import", "probe-swe", published_file, "-o", data)
    known = {str(item["unbiased"]): item for item in replay.truth().values() if item["spoil"] is None}
    pairs = [pair for pair in read_dataset(data) if pair.unbiased.strip() in known][:40]
    write_dataset(data, pairs)
    arguments = ("opinion", data, "--model", "openai/other", "--base-url", replay.url, "--out", out, "--json")
    document = json.loads(probe(*arguments).stdout)
    overall = {row["stage"]: row for row in document["agreement"] if row["bias"] is None}
    agreeing = sum(float(str(known[pair.unbiased.strip()]["agreement"])) >= 0.8 for pair in pairs)
    assert (overall["decision"]["agree"], overall["decision"]["pairs"]) == (agreeing, 40)
    assert overall["bias_existence"]["agree"] == 40
    assert json.loads((out / "opinion.json").read_text(encoding="utf-8")) == document
    asked = len(replay.calls())
    probe(*arguments)
    assert len(replay.calls()) == asked


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("opinion", "SEEDS", "--out", "OUT"), "--judge"),
        (("opinion", "/nowhere", "--model", "openai/x", "--out", "OUT"), "/nowhere"),
        (("controls", "SEEDS", "--author", "gpt-4o", "--out", "OUT"), "provider/model"),
        (("controls", "/nowhere", "--author", "openai/x", "--judge", "openai/y", "--out", "OUT"), "/nowhere"),
        (("controls", "SEEDS", "--author", "openai/x", "--judge", "openai/y", "--out", "TAKEN"), "overwritten"),
        (("evaluate", "SEEDS", "--model", "simulated/rational", "--out", "TAKEN"), "overwritten"),
        (("evaluate", "SEEDS", "--model", "simulated/rational", "--inject-axioms", "poem", "--out", "OUT"), "poem"),
        (("awareness", "/nowhere", "--judge", "openai/x"), "/nowhere"),
        (("awareness", "TAKEN", "--judge", "openai/x"), "contains no run"),
    ],
)
def test_wrong_usage_of_measuring_is_told(
    probe: Probe, seeds: Path, tmp_path: Path, arguments: tuple[str, ...], told: str
) -> None:
    """TAKEN holds somebody's dataset, which stays as it is."""
    taken = tmp_path / "taken"
    write_dataset(taken / "dataset.jsonl", read_dataset(seeds)[:1])
    before = (taken / "dataset.jsonl").read_bytes()
    places = {"SEEDS": str(seeds), "OUT": str(tmp_path / "out"), "TAKEN": str(taken)}
    done = probe(*(places.get(argument, argument) for argument in arguments), expect=2)
    assert told in done.stderr
    assert "Traceback" not in done.stderr
    assert (taken / "dataset.jsonl").read_bytes() == before


def test_simulated_subjects_judge_nothing_and_say_so(probe: Probe, seeds: Path, tmp_path: Path) -> None:
    out = tmp_path / "subject"
    probe("evaluate", seeds, "--model", "simulated/biased?rate=1", "--runs", "1", "--out", out)
    done = probe("awareness", out, "--judge", "simulated/rational", expect=2)
    assert "only decides" in one_line(done.stderr)
