"""The task of Inspect AI gives the decisions and the numbers of ``probe evaluate``."""

import asyncio
import inspect
import json
import math
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from probe.analysis.effects.estimating import ALL_BIASES, ALL_TIERS
from probe.errors import InputError
from probe.files.dataset import write_dataset
from probe.integrations.inspect_log import read_inspect_log
from probe.measuring.analyze import analyze
from probe.measuring.conversing import Evaluator
from probe.measuring.imported import import_evaluation
from probe.models import ScriptedModel
from probe.options.analyzing import AnalyzeOptions
from probe.prompts import load_prompts
from probe.protocols.base import Showing
from probe.protocols.dilemmas.protocol import DilemmaProtocol
from probe.protocols.dilemmas.reading import dilemma_evaluation
from probe.protocols.questions import LetterAsking
from probe.values import Arm, Decision, Dilemma
from tests.integrations.hashed_answers import answer_to
from tests.integrations.mock_model import mock_model
from tests.shared import ROOT, CommandLine

pytestmark = pytest.mark.skipif(
    find_spec("inspect_ai") is None, reason="inspect_ai is not installed (pip install inspect_ai)"
)  # imported where it is used, because every process would import it when collecting tests

ARMS = (Arm.UNBIASED, Arm.BIASED, Arm.PLACEBO)


@pytest.fixture
def pairs(seed_pairs: list[Dilemma]) -> tuple[Dilemma, ...]:
    return tuple(seed_pairs)


class DecisionList:
    def __init__(self) -> None:
        self.stored: list[Decision] = []

    def keep_decision(self, decision: Decision) -> None:
        self.stored.append(decision)

    def decisions(self) -> list[Decision]:
        return self.stored


async def evaluate(pairs: Sequence[Dilemma]) -> list[Decision]:
    subject, store = ScriptedModel(lambda request: answer_to(request.messages[-1].content)), DecisionList()
    expected_conversations = list(DilemmaProtocol().conversations(pairs, Showing(runs=3, arms=ARMS)))
    await Evaluator(LetterAsking(), subject, load_prompts(), store).run(expected_conversations)
    return store.stored


def key(decision: Decision) -> tuple[object, ...]:
    return decision.item_id, decision.arm, decision.run


def test_the_task_decides_and_scores_as_probe_evaluate_does(pairs: tuple[Dilemma, ...], tmp_path: Path) -> None:
    log = run_task(pairs, tmp_path, task_args={"runs": 3, "arms": ",".join(ARMS)})
    assert log.status == "success", log.error
    collected_decisions = read_inspect_log(Path(log.location))
    expected = asyncio.run(evaluate(pairs))
    assert sorted(collected_decisions.decisions, key=key) == sorted(expected, key=key)
    assert any(decision.decision == "unparsed" for decision in expected)

    out = tmp_path / "imported"
    asyncio.run(import_evaluation(collected_decisions, pairs, out))
    findings = analyze(AnalyzeOptions((out,), out=tmp_path / "report"))
    [table] = [table for table in findings.tables if table.key == "effects"]
    scores = {score.reducer and score.name: score for score in log.results.scores}
    effects = scores["placebo_adjusted_effect"].metrics
    rows = table.where(tier=ALL_TIERS)
    assert len(rows) == 9
    for row in rows:
        effect = effects[f"grouped_{'all' if row['bias'] == ALL_BIASES else row['bias']}"].value
        assert row["effect"] == pytest.approx(effect, abs=1e-12)
    unparsed_share = sum(decision.decision == "unparsed" for decision in expected) / len(expected)
    assert scores["unparsed"].metrics["grouped_all"].value == pytest.approx(unparsed_share)


def test_a_log_of_another_task_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "x.eval"
    with pytest.raises(InputError, match="does not exist"):
        read_inspect_log(file)
    file.write_bytes(b"not a log")
    with pytest.raises(InputError, match="cannot be read as an Inspect log"):
        read_inspect_log(file)


def test_decisions_about_another_dataset_are_refused(pairs: tuple[Dilemma, ...], tmp_path: Path) -> None:
    from probe.protocols.arguments import CollectedDecisions

    decision = asyncio.run(evaluate(pairs[:1]))[0]
    collected_decisions = CollectedDecisions("inspect/m", (decision,), 1, "both", ARMS, "Inspect AI")
    with pytest.raises(InputError, match="which --dataset lacks"):
        asyncio.run(import_evaluation(collected_decisions, pairs[1:], tmp_path / "out"))


def run_task(pairs: Sequence[Dilemma], folder: Path, answer: Any = answer_to, **options: Any) -> Any:
    """Run the task with runs=2, unless others are given, and return the log."""
    import inspect_ai
    from inspect_ai.model import ModelOutput

    def reply(messages: Any, tools: Any) -> ModelOutput:
        return ModelOutput.from_content("mockllm/model", answer(messages[-1].text))

    write_dataset(folder / "dataset.jsonl", pairs)
    arguments = {"dataset": str(folder), "runs": 2} | options.pop("task_args", {})
    log_options: dict[str, Any] = {"log_dir": str(folder / "logs"), "display": "none"}
    [log] = inspect_ai.eval("probe/dilemmas", model=mock_model(reply), task_args=arguments, **log_options, **options)
    return log


def test_a_question_that_ended_in_an_error_is_unanswered(pairs: tuple[Dilemma, ...], tmp_path: Path) -> None:
    def failing(text: str) -> str:
        if text == pairs[0].unbiased:
            raise RuntimeError("no answer")
        return answer_to(text)

    log = run_task(pairs[:4], tmp_path, failing, fail_on_error=False)
    manifest = asyncio.run(import_evaluation(read_inspect_log(Path(log.location)), pairs, tmp_path / "out"))
    assert manifest.complete is False
    evaluation = dilemma_evaluation(tmp_path / "out")
    assert {(decision.item_id, decision.run) for decision in evaluation.decisions} == {
        (pair.id, run) for pair in pairs[:4] for run in (0, 1)
    } - {(pairs[0].id, 0)}


def test_a_sample_that_a_limit_ended_is_unanswered(pairs: tuple[Dilemma, ...], tmp_path: Path) -> None:
    """Its values are NaN, the share of unreadable answers too."""
    log = run_task(pairs[:2], tmp_path, token_limit=1)
    assert log.status == "success", log.error
    for sample in log.samples:
        (score,) = sample.scores.values()
        assert sample.limit is not None
        assert all(math.isnan(value) for value in score.value.values())
    with pytest.raises(InputError, match="no decision"):
        asyncio.run(import_evaluation(read_inspect_log(Path(log.location)), pairs, tmp_path / "out"))


@pytest.mark.parametrize(("epochs", "complete", "runs"), [(1, False, 2), (3, True, 3)])
def test_epochs_need_not_be_the_runs(
    pairs: tuple[Dilemma, ...], tmp_path: Path, epochs: int, complete: bool, runs: int
) -> None:
    log = run_task(pairs[:2], tmp_path, epochs=epochs)
    manifest = asyncio.run(import_evaluation(read_inspect_log(Path(log.location)), pairs[:2], tmp_path / "out"))
    evaluation = dilemma_evaluation(tmp_path / "out")
    assert (manifest.complete, evaluation.runs, len(evaluation.decisions)) == (complete, runs, 2 * 2 * epochs)


def test_a_single_series_has_no_standard_error(pairs: tuple[Dilemma, ...], tmp_path: Path) -> None:
    origin = pairs[0].provenance.model_copy(update={"series": "one"})
    log = run_task([pair.model_copy(update={"provenance": origin}) for pair in pairs[:3]], tmp_path)
    (score,) = (score for score in log.results.scores if score.name == "effect")
    assert math.isnan(score.metrics["stderr"].value)
    assert not math.isnan(score.metrics["grouped_all"].value)


def test_the_solver_shows_all_arms_in_one_order(pairs: tuple[Dilemma, ...], tmp_path: Path) -> None:
    """Odd epochs of show_arms exchange the options, in both arms."""
    log = run_task(pairs[:1], tmp_path)
    for sample in log.samples:
        (score,) = sample.scores.values()
        assert {decision["exchanged"] for decision in score.metadata["probe_decisions"]} == {sample.epoch == 2}


@pytest.mark.parametrize(
    "arguments", [{"order": "sideways"}, {"runs": 0}, {"runs": "two"}, {"arms": "unbiased,evil"}, {"dataset": "none"}]
)
def test_an_argument_that_cannot_be_used_is_refused(
    pairs: tuple[Dilemma, ...], tmp_path: Path, arguments: dict[str, object]
) -> None:
    with pytest.raises(InputError):
        run_task(pairs[:1], tmp_path, task_args=arguments)


def test_the_command_line_imports_a_log_once(pairs: tuple[Dilemma, ...], tmp_path: Path, probe: CommandLine) -> None:
    first, second = run_task(pairs[:2], tmp_path), run_task(pairs[:2], tmp_path, lambda text: "Decision: Option A")
    arguments = ("--dataset", tmp_path, "--out", tmp_path / "out")
    probe("import", "inspect", first.location, *arguments)
    probe("import", "inspect", first.location, *arguments)
    probe("import", "inspect", second.location, *arguments, expect=2)
    assert len(dilemma_evaluation(tmp_path / "out").decisions) == 8


LINT = shutil.which("inspect-evals-lint", path=str(Path(sys.executable).parent))


@pytest.mark.integration
@pytest.mark.skipif(LINT is None, reason="inspect-evals-lint is not installed")
def test_the_task_meets_every_check_of_the_register() -> None:
    command = [str(LINT), "inspect", "--output-format", "json"]
    completed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    report = json.loads(completed.stdout)
    assert report["passed"], [rule for rule in report["packages"][0]["rules"] if rule.get("status") == "fail"]


def test_the_page_lists_every_argument_of_the_task() -> None:
    from probe.integrations.inspect import dilemmas

    page = (ROOT / "docs" / "integrations.md").read_text(encoding="utf-8")
    parameters = set(inspect.signature(dilemmas).parameters)
    table = page.partition("| `-T` |")[2].partition("\n\n")[0]
    assert set(re.findall(r"^\| `(\w+)`", table, re.M)) == parameters
    assert set(re.findall(r"-T (\w+)=", page)) <= parameters
