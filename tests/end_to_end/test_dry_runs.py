"""Estimates of a command's calls: exact if the questions are known, and without any call."""

from pathlib import Path
from typing import Any

import pytest

from probe.files.dataset import write_dataset
from tests.end_to_end.conftest import MODEL, ModelServer, Probe, evaluate_command
from tests.server.dilemmas import by_text


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    file = tmp_path / "data" / "dataset.jsonl"
    write_dataset(file, [dilemma.pair for dilemma in list(by_text().values())[:4]])
    return file


def estimate(probe: Probe, *command: str) -> dict[str, Any]:
    estimates: dict[str, Any] = probe.json(*command, "--dry-run")
    return estimates


def test_the_grammar_makes_no_call(probe: Probe, tmp_path: Path) -> None:
    out = tmp_path / "run"
    estimates = estimate(probe, "generate", "--author", "grammar?depth=2-8", "--per-bias", "25", "--out", str(out))
    assert (estimates["calls"], estimates["usd"], estimates["by_purpose"]) == (0, 0, [])
    assert not out.exists()


def test_only_roles_with_a_model_are_asked(probe: Probe, tmp_path: Path) -> None:
    models = ("--polish", "openai/gpt-4o-mini", "--judge", "openai/gpt-4o")
    estimates = estimate(probe, "generate", "--author", "grammar", *models, "--out", str(tmp_path / "run"))
    assert {purpose["role"] for purpose in estimates["by_purpose"]} == {"polisher", "judge"}
    assert estimates["usd"] > 0
    assert not estimates["reasoning_counted"]
    result = probe("generate", "--author", "grammar", *models, "--out", str(tmp_path / "run"), "--dry-run")
    assert "reasoning tokens are not counted" in result.stderr


def test_a_run_of_other_models_is_not_used_for_an_estimate(probe: Probe, tmp_path: Path) -> None:
    """A run of the grammar made no calls; the same run with a further author will."""
    grammar = ("generate", "--author", "grammar", "--bias", "framing_effect", "--out", str(tmp_path / "run"))
    probe(*grammar, "--per-bias", "1")
    estimates = estimate(probe, *grammar, "--author", MODEL, "--translator", MODEL, "--per-bias", "1")
    assert {purpose["purpose"] for purpose in estimates["by_purpose"]} == {"expand", "translate", "rebuild"}


def test_an_evaluation_is_estimated_exactly_without_the_stored_answers(
    probe: Probe, server: ModelServer, dataset: Path, tmp_path: Path
) -> None:
    out = tmp_path / "run"
    command = evaluate_command(dataset, server.url, out, model=MODEL)
    before = estimate(probe, *command, "--runs", "3")
    assert (before["calls"], before["calls_made"]) == (24, 0)
    assert before["usd"] > 0
    assert not out.exists()
    probe(*command, "--runs", "1")
    assert server.calls == 8
    remaining = estimate(probe, *command, "--runs", "3")
    assert (remaining["calls"], remaining["calls_made"]) == (16, 8)
    assert server.calls == 8
    awareness = estimate(probe, "awareness", str(out), "--judge", "openai/judge")
    assert server.calls == 8
    probe("awareness", str(out), "--judge", "openai/judge", "--base-url", server.url)
    assert awareness["calls"] == server.calls - 8


def test_the_calls_of_mitigations_are_counted(probe: Probe, dataset: Path, tmp_path: Path) -> None:
    """One that makes a call before each question, and the questions without it."""
    command = ("evaluate", str(dataset), "--model", MODEL, "--runs", "1", "--out", str(tmp_path / "run"))
    estimates = estimate(probe, *command, "--mitigation", "none", "--mitigation", "elicit-axioms-first")
    calls = {purpose["purpose"]: purpose["calls"] for purpose in estimates["by_purpose"]}
    assert calls == {"decide": 16, "mitigate": 8}


def test_a_simulated_subject_costs_nothing(probe: Probe, dataset: Path, tmp_path: Path) -> None:
    estimates = estimate(
        probe, "evaluate", str(dataset), "--model", "simulated/rational", "--out", str(tmp_path / "run")
    )
    assert (estimates["calls"], estimates["usd"]) == (0, 0)


@pytest.mark.parametrize("command", ["controls", "opinion"])
def test_controls_and_opinions_are_estimated_for_one_try(
    probe: Probe, server: ModelServer, dataset: Path, tmp_path: Path, command: str
) -> None:
    """At least as many calls as the estimate are made: some pairs have flaws, or need another try."""
    role = {"controls": "--author", "opinion": "--model"}[command]
    arguments = (command, str(dataset), role, MODEL, "--base-url", server.url, "--out", str(tmp_path / "run"))
    estimates = estimate(probe, *arguments)
    assert server.calls == 0
    assert not (tmp_path / "run").exists()
    probe(*arguments)
    assert 0.5 * estimates["calls"] <= server.calls <= 2 * estimates["calls"]
