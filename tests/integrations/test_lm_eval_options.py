"""Tests on scales as tasks of lm-evaluation-harness: what is asked, what is scored, and what comes back."""

import asyncio
import hashlib
import math
from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from probe.errors import InputError
from probe.files.dataset import write_dataset
from probe.integrations.lm_eval_folder import lm_eval_folder
from probe.integrations.lm_eval_samples import read_lm_eval_samples
from probe.measuring.imported import import_evaluation
from probe.protocols.base import Showing
from probe.protocols.reading import read_evaluation
from probe.protocols.templates.item import TemplateItem
from probe.protocols.templates.protocol import TemplateProtocol
from probe.values import Arm, Decision
from tests.integrations.lm_eval_files import exported_module, read_yaml, spoil_sample, write_samples
from tests.protocols.templates.material import SOFTWARE
from tests.protocols.templates.material import items as composed
from tests.shared import CommandLine, json_lines

BIASES = ("framing effect", "anchoring bias", "loss aversion")
RUNS = 4
_NO_POINTS = {"x1": 0, "x2": 0}


def likelihoods(text: str, labels: str) -> list[tuple[float, bool]]:
    """Return log-likelihoods of the labels by the hash of the text; some texts make all of them impossible."""
    digest = hashlib.sha256(text.encode()).digest()
    if digest[0] < 25:
        return [(-math.inf, False)] * len(labels)
    return [(-3 - digest[number] / 50, False) for number in range(1, len(labels) + 1)]


@pytest.fixture(scope="module")
def items() -> tuple[TemplateItem, ...]:
    """Tests on scales of seven and eleven points, and the first ones again on four, with a right answer."""
    long_items = [item for bias in BIASES for item in composed(SOFTWARE, bias)]
    short_items = [
        item.model_dump()
        | {
            "id": "",
            "scale": item.scale[:4],
            "right": {"control": 1},
            "metric": item.metric.model_copy(update=_NO_POINTS),
        }
        for item in long_items[:2]
    ]
    return (*long_items, *map(TemplateItem.model_validate, short_items))


@pytest.fixture(scope="module")
def folder(items: tuple[TemplateItem, ...], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tasks")
    lm_eval_folder(items, runs=RUNS).write(folder)
    return folder


@pytest.fixture(scope="module")
def utils(folder: Path) -> Any:
    return exported_module(folder)


def docs_of(folder: Path) -> dict[str, list[dict[str, Any]]]:
    """Return the documents of each task, by the name of its file."""
    return {file.stem: json_lines(file) for file in sorted((folder / "data").glob("*.jsonl"))}


def write_likelihoods(folder: Path, results: Path) -> None:
    """Write the samples of a model whose log-likelihoods depend on the text and the labels."""
    write_samples(folder, results, lambda doc: likelihoods(doc["text"], doc["labels"]), "probe_logits")


@pytest.fixture
def results(folder: Path, tmp_path: Path) -> Path:
    write_likelihoods(folder, tmp_path / "results" / "me__m")
    return tmp_path / "results"


def expected_point(decision: Decision) -> float:
    """Return the expected point of a direct answer, as a share of the scale, computed from what is stored."""
    assert decision.probabilities is not None
    chances = decision.probabilities
    return sum(number * chance for number, chance in enumerate(chances)) / sum(chances) / (len(chances) - 1)


def test_each_question_is_that_of_a_direct_evaluation(items: tuple[TemplateItem, ...], folder: Path) -> None:
    protocol = TemplateProtocol()
    showing = protocol.complete_showing(items, Showing(runs=RUNS, direct=True))
    conversations = protocol.conversations(items, showing)
    expected = {(asking.item_id, asking.arm.value, asking.run): asking.turns[0] for asking in conversations}
    docs = [doc for of_task in docs_of(folder).values() for doc in of_task]
    assert len(docs) == len(expected) == len(items) * 2 * RUNS
    for doc in docs:
        turn = expected[doc["pair"], doc["arm"], doc["run"]]
        assert (doc["text"], doc["exchanged"]) == (turn.text, turn.exchanged)
        assert all(f"\nOption {label}: " in doc["text"] for label in doc["labels"])
    assert {doc["labels"] for doc in docs} == {"1234", "1234567", "ABCDEFGHIJK"}


def test_a_right_answer_is_the_label_shown_with_it(items: tuple[TemplateItem, ...], folder: Path, utils: Any) -> None:
    by_id = {item.id: item for item in items}
    judged_count = 0
    for docs in docs_of(folder).values():
        for doc in docs:
            right = by_id[doc["pair"]].right.get(doc["arm"])
            target = utils.right_label(doc)
            if right is None:
                assert target == ""
            else:
                judged_count += 1
                assert f"Option {target}: {by_id[doc['pair']].scale_of(doc['arm'])[right]}\n" in doc["text"] + "\n"
    assert judged_count


def test_the_metrics_are_those_of_the_imported_decisions(
    items: tuple[TemplateItem, ...], folder: Path, utils: Any, results: Path, tmp_path: Path
) -> None:
    """Places and errors of a task, from its own scoring, equal those of the decisions that the import stores."""
    collected_decisions = read_lm_eval_samples(results, items)
    assert collected_decisions.direct
    by_id = {item.id: item for item in items}
    for task, docs in docs_of(folder).items():
        metric_names = [metric["metric"] for metric in read_yaml(folder / f"probe_logits_{task}.yaml")["metric_list"]]
        metric_scores: dict[str, list[Any]] = defaultdict(list)
        for doc in docs:
            values = utils.score_options(doc, likelihoods(doc["text"], doc["labels"]))
            assert list(values) == metric_names
            for name, value in values.items():
                metric_scores[name].append(value)
        metrics = {name: utils.mean_over_items(values) for name, values in metric_scores.items()}
        ids = {doc["pair"] for doc in docs}
        decisions = [decision for decision in collected_decisions.decisions if decision.item_id in ids]
        for arm in ("control", "treatment"):
            points: dict[str, list[float]] = defaultdict(list)
            errors: dict[str, list[float]] = defaultdict(list)
            for decision in decisions:
                if decision.arm == arm and decision.probabilities and sum(decision.probabilities):
                    points[decision.item_id].append(expected_point(decision))
                    right = by_id[decision.item_id].right_answer(Arm(arm))
                    if right is not None:
                        chances = decision.probabilities
                        errors[decision.item_id].append(1 - chances[right] / sum(chances))
            assert metrics[f"place_{arm}"] == pytest.approx(mean_of(points))
            assert (f"error_{arm}" in metrics) == bool(errors)
            assert not errors or metrics[f"error_{arm}"] == pytest.approx(mean_of(errors))
        unreadable_shares: dict[str, list[float]] = defaultdict(list)
        for decision in decisions:
            unreadable_shares[decision.item_id].append(float(decision.decision == "unparsed"))
        assert metrics["unparsed"] == pytest.approx(mean_of(unreadable_shares))
        assert 0 < metrics["missing"] < 1


def mean_of(values: dict[str, list[float]]) -> float:
    return sum(sum(of_item) / len(of_item) for of_item in values.values()) / len(values)


def test_only_the_group_of_labels_is_exported(folder: Path) -> None:
    groups = [task for file in folder.glob("*.yaml") if "group" in (task := read_yaml(file))]
    assert [group["group"] for group in groups] == ["probe_logits"]
    pooled_metrics = {metric["metric"] for metric in groups[0]["aggregate_metric_list"]}
    assert {"missing", "unparsed"} <= pooled_metrics
    assert not any(
        name.startswith("place_") for name in pooled_metrics
    )  # scales of several biases have no common positions
    assert "tasks probe_logits" in (folder / "README.md").read_text()
    assert "tasks probe --" not in (folder / "README.md").read_text()


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"resps": [[["-1", "False"]]] * 3}, r"log-likelihoods of \d+ labels"),
        ({"arm": "unbiased"}, "not an arm"),
        ({"text": "something else"}, "no such question"),
    ],
)
def test_a_line_that_answers_no_question_is_named(
    items: tuple[TemplateItem, ...], results: Path, changes: dict[str, Any], problem: str
) -> None:
    spoil_sample(next(results.rglob("*.jsonl")), **changes)
    with pytest.raises(InputError, match=problem):
        read_lm_eval_samples(results, items)


def test_an_arm_that_items_lack_is_refused(items: tuple[TemplateItem, ...]) -> None:
    with pytest.raises(InputError, match="no arm biased"):
        lm_eval_folder(items, "control,biased")


def test_more_options_than_labels_are_refused(items: tuple[TemplateItem, ...], tmp_path: Path) -> None:
    long_item = items[0].model_copy(update={"scale": tuple(map(str, range(27))), "treatment_scale": None})
    with pytest.raises(InputError, match="27 options are too many"):
        lm_eval_folder([long_item]).write(tmp_path / "tasks")
    assert not (tmp_path / "tasks" / "utils.py").exists()


def test_a_conversation_of_several_questions_is_refused(items: tuple[TemplateItem, ...], tmp_path: Path) -> None:
    """For example, a free answer and its extraction; the folder is removed."""
    settled_showing = TemplateProtocol().settled(items, Showing(runs=2, choices={"answering": "extract"}))
    with pytest.raises(InputError, match=r"a conversation of 2, .* use probe evaluate"):
        replace(lm_eval_folder(items), shown=settled_showing).write(tmp_path / "tasks")
    assert not (tmp_path / "tasks" / "utils.py").exists()


def test_an_import_is_a_direct_evaluation_of_the_same_answers(
    items: tuple[TemplateItem, ...], folder: Path, results: Path, tmp_path: Path
) -> None:
    manifest = asyncio.run(import_evaluation(read_lm_eval_samples(results, items), items, tmp_path / "run"))
    assert manifest.complete is True
    evaluation = read_evaluation(tmp_path / "run")
    assert evaluation.subject == "lm-eval/me__m [direct]"
    assert (len(evaluation.decisions), evaluation.runs, evaluation.direct) == (len(items) * 2 * RUNS, RUNS, True)
    answers = {(doc["pair"], doc["arm"], doc["run"]): doc for docs in docs_of(folder).values() for doc in docs}
    for decision in evaluation.decisions:
        doc = answers[decision.item_id, decision.arm.value, decision.run]
        probabilities = [math.exp(value) for value, _ in likelihoods(doc["text"], doc["labels"])]
        assert decision.probabilities == pytest.approx(probabilities[::-1] if doc["exchanged"] else probabilities)
        chances = list(decision.probabilities or ())
        assert decision.decision == (chances.index(max(chances)) if sum(probabilities) else "unparsed")


def test_probe_analyze_reads_what_comes_back(
    items: tuple[TemplateItem, ...], probe: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, undrawn: None
) -> None:
    monkeypatch.chdir(tmp_path)
    write_dataset(tmp_path / "dataset.jsonl", items)
    probe("export", "dataset.jsonl", "--format", "lm-eval", "--out", "tasks")
    write_likelihoods(tmp_path / "tasks", tmp_path / "results" / "m")
    probe("import", "lm-eval", "results", "--dataset", "dataset.jsonl", "--out", "run")
    report = probe.json("analyze", "run", "--out", "report")
    (verdict,) = report["lead"]["tables"][0]["rows"]
    assert (verdict["subject"], verdict["items"]) == ("lm-eval/m [direct]", len(items))
    values = list(TemplateProtocol().values(items, read_evaluation(tmp_path / "run").decisions))
    measured_values = [value.value for value in values if value.measure == "m"]
    assert f"{sum(measured_values) / len(measured_values):+.3f}" in report["answer"][1]
