"""Trends over depth: found where planted, told where they cannot be tested, adjusted within a subject."""

import random

import pytest

from probe.analysis.drawing import draw
from probe.analysis.ground import lay_ground
from probe.analysis.tables import Gap, number
from probe.analysis.trends import picture, trend_measure, trends
from probe.values import Arm, Bias, Complexity, Evaluation, Pair
from tests.analysis.worlds import evaluate, flips_at, pair, pairs, shown


def deepening(each: int = 90, rate: float = 0.15, subject: str = "a") -> Evaluation:
    """Return a world in which a dilemma of depth d flips with probability d times ``rate``."""
    draw_ = random.Random(4)

    def choose(dilemma: Pair, arm: Arm, run: int, exchanged: bool) -> str:
        wrong = arm is Arm.BIASED and draw_.random() < (dilemma.complexity.depth or 0) * rate
        return shown(dilemma.correct_option.other if wrong else dilemma.correct_option, exchanged)

    return evaluate(pairs([Bias.FRAMING, Bias.ANCHORING], each), choose, subject=subject)


def test_a_planted_rise_is_found_and_adjusted() -> None:
    ground = lay_ground([deepening()])
    table = trends(ground.scores, trend_measure(ground.scores, ground.tiers.measure))
    for row in table.rows[:2]:
        assert row["method"] == "GEE"
        assert (number(row["low"]) or 0) > 1
        assert (number(row["holm_p"]) or 1) >= (number(row["p"]) or 1)
    assert table.rows[2]["holm_p"] == Gap(reason="not part of the family")
    assert "2 rise" in picture(table).alt
    assert "<svg" in draw(picture(table)).svg


def test_two_subjects_on_one_dataset_are_one_cluster_a_dilemma() -> None:
    """The pooled row counts dilemmas, not answers, and has no narrower interval for a copied subject."""
    alone = lay_ground([deepening()])
    both = lay_ground([deepening(subject="a"), deepening(subject="b")])
    one = trends(alone.scores, "depth").rows[-1]
    two = trends(both.scores, "depth").rows[-1]
    assert (two["subject"], two["dilemmas"]) == ("all subjects", 180)
    width = [(number(row["high"]) or 0) / (number(row["low"]) or 1) for row in (one, two)]
    assert width[1] == pytest.approx(width[0], rel=0.01)


@pytest.mark.parametrize(
    ("dilemmas", "rate", "reason"),
    [
        (pairs([Bias.FRAMING], 19), 0.3, "fewer than 20 dilemmas"),
        (pairs([Bias.FRAMING], 40, complexity=Complexity(depth=2, size=3)), 0.3, "one value only"),
        (pairs([Bias.FRAMING], 40), 0.0, "no flip"),
        (pairs([Bias.FRAMING], 40), 1.0, "every run flips"),
    ],
)
def test_what_cannot_be_tested_says_why(dilemmas: tuple[Pair, ...], rate: float, reason: str) -> None:
    ground = lay_ground([evaluate(dilemmas, flips_at(rate))])
    row = trends(ground.scores, "depth").rows[0]
    assert row["p"] == row["odds_ratio"] == row["holm_p"] == Gap(reason=reason)


def test_a_depth_without_any_flip_falls_back_to_permutations() -> None:
    def deep_only(dilemma: Pair, arm: Arm, run: int, exchanged: bool) -> str:
        wrong = arm is Arm.BIASED and dilemma.complexity.depth == 4 and run < 2
        return shown(dilemma.correct_option.other if wrong else dilemma.correct_option, exchanged)

    ground = lay_ground([evaluate([pair(Bias.FRAMING, number) for number in range(45)], deep_only)])
    row = trends(ground.scores, "depth").rows[0]
    assert row["method"] == "penalised, permutation"
    assert row["low"] == Gap(reason="no interval from permutations")
    assert (number(row["p"]) or 1) < 0.01
    assert 1 < (number(row["odds_ratio"]) or 0) < 1000


def test_depth_is_used_where_all_of_it_is_measured() -> None:
    ground = lay_ground([deepening(each=9)])
    assert trend_measure(ground.scores, "size") == "depth"
    bare = lay_ground([evaluate(pairs([Bias.FRAMING], 9, complexity=Complexity(size=3)), flips_at(0.1))])
    assert trend_measure(bare.scores, "size") == "size"
    counted = lay_ground([evaluate(pairs([Bias.FRAMING], 9, complexity=Complexity(inferences=3)), flips_at(0.1))])
    assert trend_measure(counted.scores, "size") == "inferences"
