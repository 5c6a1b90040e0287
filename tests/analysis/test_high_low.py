"""High against low tier: the planted difference of effects, tested only with enough dilemmas."""

import pytest

from probe.analysis.depth.tier_contrast import ALL_SUBJECTS, high_low, picture, table, tiers_picture
from probe.analysis.effects.effect import effects
from probe.analysis.figures.style import draw
from probe.analysis.study import prepare
from probe.analysis.tables import Gap
from probe.values import Arm, Bias, Dilemma, Evaluation
from tests.analysis.made_datasets import errs_where, evaluate, flips_at, number, pair, pairs, task
from tests.defined import defined


def dataset(
    subject: str, errs_low: int, errs_high: int, per_size: int = 30, sizes: tuple[int, ...] = (1, 8)
) -> Evaluation:
    """Return ``per_size`` dilemmas of each size; the cue misleads on every third, in this many runs."""
    dilemmas = [pair(Bias.FRAMING, number) for number in range(9 * per_size) if 1 + number % 9 in sizes]

    @errs_where
    def choose(dilemma: Dilemma, arm: Arm, run: int) -> object:
        errs = errs_high if (dilemma.complexity.size or 0) > 7 else errs_low
        is_third = task(dilemma) // 9 % 3 == 0
        return arm is Arm.BIASED and is_third and (run < errs)

    return evaluate(dilemmas, choose, subject=subject)


def test_the_estimate_is_the_planted_difference_with_both_effects() -> None:
    study = prepare([dataset("a", 1, 4)])
    row = table(high_low(study.scores)).rows[0]
    assert [row["low_effect"], row["high_effect"]] == pytest.approx([1 / 15, 4 / 15])
    assert row["difference"] == pytest.approx(3 / 15)
    assert (row["low_dilemmas"], row["high_dilemmas"]) == (30, 30)
    assert number(row["low"]) < 3 / 15 < number(row["high"])
    drawing = picture(high_low(study.scores))
    assert "+20.0" in drawing.alt
    assert "<svg" in draw(drawing).svg
    assert "<svg" in draw(tiers_picture(effects(study.scores, study.tiers), study.estimand)).svg


def test_small_tiers_are_shown_and_not_tested() -> None:
    row = table(high_low(prepare([dataset("a", 1, 4, per_size=19)]).scores)).rows[0]
    assert row["low_dilemmas"] == 19
    assert row["difference"] == pytest.approx(3 * 7 / 19 / 5)
    assert row["p"] == Gap(reason="not tested")
    assert row["holm_p"] == Gap(reason="fewer than 20 dilemmas")


def test_all_subjects_are_pooled_over_the_dilemmas_that_all_answered() -> None:
    """One subject errs more and has no high tier: pooling what differs would show a fall that no subject has."""
    different_study = prepare([dataset("a", 1, 1), dataset("b", 5, 5, sizes=(1,))])
    rows = {row.subject: row for row in high_low(different_study.scores)}
    assert rows["b"].difference == Gap(reason="no dilemma in a tier")
    assert rows[ALL_SUBJECTS].high_dilemmas == 0
    assert rows[ALL_SUBJECTS].low_effect == pytest.approx((1 / 15 + 5 / 15) / 2)
    same_study = prepare([dataset("a", 1, 4), dataset("b", 0, 5)])
    pooled = {row.subject: row for row in high_low(same_study.scores)}[ALL_SUBJECTS]
    assert defined(pooled.difference).estimate == pytest.approx((3 / 15 + 5 / 15) / 2)


def test_the_pooled_contrast_comes_first_and_is_narrower_than_that_of_a_bias() -> None:
    """Over eight biases the interval is that of all dilemmas; Holm's family has the biases alone."""
    study = prepare([evaluate(pairs(list(Bias), 27), flips_at(0.3), subject="a")])
    rows = high_low(study.scores)
    overall, *biases = rows
    assert overall.bias == "all biases"
    assert overall.low_dilemmas == sum(row.low_dilemmas for row in biases)
    assert overall.holm_p == Gap(reason="not part of the family")
    assert not isinstance(overall.difference, Gap)
    widths = [row.difference.high - row.difference.low for row in biases if not isinstance(row.difference, Gap)]
    assert overall.difference.high - overall.difference.low < min(widths) / 2
