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
from tests.analysis.stored import keep
from tests.shared import CommandLine

BIASES = [Bias.FRAMING, Bias.ANCHORING]


def wrong_on(multiple: int, *, arms: tuple[Arm, ...] = (Arm.BIASED,)) -> Chooser:
    """Return a subject that errs in ``arms`` of every ``multiple``-th dilemma."""
    return errs_where(lambda dilemma, arm, run: arm in arms and task(dilemma) % multiple == 0)


def named(evaluation: Evaluation, label: str) -> Evaluation:
    return evaluation.model_copy(update={"label": label})


def test_one_model_asked_twice_is_two_subjects_by_label_or_by_what_differs(
    probe: CommandLine, tmp_path: Path, undrawn: None
) -> None:
    """The same model with another prompt: first an error that names the way out, then a report on both."""
    dilemmas = pairs(BIASES, 25)
    one, other = (evaluate(dilemmas, wrong_on(number), subject="openai/x") for number in (3, 6))
    folders = [keep(tmp_path / "a", one), keep(tmp_path / "b", other)]
    refused = probe("analyze", *folders, "--out", tmp_path / "report", expect=2)
    assert "--label" in refused.stderr
    keep(tmp_path / "b", named(other, "short prompt"))
    done = probe("analyze", *folders, "--out", tmp_path / "report", "--json")
    rows = json.loads(done.stdout)["summary"]["rows"]
    assert {row["subject"] for row in rows} == {"openai/x", "openai/x [short prompt]"}
    folders[1] = keep(tmp_path / "c", other, prompt="0123456789abcdef")
    done = probe("analyze", *folders, "--out", tmp_path / "report2", "--json")
    rows = json.loads(done.stdout)["summary"]["rows"]
    assert {row["subject"] for row in rows} == {"openai/x", "openai/x [prompt 01234567]"}


def test_a_model_on_two_datasets_stays_one_subject() -> None:
    """Without a dilemma in common there is nothing to tell apart."""
    one = evaluate(pairs([Bias.FRAMING], 3), wrong_on(3), subject="x").model_copy(update={"conditions": {"order": "a"}})
    other = evaluate(pairs([Bias.ANCHORING], 3), wrong_on(3), subject="x")
    assert [each.subject for each in distinguish([one, other])] == ["x", "x"]


def test_evaluate_keeps_the_label_and_a_later_one_replaces_it(probe: CommandLine, tmp_path: Path) -> None:
    """The label is not part of the run's identity: it can be given or changed afterwards, without a call."""
    write_dataset(tmp_path / "data.jsonl", pairs([Bias.FRAMING], 2))
    asked = ("evaluate", tmp_path / "data.jsonl", "--model", "simulated/rational", "--out", tmp_path / "run")
    for given, kept in ((("--label", "first"), "first"), ((), "first"), (("--label", "zweite Σ"), "zweite Σ")):
        probe(*asked, *given)
        assert dilemma_evaluation(tmp_path / "run").label == kept
    for wrong in ("", "  ", "x" * 61, "two\nlines", "\x1b[31m"):
        assert "--label" in probe(*asked, "--label", wrong, expect=2).stderr


def test_the_paired_difference_is_the_planted_one_by_bias_and_tier(probe: CommandLine, tmp_path: Path) -> None:
    """A errs on every third dilemma under the cue, B on every sixth."""
    dilemmas = pairs(BIASES, 60)
    one = keep(tmp_path / "a", evaluate(dilemmas, wrong_on(3), subject="a"))
    other = keep(tmp_path / "b", evaluate(dilemmas[:-30], wrong_on(6), subject="b"))
    found = json.loads(probe("compare", one, other, "--json").stdout)
    assert (found["kind"], found["not_shared"]) == ("paired", 30)
    rows = {(row["bias"], row["tier"]): row for row in found["table"]["rows"]}
    every = rows["all biases", "all tiers"]
    assert every["dilemmas"] == 90
    assert every["difference"] == pytest.approx(30 / 90 - 15 / 90)
    assert 0 < every["low"] < every["difference"] < every["high"]
    assert rows["framing effect", "all tiers"]["difference"] == pytest.approx(1 / 6)
    assert rows["anchoring bias", "all tiers"]["holm_p"] >= rows["anchoring bias", "all tiers"]["p"]
    tiers = [row for (bias, tier), row in rows.items() if bias == "all biases" and tier != "all tiers"]
    assert sum(row["dilemmas"] for row in tiers) == 90
    assert "A: a" in probe("compare", one, other).stdout


def test_an_evaluation_under_one_mitigation_alone_is_compared_as_one_without(
    probe: CommandLine, tmp_path: Path
) -> None:
    """Its decisions are named after the mitigation; of several, none is chosen."""
    write_dataset(tmp_path / "data.jsonl", pairs([Bias.FRAMING], 30))
    asked = (
        "evaluate",
        tmp_path / "data.jsonl",
        "--model",
        "simulated/biased?rate=1&mitigated=bias-warning:1",
        "--runs",
        "1",
    )
    probe(*asked, "--out", tmp_path / "plain")
    probe(*asked, "--mitigation", "bias-warning", "--out", tmp_path / "warned")
    probe(*asked, "--mitigation", "bias-warning", "--mitigation", "chain-of-thought", "--out", tmp_path / "both")
    found = json.loads(probe("compare", tmp_path / "plain", tmp_path / "warned", "--json").stdout)
    assert found["second"].endswith("under bias-warning")
    assert found["table"]["rows"][0]["dilemmas"] == 30
    assert found["table"]["rows"][0]["difference"] == pytest.approx(1.0)
    refused = probe("compare", tmp_path / "plain", tmp_path / "both", expect=2)
    assert "several mitigations (bias-warning, chain-of-thought)" in refused.stderr


def test_what_a_subject_errs_more_on_fresh_dilemmas_is_a_gap_against_a_reference_only(
    probe: CommandLine, tmp_path: Path
) -> None:
    """It knows the public ones and errs on every fourth fresh one; the reference errs on every fourth of both."""
    fresh = [pair(bias, number) for bias in BIASES for number in range(60)]
    public = [pair(bias, number) for bias in BIASES for number in range(60, 120)]
    both = (Arm.UNBIASED, Arm.BIASED)
    a = keep(tmp_path / "fresh", evaluate(fresh, wrong_on(4, arms=both), subject="x"))
    b = keep(tmp_path / "public", evaluate(public, wrong_on(1000, arms=both), subject="x"))
    c, d = (
        keep(tmp_path / f"old-{name}", evaluate(made, wrong_on(4, arms=both), subject="old"))
        for name, made in (("fresh", fresh), ("public", public))
    )
    alone = json.loads(probe("compare", a, b, "--json").stdout)
    assert alone["kind"] == alone["table"]["key"] == "datasets"
    assert any("does not record" in notice for notice in alone["notices"])
    printed, quiet = probe("compare", a, b), probe("compare", a, b, "--quiet")
    assert "does not record" in printed.stderr
    assert quiet.stderr == ""
    assert quiet.stdout == printed.stdout
    against = json.loads(probe("compare", a, b, "--reference", c, d, "--json").stdout)
    assert against["kind"] == against["table"]["key"] == "freshness"
    for found in (alone, against):
        every = found["table"]["rows"][0]
        assert every["error_gap"] == pytest.approx(0.25)
        assert every["error_gap_low"] > 0
        assert every["error_gap_p"] < 0.001
        assert every["low"] <= every["difference"] == 0 <= every["high"]


def test_datasets_that_are_harder_for_both_subjects_have_no_freshness_gap(probe: CommandLine, tmp_path: Path) -> None:
    hard = [pair(bias, number) for bias in BIASES for number in range(60)]
    easy = [pair(bias, number) for bias in BIASES for number in range(60, 120)]
    both = (Arm.UNBIASED, Arm.BIASED)
    folders = {
        (subject, name): keep(
            tmp_path / f"{subject}-{name}", evaluate(made, wrong_on(step, arms=both), subject=subject)
        )
        for subject in ("new", "old")
        for name, made, step in (("hard", hard, 3), ("easy", easy, 12))
    }
    asked = ("compare", folders["new", "hard"], folders["new", "easy"])
    reference = ("--reference", folders["old", "hard"], folders["old", "easy"])
    alone, against = (json.loads(probe(*asked, *more, "--json").stdout)["table"]["rows"][0] for more in ((), reference))
    assert alone["error_gap_low"] > 0.1
    assert against["error_gap_low"] < 0 < against["error_gap_high"]
    assert "in the order of A and B" in probe(*asked, "--reference", *reference[:0:-1], expect=2).stderr


def test_two_models_without_a_shared_dilemma_cannot_be_compared(probe: CommandLine, tmp_path: Path) -> None:
    one = keep(tmp_path / "a", evaluate(pairs([Bias.FRAMING], 3), wrong_on(3), subject="a"))
    other = keep(tmp_path / "b", evaluate(pairs([Bias.ANCHORING], 3), wrong_on(3), subject="b"))
    assert "no dilemma in common" in probe("compare", one, other, expect=2).stderr
    assert "no run" in probe("compare", one, tmp_path / "none", expect=2).stderr


def test_a_gap_between_datasets_of_another_mix_has_a_notice() -> None:
    """20 and 30 of 40 dilemmas are of one bias; sizes 1 and 2 are one tier, 8 and 9 another."""

    def scores(framing: int, numbers: Sequence[int]) -> Scores:
        biases = [Bias.FRAMING] * framing + [Bias.ANCHORING] * (40 - framing)
        dilemmas = [
            pair(bias, numbers[place % len(numbers)] + 9 * place, provenance=Provenance(author=f"a{framing}"))
            for place, bias in enumerate(biases)
        ]
        return prepare([evaluate(dilemmas, wrong_on(3))]).scores

    even, skewed, deep = scores(20, (0, 1)), scores(30, (0, 1)), scores(20, (7, 8))
    assert list(uneven_notes(even, even)) == []
    (biases,) = uneven_notes(even, skewed)
    assert "mix of biases differs by up to 25 points" in biases
    (tiers,) = uneven_notes(even, deep)
    assert "mix of tiers differs by up to 100 points" in tiers
    assert list(uneven_notes(even, scores(23, (0, 1)))) == []
