"""``probe compare`` and labels: two evaluations of one model or of two, on shared dilemmas or on two datasets."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from probe.analysis.effects.two_evaluations import uneven_notes
from probe.analysis.scores import Scores
from probe.analysis.study import distinguish, prepare
from probe.files.dataset import write_dataset
from probe.protocols.dilemmas.reading import dilemma_evaluation
from probe.values import Arm, Bias, Evaluation, Provenance
from tests.analysis.made_datasets import Chooser, errs_where, evaluate, pair, pairs, task
from tests.analysis.stored import store_evaluation
from tests.shared import CommandLine

BIASES = [Bias.FRAMING, Bias.ANCHORING]


def wrong_on(multiple: int, *, arms: tuple[Arm, ...] = (Arm.BIASED,)) -> Chooser:
    """Return a subject that errs in ``arms`` of every ``multiple``-th dilemma."""
    return errs_where(lambda dilemma, arm, run: arm in arms and task(dilemma) % multiple == 0)


def with_label(evaluation: Evaluation, label: str) -> Evaluation:
    return evaluation.model_copy(update={"label": label})


def test_one_model_asked_twice_is_two_subjects_by_label_or_by_what_differs(
    probe: CommandLine, tmp_path: Path, undrawn: None
) -> None:
    """The same model with another prompt: first an error that names the fix, then a report on both."""
    dilemmas = pairs(BIASES, 25)
    first_evaluation, second_evaluation = (
        evaluate(dilemmas, wrong_on(number), subject="openai/x") for number in (3, 6)
    )
    folders = [store_evaluation(tmp_path / "a", first_evaluation), store_evaluation(tmp_path / "b", second_evaluation)]
    failure = probe("analyze", *folders, "--out", tmp_path / "report", expect=2)
    assert "--label" in failure.stderr
    store_evaluation(tmp_path / "b", with_label(second_evaluation, "short prompt"))
    result = probe("analyze", *folders, "--out", tmp_path / "report", "--json")
    rows = json.loads(result.stdout)["summary"]["rows"]
    assert {row["subject"] for row in rows} == {"openai/x", "openai/x [short prompt]"}
    folders[1] = store_evaluation(tmp_path / "c", second_evaluation, prompt="0123456789abcdef")
    result = probe("analyze", *folders, "--out", tmp_path / "report2", "--json")
    rows = json.loads(result.stdout)["summary"]["rows"]
    assert {row["subject"] for row in rows} == {"openai/x", "openai/x [prompt 01234567]"}


def test_a_model_on_two_datasets_stays_one_subject() -> None:
    """Without a shared dilemma there is nothing to distinguish."""
    first = evaluate(pairs([Bias.FRAMING], 3), wrong_on(3), subject="x").model_copy(
        update={"conditions": {"order": "a"}}
    )
    second = evaluate(pairs([Bias.ANCHORING], 3), wrong_on(3), subject="x")
    assert [evaluation.subject for evaluation in distinguish([first, second])] == ["x", "x"]


def test_evaluate_keeps_the_label_and_a_later_one_replaces_it(probe: CommandLine, tmp_path: Path) -> None:
    """The label is not part of the run's identity: it can be given or changed afterwards, without a call."""
    write_dataset(tmp_path / "data.jsonl", pairs([Bias.FRAMING], 2))
    arguments = ("evaluate", tmp_path / "data.jsonl", "--model", "simulated/rational", "--out", tmp_path / "run")
    for options, label in ((("--label", "first"), "first"), ((), "first"), (("--label", "zweite Σ"), "zweite Σ")):
        probe(*arguments, *options)
        assert dilemma_evaluation(tmp_path / "run").label == label
    for wrong in ("", "  ", "x" * 61, "two\nlines", "\x1b[31m"):
        assert "--label" in probe(*arguments, "--label", wrong, expect=2).stderr


def test_the_paired_difference_is_the_planted_one_by_bias_and_tier(probe: CommandLine, tmp_path: Path) -> None:
    """A errs on every third dilemma under the cue, B on every sixth."""
    dilemmas = pairs(BIASES, 60)
    first_folder = store_evaluation(tmp_path / "a", evaluate(dilemmas, wrong_on(3), subject="a"))
    second_folder = store_evaluation(tmp_path / "b", evaluate(dilemmas[:-30], wrong_on(6), subject="b"))
    comparison = json.loads(probe("compare", first_folder, second_folder, "--json").stdout)
    assert (comparison["kind"], comparison["not_shared"]) == ("paired", 30)
    rows = {(row["bias"], row["tier"]): row for row in comparison["table"]["rows"]}
    overall_row = rows["all biases", "all tiers"]
    assert overall_row["dilemmas"] == 90
    assert overall_row["difference"] == pytest.approx(30 / 90 - 15 / 90)
    assert 0 < overall_row["low"] < overall_row["difference"] < overall_row["high"]
    assert rows["framing effect", "all tiers"]["difference"] == pytest.approx(1 / 6)
    assert rows["anchoring bias", "all tiers"]["holm_p"] >= rows["anchoring bias", "all tiers"]["p"]
    tiers = [row for (bias, tier), row in rows.items() if bias == "all biases" and tier != "all tiers"]
    assert sum(row["dilemmas"] for row in tiers) == 90
    assert "A: a" in probe("compare", first_folder, second_folder).stdout


def test_an_evaluation_under_one_mitigation_alone_is_compared_as_one_without(
    probe: CommandLine, tmp_path: Path
) -> None:
    """Its decisions are named after the mitigation; of several, none is chosen."""
    write_dataset(tmp_path / "data.jsonl", pairs([Bias.FRAMING], 30))
    arguments = (
        "evaluate",
        tmp_path / "data.jsonl",
        "--model",
        "simulated/biased?rate=1&mitigated=bias-warning:1",
        "--runs",
        "1",
    )
    probe(*arguments, "--out", tmp_path / "plain")
    probe(*arguments, "--mitigation", "bias-warning", "--out", tmp_path / "warned")
    probe(*arguments, "--mitigation", "bias-warning", "--mitigation", "chain-of-thought", "--out", tmp_path / "both")
    comparison = json.loads(probe("compare", tmp_path / "plain", tmp_path / "warned", "--json").stdout)
    assert comparison["second"].endswith("under bias-warning")
    assert comparison["table"]["rows"][0]["dilemmas"] == 30
    assert comparison["table"]["rows"][0]["difference"] == pytest.approx(1.0)
    failure = probe("compare", tmp_path / "plain", tmp_path / "both", expect=2)
    assert "several mitigations (bias-warning, chain-of-thought)" in failure.stderr


def test_what_a_subject_errs_more_on_fresh_dilemmas_is_a_gap_against_a_reference_only(
    probe: CommandLine, tmp_path: Path
) -> None:
    """It never errs on public dilemmas, but on every fourth fresh one; the reference errs on every fourth of both."""
    fresh_dilemmas = [pair(bias, number) for bias in BIASES for number in range(60)]
    public = [pair(bias, number) for bias in BIASES for number in range(60, 120)]
    arms = (Arm.UNBIASED, Arm.BIASED)
    a = store_evaluation(tmp_path / "fresh", evaluate(fresh_dilemmas, wrong_on(4, arms=arms), subject="x"))
    b = store_evaluation(tmp_path / "public", evaluate(public, wrong_on(1000, arms=arms), subject="x"))
    c, d = (
        store_evaluation(tmp_path / f"old-{name}", evaluate(dilemmas, wrong_on(4, arms=arms), subject="old"))
        for name, dilemmas in (("fresh", fresh_dilemmas), ("public", public))
    )
    unadjusted_document = json.loads(probe("compare", a, b, "--json").stdout)
    assert unadjusted_document["kind"] == unadjusted_document["table"]["key"] == "datasets"
    assert any("does not record" in notice for notice in unadjusted_document["notices"])
    result, quiet = probe("compare", a, b), probe("compare", a, b, "--quiet")
    assert "does not record" in result.stderr
    assert quiet.stderr == ""
    assert quiet.stdout == result.stdout
    against = json.loads(probe("compare", a, b, "--reference", c, d, "--json").stdout)
    assert against["kind"] == against["table"]["key"] == "freshness"
    for document in (unadjusted_document, against):
        overall_row = document["table"]["rows"][0]
        assert overall_row["error_gap"] == pytest.approx(0.25)
        assert overall_row["error_gap_low"] > 0
        assert overall_row["error_gap_p"] < 0.001
        assert overall_row["low"] <= overall_row["difference"] == 0 <= overall_row["high"]


def test_datasets_that_are_harder_for_both_subjects_have_no_freshness_gap(probe: CommandLine, tmp_path: Path) -> None:
    hard_dilemmas = [pair(bias, number) for bias in BIASES for number in range(60)]
    easy_dilemmas = [pair(bias, number) for bias in BIASES for number in range(60, 120)]
    arms = (Arm.UNBIASED, Arm.BIASED)
    folders = {
        (subject, name): store_evaluation(
            tmp_path / f"{subject}-{name}", evaluate(dilemmas, wrong_on(step, arms=arms), subject=subject)
        )
        for subject in ("new", "old")
        for name, dilemmas, step in (("hard", hard_dilemmas, 3), ("easy", easy_dilemmas, 12))
    }
    arguments = ("compare", folders["new", "hard"], folders["new", "easy"])
    reference = ("--reference", folders["old", "hard"], folders["old", "easy"])
    unadjusted_row, adjusted_row = (
        json.loads(probe(*arguments, *options, "--json").stdout)["table"]["rows"][0] for options in ((), reference)
    )
    assert unadjusted_row["error_gap_low"] > 0.1
    assert adjusted_row["error_gap_low"] < 0 < adjusted_row["error_gap_high"]
    assert "in the order of A and B" in probe(*arguments, "--reference", *reference[:0:-1], expect=2).stderr


def test_two_models_without_a_shared_dilemma_cannot_be_compared(probe: CommandLine, tmp_path: Path) -> None:
    first_folder = store_evaluation(tmp_path / "a", evaluate(pairs([Bias.FRAMING], 3), wrong_on(3), subject="a"))
    second_folder = store_evaluation(tmp_path / "b", evaluate(pairs([Bias.ANCHORING], 3), wrong_on(3), subject="b"))
    assert "no dilemma in common" in probe("compare", first_folder, second_folder, expect=2).stderr
    assert "no run" in probe("compare", first_folder, tmp_path / "none", expect=2).stderr


def test_a_gap_between_datasets_of_another_mix_has_a_notice() -> None:
    """20 and 30 of 40 dilemmas are of one bias; sizes 1 and 2 are one tier, 8 and 9 another."""

    def scores(framing_count: int, numbers: Sequence[int]) -> Scores:
        biases = [Bias.FRAMING] * framing_count + [Bias.ANCHORING] * (40 - framing_count)
        dilemmas = [
            pair(bias, numbers[index % len(numbers)] + 9 * index, provenance=Provenance(author=f"a{framing_count}"))
            for index, bias in enumerate(biases)
        ]
        return prepare([evaluate(dilemmas, wrong_on(3))]).scores

    even, skewed_scores, deep_scores = scores(20, (0, 1)), scores(30, (0, 1)), scores(20, (7, 8))
    assert list(uneven_notes(even, even)) == []
    (biases,) = uneven_notes(even, skewed_scores)
    assert "mix of biases differs by up to 25 points" in biases
    (tiers,) = uneven_notes(even, deep_scores)
    assert "mix of tiers differs by up to 100 points" in tiers
    assert list(uneven_notes(even, scores(23, (0, 1)))) == []
