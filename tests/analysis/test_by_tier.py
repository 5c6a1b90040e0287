"""Tiers: exact rates and slopes where they are planted, and marked gaps where a tier is empty."""

import pytest

from probe.analysis.by_tier import by_tier, picture, tier_slopes
from probe.analysis.cells import cells_of_scores
from probe.analysis.distributions import distributions
from probe.analysis.distributions import picture as spread_picture
from probe.analysis.drawing import draw
from probe.analysis.ground import Ground, lay_ground
from probe.analysis.heat_map import deviation_picture, heat_picture, subject_by_tier
from probe.analysis.tables import Gap
from probe.values import Arm, Bias, Pair
from tests.analysis.worlds import evaluate, pair, pairs, shown


def rising(dilemma: Pair, arm: Arm, run: int, exchanged: bool) -> str:
    """Flip in as many of 5 runs as the tier's number: 0 in low to 3 in high."""
    size = dilemma.complexity.size or 0
    tier = 0 if size <= 2 else 1 if size <= 4 else 2 if size <= 7 else 3
    wrong = arm is Arm.BIASED and run < tier
    return shown(dilemma.correct_option.other if wrong else dilemma.correct_option, exchanged)


@pytest.fixture
def ground() -> Ground:
    return lay_ground([evaluate(pairs([Bias.FRAMING, Bias.ANCHORING], 36), rising)])


def test_rates_by_tier_are_the_planted_ones(ground: Ground) -> None:
    table = by_tier(cells_of_scores(ground.scores, ground.tiers))
    framing = [row["sensitivity"] for row in table.where(bias="framing effect")]
    assert framing == [0.0, 0.2, 0.4, 0.6]
    assert [row["dilemmas"] for row in table.where(bias="framing effect")] == [8, 8, 12, 8]


def test_the_slope_is_the_planted_step(ground: Ground) -> None:
    slopes = tier_slopes(cells_of_scores(ground.scores, ground.tiers))
    assert slopes.column("slope") == pytest.approx([0.2, 0.2])
    assert slopes.column("smallest") == [8, 8]


def test_deviations_are_from_the_subjects_own_mean(ground: Ground) -> None:
    cells = cells_of_scores(ground.scores, ground.tiers)
    table = subject_by_tier(cells)
    baseline = (8 * 0.2 + 12 * 0.4 + 8 * 0.6) / 36
    assert table.column("deviation") == pytest.approx([step - baseline for step in (0.0, 0.2, 0.4, 0.6)])
    assert distributions(cells).column("median") == pytest.approx([0.0, 0.2, 0.4, 0.6])


def test_an_empty_tier_is_a_gap_in_every_table_and_every_figure_is_drawn() -> None:
    low = [pair(Bias.FRAMING, number) for number in (0, 1, 9, 10)]
    ground = lay_ground([evaluate(low, rising)])
    cells = cells_of_scores(ground.scores, ground.tiers)
    heat = subject_by_tier(cells)
    assert heat.rows[3]["sensitivity"] == Gap(reason="no dilemma")
    assert by_tier(cells).rows[2]["sensitivity"] == Gap(reason="no dilemma")
    assert tier_slopes(cells).rows[0]["slope"] == Gap(reason="fewer than two tiers")
    assert distributions(cells).rows[1]["median"] == Gap(reason="no dilemma")
    for drawn in map(draw, (picture(cells), heat_picture(heat), deviation_picture(heat), spread_picture(cells))):
        assert "nan" not in drawn.picture.alt
