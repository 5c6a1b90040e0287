"""Runs that grow: the same folder goes on, pays for what is new only, and its plan stays what it was."""

import json
from collections import Counter
from pathlib import Path

import pytest

from probe.files.dataset import read_manifest, write_dataset
from probe.protocols.dilemmas.reading import dilemma_evaluation
from probe.values import Bias, Dilemma
from tests.end_to_end.conftest import ModelServer, Probe, one_line
from tests.end_to_end.test_resuming import requests
from tests.server.dilemmas import known

TWO = (Bias.ANCHORING, Bias.FRAMING)


def pairs(number: int) -> list[Dilemma]:
    return [known(bias, place).pair for bias in TWO for place in (0, 3, 4, 7)[:number]]


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    file = tmp_path / "data" / "dataset.jsonl"
    write_dataset(file, pairs(3))
    return file


def evaluating(server: ModelServer, dataset: Path, out: Path, *how: str) -> tuple[str, ...]:
    return ("evaluate", str(dataset), "--model", "openai/s", "--base-url", server.url, "--out", str(out), *how)


def decisions(out: Path) -> set[tuple[str, str, int]]:
    return {(one.item_id, one.arm, one.run) for one in dilemma_evaluation(out).decisions}


def test_more_runs_and_pairs_make_exactly_the_calls_of_the_larger_command(
    probe: Probe, server: ModelServer, dataset: Path, tmp_path: Path
) -> None:
    out, once = tmp_path / "grown", tmp_path / "once"
    probe(*evaluating(server, dataset, once, "--runs", "5"))
    at_once, seen = requests(server), len(server.http.seen)
    for how in (("--runs", "2", "--limit", "1"), ("--runs", "2"), ("--runs", "5")):
        probe(*evaluating(server, dataset, out, *how))
    grown = Counter(requests(server)) - at_once
    assert grown == at_once
    assert len(server.http.seen) == 2 * seen
    assert decisions(out) == decisions(once)
    assert read_manifest(out)["run_id"] == read_manifest(once)["run_id"]
    assert (out / "dataset.jsonl").read_bytes() == (once / "dataset.jsonl").read_bytes()


def test_a_repeated_command_counts_only_the_calls_that_it_made(
    probe: Probe, server: ModelServer, dataset: Path, tmp_path: Path
) -> None:
    """Who types a finished command again must not think that everything was paid for twice."""
    command = evaluating(server, dataset, tmp_path / "run")
    assert "12 calls made" in probe(*command, "--runs", "1").stderr
    grown = probe(*command, "--runs", "2").stderr
    assert "12 calls made" in grown
    assert "earlier: 12 calls" in grown
    again = probe(*command, "--runs", "2").stderr
    assert "nothing left to ask: all 24 answers were there" in again
    assert "calls made" not in again
    assert server.calls == 24


def test_an_arm_and_a_larger_dataset_are_asked_about_in_the_same_folder(
    probe: Probe, server: ModelServer, dataset: Path, tmp_path: Path
) -> None:
    out = tmp_path / "grown"
    probe(*evaluating(server, dataset, out, "--runs", "1"))
    controlled = [
        Dilemma.model_validate({**pair.model_dump(), "controls": {"placebo": known(pair.bias, place).placebo}})
        for pair, place in zip(pairs(4), (0, 3, 4, 7) * 2, strict=True)
    ]
    write_dataset(dataset, controlled[::-1])
    probe(*evaluating(server, dataset, out, "--runs", "1", "--arms", "unbiased,biased,placebo"))
    assert server.calls == 8 * 3
    assert {arm for _, arm, _ in decisions(out)} == {"unbiased", "biased", "placebo"}


@pytest.mark.parametrize(
    ("how", "named"),
    [
        (("--runs", "1"), "--runs"),
        (("--runs", "2", "--limit", "1"), "--limit"),
        (("--runs", "2", "--order", "as-written"), "--order"),
    ],
)
def test_a_smaller_or_other_run_is_refused_by_the_name_of_its_option(
    probe: Probe, dataset: Path, tmp_path: Path, how: tuple[str, ...], named: str
) -> None:
    out = tmp_path / "run"
    probe("evaluate", dataset, "--model", "simulated/rational", "--runs", "2", "--out", out)
    before = (out / "dataset.jsonl").read_bytes()
    done = probe("evaluate", dataset, "--model", "simulated/rational", *how, "--out", out, "--quiet", expect=2)
    assert named in one_line(done.stderr)
    assert (out / "dataset.jsonl").read_bytes() == before


def test_a_changed_text_is_refused(probe: Probe, dataset: Path, tmp_path: Path) -> None:
    """The texts of a pair's controls are not part of its id."""
    placebos = ("one", "another")
    for number, words in enumerate(placebos):
        texts = [pair.unbiased.replace(". ", f". {words} ", 1) for pair in pairs(1)]
        own = [
            Dilemma.model_validate({**pair.model_dump(), "controls": {"placebo": text}})
            for pair, text in zip(pairs(1), texts, strict=True)
        ]
        write_dataset(dataset, own)
        arms = ("--arms", "unbiased,placebo", "--runs", "1")
        given = ("evaluate", dataset, "--model", "simulated/rational", *arms, "--out", tmp_path / "run", "--quiet")
        probe(*given, expect=2 if number else 0)


def test_the_plan_of_a_grown_run_says_for_how_many_questions_it_was_registered(
    probe: Probe, dataset: Path, tmp_path: Path, undrawn: None
) -> None:
    out = tmp_path / "run"
    for runs in ("2", "4"):
        probe("evaluate", dataset, "--model", "simulated/rational", "--runs", runs, "--out", out)
    plan = dilemma_evaluation(out).plan
    assert plan is not None
    assert (plan.plan.runs, plan.plan.questions, plan.decisions_before) == (2, 24, 0)
    probe("analyze", out, "--out", tmp_path / "report")
    chapters = json.loads((tmp_path / "report" / "report.json").read_text(encoding="utf-8"))["chapters"]
    departures = next(one for chapter in chapters for one in chapter["tables"] if one["key"] == "departures")
    rows = {row["what"]: (row["planned"], row["analysed"]) for row in departures["rows"]}
    assert rows["questions"] == ("24", "48")
    assert rows["runs"] == ("2", "4")
