"""Tiers: exact rates and slopes where they are planted, and marked gaps where a tier is empty."""

import pytest

from probe.analysis.depth.by_tier import by_tier, picture, slopes_table, table, tier_slopes
from probe.analysis.depth.cells import cells_of_scores
from probe.analysis.depth.spread import (
    box_picture,
    deviation_picture,
    distributions,
    distributions_table,
    heat_picture,
    subjects_by_tier,
    subjects_table,
)
from probe.analysis.figures.style import draw
from probe.analysis.study import Study, prepare
from probe.analysis.tables import Gap
from probe.values import Arm, Bias, Pair
from tests.analysis.datasets import evaluate, pair, pairs, shown


def rising(dilemma: Pair, arm: Arm, run: int, exchanged: bool) -> str:
    """Flip in as many of 5 runs as the tier's number: 0 in low to 3 in high."""
    size = dilemma.complexity.size or 0
    tier = 0 if size <= 2 else 1 if size <= 4 else 2 if size <= 7 else 3
    wrong = arm is Arm.BIASED and run < tier
    return shown(dilemma.correct_option.other if wrong else dilemma.correct_option, exchanged)


@pytest.fixture
def study() -> Study:
    return prepare([evaluate(pairs([Bias.FRAMING, Bias.ANCHORING], 36), rising)])


def test_rates_by_tier_are_the_planted_ones(study: Study) -> None:
    framing = [row for row in by_tier(cells_of_scores(study.scores, study.tiers)) if row.bias == "framing effect"]
    assert [row.flips for row in framing] == [0.0, 0.2, 0.4, 0.6]
    assert [row.dilemmas for row in framing] == [8, 8, 12, 8]


def test_the_slope_is_the_planted_step(study: Study) -> None:
    slopes = tier_slopes(cells_of_scores(study.scores, study.tiers))
    assert [row.slope for row in slopes] == pytest.approx([0.2, 0.2])
    assert [row.smallest for row in slopes] == [8, 8]


def test_deviations_are_from_the_subjects_own_mean(study: Study) -> None:
    cells = cells_of_scores(study.scores, study.tiers)
    baseline = (8 * 0.2 + 12 * 0.4 + 8 * 0.6) / 36
    deviations = [row.deviation for row in subjects_by_tier(cells)]
    assert deviations == pytest.approx([step - baseline for step in (0.0, 0.2, 0.4, 0.6)])
    assert distributions_table(distributions(cells)).column("median") == pytest.approx([0.0, 0.2, 0.4, 0.6])


def test_the_five_numbers_are_those_of_the_rates_in_a_tier() -> None:
    """Five biases with 0 to 4 flips of 5 runs: every quartile is another one of them, and n is five."""
    biases = list(Bias)[:5]

    def choose(dilemma: Pair, arm: Arm, run: int, exchanged: bool) -> str:
        wrong = arm is Arm.BIASED and run < biases.index(dilemma.bias)
        return shown(dilemma.correct_option.other if wrong else dilemma.correct_option, exchanged)

    study = prepare([evaluate([pair(bias) for bias in biases], choose)])
    (low, *_) = distributions(cells_of_scores(study.scores, study.tiers))
    assert low.cells == 5
    assert low.summary == pytest.approx((0.0, 0.2, 0.4, 0.6, 0.8))


def test_the_descriptions_of_the_figures_have_the_planted_numbers(study: Study) -> None:
    cells = cells_of_scores(study.scores, study.tiers)
    subjects = subjects_by_tier(cells)
    baseline = (8 * 0.2 + 12 * 0.4 + 8 * 0.6) / 36
    expected = {
        picture(cells): ("anchoring bias +60.0", "framing effect +60.0"),
        heat_picture(subjects): (
            "Highest: simulated/planted, high (> 7), 60.0 %",
            "Lowest: simulated/planted, low (≤ 2), 0.0 %",
        ),
        deviation_picture(subjects): (f"simulated/planted {100 * (0.6 - baseline):+.1f}",),
        box_picture(cells): ("low 0.0 %, mid-low 20.0 %, mid-high 40.0 %, high 60.0 %",),
    }
    for described, numbers in expected.items():
        for number_text in numbers:
            assert number_text in described.alt


def test_an_empty_tier_is_a_gap_in_every_table_and_every_figure_is_drawn() -> None:
    low = [pair(Bias.FRAMING, number) for number in (0, 1, 9, 10)]
    study = prepare([evaluate(low, rising)])
    cells = cells_of_scores(study.scores, study.tiers)
    subjects = subjects_by_tier(cells)
    assert subjects_table(subjects).rows[3]["sensitivity"] == Gap(reason="no dilemma")
    assert table(by_tier(cells), cells).rows[2]["sensitivity"] == Gap(reason="no dilemma")
    assert slopes_table(tier_slopes(cells)).rows[0]["slope"] == Gap(reason="fewer than two tiers")
    assert distributions_table(distributions(cells)).rows[1]["median"] == Gap(reason="no dilemma")
    for drawn in map(draw, (picture(cells), heat_picture(subjects), deviation_picture(subjects), box_picture(cells))):
        assert "nan" not in drawn.picture.alt
