"""High against low: the published tests and the better ones, each named, none made on too few dilemmas."""

import pytest

from probe.analysis.cells import cells_of_scores
from probe.analysis.drawing import draw
from probe.analysis.ground import lay_ground
from probe.analysis.high_low import high_low, high_low_by_subject, picture
from probe.analysis.tables import Gap, number
from probe.values import Arm, Bias, Evaluation, Pair
from tests.analysis.worlds import evaluate, pair, shown


def world(subject: str, flips_low: int, flips_high: int, each: int = 30) -> Evaluation:
    """Return a world with ``each`` dilemmas in the low and in the high tier; every third flips in so many runs."""
    dilemmas = [pair(Bias.FRAMING, number) for number in range(9 * each) if 1 + number % 9 in (1, 8)]

    def choose(dilemma: Pair, arm: Arm, run: int, exchanged: bool) -> str:
        flips = flips_high if dilemma.complexity.size == 8 else flips_low
        third = int(dilemma.unbiased.split()[3]) // 9 % 3 == 0
        wrong = arm is Arm.BIASED and third and run < flips
        return shown(dilemma.correct_option.other if wrong else dilemma.correct_option, exchanged)

    return evaluate(dilemmas, choose, subject=subject)


def test_the_estimate_is_the_planted_difference_whatever_the_unit() -> None:
    ground = lay_ground([world("a", 1, 4)])
    row = high_low_by_subject(cells_of_scores(ground.scores, ground.tiers)).rows[0]
    assert row["runs_difference"] == pytest.approx(3 / 15)
    assert row["difference"] == pytest.approx(3 / 15)
    assert (row["low_dilemmas"], row["high_dilemmas"]) == (30, 30)


def test_runs_taken_for_independent_are_surer_than_dilemmas_are() -> None:
    """The flips sit in ten dilemmas of thirty: runs repeat them, and the published interval is too narrow."""
    ground = lay_ground([world("a", 0, 5)])
    row = high_low_by_subject(cells_of_scores(ground.scores, ground.tiers)).rows[0]
    by_runs = (number(row["newcombe_high"]) or 0) - (number(row["newcombe_low"]) or 0)
    by_dilemmas = (number(row["high"]) or 0) - (number(row["low"]) or 0)
    assert by_dilemmas > 1.8 * by_runs
    assert (number(row["p"]) or 0) > 100 * (number(row["z_p"]) or 0)


def test_small_tiers_are_shown_and_not_tested() -> None:
    ground = lay_ground([world("a", 1, 4, each=19)])
    row = high_low_by_subject(cells_of_scores(ground.scores, ground.tiers)).rows[0]
    assert row["low_dilemmas"] == 19
    assert row["p"] == row["holm_p"] == Gap(reason="fewer than 20 dilemmas in a tier")


def test_paired_over_subjects_needs_two() -> None:
    both = lay_ground([world("a", 1, 4), world("b", 0, 5)])
    row = high_low(cells_of_scores(both.scores, both.tiers)).rows[0]
    assert row["paired_difference"] == pytest.approx((3 / 15 + 5 / 15) / 2)
    assert row["subjects"] == 2
    assert (row["low_dilemmas"], row["high_dilemmas"]) == (30, 30)
    alone = lay_ground([world("a", 1, 4)])
    table = high_low(cells_of_scores(alone.scores, alone.tiers))
    assert table.rows[0]["paired_p"] == Gap(reason="fewer than two subjects with both tiers")
    assert "<svg" in draw(picture(table)).svg
