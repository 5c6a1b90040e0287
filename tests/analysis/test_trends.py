"""Trends over depth: found where planted, a gap with its reason where they are not testable, adjusted in a subject."""

import random

import numpy as np
import pytest

from probe.analysis.depth.trends import fit, picture, table, trend_measure, trends
from probe.analysis.figures.style import draw
from probe.analysis.statistics.trend import gee_trend
from probe.analysis.study import prepare
from probe.analysis.tables import Gap
from probe.values import Arm, Bias, Complexity, Evaluation, Pair
from tests.analysis.datasets import evaluate, flips_at, number, pair, pairs, shown


def deepening(each: int = 90, rate: float = 0.15, subject: str = "a") -> Evaluation:
    """Return a dataset in which a dilemma of depth d flips with probability d times ``rate``."""
    draw_ = random.Random(4)

    def choose(dilemma: Pair, arm: Arm, run: int, exchanged: bool) -> str:
        wrong = arm is Arm.BIASED and draw_.random() < (dilemma.complexity.depth or 0) * rate
        return shown(dilemma.correct_option.other if wrong else dilemma.correct_option, exchanged)

    return evaluate(pairs([Bias.FRAMING, Bias.ANCHORING], each), choose, subject=subject)


def test_a_planted_rise_is_found_and_adjusted() -> None:
    study = prepare([deepening()])
    found = trends(study.scores, trend_measure(study.scores, study.tiers.measure))
    rows = table(found, "depth").rows
    for row in rows[:2]:
        assert row["method"] == "GEE"
        assert number(row["low"]) > 1
        assert number(row["holm_p"]) >= number(row["p"])
    assert rows[2]["holm_p"] == Gap(reason="not part of the family")
    assert [row.direction for row in found] == [1, 1, 0]
    assert "Of 3 trends 2 rise and 0 fall" in picture(found, "depth").alt
    assert "<svg" in draw(picture(found, "depth")).svg


def test_two_subjects_on_one_dataset_are_one_cluster_a_dilemma() -> None:
    """The pooled row counts dilemmas, not answers, and has no narrower interval for a copied subject."""
    alone = prepare([deepening()])
    both = prepare([deepening(subject="a"), deepening(subject="b")])
    one = table(trends(alone.scores, "depth"), "depth").rows[-1]
    two = table(trends(both.scores, "depth"), "depth").rows[-1]
    assert (two["subject"], two["dilemmas"]) == ("all subjects", 180)
    width = [number(row["high"]) / number(row["low"]) for row in (one, two)]
    assert width[1] == pytest.approx(width[0], rel=0.01)


def test_the_length_of_the_text_is_adjusted_for() -> None:
    """Longer texts flip more and are deeper; depth itself does nothing once the log of the length is in the model."""
    draw_ = random.Random(11)
    dilemmas = [
        pair(Bias.FRAMING, number, unbiased=f"Task {number}. " + "More. " * (3 ** (number % 9 // 3)) * (1 + number % 2))
        for number in range(360)
    ]

    def by_length(dilemma: Pair, arm: Arm, run: int, exchanged: bool) -> str:
        wrong = arm is Arm.BIASED and draw_.random() < len(dilemma.unbiased) / 200
        return shown(dilemma.correct_option.other if wrong else dilemma.correct_option, exchanged)

    scores = prepare([evaluate(dilemmas, by_length)]).scores
    found, clusters = fit(scores, scores.depth), np.unique(scores.pair_id.astype(str), return_inverse=True)[1]
    with_length, without = (
        gee_trend(scores.flips, scores.readable, scores.depth, covariates, clusters)
        for covariates in (np.log(scores.length)[:, None], np.zeros((360, 0)))
    )
    assert with_length is not None
    assert without is not None
    assert found.slope == pytest.approx(with_length.slope)
    assert abs(found.slope) < 0.2 < 0.8 < without.slope


@pytest.mark.parametrize(
    ("dilemmas", "rate", "reason"),
    [
        (pairs([Bias.FRAMING], 19), 0.3, "fewer than 20 dilemmas"),
        (pairs([Bias.FRAMING], 40, complexity=Complexity(depth=2, size=3)), 0.3, "one value only"),
        (pairs([Bias.FRAMING], 40), 0.0, "no flip"),
        (pairs([Bias.FRAMING], 40), 1.0, "every run flips"),
    ],
)
def test_what_cannot_be_tested_has_a_reason(dilemmas: tuple[Pair, ...], rate: float, reason: str) -> None:
    study = prepare([evaluate(dilemmas, flips_at(rate))])
    row = table(trends(study.scores, "depth"), "depth").rows[0]
    assert row["p"] == row["odds_ratio"] == row["holm_p"] == Gap(reason=reason)


def test_a_depth_without_any_flip_falls_back_to_permutations() -> None:
    def deep_only(dilemma: Pair, arm: Arm, run: int, exchanged: bool) -> str:
        wrong = arm is Arm.BIASED and dilemma.complexity.depth == 4 and run < 2
        return shown(dilemma.correct_option.other if wrong else dilemma.correct_option, exchanged)

    study = prepare([evaluate([pair(Bias.FRAMING, number) for number in range(45)], deep_only)])
    row = table(trends(study.scores, "depth"), "depth").rows[0]
    assert row["method"] == "penalised, permutation"
    assert row["low"] == Gap(reason="no interval from permutations")
    assert number(row["p"]) < 0.01
    assert 1 < number(row["odds_ratio"]) < 1000


def test_depth_is_used_where_all_of_it_is_measured() -> None:
    study = prepare([deepening(each=9)])
    assert trend_measure(study.scores, "size") == "depth"
    bare = prepare([evaluate(pairs([Bias.FRAMING], 9, complexity=Complexity(size=3)), flips_at(0.1))])
    assert trend_measure(bare.scores, "size") == "size"
    counted = prepare([evaluate(pairs([Bias.FRAMING], 9, complexity=Complexity(inferences=3)), flips_at(0.1))])
    assert trend_measure(counted.scores, "size") == "inferences"
