"""Planted effects beside the measured ones."""

import pytest

from probe.analysis.effects.planted import planted_rows, table
from probe.analysis.study import prepare
from probe.values import Arm, Complexity, Evaluation
from tests.analysis.made_datasets import errs_where, evaluate
from tests.test_values import a_pair

SUBJECT = "simulated/biased"


def dataset(flipped_numbers: set[int]) -> Evaluation:
    """Twenty dilemmas of size 1 and twenty of size 9; those whose number is in ``flipped`` flip in both runs."""
    pairs = [a_pair(unbiased=str(number), complexity=Complexity(size=1 if number < 20 else 9)) for number in range(40)]
    flipping_ids = {pair.id for number, pair in enumerate(pairs) if number in flipped_numbers}
    choose = errs_where(lambda pair, arm, run: arm is Arm.BIASED and pair.id in flipping_ids)
    return evaluate(pairs, choose, subject=SUBJECT, runs=2, order="as-written")


def test_what_was_planted_is_the_mean_chance_of_the_tiers_dilemmas() -> None:
    planted_table = table(planted_rows(prepare([dataset({0, 1, *range(20, 30)})]), {SUBJECT: (0.05, 0.05)}))
    rows = {str(row["tier"]).split(" ")[0]: row for row in planted_table.rows}
    assert rows["low"]["planted"] == pytest.approx(0.1)
    assert rows["low"]["measured"] == 0.1
    assert rows["high"]["planted"] == pytest.approx(0.5)
    assert rows["high"]["measured"] == 0.5
    assert rows["high"]["inside"] == "yes"


def test_a_subject_that_does_something_else_is_seen() -> None:
    planted_table = table(planted_rows(prepare([dataset(set())]), {SUBJECT: (0.05, 0.05)}))
    rows = {str(row["tier"]).split(" ")[0]: row for row in planted_table.rows}
    assert rows["high"]["measured"] == 0.0
    assert rows["high"]["inside"] == "no"


def test_a_tier_without_dilemmas_is_a_gap() -> None:
    planted_table = table(planted_rows(prepare([dataset(set())]), {SUBJECT: (0.05, 0.05)}))
    (row,) = [row for row in planted_table.rows if str(row["tier"]).startswith("mid-low")]
    assert row["dilemmas"] == 0
    assert not isinstance(row["planted"], float)
