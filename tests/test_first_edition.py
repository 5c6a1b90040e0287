"""Files of the first edition give the same numbers as before, also after a run was continued."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from probe.analysis.effects import flips
from probe.analysis.study import prepare
from probe.protocols.dilemmas.reading import dilemma_evaluation, read_dilemmas
from probe.store.opening import open_run
from probe.store.reading import decisions_on, flipped_pairs, run_settings
from probe.values import Arm, Decision
from tests.shared import restored_run, unpacked

SUBJECT = "simulated/biased?rate=.4&noise=.1"


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """An evaluation that the first edition made: eight composed pairs, four runs."""
    return restored_run("run_of_the_first_edition", tmp_path)


def flip_row(folder: Path) -> Mapping[str, object]:
    study = prepare([dilemma_evaluation(folder)])
    table = flips.table(flips.flips(study.scores, study.tiers), study.tiers)
    return table.where(bias="all biases", tier="all tiers")[0]


def assert_numbers_of_the_first_edition(folder: Path) -> None:
    """These are the numbers in the table of flips that the first edition wrote for this run."""
    row = flip_row(folder)
    assert (row["dilemmas"], row["runs"]) == (8, 32)
    assert (row["sensitivity"], row["right_to_wrong"], row["wrong_to_right"]) == (0.375, 0.34375, 0.03125)
    assert row["harmful"] == 0.34375
    assert row["unparsed"] == 0.0


def test_a_run_is_read_without_being_changed(run: Path) -> None:
    before = (run / "run.sqlite").read_bytes()
    assert_numbers_of_the_first_edition(run)
    pairs = flipped_pairs(run)
    assert len(pairs) == 7
    assert {decision.letter for decision in decisions_on(run, min(pairs))} <= {"A", "B"}
    assert (run / "run.sqlite").read_bytes() == before


def test_a_run_that_is_opened_to_be_continued_keeps_its_decisions(run: Path) -> None:
    decisions_before = dilemma_evaluation(run).decisions
    new_decision = Decision(item_id="x" * 16, arm=Arm("order_2"), run=0, mitigation="review", turn=3, decision=6)
    with open_run(run, run_settings(run)) as store:
        assert tuple(store.decisions()) == decisions_before
        store.keep_decision(new_decision)
        store.keep_decision(new_decision.model_copy(update={"probabilities": (0.25, 0.5), "decision": "unparsed"}))
    with open_run(run, run_settings(run)) as store:
        (stored_decision,) = [decision for decision in store.decisions() if decision.item_id == new_decision.item_id]
    assert (
        stored_decision.probabilities,
        stored_decision.decision,
        stored_decision.turn,
        stored_decision.mitigation,
    ) == ((0.25, 0.5), "unparsed", 3, "review")


def test_an_upgraded_run_has_the_same_numbers(run: Path) -> None:
    with open_run(run, run_settings(run)):
        pass
    assert_numbers_of_the_first_edition(run)


def test_a_dataset_is_read(tmp_path: Path) -> None:
    (tmp_path / "dataset.jsonl").write_bytes(unpacked("dataset_of_the_first_edition.jsonl"))
    pairs = read_dilemmas(tmp_path)
    assert len(pairs) == 8
    assert all(pair.certificate and pair.certificate.passed for pair in pairs)
