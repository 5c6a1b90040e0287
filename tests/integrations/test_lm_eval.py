"""lm-evaluation-harness itself runs the exported tasks, and what it writes gives the same numbers."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from probe.analysis.effects.effect import effects
from probe.analysis.effects.estimating import ALL_TIERS
from probe.analysis.study import prepare
from probe.integrations.lm_eval_folder import lm_eval_folder
from probe.integrations.lm_eval_samples import read_lm_eval_samples
from probe.measuring.imported import import_evaluation
from probe.protocols.dilemmas.reading import dilemma_evaluation
from probe.protocols.reading import read_evaluation
from probe.values import Dilemma
from tests.integrations.hashed_answers import answer_to
from tests.integrations.test_lm_eval_folder import estimate, letters_of
from tests.integrations.test_lm_eval_options import expected_point, likelihoods
from tests.protocols.templates.material import SOFTWARE
from tests.protocols.templates.material import items as composed

lm_eval = pytest.importorskip("lm_eval", reason="lm-evaluation-harness is not installed (pip install lm_eval)")

pytestmark = pytest.mark.integration


def model() -> Any:
    from lm_eval.api.model import LM

    class Hashing(LM):  # type: ignore[misc]
        """Answers by the hash of the question."""

        def generate_until(self, requests: Sequence[Any], **_: object) -> list[str]:
            return [answer_to(request.args[0]) for request in requests]

        def loglikelihood(self, requests: Sequence[Any], **_: object) -> list[tuple[float, bool]]:
            assert {request.args[1] for request in requests} == {" A", " B"}
            return [letters_of(request.args[0])[request.args[1] == " B"] for request in requests]

        def loglikelihood_rolling(self, requests: Sequence[Any], **_: object) -> list[float]:
            raise NotImplementedError

    return Hashing()


def run_tasks(subject: Any, tasks: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Run tasks in ``folder``/tasks, write the results and samples beside it as the command does, and return them."""
    from lm_eval.loggers import EvaluationTracker
    from lm_eval.tasks import TaskManager

    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    manager = TaskManager(include_path=str(folder / "tasks"), include_defaults=False)
    tracker = EvaluationTracker(output_path=str(folder / "results"))
    results: dict[str, Any] = lm_eval.simple_evaluate(
        model=subject, tasks=tasks, task_manager=manager, evaluation_tracker=tracker
    )
    tracker.general_config_tracker.model_name = "me/model"
    tracker.general_config_tracker.model_name_sanitized = "me__model"
    samples = results.pop("samples")
    tracker.save_results_aggregated(results=results, samples=samples)
    for task, lines in samples.items():
        tracker.save_results_samples(task_name=task, samples=lines)
    return results


def test_its_results_are_those_of_the_imported_evaluation(
    seed_pairs: list[Dilemma], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairs = tuple(seed_pairs)
    lm_eval_folder(pairs, "unbiased,biased,placebo", runs=4).write(tmp_path / "tasks")
    run = run_tasks(model(), ["probe", "probe_logits"], tmp_path, monkeypatch)

    for group, direct in (("probe", False), ("probe_logits", True)):
        out = tmp_path / group
        collected_decisions = read_lm_eval_samples(tmp_path / "results", pairs, direct=direct)
        asyncio.run(import_evaluation(collected_decisions, pairs, out))
        evaluation = dilemma_evaluation(out)
        assert evaluation.subject.startswith("lm-eval/me/model")
        assert evaluation.unanswered == 0
        study = prepare([evaluation])
        for row in effects(study.scores, study.tiers):
            task = f"{group}_{row.bias.replace(' ', '_')}"
            if row.tier == ALL_TIERS and task in run["results"]:
                metrics, scores = run["results"][task], study.scores.of(bias=row.bias)
                # The report gives no effect of direct answers to so few dilemmas.
                net = float(np.nanmean(scores.net.effects)) if direct else estimate(row.net)
                adjusted_effect = float(np.nanmean(scores.placebo.effects)) if direct else estimate(row.adjusted)
                assert metrics["effect,none"] == pytest.approx(net, abs=1e-12)
                assert metrics["placebo_adjusted_effect,none"] == pytest.approx(adjusted_effect, abs=1e-12)
                unparsed_share = float(np.mean(1 - scores.net.runs / scores.net.asked))  # in the arms of `effect`
                assert metrics["unparsed,none"] == pytest.approx(unparsed_share, abs=1e-12)
                assert metrics["effect_stderr,none"] > 0
        assert run["groups"][group]["effect_stderr,none"] > 0


def weighing_model() -> Any:
    from lm_eval.api.model import LM

    class Weighing(LM):  # type: ignore[misc]
        """Gives each label a log-likelihood by the hash of the question's text."""

        def generate_until(self, requests: Sequence[Any], **_: object) -> list[str]:
            raise NotImplementedError

        def loglikelihood(self, requests: Sequence[Any], **_: object) -> list[tuple[float, bool]]:
            assert all(request.args[0].endswith("\n\nAnswer:") and request.args[1][0] == " " for request in requests)
            questions = [(request.doc["text"], request.doc["labels"], request.args[1][1:]) for request in requests]
            return [likelihoods(text, labels)[labels.index(label)] for text, labels, label in questions]

        def loglikelihood_rolling(self, requests: Sequence[Any], **_: object) -> list[float]:
            raise NotImplementedError

    return Weighing()


def test_tests_on_scales_come_back_as_they_were_weighed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On scales of seven and eleven points, with and without a right answer."""
    items = [item for bias in ("anchoring bias", "loss aversion") for item in composed(SOFTWARE, bias)]
    lm_eval_folder(items, runs=4).write(tmp_path / "tasks")
    results = run_tasks(weighing_model(), ["probe_logits"], tmp_path, monkeypatch)["results"]
    collected_decisions = read_lm_eval_samples(tmp_path / "results", items)
    asyncio.run(import_evaluation(collected_decisions, items, tmp_path / "run"))
    evaluation = read_evaluation(tmp_path / "run")
    assert (evaluation.subject, evaluation.unanswered) == ("lm-eval/me/model [direct]", 0)
    anchoring, aversion = (results[f"probe_logits_{bias}"] for bias in ("anchoring_bias", "loss_aversion"))
    assert "error_control,none" not in anchoring
    assert 0 < aversion["error_control,none"] < 1
    assert results["probe_logits"]["unparsed,none"] > 0
    parsed_decisions = [decision for decision in evaluation.decisions if decision.decision != "unparsed"]
    for metrics, of_bias in ((anchoring, items[:4]), (aversion, items[4:])):
        for arm in ("control", "treatment"):
            means = [
                np.mean(
                    [
                        expected_point(decision)
                        for decision in parsed_decisions
                        if (decision.item_id, decision.arm) == (item.id, arm)
                    ]
                )
                for item in of_bias
            ]
            assert metrics[f"place_{arm},none"] == pytest.approx(float(np.mean(means)))
