"""High against low: the published tests and the better ones, each named, none made on too few dilemmas."""

import pytest

from probe.analysis.depth.cells import cells_of_scores
from probe.analysis.depth.high_low import high_low, high_low_by_subject, picture, table, table_by_subject
from probe.analysis.figures.style import draw
from probe.analysis.study import prepare
from probe.analysis.tables import Gap
from probe.values import Arm, Bias, Evaluation, Pair
from tests.analysis.datasets import evaluate, number, pair, shown


def dataset(subject: str, flips_low: int, flips_high: int, each: int = 30) -> Evaluation:
    """Return a dataset with ``each`` dilemmas in the low and in the high tier; every third flips in so many runs."""
    dilemmas = [pair(Bias.FRAMING, number) for number in range(9 * each) if 1 + number % 9 in (1, 8)]

    def choose(dilemma: Pair, arm: Arm, run: int, exchanged: bool) -> str:
        flips = flips_high if dilemma.complexity.size == 8 else flips_low
        third = int(dilemma.unbiased.split()[3]) // 9 % 3 == 0
        wrong = arm is Arm.BIASED and third and run < flips
        return shown(dilemma.correct_option.other if wrong else dilemma.correct_option, exchanged)

    return evaluate(dilemmas, choose, subject=subject)


def test_the_estimate_is_the_planted_difference_whatever_the_unit() -> None:
    study = prepare([dataset("a", 1, 4)])
    row = table_by_subject(high_low_by_subject(cells_of_scores(study.scores, study.tiers))).rows[0]
    assert row["runs_difference"] == pytest.approx(3 / 15)
    assert row["difference"] == pytest.approx(3 / 15)
    assert (row["low_dilemmas"], row["high_dilemmas"]) == (30, 30)


def test_treating_runs_as_independent_gives_intervals_that_are_too_narrow() -> None:
    """The flips sit in ten dilemmas of thirty: runs repeat them, and the published interval is too narrow."""
    study = prepare([dataset("a", 0, 5)])
    row = table_by_subject(high_low_by_subject(cells_of_scores(study.scores, study.tiers))).rows[0]
    by_runs = number(row["newcombe_high"]) - number(row["newcombe_low"])
    by_dilemmas = number(row["high"]) - number(row["low"])
    assert by_dilemmas > 1.8 * by_runs
    assert number(row["p"]) > 100 * number(row["z_p"])


def test_small_tiers_are_shown_and_not_tested() -> None:
    study = prepare([dataset("a", 1, 4, each=19)])
    row = table_by_subject(high_low_by_subject(cells_of_scores(study.scores, study.tiers))).rows[0]
    assert row["low_dilemmas"] == 19
    assert row["p"] == row["holm_p"] == Gap(reason="fewer than 20 dilemmas in a tier")


def test_paired_over_subjects_needs_two() -> None:
    both = prepare([dataset("a", 1, 4), dataset("b", 0, 5)])
    row = table(high_low(cells_of_scores(both.scores, both.tiers))).rows[0]
    assert row["paired_difference"] == pytest.approx((3 / 15 + 5 / 15) / 2)
    assert row["subjects"] == 2
    assert (row["low_dilemmas"], row["high_dilemmas"]) == (30, 30)
    alone = prepare([dataset("a", 1, 4)])
    rows = high_low(cells_of_scores(alone.scores, alone.tiers))
    assert table(rows).rows[0]["paired_p"] == Gap(reason="fewer than two subjects with both tiers")
    assert "<svg" in draw(picture(rows)).svg


def test_a_paired_difference_of_zero_is_described_as_zero() -> None:
    """The subjects' differences cancel over subjects and do not over runs: the figure's text has the paired one."""
    opposite = prepare([dataset("a", 1, 4), dataset("b", 4, 1)])
    (row,) = high_low(cells_of_scores(opposite.scores, opposite.tiers))
    assert not isinstance(row.paired, Gap)
    assert not isinstance(row.contrast.over_runs, Gap)
    assert row.paired.estimate == 0
    runs = row.contrast.over_runs.model_copy(update={"estimate": 0.123})
    moved = row._replace(contrast=row.contrast._replace(over_runs=runs))
    assert "12.3" not in picture([moved]).alt
    assert f"{row.bias} +0.0" in picture([moved]).alt
