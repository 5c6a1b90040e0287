"""Triage as tasks of lm-evaluation-harness: one question each, with the fixed answers before it in the text."""

import asyncio
from pathlib import Path

import pytest

from probe.errors import InputError
from probe.files.dataset import read_manifest
from probe.integrations import lm_eval_scoring
from probe.integrations.lm_eval_folder import lm_eval_folder
from probe.integrations.lm_eval_samples import read_lm_eval_samples
from probe.measuring.imported import import_evaluation
from probe.protocols.reading import read_evaluation
from tests.integrations.lm_eval_files import read_yaml
from tests.integrations.test_lm_eval_options import docs_of, expected_point, likelihoods, write_likelihoods
from tests.protocols.triage.made import a_choice, a_form, a_set, an_attribute

ITEMS = (a_set("s", 5), a_form("f", right=1), a_choice("c", right=2), an_attribute("a"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    lm_eval_folder(ITEMS).write(tmp_path / "tasks")
    return tmp_path / "tasks"


def test_a_fixed_history_is_part_of_the_question(folder: Path) -> None:
    docs = docs_of(folder)["anchoring_bias"]
    assert {doc["arm"].rpartition("_")[0] for doc in docs} > {"alone", "after_accepted", "alternating"}
    assert not [doc for doc in docs if doc["arm"].startswith(("latin", "random"))]
    [doc] = [doc for doc in docs if (doc["arm"], doc["run"]) == ("alternating_5", 0)]
    turns = doc["text"].split("\n\nAnswer: ")
    assert [turn[:2].strip() for turn in turns[1:]] == ["1", "2", "1", "2"]
    assert "Request 4 of s" in turns[-1]
    assert turns[-1].endswith("Option 1: MERGE\nOption 2: SEND BACK")


def test_later_questions_after_own_answers_are_refused_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="in the arm random_1 is a conversation of 5") as excinfo:
        lm_eval_folder(ITEMS, arms="random_1,neutral").write(tmp_path / "tasks")
    assert "\n" not in str(excinfo.value)
    assert not (tmp_path / "tasks").exists()


def test_the_options_of_a_choice_have_no_place_on_a_scale(folder: Path) -> None:
    tasks = {file.stem: read_yaml(file)["metric_list"] for file in folder.glob("probe_logits_*.yaml")}
    metrics = {name: {metric["metric"] for metric in task_metrics} for name, task_metrics in tasks.items()}
    assert "place_neutral_1" not in metrics["probe_logits_status_quo_bias"]
    assert "error_neutral_1" in metrics["probe_logits_status_quo_bias"]
    assert {"place_admitting", "error_rejecting_yes_no"} <= metrics["probe_logits_framing_effect"]


def test_the_right_label_is_that_of_the_right_answer_in_every_form_and_order(folder: Path) -> None:
    right = {(doc["arm"], doc["run"]): doc["right"] for docs in docs_of(folder).values() for doc in docs}
    assert (right["admitting_yes_no", 0], right["admitting_yes_no", 1]) == ("2", "1")
    assert (right["rejecting_yes_no", 0], right["rejecting_yes_no", 1]) == ("1", "2")
    assert [right[f"neutral_{turn}", 0] for turn in (1, 2, 3, 4)] == ["C", "B", "A", "D"]


def test_answers_come_back_as_an_evaluation_with_the_scores_of_the_tasks(folder: Path, tmp_path: Path) -> None:
    write_likelihoods(folder, tmp_path / "results" / "me__m")
    asyncio.run(import_evaluation(read_lm_eval_samples(tmp_path / "results", ITEMS), ITEMS, tmp_path / "run"))
    evaluation = read_evaluation(tmp_path / "run")
    assert (evaluation.direct, evaluation.unanswered) == (True, 0)
    by_id = {item.id: item for item in ITEMS}
    decisions = {(decision.item_id, decision.arm.value, decision.run): decision for decision in evaluation.decisions}
    docs = [doc for of_task in docs_of(folder).values() for doc in of_task]
    assert len(docs) == len(decisions)
    for doc in docs:
        decision = decisions[doc["pair"], doc["arm"], doc["run"]]
        scores = lm_eval_scoring.score_options(doc, likelihoods(doc["text"], doc["labels"]))
        if decision.decision == "unparsed":
            assert scores["unparsed"]["value"] == 1
            continue
        right = by_id[doc["pair"]].right_answer(decision.arm, decision.turn)
        assert right is not None
        assert scores[f"error_{doc['arm']}"]["value"] == pytest.approx(1 - dict(decision.chances).get(right, 0.0))
        if by_id[doc["pair"]].ordered:
            assert scores[f"place_{doc['arm']}"]["value"] == pytest.approx(expected_point(decision))
    assert read_manifest(tmp_path / "run")["complete"]
