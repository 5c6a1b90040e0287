"""What a command would take: exact where the questions are known, and no call is made."""

from pathlib import Path
from typing import Any

import pytest

from probe.files.dataset import write_dataset
from tests.end_to_end.conftest import MODEL, ModelServer, Probe, evaluating
from tests.server.dilemmas import by_text


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    file = tmp_path / "data" / "dataset.jsonl"
    write_dataset(file, [dilemma.pair for dilemma in list(by_text().values())[:4]])
    return file


def estimate(probe: Probe, *command: str) -> dict[str, Any]:
    estimated: dict[str, Any] = probe.json(*command, "--dry-run")
    return estimated


def test_the_grammar_makes_no_call(probe: Probe, tmp_path: Path) -> None:
    out = tmp_path / "run"
    estimated = estimate(probe, "generate", "--author", "grammar?depth=2-8", "--per-bias", "25", "--out", str(out))
    assert (estimated["calls"], estimated["usd"], estimated["by_purpose"]) == (0, 0, [])
    assert not out.exists()


def test_only_roles_with_a_model_are_asked(probe: Probe, tmp_path: Path) -> None:
    how = ("--polish", "openai/gpt-4o-mini", "--judge", "openai/gpt-4o")
    estimated = estimate(probe, "generate", "--author", "grammar", *how, "--out", str(tmp_path / "run"))
    assert {purpose["role"] for purpose in estimated["by_purpose"]} == {"polisher", "judge"}
    assert estimated["usd"] > 0
    assert not estimated["reasoning_counted"]
    shown = probe("generate", "--author", "grammar", *how, "--out", str(tmp_path / "run"), "--dry-run")
    assert "reasoning tokens are not counted" in shown.stderr


def test_a_run_of_other_models_is_no_measure(probe: Probe, tmp_path: Path) -> None:
    """A run of the grammar made no calls; the same run with a further author will."""
    grammar = ("generate", "--author", "grammar", "--bias", "framing_effect", "--out", str(tmp_path / "run"))
    probe(*grammar, "--per-bias", "1")
    estimated = estimate(probe, *grammar, "--author", MODEL, "--translator", MODEL, "--per-bias", "1")
    assert {purpose["purpose"] for purpose in estimated["by_purpose"]} == {"expand", "translate", "rebuild"}


def test_an_evaluation_is_estimated_exactly_and_less_of_it_once_some_is_there(
    probe: Probe, server: ModelServer, dataset: Path, tmp_path: Path
) -> None:
    out = tmp_path / "run"
    command = evaluating(dataset, server.url, out, model=MODEL)
    fresh = estimate(probe, *command, "--runs", "3")
    assert (fresh["calls"], fresh["calls_made"]) == (24, 0)
    assert fresh["usd"] > 0
    assert not out.exists()
    probe(*command, "--runs", "1")
    assert server.calls == 8
    rest = estimate(probe, *command, "--runs", "3")
    assert (rest["calls"], rest["calls_made"]) == (16, 8)
    assert server.calls == 8
    judged = estimate(probe, "awareness", str(out), "--judge", "openai/judge")
    assert server.calls == 8
    probe("awareness", str(out), "--judge", "openai/judge", "--base-url", server.url)
    assert judged["calls"] == server.calls - 8


def test_the_calls_of_mitigations_are_counted(probe: Probe, dataset: Path, tmp_path: Path) -> None:
    """One that makes a call before each question, and the questions without it."""
    command = ("evaluate", str(dataset), "--model", MODEL, "--runs", "1", "--out", str(tmp_path / "run"))
    estimated = estimate(probe, *command, "--mitigation", "none", "--mitigation", "elicit-axioms-first")
    calls = {purpose["purpose"]: purpose["calls"] for purpose in estimated["by_purpose"]}
    assert calls == {"decide": 16, "mitigate": 8}


def test_a_simulated_subject_costs_nothing(probe: Probe, dataset: Path, tmp_path: Path) -> None:
    estimated = estimate(
        probe, "evaluate", str(dataset), "--model", "simulated/rational", "--out", str(tmp_path / "run")
    )
    assert (estimated["calls"], estimated["usd"]) == (0, 0)


@pytest.mark.parametrize("command", ["controls", "opinion"])
def test_controls_and_opinions_are_estimated_for_one_try(
    probe: Probe, server: ModelServer, dataset: Path, tmp_path: Path, command: str
) -> None:
    """At least as many calls as the estimate are made: some pairs have flaws, or need another try."""
    role = {"controls": "--author", "opinion": "--model"}[command]
    arguments = (command, str(dataset), role, MODEL, "--base-url", server.url, "--out", str(tmp_path / "run"))
    estimated = estimate(probe, *arguments)
    assert server.calls == 0
    assert not (tmp_path / "run").exists()
    probe(*arguments)
    assert 0.5 * estimated["calls"] <= server.calls <= 2 * estimated["calls"]
