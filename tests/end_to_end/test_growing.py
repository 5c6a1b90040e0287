"""Runs that grow: the same folder is continued, only new questions are paid for, and its plan does not change."""

from pathlib import Path

import pytest

from probe.files.dataset import read_manifest, write_dataset
from probe.protocols.dilemmas.reading import dilemma_evaluation
from probe.values import Bias, Dilemma
from tests.end_to_end.conftest import ModelServer, Probe, decisions_of, evaluate_command, one_line
from tests.server.dilemmas import offered
from tests.shared import tables_of

TWO_BIASES = (Bias.ANCHORING, Bias.FRAMING)
POSITIONS = (0, 3, 4, 7)
"""The positions of flawless dilemmas among those that the server offers."""


def pairs(number: int) -> list[Dilemma]:
    return [offered(bias, position).pair for bias in TWO_BIASES for position in POSITIONS[:number]]


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    file = tmp_path / "data" / "dataset.jsonl"
    write_dataset(file, pairs(3))
    return file


def questions(out: Path) -> set[tuple[str, str, int]]:
    """Return the item, arm and run of each decision."""
    return {(decision.item_id, decision.arm, decision.run) for decision in decisions_of(out)}


def test_more_runs_and_pairs_make_exactly_the_calls_of_the_larger_command(
    probe: Probe, server: ModelServer, dataset: Path, tmp_path: Path
) -> None:
    out, direct_out = tmp_path / "grown", tmp_path / "once"
    probe(*evaluate_command(dataset, server.url, direct_out, "--runs", "5"))
    direct_requests, direct_count = server.requests, len(server.http.received)
    for size in (("--runs", "2", "--limit", "1"), ("--runs", "2"), ("--runs", "5")):
        probe(*evaluate_command(dataset, server.url, out, *size))
    later_requests = server.requests - direct_requests
    assert later_requests == direct_requests
    assert len(server.http.received) == 2 * direct_count
    assert questions(out) == questions(direct_out)
    assert read_manifest(out)["run_id"] == read_manifest(direct_out)["run_id"]
    assert (out / "dataset.jsonl").read_bytes() == (direct_out / "dataset.jsonl").read_bytes()


def test_a_repeated_command_counts_only_the_calls_that_it_made(
    probe: Probe, server: ModelServer, dataset: Path, tmp_path: Path
) -> None:
    """A user who repeats a finished command must not think that everything was paid for twice."""
    command = evaluate_command(dataset, server.url, tmp_path / "run")
    assert "12 calls made" in probe(*command, "--runs", "1").stderr
    message = probe(*command, "--runs", "2").stderr
    assert "12 calls made" in message
    assert "earlier: 12 calls" in message
    repeated_message = probe(*command, "--runs", "2").stderr
    assert "nothing left to ask: all 24 answers were there" in repeated_message
    assert "calls made" not in repeated_message
    assert server.calls == 24


def test_an_arm_and_a_larger_dataset_are_asked_about_in_the_same_folder(
    probe: Probe, server: ModelServer, dataset: Path, tmp_path: Path
) -> None:
    out = tmp_path / "grown"
    probe(*evaluate_command(dataset, server.url, out, "--runs", "1"))
    pairs_with_placebo = [
        Dilemma.model_validate({**pair.model_dump(), "controls": {"placebo": offered(pair.bias, position).placebo}})
        for pair, position in zip(pairs(4), POSITIONS * 2, strict=True)
    ]
    write_dataset(dataset, pairs_with_placebo[::-1])
    probe(*evaluate_command(dataset, server.url, out, "--runs", "1", "--arms", "unbiased,biased,placebo"))
    assert server.calls == 8 * 3
    assert {arm for _, arm, _ in questions(out)} == {"unbiased", "biased", "placebo"}


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        (("--runs", "1"), "--runs"),
        (("--runs", "2", "--limit", "1"), "--limit"),
        (("--runs", "2", "--order", "as-written"), "--order"),
    ],
)
def test_a_smaller_or_other_run_is_refused_by_the_name_of_its_option(
    probe: Probe, dataset: Path, tmp_path: Path, size: tuple[str, ...], expected: str
) -> None:
    out = tmp_path / "run"
    probe("evaluate", dataset, "--model", "simulated/rational", "--runs", "2", "--out", out)
    content_before = (out / "dataset.jsonl").read_bytes()
    result = probe("evaluate", dataset, "--model", "simulated/rational", *size, "--out", out, "--quiet", expect=2)
    assert expected in one_line(result.stderr)
    assert (out / "dataset.jsonl").read_bytes() == content_before


def test_a_changed_text_is_refused(probe: Probe, dataset: Path, tmp_path: Path) -> None:
    """The texts of a pair's controls are not part of its id."""
    placebos = ("one", "another")
    for number, words in enumerate(placebos):
        texts = [pair.unbiased.replace(". ", f". {words} ", 1) for pair in pairs(1)]
        changed_pairs = [
            Dilemma.model_validate({**pair.model_dump(), "controls": {"placebo": text}})
            for pair, text in zip(pairs(1), texts, strict=True)
        ]
        write_dataset(dataset, changed_pairs)
        arms = ("--arms", "unbiased,placebo", "--runs", "1")
        command = ("evaluate", dataset, "--model", "simulated/rational", *arms, "--out", tmp_path / "run", "--quiet")
        probe(*command, expect=2 if number else 0)


def test_the_plan_of_a_grown_run_keeps_its_registered_number_of_questions(
    probe: Probe, dataset: Path, tmp_path: Path, undrawn: None
) -> None:
    out = tmp_path / "run"
    for runs in ("2", "4"):
        probe("evaluate", dataset, "--model", "simulated/rational", "--runs", runs, "--out", out)
    plan = dilemma_evaluation(out).plan
    assert plan is not None
    assert (plan.plan.runs, plan.plan.questions, plan.decisions_before) == (2, 24, 0)
    departures = tables_of(probe.json("analyze", out, "--out", tmp_path / "report"))["departures"]
    rows = {row["what"]: (row["planned"], row["analysed"]) for row in departures}
    assert rows["questions"] == ("24", "48")
    assert rows["runs"] == ("2", "4")
