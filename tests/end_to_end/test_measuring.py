"""From a dataset to its report: evaluations, awareness, controls and second opinions."""

import json
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean

import pytest

from probe.analysis.study import prepare
from probe.cli.output import round_numbers
from probe.files.dataset import read_manifest, write_dataset
from probe.protocols.dilemmas.reading import dilemma_evaluation, read_dilemmas
from probe.values import Arm, Bias, Dilemma, Profile
from probe.values.texts import words_put_in
from tests.end_to_end.conftest import MODEL, ModelServer, Probe, Runs, StartServer, decisions_of, one_line
from tests.server.answers import ENDORSEMENT
from tests.server.dilemmas import by_text, dilemmas, normalised
from tests.shared import tables_of


def flip_shares_by_bias(pairs: Sequence[Dilemma]) -> dict[str, list[float]]:
    """The true flip shares of the dilemmas, by bias."""
    by_bias = defaultdict(list)
    for pair in pairs:
        by_bias[pair.bias.value].append(by_text()[normalised(pair.unbiased)].flip_share)
    return by_bias


@pytest.mark.usefixtures("undrawn")
def test_the_report_gives_the_true_sensitivity_of_every_bias(probe: Probe, runs: Runs, tmp_path: Path) -> None:
    """Generated, evaluated, analysed: each bias's sensitivity is the mean of its dilemmas' known shares, exactly."""
    generated, evaluation_run = runs.generated(Profile.STRICT), runs.evaluated()
    runs_of = (generated.out, evaluation_run.out)
    tables = tables_of(probe.json("analyze", *runs_of, "--tiers", "quartiles", "--out", tmp_path / "report"))
    true_shares = flip_shares_by_bias(read_dilemmas(evaluation_run.out))
    sensitivity = {row["bias"]: row["sensitivity"] for row in tables["sensitivity"] if row["tier"] == "all tiers"}
    assert {bias: sensitivity[bias] for bias in true_shares} == {
        bias: pytest.approx(fmean(group)) for bias, group in true_shares.items()
    }
    all_shares = [share for group in true_shares.values() for share in group]
    assert sensitivity["all biases"] == pytest.approx(fmean(all_shares))
    assert 0 < fmean(all_shares) < 1, "if nothing or everything flipped, the comparison would be empty"

    explanations = {
        (judgement.pair_id, judgement.explanation) for judgement in dilemma_evaluation(evaluation_run.out).awareness
    }
    overall = next(row for row in tables["awareness"] if row["bias"] == "all biases")
    assert overall["explanations"] == len(explanations) > 0
    rejections: Counter[str] = Counter()
    for stages in read_manifest(generated.out)["rejections_by_bias_and_stage"].values():
        rejections.update(stages)
    assert {row["stage"]: row["count"] for row in tables["rejections_by_stage"]} == dict(rejections) != {}


@pytest.mark.parametrize("order", ["as-written", "both"])
def test_measured_flips_are_the_true_ones(
    probe: Probe, runs: Runs, server: ModelServer, tmp_path: Path, order: str
) -> None:
    """Exactly, for every dilemma over five runs: the subject has no position preference."""
    evaluation_run = runs.evaluated()
    out = evaluation_run.out
    if order == "both":
        out = tmp_path / "subject"
        model_options = ("--model", "openai/subject", "--base-url", server.url)
        probe(
            "evaluate",
            runs.generated(Profile.STRICT).out,
            *model_options,
            "--order",
            order,
            "--limit",
            "2",
            "--out",
            out,
        )
    decisions_by_question = {(decision.item_id, decision.arm, decision.run): decision for decision in decisions_of(out)}
    pairs = read_dilemmas(out)
    assert any(decision.exchanged for decision in decisions_by_question.values()) is (order == "both")
    flips_by_pair = {
        pair.id: sum(
            decisions_by_question[pair.id, Arm.UNBIASED, run].decision
            != decisions_by_question[pair.id, Arm.BIASED, run].decision
            for run in range(5)
        )
        for pair in pairs
    }
    assert flips_by_pair == {pair.id: round(5 * by_text()[normalised(pair.unbiased)].flip_share) for pair in pairs}


def test_each_wrong_explanation_is_judged_for_what_it_says(runs: Runs) -> None:
    """An explanation that quotes the cue mentions it, one that relies on it endorses it, and others do neither."""
    judgements = dilemma_evaluation(runs.evaluated().out).awareness
    pairs = {pair.id: pair for pair in read_dilemmas(runs.evaluated().out)}
    for judgement in judgements:
        cue = words_put_in(pairs[judgement.pair_id].unbiased, pairs[judgement.pair_id].biased)
        assert set(judgement.mentions) == {"yes" if cue in judgement.explanation else "no"}
        assert set(judgement.endorses) == {"yes" if judgement.explanation.endswith(ENDORSEMENT) else "no"}
    assert {(judgement.mentions[0], judgement.endorses[0]) for judgement in judgements} == {
        ("no", "no"),
        ("yes", "no"),
        ("yes", "yes"),
    }


@pytest.mark.parametrize("order", ["as-written", "both"])
def test_a_rational_subject_never_flips(probe: Probe, seed_file: Path, tmp_path: Path, order: str) -> None:
    """Simulated subjects need no server and no key; one that gives in to every cue is wrong on every biased text."""
    for subject, wrong_arms in (("rational", set()), ("biased?rate=1", {Arm.BIASED})):
        out = tmp_path / subject.partition("?")[0]
        probe("evaluate", seed_file, "--model", f"simulated/{subject}", "--order", order, "--out", out)
        right = {pair.id: pair.correct_option.letter for pair in read_dilemmas(seed_file)}
        decisions = decisions_of(out)
        wrong = Counter(decision.arm for decision in decisions if decision.letter != right[decision.item_id])
        assert len(right) == 2 * len(Bias)
        assert len(decisions) == len(right) * 2 * 5
        assert wrong == dict.fromkeys(wrong_arms, len(right) * 5)


@pytest.mark.usefixtures("undrawn")
def test_a_subject_that_prefers_a_place_shows_no_effect_of_the_cue(
    probe: Probe, seed_file: Path, tmp_path: Path
) -> None:
    """There is no flip and no effect, but a position preference of 100 %."""
    out = tmp_path / "subject"
    probe("evaluate", seed_file, "--model", "simulated/prefers-a", "--arms", "unbiased,biased,placebo", "--out", out)
    tables = tables_of(probe.json("analyze", out, "--out", tmp_path / "report"))
    effect, flips = (
        next(row for row in tables[key] if (row["bias"], row["tier"]) == ("all biases", "all tiers"))
        for key in ("effects", "sensitivity")
    )
    assert (effect["effect"], effect["adjusted_effect"], flips["sensitivity"]) == (0, 0, 0)
    assert {row["arm"]: row["first"] for row in tables["position"]} == {"unbiased": 1, "biased": 1, "placebo": 1}


def test_an_evaluation_can_be_carried_away_and_names_who_measured_whom(
    probe: Probe, runs: Runs, server: ModelServer, tmp_path: Path
) -> None:
    """Its folder contains the dataset and its origin; a subject that was also the decider is reported."""
    data, out = runs.generated(Profile.STRICT).out, tmp_path / "subject"
    model_options = ("--model", MODEL, "--base-url", server.url, "--runs", "1")
    probe("evaluate", data, *model_options, "--limit", "1", "--out", out)
    manifest = read_manifest(out)
    assert [notice for notice in manifest["warnings"] if f"decider of {len(Bias)} of these {len(Bias)} pairs" in notice]
    assert len(manifest["warnings"]) == 2
    assert manifest["complete"] is True
    assert manifest["dataset"] == read_manifest(data)
    assert len(read_dilemmas(out)) == len(Bias)
    calls = server.calls
    result = probe("evaluate", out, *model_options, "--out", out, "--quiet", "--json")
    assert result.stderr == ""
    assert json.loads(result.stdout)["dataset"] == read_manifest(data)
    assert json.loads(result.stdout)["usage"]["calls"] == manifest["usage"]["calls"] == server.calls == calls


def test_unreadable_answers_are_counted_by_arm(
    probe: Probe, runs: Runs, start_server: StartServer, tmp_path: Path
) -> None:
    """Each counts once and is not asked for again: a subject's first answer is final."""
    server, out = start_server(garbage=0.3), tmp_path / "subject"
    model_options = ("--model", "openai/subject", "--base-url", server.url)
    result = probe("evaluate", runs.generated(Profile.STRICT).out, *model_options, "--limit", "2", "--out", out)
    unparsed = read_manifest(out)["unparsed_by_arm"]
    assert sum(unparsed.values()) == server.fault_injector.injected["garbage"] > 0
    assert server.calls == 2 * len(Bias) * 2 * 5
    assert f"biased: {unparsed['biased']} of {2 * len(Bias) * 5} answers" in result.stderr


def test_a_budget_stops_awareness_and_the_same_command_goes_on(
    probe: Probe, runs: Runs, server: ModelServer, tmp_path: Path
) -> None:
    """Paid votes are not requested again."""
    out, model_options = tmp_path / "subject", ("--base-url", server.url)
    subject = ("--model", "openai/subject", "--order", "as-written", "--limit", "2")
    probe("evaluate", runs.generated(Profile.STRICT).out, *subject, *model_options, "--out", out)
    command = ("awareness", out, "--judge", "openai/judge", *model_options)
    result = probe(*command, "--max-calls", str(server.calls + 3), expect=4)
    assert "votes on explanations are missing" in one_line(result.stderr)
    assert server.answers.times_asked("awareness") == 3
    document = probe.json(*command)
    explanations = {(judgement.pair_id, judgement.explanation) for judgement in dilemma_evaluation(out).awareness}
    votes = server.answers.times_asked("awareness")
    assert votes == 10 * len(explanations) > 0
    assert document["rows"][0]["explanations"] == len(explanations)
    assert read_manifest(out)["awareness"]["votes"] == votes


@pytest.mark.parametrize("cue", ["words", "prolog"])
def test_axioms_below_the_text_are_a_mitigation(probe: Probe, seed_file: Path, tmp_path: Path, cue: str) -> None:
    """On their own they form a separate subject; the same folder can be continued with the plain questions."""
    out, name = tmp_path / "subject", f"axioms-{cue}"
    arguments = ("evaluate", seed_file, "--model", "simulated/rational", "--runs", "2", "--out", out)
    probe(*arguments, "--inject-axioms", cue)
    assert "--mitigation" in one_line(probe(*arguments, expect=2).stderr)
    evaluation = dilemma_evaluation(out)
    assert prepare([evaluation]).subjects == (f"simulated/rational under {name}",)
    assert len(evaluation.decisions) == 2 * len(Bias) * 2 * 2
    probe(*arguments, "--mitigation", name, "--mitigation", "none")
    study = prepare([dilemma_evaluation(out)])
    assert study.subjects == ("simulated/rational",)
    assert [mitigation_study.mitigation for mitigation_study in study.mitigated] == [name]


def test_changed_controls_are_another_run(probe: Probe, seed_file: Path, tmp_path: Path) -> None:
    """A pair keeps its id when its controls change, but decisions on the old texts must not count for the new ones."""
    out = tmp_path / "subject"
    arguments = ("--model", "simulated/rational", "--runs", "1", "--arms", "unbiased,biased,placebo", "--out", out)
    probe("evaluate", seed_file, *arguments)
    pairs = read_dilemmas(seed_file)
    placebo = str(pairs[0].text(Arm.PLACEBO)) + "?"
    assert pairs[0].controls is not None
    changed_pair = pairs[0].model_copy(update={"controls": pairs[0].controls.model_copy(update={"placebo": placebo})})
    write_dataset(seed_file, [changed_pair, *pairs[1:]])
    assert "another run" in one_line(probe("evaluate", seed_file, *arguments, expect=2).stderr)


def test_another_judge_and_decider_give_their_opinion(probe: Probe, server: ModelServer, tmp_path: Path) -> None:
    """They disagree on exactly the pairs with a flaw for them; repeating the command costs nothing."""
    data, out = tmp_path / "data.jsonl", tmp_path / "opinion"
    flaws = {"no_bias": "bias_existence", "undecided": "decision", "wrong_decision": "decision"}
    served_dilemmas = [dilemma for group in dilemmas().values() for dilemma in group if dilemma.flaw in ("", *flaws)]
    write_dataset(data, [dilemma.pair for dilemma in served_dilemmas])
    arguments = ("opinion", data, "--model", "openai/other", "--base-url", server.url, "--out", out)
    document = probe.json(*arguments)
    assert {pair["pair_id"]: pair["stage"] for pair in document["disagreements"]} == {
        dilemma.pair.id: flaws[dilemma.flaw] for dilemma in served_dilemmas if dilemma.flaw
    }
    overall = {row["stage"]: (row["agree"], row["pairs"]) for row in document["agreement"] if row["bias"] is None}
    disagreement_counts = Counter(flaws.get(dilemma.flaw) for dilemma in served_dilemmas)
    assert overall == {
        stage: (len(served_dilemmas) - disagreement_counts[stage], len(served_dilemmas))
        for stage in ("bias_existence", "decision")
    }
    assert round_numbers(json.loads((out / "opinion.json").read_text(encoding="utf-8"))) == document
    calls = server.calls
    probe(*arguments)
    assert server.calls == calls


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("opinion", "SEEDS", "--out", "OUT"), "--judge"),
        (("opinion", "/nowhere", "--model", "openai/x", "--out", "OUT"), "/nowhere"),
        (("controls", "SEEDS", "--author", "gpt-4o", "--out", "OUT"), "provider/model"),
        (("controls", "/nowhere", "--author", "openai/x", "--judge", "openai/y", "--out", "OUT"), "/nowhere"),
        (("controls", "SEEDS", "--author", "openai/x", "--judge", "openai/y", "--out", "OTHER"), "overwritten"),
        (("evaluate", "SEEDS", "--model", "simulated/rational", "--out", "OTHER"), "overwritten"),
        (("evaluate", "SEEDS", "--model", "simulated/rational", "--inject-axioms", "poem", "--out", "OUT"), "poem"),
        (("awareness", "/nowhere", "--judge", "openai/x"), "/nowhere"),
        (("awareness", "OTHER", "--judge", "openai/x"), "contains no run"),
    ],
)
def test_wrong_usage_of_measuring_is_reported(
    probe: Probe, seed_file: Path, tmp_path: Path, arguments: tuple[str, ...], expected: str
) -> None:
    """OTHER contains another dataset, which does not change."""
    other_folder = tmp_path / "other"
    write_dataset(other_folder / "dataset.jsonl", read_dilemmas(seed_file)[:1])
    content_before = (other_folder / "dataset.jsonl").read_bytes()
    paths = {"SEEDS": str(seed_file), "OUT": str(tmp_path / "out"), "OTHER": str(other_folder)}
    result = probe(*(paths.get(argument, argument) for argument in arguments), expect=2)
    assert expected in result.stderr
    assert "Traceback" not in result.stderr
    assert (other_folder / "dataset.jsonl").read_bytes() == content_before


def test_a_simulated_subject_is_refused_as_a_judge(probe: Probe, seed_file: Path, tmp_path: Path) -> None:
    out = tmp_path / "subject"
    probe("evaluate", seed_file, "--model", "simulated/biased?rate=1", "--runs", "1", "--out", out)
    result = probe("awareness", out, "--judge", "simulated/rational", expect=2)
    assert "only decides" in one_line(result.stderr)
