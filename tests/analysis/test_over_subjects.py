"""Means over subjects: each counts equally in every dilemma, regardless of its number of runs."""

import random
from collections.abc import Callable

import numpy as np
import pytest

from probe.analysis.arrays import Floats
from probe.analysis.depth.tier_contrast import ALL_SUBJECTS, high_low
from probe.analysis.depth.trends import trends
from probe.analysis.over_subjects import over_subjects
from probe.analysis.scores import Scores
from probe.analysis.study import prepare
from probe.analysis.tables import Gap
from probe.values import Arm, Bias, Dilemma, Evaluation
from tests.analysis.made_datasets import Chooser, errs_where, evaluate, pairs


def over_depth(slope: float, seed: int) -> Chooser:
    """Return a subject whose cue misleads at a rate that changes by ``slope`` per level; it errs in 10 % without it."""
    draw = random.Random(seed)

    @errs_where
    def choose(dilemma: Dilemma, arm: Arm, run: int) -> object:
        cued_rate = 0.5 + slope * ((dilemma.complexity.depth or 0) - 2.5)
        return draw.random() < (cued_rate if arm is Arm.BIASED else 0.1)

    return choose


def opposite_slopes(runs: tuple[int, int] = (20, 2)) -> list[Evaluation]:
    dilemmas = pairs([Bias.FRAMING], 180)
    return [
        evaluate(dilemmas, over_depth(slope, seed), subject=f"m/{seed}", runs=run_count)
        for seed, (slope, run_count) in enumerate(zip((0.15, -0.15), runs, strict=True))
    ]


def scores(evaluations: list[Evaluation]) -> Scores:
    return prepare(evaluations).scores


def by_subject(all_scores: Scores) -> list[Scores]:
    """Return the scores of each subject, dilemmas in the order of their ids."""
    parts = [all_scores.of(subject=name) for name in all_scores.subjects]
    return [part[np.argsort(part.pair_id.astype(str))] for part in parts]


def test_opposite_subjects_with_unequal_runs_have_no_common_trend() -> None:
    all_scores = scores(opposite_slopes())
    (row,) = (row for row in trends(all_scores, "depth") if row.subject == ALL_SUBJECTS)
    assert not isinstance(row.slope, Gap)
    assert not isinstance(row.logit, Gap)
    assert row.slope.low < 0 < row.slope.high
    assert row.logit.low < 0 < row.logit.high
    means = [part.effect.effects for part in by_subject(all_scores)]
    assert over_subjects(all_scores).effect.effects == pytest.approx(np.mean(means, axis=0))


def test_the_tiers_of_all_subjects_are_means_of_the_subjects() -> None:
    rows = [row for row in high_low(scores(opposite_slopes())) if row.bias == "framing effect"]
    (pooled,) = (row for row in rows if row.subject == ALL_SUBJECTS)
    single = [row.difference.estimate for row in rows if row is not pooled and not isinstance(row.difference, Gap)]
    assert not isinstance(pooled.difference, Gap)
    assert pooled.difference.estimate == pytest.approx(np.mean(single))
    assert pooled.difference.low < 0 < pooled.difference.high


def test_every_share_is_a_mean_over_subjects_and_every_count_a_total() -> None:
    all_scores = scores(opposite_slopes((6, 4)))
    parts = by_subject(all_scores)
    pooled = over_subjects(all_scores)
    assert pooled.net.runs == pytest.approx(parts[0].net.runs + parts[1].net.runs)
    readers: tuple[Callable[[Scores], Floats], ...] = (
        lambda subject_scores: subject_scores.flip_shares,
        lambda subject_scores: subject_scores.net.error,
        lambda subject_scores: subject_scores.noise_biased,
        lambda subject_scores: subject_scores.net.lower / subject_scores.net.asked,
    )
    for read_share in readers:
        assert read_share(pooled) == pytest.approx((read_share(parts[0]) + read_share(parts[1])) / 2)
