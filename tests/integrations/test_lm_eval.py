"""lm-evaluation-harness itself runs the exported tasks, and what it writes gives the same numbers."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from probe.analysis.effects.effect import ALL_TIERS, effects
from probe.analysis.study import prepare
from probe.integrations.lm_eval_folder import lm_eval_folder
from probe.integrations.lm_eval_samples import read_lm_eval_samples
from probe.measuring.imported import import_evaluation
from probe.protocols.dilemmas.reading import dilemma_evaluation
from probe.values import Corpus
from tests.integrations.test_lm_eval_folder import answer_to, estimate, letters_of

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


def test_its_results_are_those_of_the_imported_evaluation(
    corpus: Corpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from lm_eval.loggers import EvaluationTracker
    from lm_eval.tasks import TaskManager

    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    pairs = tuple(seed.to_pair() for seed in corpus.seeds)
    lm_eval_folder(pairs, "unbiased,biased,placebo", runs=4).write(tmp_path / "tasks")
    manager = TaskManager(include_path=str(tmp_path / "tasks"), include_defaults=False)
    tracker = EvaluationTracker(output_path=str(tmp_path / "results"))
    found = lm_eval.simple_evaluate(
        model=model(), tasks=["probe", "probe_logits"], task_manager=manager, evaluation_tracker=tracker
    )
    tracker.general_config_tracker.model_name = "me/model"
    tracker.general_config_tracker.model_name_sanitized = "me__model"
    samples = found.pop("samples")
    tracker.save_results_aggregated(results=found, samples=samples)
    for task, lines in samples.items():
        tracker.save_results_samples(task_name=task, samples=lines)

    for group, direct in (("probe", False), ("probe_logits", True)):
        out = tmp_path / group
        collected = read_lm_eval_samples(tmp_path / "results", pairs, direct=direct)
        asyncio.run(import_evaluation(collected, pairs, out))
        evaluation = dilemma_evaluation(out)
        assert evaluation.subject.startswith("lm-eval/me/model")
        assert evaluation.unanswered == 0
        study = prepare([evaluation])
        for row in effects(study.scores, study.tiers):
            task = f"{group}_{row.bias.replace(' ', '_')}"
            if row.tier == ALL_TIERS and task in found["results"]:
                metrics, scores = found["results"][task], study.scores.of(bias=row.bias)
                # The report gives no effect of direct answers to so few dilemmas.
                net = float(np.nanmean(scores.net.effects)) if direct else estimate(row.net)
                adjusted = float(np.nanmean(scores.placebo.effects)) if direct else estimate(row.adjusted)
                assert metrics["effect,none"] == pytest.approx(net, abs=1e-12)
                assert metrics["placebo_adjusted_effect,none"] == pytest.approx(adjusted, abs=1e-12)
                unparsed = float(np.mean(1 - scores.net.runs / scores.net.asked))  # in the arms of `effect`
                assert metrics["unparsed,none"] == pytest.approx(unparsed, abs=1e-12)
                assert metrics["effect_stderr,none"] > 0
        assert found["groups"][group]["effect_stderr,none"] > 0
